/**
 * Coordinates z in which a method steps rigid bodies: a quaternion p and the angular velocity omega in the axes of the
 * body take the places of the directors and of their rates; all other coordinates stay, and so do states s beside them.
 *
 *     z = (x, p, x', omega, s),   p' = p omega / 2,      d_k = p e_k p* / |p|^2,      d_k' = omega x d_k
 *
 * Rates come from those of the directors: omega_1' = d_2'' . d_3 = -d_3'' . d_2 up to products of the others, which
 * cancel in the mean. In these coordinates a step keeps bodies rigid, and the errors of a small component of omega are
 * small: directors turn it in space together with the large ones, at whose size its errors then are.
 */

import {
  type Arena,
  addressOf,
  append,
  type Bodies,
  type CompiledRate,
  type F64,
  type Problem,
  type Rate,
  type State,
  type Status,
} from "../core/index.js";
import { BodyAxes, cross, dot } from "./body-axes.js";
import { quaternionRate, readQuaternion, writeAxes } from "./quaternions.js";
import { rotationCode } from "./rotation-code.js";

export class RotationCoordinates {
  readonly dimension: number;
  private readonly bodies: BodyAxes;
  /** Coordinates that are not components of directors. */
  private readonly others: Int32Array;
  private readonly n: number;
  /** States beside the coordinates: the last entries of y and of z. */
  private readonly states: number;
  private readonly arena: Arena;
  private readonly y: F64;
  private readonly dy: F64;
  private readonly domega: Float64Array;
  private readonly turn = new Float64Array(6);

  /** Undefined if no body can be described in this way. */
  static of({ rotations, arena, n, dimension, workspace }: Problem): RotationCoordinates | undefined {
    if (rotations === undefined) return undefined;
    const { bodies } = rotations;
    const axes = new BodyAxes(bodies, rotating(bodies, workspace.initial));
    return axes.count === 0 ? undefined : new RotationCoordinates(axes, arena, n, dimension - 2 * n);
  }

  private constructor(bodies: BodyAxes, arena: Arena, n: number, states: number) {
    const taken = new Set<number>();
    for (const d of bodies.directors) for (let c = 0; d >= 0 && c < bodies.dimension; c++) taken.add(d + c);
    this.bodies = bodies;
    this.n = n;
    this.arena = arena;
    this.others = Int32Array.from(Array.from({ length: n }, (_, i) => i).filter((i) => !taken.has(i)));
    this.states = states;
    this.dimension = 2 * this.others.length + 7 * bodies.count + states;
    this.y = arena.f64(2 * n + states);
    this.dy = arena.f64(2 * n + states);
    this.domega = new Float64Array(3 * bodies.count);
  }

  /** z of a state; of the two quaternions, the one nearer to that in z. */
  enter(z: F64, { y }: State): void {
    const { bodies, others, n } = this;
    const p = others.length;
    const v = p + 4 * bodies.count;
    for (let i = 0; i < p; i++) {
      z[i] = y[others[i]];
      z[v + i] = y[n + others[i]];
    }
    this.copyStates(z, this.first, y, 2 * n);
    bodies.read(y, n);
    for (let i = 0; i < bodies.omega.length; i++) z[v + p + i] = bodies.omega[i];
    for (let body = 0; body < bodies.count; body++) readQuaternion(z, p + 4 * body, bodies.axes, 9 * body);
  }

  /** y of z. */
  leave(y: F64, z: F64): void {
    const { bodies, others, n } = this;
    const { directors, dimension, axes } = bodies;
    const p = others.length;
    const v = p + 4 * bodies.count;
    for (let i = 0; i < p; i++) {
      y[others[i]] = z[i];
      y[n + others[i]] = z[v + i];
    }
    this.copyStates(y, 2 * n, z, this.first);
    for (let body = 0; body < bodies.count; body++) {
      const A = 9 * body;
      const w = v + p + 3 * body;
      writeAxes(axes, A, z, p + 4 * body);
      for (let k = 0; k < 3; k++) {
        const d = directors[3 * body + k];
        const next = (k + 1) % 3;
        const last = (k + 2) % 3;
        for (let c = 0; d >= 0 && c < dimension; c++) {
          y[d + c] = axes[A + 3 * k + c];
          y[n + d + c] = z[w + last] * axes[A + 3 * next + c] - z[w + next] * axes[A + 3 * last + c];
        }
      }
    }
  }

  /** z' from y', as generated code where y' is. */
  rate(rate: Rate): Rate {
    const { compiled } = rate;
    return compiled === undefined || compiled.own !== undefined ? this.plainRate(rate) : this.generatedRate(compiled);
  }

  private generatedRate(compiled: CompiledRate): Rate {
    const { bodies, others, n, y, dy, arena } = this;
    const { count, dimension, directors } = bodies;
    const bytes = (places: Int32Array): Int32Array => places.map((k) => (k < 0 ? -1 : 8 * k));
    const tables = [others, directors].map((places) => {
      const table = arena.i32(places.length);
      table.set(bytes(places));
      return table;
    });
    const table = arena.i32(5);
    table.set([y, dy, arena.f64(9 * count), ...tables].map(addressOf));
    const code = rotationCode(compiled, { n, others: others.length, count, dimension });
    const own = addressOf(table);
    const rotations = (dz: F64, t: number, z: F64): Status =>
      compiled.judge(code(t, addressOf(z), addressOf(dz), own), 1);
    return Object.assign(rotations, { compiled: { ...compiled, code, own: [own] } });
  }

