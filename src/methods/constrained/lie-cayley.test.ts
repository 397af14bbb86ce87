import { describe, expect, test } from "vitest";
import { after, consistentStart } from "../../../test/fixtures/constrained-maps.js";
import { rigidProblem, twoTriangles } from "../../../test/fixtures/molecules.js";
import { inWords } from "../../../test/fixtures/refusal.js";
import { handOn, initialState, run, step } from "../../../test/fixtures/stepping.js";
import { copyState, type Problem } from "../../core/index.js";
import { run as runModel } from "../../run/run-model.js";
import { lieCayley, rattle } from "../index.js";

const body = { mass: 2, inertia: [1, 1.7, 2.2], at: [0, 0, 0], axis: [1, 2, 3], angle: 0.7, spin: [0.5, -0.8, 0.6] };
const free = (): Problem => rigidProblem({ name: "free", bodies: { body } });
const field = (): Problem =>
  rigidProblem({ name: "field", bodies: { body }, potential: "1.5*z(body_d3) + x(body_d1)^2" });

/** Largest |d_k . d_l - delta_kl|. */
function orthogonality(q: Float64Array): number {
  let worst = 0;
  for (let k = 3; k < 12; k += 3)
    for (let l = 3; l < 12; l += 3) {
      const product = q[k] * q[l] + q[k + 1] * q[l + 1] + q[k + 2] * q[l + 2];
      worst = Math.max(worst, Math.abs(product - Number(k === l)));
    }
  return worst;
}

describe.each([1, 2] as const)("of order %i", (order) => {
  test("over 100,000 steps R stays in SO(3) to the rounding of 100,000 products, and the energy does not drift", () => {
    const problem = field();
    const s = initialState(problem);
    const stepper = lieCayley({ order }).bind(problem);
    const energy = (): number => problem.results!.energy!(s.t, s.y);
    const mean = (): number => {
      let sum = 0;
      for (let k = 0; k < 500; k++) {
        step(stepper, problem, s, 0.05, 20);
        sum += energy() / 500;
      }
      return sum;
    };
    stepper.start(s);
    const early = mean();
    step(stepper, problem, s, 0.05, 80000);
    expect(orthogonality(s.q)).toBeLessThan(1e-11);
    expect(Math.abs(mean() - early)).toBeLessThan(2e-3);
  });

  test("a free body keeps its momentum in space to the rounding of 1,000 products, at any step", () => {
    for (const h of [0.05, 0.5]) {
      const problem = free();
      const s = initialState(problem);
      const { inverseMass } = problem.workspace.mechanics!;
      const momentum = (): number[] => {
        const sum = [0, 0, 0];
        for (let i = 3; i < 12; i += 3)
          for (let c = 0; c < 3; c++) {
            const [a, b] = [(c + 1) % 3, (c + 2) % 3];
            sum[c] += (s.q[i + a] * s.v[i + b] - s.q[i + b] * s.v[i + a]) / inverseMass![i];
          }
        return sum;
      };
      const before = momentum();
      const stepper = lieCayley({ order }).bind(problem);
      stepper.start(s);
      step(stepper, problem, s, h, 1000);
      momentum().forEach((value, c) => {
        expect(Math.abs(value - before[c])).toBeLessThan(1e-11);
      });
    }
  });

  test("continues from a checkpoint with the same bits", () => {
    const method = lieCayley({ order });
    const expected = run(method, field(), 0.05, 20);
    const problem = field();
    const s = initialState(problem);
    const writer = method.bind(problem);
    writer.start(s);
    step(writer, problem, s, 0.05, 11);
    const rest = initialState(problem);
    copyState(rest, s);
    const reader = method.bind(problem);
    reader.start(rest);
    handOn(writer, reader);
    step(reader, problem, rest, 0.05, 9);
    expect(rest.y).toEqual(expected.y);
  });
});

test("with unit inertia (4.12) holds as printed, with + h^2 |Omega|^2 Omega/4", () => {
  // velocities at the end of a step represent Pi = (1 - h/2 Omega x + h^2/4 Omega Omega^T) Omega = (1 + h^2/4 |Omega|^2) Omega
  const h = 0.1;
  const problem = rigidProblem({
    bodies: { body: { mass: 1, inertia: [1, 1, 1], at: [0, 0, 0], spin: [1, 0.2, 0.1] } },
    potential: "z(body_d3)",
  });
  const rates = ({ q, v }: { q: Float64Array; v: Float64Array }): number[] =>
    [
      [6, 9],
      [9, 3],
      [3, 6],
    ].map(([k, l]) => v[k] * q[l] + v[k + 1] * q[l + 1] + v[k + 2] * q[l + 2]);
  const s = initialState(problem);
  const stepper = lieCayley({ order: 1 }).bind(problem);
  stepper.start(s);
  let pi = [1, 0.2, 0.1];
  for (let k = 0; k < 5; k++) {
    // torque h (R^-1 e3) x e3, B mu = 1
    const w = [s.q[5], s.q[8], s.q[11]];
    pi = [pi[0] + h * w[1], pi[1] - h * w[0], pi[2]];
    step(stepper, problem, s, h, 1);
    rates(s).forEach((rate, i) => {
      expect(Math.abs(rate - pi[i])).toBeLessThan(1e-14);
    });
  }
});

