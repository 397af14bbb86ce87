/**
 * The equations of RATTLE for a rigid triangle in closed form. Displacements by the constraint forces of the old triangle lie in its
 * plane, leave the centre of mass and the moment about the plane's normal alone; and any three displacements that do are such ones.
 * So in axes X, Y of the old plane and Z normal to it, with a_i = (x_i, y_i, 0) the triangle at rest about its centre of mass and
 * the new one R a_i:
 *
 *     1. heights stay:   n . a_i = zeta_i gives the last row n = (alpha, beta, gamma) of R, a linear system of two
 *     2. rows 1 and 2 are cos(theta) u + sin(theta) w and cos(theta) w - sin(theta) u, with u = (e_1 - alpha n)/s, w = n x u
 *     3. the moment stays:   A cos(theta) + B sin(theta) = K
 *
 * where (xi, eta, zeta)_i are the unconstrained positions about their centre of mass. Of both roots the one is taken that is near the old
 * triangle (gamma > 0, cos(theta) > 0). Where none exists the step was too long.
 */

import type { Arena, F64, Status, Triangles } from "../core/index.js";
import type { Keeper } from "./kept-leapfrog.js";

/** Numbers per triangle in the table. */
const stride = 13;

/** A triangle whose sides do not close around an area, or -1. */
export function flatTriangle({ count, lengths }: Triangles): number {
  for (let k = 0; k < count; k++) if (!(corner(lengths, k).y > 1e-6 * lengths[3 * k])) return k;
  return -1;
}

/** Where the third point is with the first at 0 and the second at (side, 0). */
function corner(lengths: Float64Array, k: number): { readonly x: number; readonly y: number } {
  const [a, b, c] = [lengths[3 * k], lengths[3 * k + 1], lengths[3 * k + 2]];
  const x = (a + ((c - b) * (c + b)) / a) / 2;
  return { x, y: Math.sqrt((c - x) * (c + x)) };
}

export class SettledTriangles implements Keeper {
  private readonly points: Int32Array;
  private readonly inverseMass: F64;
  private readonly table: F64;

  constructor(arena: Arena, triangles: Triangles, inverseMass: F64) {
    const { count, points, lengths } = triangles;
    this.points = points;
    this.inverseMass = inverseMass;
    this.table = arena.f64(stride * count);
    for (let k = 0; k < count; k++) {
      // masses as parts of their sum, corners about the centre of mass, moments
      const masses = [0, 1, 2].map((i) => 1 / inverseMass[points[3 * k + i]]);
      const whole = masses[0] + masses[1] + masses[2];
      const [p0, p1, p2] = masses.map((mass) => mass / whole);
      const side = lengths[3 * k];
      const { x, y } = corner(lengths, k);
      const [cx, cy] = [p1 * side + p2 * x, p2 * y];
      const xs = [-cx, side - cx, x - cx];
      const ys = [-cy, -cy, y - cy];
      const moment = (a: readonly number[], b: readonly number[]): number =>
        p0 * a[0] * b[0] + p1 * a[1] * b[1] + p2 * a[2] * b[2];
      this.table.set([p0, p1, p2, xs[0], ys[0], xs[1], ys[1], xs[2], ys[2]], stride * k);
      this.table.set([moment(xs, xs), moment(xs, ys), moment(ys, ys), side], stride * k + 9);
    }
  }

