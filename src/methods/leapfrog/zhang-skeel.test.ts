/**
 * What the methods of Tao–Owhadi claim, as properties of the map (x, p) -> (x, p) of one step in the variables in which
 * they are maps, measured with Jacobians by differences on a double pendulum of two masses under a field that keeps its
 * angular momentum, or not. The tests also check that properties a method does not claim do fail.
 */

import { describe, expect, test } from "vitest";
import { compileSystem } from "../../compile/index.js";
import { type Method, newState, type Problem, type State } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { rigid, stiff } from "../../formulations/index.js";
import { lower, validateModel } from "../../model/index.js";
import { composition } from "../composed/composition.js";
import { gaussNewtonZs, newmark, pushforwardNewmark, variationalEuler, verlet, zs, zss, zssStiff } from "../index.js";

/** Two masses on rods, the first from the origin; `gravity` 0 leaves the angular momentum about the origin. */
function pendula(view: "stiff" | "rigid", gravity = 1, omega = 12): Problem {
  const model = {
    taut: 1 as const,
    points: {
      a: { mass: 1.5, at: [0.6, -0.8], velocity: [0.4, 0.3] },
      b: { mass: 0.7, at: [1.6, -0.9], velocity: [0.2, -0.5] },
    },
    elements: [
      { rod: { between: ["origin", "a"], length: 1, squared: true } },
      { rod: { between: ["a", "b"], length: 1, squared: true } },
      { gravity: [0, -gravity] },
    ],
  };
  const workspace = compileSystem(lower(validateModel(model, catalogue), catalogue)).workspace();
  return view === "rigid" ? rigid().apply(workspace) : stiff({ omega }).apply(workspace);
}

/** One step of h from (x, v) as a map of y, by a stepper without history. */
function stepMap(method: Method, problem: Problem, h: number): (y: Float64Array) => Float64Array {
  const { arena, dimension, n } = problem;
  const stepper = method.bind(problem);
  const [s, next] = [newState(arena, dimension, n), newState(arena, dimension, n)];
  return (y) => {
    s.y.set(y);
    stepper.start(s);
    const status = stepper.attempt(next, s, h);
    if (status !== "ok") throw new Error(status);
    return Float64Array.from(next.y);
  };
}

/** d map/dy by differences of order 6, column by column: error about 1e-11 for maps of size 1. */
function jacobian(map: (y: Float64Array) => Float64Array, y: Float64Array): Float64Array[] {
  const d = 2e-3;
  return Array.from(y, (_, k) => {
    const at = (shift: number) => map(y.map((value, i) => (i === k ? value + shift : value)));
    const [one, two, three] = [1, 2, 3].map((j) => difference(at, j * d));
    return one.map((value, i) => 1.5 * value - 0.6 * two[i] + 0.1 * three[i]);
  });
}

function difference(at: (shift: number) => Float64Array, shift: number): Float64Array {
  const [plus, minus] = [at(shift), at(-shift)];
  return plus.map((value, i) => (value - minus[i]) / (2 * shift));
}

/** The largest entry of D^T J D - J with D the Jacobian in (q, p = M v). */
function symplecticDefect(method: Method, problem: Problem, h: number): number {
  const { n, workspace } = problem;
  const inverse = workspace.mechanics!.inverseMass!;
  const columns = jacobian(stepMap(method, problem, h), Float64Array.from(workspace.initial));
  // columns and rows of v become those of p
  const D = columns.map((column, k) =>
    column.map((value, i) => (value * (k < n ? 1 : inverse[k - n])) / (i < n ? 1 : inverse[i - n])),
  );
  let worst = 0;
  for (let k = 0; k < 2 * n; k++)
    for (let l = 0; l < 2 * n; l++) {
      let form = 0;
      for (let i = 0; i < n; i++) form += D[k][i] * D[l][n + i] - D[k][n + i] * D[l][i];
      worst = Math.max(worst, Math.abs(form - (l === k + n ? 1 : k === l + n ? -1 : 0)));
    }
  return worst;
}

const claims: readonly [string, Method, "stiff" | "rigid", boolean][] = [
  ["verlet", verlet(), "stiff", true],
  ["variational-euler", variationalEuler(), "stiff", true],
  ["pushforward-newmark", pushforwardNewmark({ beta: 0.4 }), "stiff", true],
  ["zs", zs({ beta: 0.4 }), "stiff", true],
  ["gn-zs, omega = 12", gaussNewtonZs({ beta: 0.4 }), "stiff", true],
  ["gn-zs, omega = infinity", gaussNewtonZs({ beta: 0.4 }), "rigid", true],
  ["zs composed to order 4", composition(zs({ beta: 0.4 }), 4), "stiff", true],
  ["newmark, whose variable is q", newmark({ beta: 0.4 }), "stiff", false],
  ["newmark with one iteration", newmark({ beta: 0.4, iterations: 1 }), "stiff", false],
  ["zss", zss({ beta: 0.4 }), "stiff", false],
  ["zss-stiff", zssStiff({ beta: 0.4 }), "stiff", false],
];

describe("symplecticity: D^T J D - J of a step of 0.1, differences good to 1e-8", () => {
  test.each(claims)("%s", (_, method, view, symplectic) => {
    const defect = symplecticDefect(method, pendula(view), 0.1);
    if (symplectic) expect(defect).toBeLessThan(1e-8);
    else expect(defect).toBeGreaterThan(1e-5);
  });

  test("zss keeps volume although it is not symplectic, as every leapfrog", () => {
    const problem = pendula("stiff");
    const columns = jacobian(stepMap(zss({ beta: 0.4 }), problem, 0.1), Float64Array.from(problem.workspace.initial));
    expect(Math.abs(determinant(columns) - 1)).toBeLessThan(1e-8);
  });
});

