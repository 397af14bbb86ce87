import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSystem } from "../../src/compile/index.js";
import type { F64, Mechanics, SparseJacobian, Workspace } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { lower, parseModelText, validateModel } from "../../src/model/index.js";
import { conformanceModels } from "./models.js";

const gallery = new URL("../../gallery/", import.meta.url);
const texts: Record<string, string> = { ...conformanceModels };
for (const file of readdirSync(gallery)) texts[`gallery/${file}`] = readFileSync(new URL(file, gallery), "utf8");

function systemOf(text: string): Workspace {
  const model = validateModel(parseModelText(text), catalogue);
  const set: Record<string, number> = model.parameters !== undefined && "n" in model.parameters ? { n: 5 } : {};
  // second derivatives of energies between all pairs need a table of them
  return compileSystem(lower(model, catalogue, { set })).workspace();
}

/** The step of five-point differences, whose error is delta⁴ times fifth derivatives plus rounding divided by delta. */
const delta = 1e-4;
const closeness = 2e-8;

/**
 * Compares relative to the largest entry, so that one tolerance serves all models. The tolerance also allows for the
 * rounding in a difference of values of the size `differenced`.
 */
function expectClose(actual: ArrayLike<number>, expected: ArrayLike<number>, differenced = 0): void {
  let scale = Math.max(1, (2 ** -52 * differenced) / (delta * closeness));
  for (let k = 0; k < expected.length; k++) scale = Math.max(scale, Math.abs(expected[k]));
  for (let k = 0; k < expected.length; k++)
    expect(Math.abs(actual[k] - expected[k]) / scale, `entry ${k}: ${actual[k]} against ${expected[k]}`).toBeLessThan(
      closeness,
    );
  expect(actual.length).toBe(expected.length);
}

/** d/ds of a vector function along (q, v, t) -> (q + s dq, v + s dv, t + s dt), by differences. */
function slope(evaluate: (s: number) => Float64Array): Float64Array {
  const [far, near, back, farBack] = [2, 1, -1, -2].map((k) => evaluate(k * delta).slice());
  return near.map((x, k) => (8 * (x - back[k]) - (far[k] - farBack[k])) / (12 * delta));
}

class Probe {
  readonly workspace: Workspace;
  readonly mechanics: Mechanics;
  readonly t = 0.3;
  readonly q: F64;
  readonly v: F64;
  private readonly point: F64;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.mechanics = workspace.mechanics!;
    const { n } = this.mechanics;
    this.q = workspace.arena.f64(n);
    this.v = workspace.arena.f64(n);
    this.point = workspace.arena.f64(n);
    this.q.set(workspace.initial.subarray(0, n));
    this.v.set(workspace.initial.subarray(n, 2 * n));
    // a small seeded displacement moves the state away from a symmetric start
    let seed = 7;
    for (let k = 0; k < n; k++) {
      seed = (seed * 48271) % 2147483647;
      this.q[k] += 0.02 * (seed / 2147483647);
      this.v[k] += 0.3 * (seed / 2147483647 - 0.4);
    }
  }

  f64(length: number): F64 {
    return this.workspace.arena.f64(length);
  }

  /** q + s direction. */
  moved(s: number, direction: ArrayLike<number>): F64 {
    for (let k = 0; k < this.q.length; k++) this.point[k] = this.q[k] + s * direction[k];
    return this.point;
  }

  unit(k: number): Float64Array {
    return new Float64Array(this.q.length).fill(0).map((_, j) => (j === k ? 1 : 0));
  }
}

/** Column k of a sparse Jacobian. */
function dense({ rows, cols }: SparseJacobian, values: F64, k: number, length: number): Float64Array {
  const column = new Float64Array(length);
  for (let e = 0; e < rows.length; e++) if (cols[e] === k) column[rows[e]] += values[e];
  return column;
}

test("the Jacobian of a first-order system is the derivative of its rates", () => {
  const workspace = systemOf(readFileSync(new URL("kepler.yaml", gallery), "utf8"));
  const { rate, dimension, arena } = workspace;
  const jacobian = rate!.jacobian!()!;
  const y = arena.f64(dimension);
  y.set([0.6, 0.3, -0.2, 1.1]);
  const values = arena.f64(jacobian.rows.length);
  const dy = arena.f64(dimension);
  jacobian.evaluate(values, 0, y);
  for (let k = 0; k < dimension; k++) {
    const start = y[k];
    const expected = slope((s) => {
      y[k] = start + s;
      rate!(dy, 0, y);
      return dy;
    });
    y[k] = start;
    expectClose(dense(jacobian, values, k, dimension), expected);
  }
});