  positions(q: F64, v: F64, q0: F64, h: number): Status {
    const { points, table } = this;
    const rate = 1 / h;
    for (let k = 0, at = 0; k < points.length; k += 3, at += stride) {
      const i = points[k];
      const j = points[k + 1];
      const l = points[k + 2];

      // axes: X along the old first side, Z normal to the old plane
      let X0 = q0[j] - q0[i];
      let X1 = q0[j + 1] - q0[i + 1];
      let X2 = q0[j + 2] - q0[i + 2];
      const c0 = q0[l] - q0[i];
      const c1 = q0[l + 1] - q0[i + 1];
      const c2 = q0[l + 2] - q0[i + 2];
      let Z0 = X1 * c2 - X2 * c1;
      let Z1 = X2 * c0 - X0 * c2;
      let Z2 = X0 * c1 - X1 * c0;
      const toX = 1 / Math.sqrt(X0 * X0 + X1 * X1 + X2 * X2);
      const toZ = 1 / Math.sqrt(Z0 * Z0 + Z1 * Z1 + Z2 * Z2);
      X0 *= toX;
      X1 *= toX;
      X2 *= toX;
      Z0 *= toZ;
      Z1 *= toZ;
      Z2 *= toZ;
      const Y0 = Z1 * X2 - Z2 * X1;
      const Y1 = Z2 * X0 - Z0 * X2;
      const Y2 = Z0 * X1 - Z1 * X0;

      // unconstrained positions from the first corner, in these axes, then from the centre of mass
      const b0 = q[j] - q[i];
      const b1 = q[j + 1] - q[i + 1];
      const b2 = q[j + 2] - q[i + 2];
      const d0 = q[l] - q[i];
      const d1 = q[l + 1] - q[i + 1];
      const d2 = q[l + 2] - q[i + 2];
      const bx = b0 * X0 + b1 * X1 + b2 * X2;
      const by = b0 * Y0 + b1 * Y1 + b2 * Y2;
      const bz = b0 * Z0 + b1 * Z1 + b2 * Z2;
      const dx = d0 * X0 + d1 * X1 + d2 * X2;
      const dy = d0 * Y0 + d1 * Y1 + d2 * Y2;
      const dz = d0 * Z0 + d1 * Z1 + d2 * Z2;
      const p0 = table[at];
      const p1 = table[at + 1];
      const p2 = table[at + 2];
      const comX = p1 * bx + p2 * dx;
      const comY = p1 * by + p2 * dy;

      // 1. the last row of R
      const x0 = table[at + 3];
      const y0 = table[at + 4];
      const x1 = table[at + 5];
      const y1 = table[at + 6];
      const x2 = table[at + 7];
      const y2 = table[at + 8];
      const alpha = bz / table[at + 12];
      const beta = (dz - alpha * (x2 - x0)) / (y2 - y0);
      const gamma2 = 1 - alpha * alpha - beta * beta;
      if (!(gamma2 > 0)) return "diverged";
      const gamma = Math.sqrt(gamma2);

      // 2. u and w, as far as the corners feel them: u . a = s x + ub y, w . a = wb y
      const s = Math.sqrt(1 - alpha * alpha);
      const ub = (-alpha * beta) / s;
      const wb = gamma / s;

      // 3. the angle
      const sxx = table[at + 9];
      const sxy = table[at + 10];
      const syy = table[at + 11];
      const A = (wb - s) * sxy - ub * syy;
      const B = -(s * sxx + ub * sxy + wb * syy);
      const K =
        p0 * (x0 * -comY - y0 * -comX) +
        p1 * (x1 * (by - comY) - y1 * (bx - comX)) +
        p2 * (x2 * (dy - comY) - y2 * (dx - comX));
      const square = A * A + B * B;
      const rest = square - K * K;
      if (!(rest > 0)) return "diverged";
      const root = Math.sqrt(rest);
      const cos = (A * K - B * root) / square;
      const sin = (B * K + A * root) / square;

      // displacements in the plane, of positions and over h of velocities
      const ua0 = s * x0 + ub * y0;
      const wa0 = wb * y0;
      const ua1 = s * x1 + ub * y1;
      const wa1 = wb * y1;
      const ua2 = s * x2 + ub * y2;
      const wa2 = wb * y2;
      const ex0 = cos * ua0 + sin * wa0 + comX;
      const ey0 = cos * wa0 - sin * ua0 + comY;
      const ex1 = cos * ua1 + sin * wa1 + comX - bx;
      const ey1 = cos * wa1 - sin * ua1 + comY - by;
      const ex2 = cos * ua2 + sin * wa2 + comX - dx;
      const ey2 = cos * wa2 - sin * ua2 + comY - dy;
      shift(q, v, i, rate, ex0 * X0 + ey0 * Y0, ex0 * X1 + ey0 * Y1, ex0 * X2 + ey0 * Y2);
      shift(q, v, j, rate, ex1 * X0 + ey1 * Y0, ex1 * X1 + ey1 * Y1, ex1 * X2 + ey1 * Y2);
      shift(q, v, l, rate, ex2 * X0 + ey2 * Y0, ex2 * X1 + ey2 * Y1, ex2 * X2 + ey2 * Y2);
    }
    return "ok";
  }