test("a run of order 1 follows (4.12) from its printed start, Omega_0 = Omega(0)", () => {
  const [h, steps] = [0.1, 100];
  // 1. the printed recursion in Omega, with + h^2 |Omega|^2 Omega/4 on both sides
  let omega = [1, 0.2, 0.1];
  // rows of R
  let R = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const cubic = (w: readonly number[]): number[] => {
    const f = 1 + ((h * h) / 4) * (w[0] ** 2 + w[1] ** 2 + w[2] ** 2);
    return w.map((x) => f * x);
  };
  for (let k = 0; k < steps; k++) {
    // the torque (R^-1 e3) x e3, B mu = 1
    const kick = [h * R[2][1], -h * R[2][0], 0];
    const wanted = cubic(omega).map((x, i) => x + kick[i]);
    for (let n = 0; n < 60; n++) {
      const f = 1 + ((h * h) / 4) * (omega[0] ** 2 + omega[1] ** 2 + omega[2] ** 2);
      omega = wanted.map((x) => x / f);
    }
    // R (1 - x^/2)^-1 (1 + x^/2) = R (1 + (x^ + x^ x^/2)/(1 + |x|^2/4)), x = h Omega
    const [x, y, z] = omega.map((w) => h * w);
    const f = 1 / (1 + (x * x + y * y + z * z) / 4);
    const turn = ([a, b, c]: number[]): number[] => [b * z - c * y, c * x - a * z, a * y - b * x];
    R = R.map((row) => {
      const once = turn(row);
      const twice = turn(once);
      return row.map((entry, i) => entry + f * (once[i] + twice[i] / 2));
    });
  }
  // 2. a run
  const model = {
    taut: 1,
    bodies: { body: { mass: 1, inertia: [1, 1, 1], at: [0, 0, 0], spin: [1, 0.2, 0.1] } },
    potential: "z(body_d3)",
  };
  const { q } = runModel(model, { method: { name: "lie-cayley", order: 1 }, step: h, until: h * steps });
  const found = [0, 1, 2].map((c) => [3, 6, 9].map((d) => q[d + c]));
  R.forEach((row, i) => {
    row.forEach((entry, j) => {
      // 100 steps, each rounded; the start with Pi_0 = Omega_0 is 0.03 away
      expect(Math.abs(found[i][j] - entry)).toBeLessThan(1e-12);
    });
  });
});

test("for a body whose centre is pinned to a fixed point the motion agrees with rattle to O(h^2)", () => {
  const pinned = (): Problem =>
    rigidProblem({
      bodies: { body: { ...body, at: [0.3, 0.4, 0.5] } },
      joints: [{ ball: { between: ["world", "body"], at: [0.1, 0, 0.2] } }],
      elements: [{ gravity: [0, 0, -9.81] }],
    });
  expect(lieCayley().refuses(pinned())).toBeUndefined();
  const distances = [100, 200].map((n) => {
    const [one, other] = [lieCayley(), rattle()].map((method) => {
      const problem = pinned();
      const s = consistentStart(problem);
      return { problem, y: after(method, problem, s, 1 / n, n) };
    });
    const g = one.problem.arena.f64(one.problem.constraints!.m);
    const end = initialState(one.problem);
    end.y.set(one.y);
    one.problem.constraints!.g(g, 0, end.q);
    expect(Math.max(...g.map(Math.abs))).toBeLessThan(1e-12);
    one.problem.constraints!.gdot(g, 0, end.q, end.v);
    expect(Math.max(...g.map(Math.abs))).toBeLessThan(1e-12);
    return Math.max(...one.y.map((x, i) => Math.abs(x - other.y[i])));
  });
  expect(distances[0]).toBeLessThan(0.02);
  expect(Math.abs(distances[0] / distances[1] - 4)).toBeLessThan(0.2);
});

test("a model that is not a single free body in space is refused in one sentence", () => {
  const refusal = (model: object): string | undefined =>
    inWords(lieCayley().refuses(rigidProblem({ name: "it", ...model })));
  const needs = 'method "lie-cayley": needs';
  expect(refusal({ bodies: { body } })).toBeUndefined();
  expect(refusal({ bodies: { body: { ...body, inertia: [1, 1.2, 2.2] } } })).toBeUndefined();
  expect(refusal(twoTriangles)).toBe(`${needs} a single rigid body, and "two triangles" has none. Use "rattle".`);
  expect(refusal({ bodies: { body, other: body } })).toBe(
    `${needs} a single rigid body, and "it" has 2. Use "rattle".`,
  );
  expect(refusal({ bodies: { body: { ...body, inertia: [0, 1, 1] } } })).toBe(
    `${needs} a body that turns in space, and that of "it" has one director. Use "rattle".`,
  );
  expect(refusal({ bodies: { body }, constraints: { plane: "z(body)" } })).toBe(
    `${needs} a body that is free or turns about a fixed point, and 1 of 7 constraints in "it" hold it otherwise. Use "rattle".`,
  );
  const flat = { ...body, inertia: [1, 1.2, 2.2], at: [0, 0, 1] };
  const pivot = [{ ball: { between: ["world", "body"], at: [0, 0, 0] } }];
  expect(refusal({ bodies: { body: flat }, joints: pivot })).toBe(
    `${needs} a body that is free or turns about a fixed point in the plane of its directors, and that of "it" is flat, so it has two directors, and 3 of 6 constraints are not those of a fixed point in their plane. Use "rattle".`,
  );
  expect(() => lieCayley({ order: 3 as 2 })).toThrow("lie-cayley.order: must be 1 or 2; got 3. The default is 2.");
});