const mechanical = Object.entries(texts).filter(([, text]) => systemOf(text).mechanics !== undefined);

describe.each(mechanical)("%s", (_, text) => {
  const probe = new Probe(systemOf(text));
  const { mechanics, t, q, v } = probe;
  const { n, m, constraints, derivatives } = mechanics;

  const springs = probe.f64(m);
  /** The force, with the multipliers of the stiff view where it reads some. */
  const force = (out: typeof q, at: typeof q): void => {
    constraints.g(springs, t, at);
    for (let i = 0; i < m; i++) springs[i] *= mechanics.omega2[i];
    mechanics.reactive?.set(springs);
    mechanics.force(out, t, at, v);
  };

  test("the stiff force differs from the force by minus the gradient of the penalty", () => {
    const [soft, stiff] = [probe.f64(n), probe.f64(n)];
    force(soft, q);
    mechanics.stiffForce(stiff, t, q, v);
    const expected = Array.from(
      { length: n },
      (_, k) => slope((s) => Float64Array.of(-mechanics.stiffPotential(t, probe.moved(s, probe.unit(k)))))[0],
    );
    expectClose(
      stiff.map((x, k) => x - soft[k]),
      expected,
    );
  });

  test("without velocity and time, the force of the potential is minus its gradient", () => {
    if (mechanics.velocityDependent || !probe.workspace.autonomous) return;
    const f = probe.f64(n);
    mechanics.force(f, t, q, v);
    const expected = Array.from(
      { length: n },
      (_, k) => slope((s) => Float64Array.of(-mechanics.potential!(t, probe.moved(s, probe.unit(k)))))[0],
    );
    expectClose(f, expected);
  });

  test("G is the derivative of g, and G v + g_t its rate along the motion", () => {
    const G = constraints.newJacobian();
    constraints.jacobian(G, t, q);
    const g = probe.f64(m);
    for (let k = 0; k < n; k++) {
      const expected = slope((s) => {
        constraints.g(g, t, probe.moved(s, probe.unit(k)));
        return g;
      });
      const column = new Float64Array(m);
      for (let r = 0; r < m; r++)
        for (let e = constraints.rowStart[r]; e < constraints.rowStart[r + 1]; e++)
          if (constraints.column[e] === k) column[r] += G[e];
      expectClose(column, expected);
    }
    const rate = slope((s) => {
      constraints.g(g, t + s, probe.moved(s, v));
      return g;
    });
    const gdot = probe.f64(m);
    constraints.gdot(gdot, t, q, v);
    expectClose(gdot, rate);
  });

  test("products with G and its transpose agree with its entries", () => {
    const G = constraints.newJacobian();
    constraints.jacobian(G, t, q);
    const [Gv, GTy, y] = [probe.f64(m), probe.f64(n), probe.f64(m)];
    for (let r = 0; r < m; r++) y[r] = 1 + r / 3;
    constraints.multiply(Gv, G, v);
    constraints.addTransposed(GTy, G, y, -2);
    const [rows, cols] = [new Float64Array(m), new Float64Array(n)];
    for (let r = 0; r < m; r++)
      for (let e = constraints.rowStart[r]; e < constraints.rowStart[r + 1]; e++) {
        rows[r] += G[e] * v[constraints.column[e]];
        cols[constraints.column[e]] -= 2 * G[e] * y[r];
      }
    expectClose(Gv, rows);
    expectClose(GTy, cols);
  });

  test("the acceleration of the underlying ODE keeps G v + g_t and satisfies M a = f - G^T lambda", () => {
    const y = probe.f64(2 * n);
    y.set(q);
    y.set(v, n);
    const dy = probe.f64(2 * n);
    expect(constraints.underlying(dy, t, y)).toBe("ok");
    const a = dy.subarray(n);
    const gdot = probe.f64(m);
    const w = probe.f64(n);
    const rate = slope((s) => {
      for (let k = 0; k < n; k++) w[k] = v[k] + s * a[k];
      constraints.gdot(gdot, t + s, probe.moved(s, v), w);
      return gdot;
    });
    expectClose(rate, new Float64Array(m));
    const [lambda, f, p, aa] = [probe.f64(m), probe.f64(n), probe.f64(n), probe.f64(n)];
    expect(constraints.multipliers(lambda, t, q, v)).toBe("ok");
    const G = constraints.newJacobian();
    constraints.jacobian(G, t, q);
    mechanics.force(f, t, q, v);
    constraints.addTransposed(f, G, lambda, -1);
    aa.set(a);
    mechanics.momentum(p, q, aa);
    expectClose(p, f);
  });

  test("the fused right-hand side of a small system equals that of the tables", () => {
    const y = probe.f64(2 * n);
    y.set(q);
    y.set(v, n);
    const [dy, f, a] = [probe.f64(2 * n), probe.f64(n), probe.f64(n)];
    constraints.underlying(dy, t, y);
    // by the tables: lambda from the elimination, then M^-1 (f - G^T lambda)
    const lambda = probe.f64(m);
    constraints.multipliers(lambda, t, q, v);
    const G = constraints.newJacobian();
    constraints.jacobian(G, t, q);
    mechanics.force(f, t, q, v);
    constraints.addTransposed(f, G, lambda, -1);
    mechanics.accelerate(a, f, q);
    expectClose(dy.subarray(n), a);
    expectClose(dy.subarray(0, n), v);
  });

  test("rates are velocities and accelerations in both views", () => {
    const y = probe.f64(2 * n);
    y.set(q);
    y.set(v, n);
    const [dy, f] = [probe.f64(2 * n), probe.f64(n)];
    for (const stiff of [false, true]) {
      mechanics.rate(dy, t, y, stiff);
      if (stiff) mechanics.stiffForce(f, t, q, v);
      else mechanics.force(f, t, q, v);
      mechanics.accelerate(f, f, q);
      expectClose(dy.subarray(n), f);
      expectClose(dy.subarray(0, n), v);
    }
  });

  test("the Hessian is the derivative of minus the force, and H w and V'''[w, w] follow", () => {
    const { rows, cols } = derivatives.pattern;
    const values = probe.f64(rows.length);
    const [out, base, w] = [probe.f64(n), probe.f64(n), probe.f64(n)];
    for (let k = 0; k < n; k++) w[k] = Math.sqrt(k + 1) - 1.3;
    // the gradient of the penalty is the difference of the two forces
    derivatives.hessian(values, "stiff", t, q);
    const times = new Float64Array(n);
    for (let s = 0; s < rows.length; s++) {
      times[rows[s]] += values[s] * w[cols[s]];
      if (rows[s] !== cols[s]) times[cols[s]] += values[s] * w[rows[s]];
    }
    const expected = slope((s) => {
      const point = probe.moved(s, w);
      force(base, point);
      mechanics.stiffForce(out, t, point, v);
      return out.map((x, k) => base[k] - x);
    });
    expectClose(times, expected);
    for (const part of ["soft", "stiff", "all"] as const) {
      derivatives.hessian(values, part, t, q);
      const product = new Float64Array(n);
      for (let s = 0; s < rows.length; s++) {
        product[rows[s]] += values[s] * w[cols[s]];
        if (rows[s] !== cols[s]) product[cols[s]] += values[s] * w[rows[s]];
      }
      const direct = probe.f64(n);
      derivatives.hessianTimes(direct, part, t, q, w);
      expectClose(direct, product);
      const third = probe.f64(n);
      derivatives.third(third, part, t, q, w);
      expectClose(
        third,
        slope((s) => {
          derivatives.hessianTimes(out, part, t, probe.moved(s, w), w);
          return out;
        }),
      );
    }
  });

  test("Jacobians of forces and accelerations are their derivatives in q and v", () => {
    const y = probe.f64(2 * n);
    const [f, a] = [probe.f64(n), probe.f64(n)];
    y.set(q);
    y.set(v, n);
    for (const part of ["soft", "all"] as const) {
      const forces = derivatives.force(part);
      const accelerations = derivatives.acceleration(part);
      expect(accelerations === undefined).toBe(mechanics.mass === "varying");
      if (!forces) return;
      const evaluate = (): void => {
        if (part === "all") mechanics.stiffForce(f, t, y.subarray(0, n), y.subarray(n));
        else mechanics.force(f, t, y.subarray(0, n), y.subarray(n));
        mechanics.accelerate(a, f, y.subarray(0, n));
      };
      const [dF, dA] = [probe.f64(forces.rows.length), probe.f64(accelerations?.rows.length ?? 0)];
      forces.evaluate(dF, t, y);
      accelerations?.evaluate(dA, t, y);
      // all columns, or about sixty of a large system
      for (let k = 0; k < 2 * n; k += Math.max(1, Math.floor(n / 30))) {
        const start = y[k];
        const column = (of: F64) =>
          slope((s) => {
            y[k] = start + s;
            evaluate();
            return of;
          });
        const expected = [column(f), column(a)];
        y[k] = start;
        expectClose(dense(forces, dF, k, n), expected[0], Math.max(...f.map(Math.abs)));
        if (accelerations) expectClose(dense(accelerations, dA, k, n), expected[1], Math.max(...a.map(Math.abs)));
      }
    }
  });

  test("the Hessian of y . g is the derivative of G^T y", () => {
    const { constraintHessian } = derivatives;
    const { rows, cols } = constraintHessian;
    const [values, y, w, out] = [probe.f64(rows.length), probe.f64(m), probe.f64(n), probe.f64(n)];
    for (let r = 0; r < m; r++) y[r] = 1.3 - 0.4 * r;
    for (let k = 0; k < n; k++) w[k] = Math.sqrt(k + 2) - 1.7;
    constraintHessian.evaluate(values, t, q, y);
    const product = new Float64Array(n);
    for (let s = 0; s < rows.length; s++) {
      product[rows[s]] += values[s] * w[cols[s]];
      if (rows[s] !== cols[s]) product[cols[s]] += values[s] * w[rows[s]];
    }
    const G = constraints.newJacobian();
    const expected = slope((s) => {
      constraints.jacobian(G, t, probe.moved(s, w));
      out.fill(0);
      constraints.addTransposed(out, G, y, 1);
      return out;
    });
    expectClose(product, expected);
  });

  test("kinetic energy and momentum are consistent, and M^-1 inverts M", () => {
    const [p, a, w] = [probe.f64(n), probe.f64(n), probe.f64(n)];
    mechanics.momentum(p, q, v);
    const expected = Array.from(
      { length: n },
      (_, k) =>
        slope((s) => {
          w.set(v);
          w[k] += s;
          return Float64Array.of(mechanics.kinetic(q, w));
        })[0],
    );
    expectClose(p, expected);
    mechanics.accelerate(a, p, q);
    expectClose(a, v);
  });

  test("without damping and time dependence, the stiff motion keeps the energy to first order", () => {
    const dissipates = mechanics.velocityDependent && mechanics.mass !== "varying";
    if (dissipates || mechanics.driven || !probe.workspace.autonomous) return;
    const [f, a, w] = [probe.f64(n), probe.f64(n), probe.f64(n)];
    mechanics.stiffForce(f, t, q, v);
    mechanics.accelerate(a, f, q);
    const rate = slope((s) => {
      for (let k = 0; k < n; k++) w[k] = v[k] + s * a[k];
      const point = probe.moved(s, v);
      return Float64Array.of(
        mechanics.kinetic(point, w) + mechanics.potential!(t, point) + mechanics.stiffPotential(t, point),
      );
    });
    const size = Math.abs(mechanics.stiffPotential(t, q)) + mechanics.kinetic(q, v) + 1;
    expect(Math.abs(rate[0]) / size).toBeLessThan(1e-6);
  });

  test("the Jacobian H of the invariants is the derivative of h", () => {
    const { invariants } = probe.workspace;
    if (!invariants) return;
    const y = probe.f64(2 * n);
    const H = probe.f64(invariants.count * 2 * n);
    y.set(q);
    y.set(v, n);
    invariants.jacobian(H, t, y);
    const h = probe.f64(invariants.count);
    for (let k = 0; k < 2 * n; k++) {
      const start = y[k];
      const expected = slope((s) => {
        y[k] = start + s;
        invariants.value(h, t, y);
        return h;
      });
      y[k] = start;
      expectClose(
        Array.from({ length: invariants.count }, (_, r) => H[r * 2 * n + k]),
        expected,
      );
    }
  });
});