  /** Three multipliers, one for each side, from the three rates at which the sides would stretch. */
  velocities(v: F64, q: F64): Status {
    const { points, inverseMass } = this;
    for (let k = 0; k < points.length; k += 3) {
      const i = points[k];
      const j = points[k + 1];
      const l = points[k + 2];
      const wi = inverseMass[i];
      const wj = inverseMass[j];
      const wl = inverseMass[l];

      // sides a = i - j, b = j - l, c = l - i
      const a0 = q[i] - q[j];
      const a1 = q[i + 1] - q[j + 1];
      const a2 = q[i + 2] - q[j + 2];
      const b0 = q[j] - q[l];
      const b1 = q[j + 1] - q[l + 1];
      const b2 = q[j + 2] - q[l + 2];
      const c0 = q[l] - q[i];
      const c1 = q[l + 1] - q[i + 1];
      const c2 = q[l + 2] - q[i + 2];
      const ra = a0 * (v[i] - v[j]) + a1 * (v[i + 1] - v[j + 1]) + a2 * (v[i + 2] - v[j + 2]);
      const rb = b0 * (v[j] - v[l]) + b1 * (v[j + 1] - v[l + 1]) + b2 * (v[j + 2] - v[l + 2]);
      const rc = c0 * (v[l] - v[i]) + c1 * (v[l + 1] - v[i + 1]) + c2 * (v[l + 2] - v[i + 2]);

      // LDL^T of G M^-1 G^T
      const aa = (wi + wj) * (a0 * a0 + a1 * a1 + a2 * a2);
      const bb = (wj + wl) * (b0 * b0 + b1 * b1 + b2 * b2);
      const cc = (wl + wi) * (c0 * c0 + c1 * c1 + c2 * c2);
      const ab = -wj * (a0 * b0 + a1 * b1 + a2 * b2);
      const ac = -wi * (a0 * c0 + a1 * c1 + a2 * c2);
      const bc = -wl * (b0 * c0 + b1 * c1 + b2 * c2);
      const lb = ab / aa;
      const lc = ac / aa;
      const dbb = bb - lb * ab;
      const dbc = bc - lb * ac;
      const m = dbc / dbb;
      const dcc = cc - lc * ac - m * dbc;
      if (!(dbb > 0 && dcc > 0)) return "singular";
      const yb = rb - lb * ra;
      const tc = (rc - lc * ra - m * yb) / dcc;
      const tb = yb / dbb - m * tc;
      const ta = ra / aa - lb * tb - lc * tc;

      // v -= M^-1 G^T t
      v[i] -= wi * (ta * a0 - tc * c0);
      v[i + 1] -= wi * (ta * a1 - tc * c1);
      v[i + 2] -= wi * (ta * a2 - tc * c2);
      v[j] -= wj * (tb * b0 - ta * a0);
      v[j + 1] -= wj * (tb * b1 - ta * a1);
      v[j + 2] -= wj * (tb * b2 - ta * a2);
      v[l] -= wl * (tc * c0 - tb * b0);
      v[l + 1] -= wl * (tc * c1 - tb * b1);
      v[l + 2] -= wl * (tc * c2 - tb * b2);
    }
    return "ok";
  }
}

function shift(q: F64, v: F64, at: number, rate: number, x: number, y: number, z: number): void {
  q[at] += x;
  q[at + 1] += y;
  q[at + 2] += z;
  v[at] += rate * x;
  v[at + 1] += rate * y;
  v[at + 2] += rate * z;
}