/** By elimination with row exchanges. */
function determinant(columns: readonly Float64Array[]): number {
  const rows = columns.map((column) => Array.from(column));
  let det = 1;
  rows.forEach((_, k) => {
    const pivot = rows.findIndex(
      (row, i) => i >= k && Math.abs(row[k]) === Math.max(...rows.slice(k).map((r) => Math.abs(r[k]))),
    );
    if (pivot !== k) {
      [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
      det = -det;
    }
    det *= rows[k][k];
    for (let i = k + 1; i < rows.length; i++) {
      const factor = rows[i][k] / rows[k][k];
      for (let j = k; j < rows.length; j++) rows[i][j] -= factor * rows[k][j];
    }
  });
  return det;
}

/** Steps of h; `watch` sees each state. */
function walk(method: Method, problem: Problem, s: State, h: number, steps: number, watch?: (s: State) => void): void {
  const stepper = method.bind(problem);
  const next = newState(problem.arena, problem.dimension, problem.n);
  stepper.start(s);
  for (let k = 0; k < steps; k++) {
    if (stepper.attempt(next, s, h) !== "ok") throw new Error("step failed");
    stepper.accept();
    s.y.set(next.y);
    s.t = next.t;
    watch?.(s);
  }
}

function started(problem: Problem): State {
  const s = newState(problem.arena, problem.dimension, problem.n);
  s.y.set(problem.workspace.initial);
  return s;
}

describe("reversibility: 100 steps forth and 100 back with the reversed velocity", () => {
  const reversible = claims.filter(([name]) => !name.startsWith("variational") && !name.includes("one iteration"));
  test.each(reversible)("%s returns to its start, to 1e-9", (_, method, view) => {
    expect(thereAndBack(method, pendula(view))).toBeLessThan(1e-9);
  });
  test.each(claims.filter((claim) => !reversible.includes(claim)))("%s does not", (_, method, view) => {
    expect(thereAndBack(method, pendula(view))).toBeGreaterThan(1e-4);
  });
});

function thereAndBack(method: Method, problem: Problem): number {
  const s = started(problem);
  const before = Float64Array.from(s.q);
  walk(method, problem, s, 0.05, 100);
  for (let i = 0; i < s.v.length; i++) s.v[i] = -s.v[i];
  walk(method, problem, s, 0.05, 100);
  return Math.max(...s.q.map((value, i) => Math.abs(value - before[i])));
}

describe("the angular momentum about the hinge, without gravity, over 1,000 steps", () => {
  const kept = claims.filter(([name]) => !name.startsWith("zss") && !name.startsWith("newmark"));
  test.each(kept)("%s keeps it to rounding", (_, method, view) => {
    expect(momentumChange(method, pendula(view, 0))).toBeLessThan(1e-11);
  });
  test.each(claims.filter(([name]) => name.startsWith("zss")))("%s loses it", (_, method, view) => {
    expect(momentumChange(method, pendula(view, 0))).toBeGreaterThan(1e-5);
  });
});

function momentumChange(method: Method, problem: Problem): number {
  const mass = problem.workspace.mechanics!.inverseMass!.map((x) => 1 / x);
  const momentum = ({ q, v }: State): number =>
    mass[0] * (q[0] * v[1] - q[1] * v[0]) + mass[2] * (q[2] * v[3] - q[3] * v[2]);
  const s = started(problem);
  const before = momentum(s);
  let worst = 0;
  walk(method, problem, s, 0.04, 1000, (now) => {
    worst = Math.max(worst, Math.abs(momentum(now) - before));
  });
  return worst;
}

describe("the stability threshold in beta: x'' = -omega^2 x with omega h = 100", () => {
  const spring = (): Problem => {
    const data = { taut: 1 as const, coordinates: { x: { at: 1 } }, constraints: { rest: "x" }, mass: { x: 1 } };
    return stiff({ omega: 100 }).apply(compileSystem(lower(validateModel(data, catalogue), catalogue)));
  };
  const families: readonly [string, (beta: number) => Method][] = [
    ["newmark", (beta) => newmark({ beta })],
    ["newmark with one iteration", (beta) => newmark({ beta, iterations: 1 })],
    ["pushforward-newmark", (beta) => pushforwardNewmark({ beta })],
    ["zs", (beta) => zs({ beta })],
    ["zss", (beta) => zss({ beta })],
    ["zss-stiff", (beta) => zssStiff({ beta })],
    ["gn-zs", (beta) => gaussNewtonZs({ beta })],
  ];
  test.each(families)("%s is bounded for beta = 0.25 and 0.26, and grows beyond bounds for 0.24", (_, make) => {
    const size = (beta: number): number => {
      const problem = spring();
      const s = started(problem);
      let worst = 0;
      walk(make(beta), problem, s, 1, 300, (now) => {
        worst = Math.max(worst, Math.abs(now.q[0]));
      });
      return worst;
    };
    expect(size(0.26)).toBeLessThan(10);
    expect(size(0.25)).toBeLessThan(1000);
    expect(size(0.24)).toBeGreaterThan(1e10);
  });
});