  private plainRate(rate: Rate): Rate {
    const { bodies, others, n, y, dy, domega } = this;
    const p = others.length;
    const v = p + 4 * bodies.count;
    return (dz, t, z) => {
      this.leave(y, z);
      const status = rate(dy, t, y);
      for (let i = 0; i < p; i++) {
        dz[i] = dy[others[i]];
        dz[v + i] = dy[n + others[i]];
      }
      this.copyStates(dz, this.first, dy, 2 * n);
      for (let body = 0; body < bodies.count; body++) {
        const w = v + p + 3 * body;
        bodies.turning(domega, body, dy, n);
        if (bodies.dimension === 3 && bodies.directors[3 * body + 2] < 0) {
          domega[3 * body] -= z[w + 1] * z[w + 2];
          domega[3 * body + 1] += z[w + 2] * z[w];
        }
        for (let k = 0; k < 3; k++) dz[w + k] = domega[3 * body + k];
        quaternionRate(dz, z, p + 4 * body, w);
      }
      return status;
    };
  }

  /** The error of y that belongs to an error of z, to first order, at z. */
  error(ey: F64, ez: F64, z: F64): void {
    const { bodies, others, n, y, turn } = this;
    const { directors, dimension, axes } = bodies;
    const p = others.length;
    const v = p + 4 * bodies.count;
    this.leave(y, z);
    for (let i = 0; i < p; i++) {
      ey[others[i]] = ez[i];
      ey[n + others[i]] = ez[v + i];
    }
    this.copyStates(ey, 2 * n, ez, this.first);
    for (let body = 0; body < bodies.count; body++) {
      const A = 9 * body;
      const w = v + p + 3 * body;
      this.turns(ez, z, p + 4 * body, w);
      for (let k = 0; k < 3; k++) {
        const d = directors[3 * body + k];
        if (d < 0) continue;
        const next = (k + 1) % 3;
        const last = (k + 2) % 3;
        // e_k turned by the errors, and omega x e_k by that of the place, in the axes of the body
        const along = -turn[next] * z[w + next] - turn[last] * z[w + last];
        const a = turn[3 + last] + turn[k] * z[w + next];
        const b = -turn[3 + next] + turn[k] * z[w + last];
        for (let c = 0; c < dimension; c++) {
          const x0 = axes[A + 3 * k + c];
          const x1 = axes[A + 3 * next + c];
          const x2 = axes[A + 3 * last + c];
          ey[d + c] = turn[last] * x1 - turn[next] * x2;
          ey[n + d + c] = along * x0 + a * x1 + b * x2;
        }
      }
    }
  }

  /** Tolerances of z from those of y: those of a body are the largest of its directors. */
  tolerances(out: F64, y: F64): void {
    const { bodies, others, n } = this;
    const p = others.length;
    const v = p + 4 * bodies.count;
    for (let i = 0; i < p; i++) {
      out[i] = y[others[i]];
      out[v + i] = y[n + others[i]];
    }
    this.copyStates(out, this.first, y, 2 * n);
    for (let body = 0; body < bodies.count; body++) {
      let place = 0;
      let speed = 0;
      for (let k = 0; k < 3; k++) {
        const d = bodies.directors[3 * body + k];
        for (let c = 0; d >= 0 && c < bodies.dimension; c++) {
          place = Math.max(place, y[d + c]);
          speed = Math.max(speed, y[n + d + c]);
        }
      }
      for (let k = 0; k < 4; k++) out[p + 4 * body + k] = 0.5 * place;
      for (let k = 0; k < 3; k++) out[v + p + 3 * body + k] = speed;
    }
  }

  /** The entry of y to which an entry of z belongs, the first of its director for a body; -1 for -1. */
  placeOf(entry: number): number {
    const { bodies, others, n } = this;
    const p = others.length;
    const v = p + 4 * bodies.count;
    if (entry >= this.first) return 2 * n + entry - this.first;
    const isRate = entry >= v;
    const k = isRate ? entry - v : entry;
    if (k < 0) return -1;
    const place = k < p ? others[k] : bodies.directors[3 * Math.floor((k - p) / (isRate ? 3 : 4))];
    return isRate ? n + place : place;
  }

  /** Where the states begin in z. */
  private get first(): number {
    return this.dimension - this.states;
  }

  private copyStates(to: F64, at: number, from: F64, place: number): void {
    for (let k = 0; k < this.states; k++) to[at + k] = from[place + k];
  }

  /** Writes the errors of the place, as a small rotation, and of omega to `turn`, both in the axes of the body. */
  private turns(ez: F64, z: F64, p: number, w: number): void {
    const { turn } = this;
    const a = z[p];
    const b = z[p + 1];
    const c = z[p + 2];
    const d = z[p + 3];
    const ea = ez[p];
    const eb = ez[p + 1];
    const ec = ez[p + 2];
    const ed = ez[p + 3];
    const factor = 2 / (a * a + b * b + c * c + d * d);
    turn[0] = factor * (a * eb - b * ea - c * ed + d * ec);
    turn[1] = factor * (a * ec - c * ea - d * eb + b * ed);
    turn[2] = factor * (a * ed - d * ea - b * ec + c * eb);
    for (let k = 0; k < 3; k++) turn[3 + k] = ez[w + k];
  }
}

/** The directors of bodies with a complete, right-handed set of axes, three entries each. */
function rotating(bodies: Bodies, y: ArrayLike<number>): number[] {
  const all = new BodyAxes(bodies, bodies.directors);
  all.read(y, 0);
  const { axes, directors } = all;
  const across = new Float64Array(3);
  const chosen: number[] = [];
  for (let body = 0; body < all.count; body++) {
    if (!all.hasAxes(body)) continue;
    cross(across, 0, axes, 9 * body, axes, 9 * body + 3);
    if (dot(across, 0, axes, 9 * body + 6) > 0) append(chosen, directors.subarray(3 * body, 3 * body + 3));
  }
  return chosen;
}
