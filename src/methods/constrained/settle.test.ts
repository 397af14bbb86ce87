import { expect, test } from "vitest";
import { rigidProblem, twoTriangles } from "../../../test/fixtures/molecules.js";
import { inWords } from "../../../test/fixtures/refusal.js";
import { handOn, initialState, run, step } from "../../../test/fixtures/stepping.js";
import { copyState, type Method, type Problem, type State } from "../../core/index.js";
import { stiff } from "../../formulations/index.js";
import { newton } from "../../projections/index.js";
import { langevin, rattle, settle } from "../index.js";

/** The start, brought onto the constraints. */
function started(problem: Problem): State {
  const s = initialState(problem);
  expect(newton({ tolerance: 1e-15 }).bind(problem).apply(s)).toBe("ok");
  return s;
}

function walk(method: Method, h: number, steps: number, model: object = twoTriangles): State {
  const problem = rigidProblem(model);
  const s = started(problem);
  const stepper = method.bind(problem);
  stepper.start(s);
  step(stepper, problem, s, h, steps);
  return s;
}

test("settle agrees with rattle to rounding at t = 4, with short and with long steps", () => {
  for (const h of [0.02, 0.2]) {
    const [one, other] = [walk(settle(), h, 4 / h), walk(rattle(), h, 4 / h)];
    const largest = Math.max(...one.y.map((x, i) => Math.abs(x - other.y[i])));
    expect(largest).toBeLessThan(1e-12);
  }
});

test("settle keeps sides and their rates to rounding, without drift, over 5,000 steps", () => {
  const problem = rigidProblem(twoTriangles);
  const s = started(problem);
  const stepper = settle().bind(problem);
  const r = problem.arena.f64(problem.constraints!.m);
  let worst = 0;
  stepper.start(s);
  step(stepper, problem, s, 0.05, 5000, (next) => {
    problem.constraints!.g(r, next.t, next.q);
    for (const x of r) worst = Math.max(worst, Math.abs(x));
    problem.constraints!.gdot(r, next.t, next.q, next.v);
    for (const x of r) worst = Math.max(worst, Math.abs(x));
  });
  expect(worst).toBeLessThan(1e-13);
});

test("settle keeps the energy within an oscillation of O(h^2) over 5,000 steps", () => {
  // with h = 0.04 the largest deviation depends on the last bits by this time
  const spread = [0.02, 0.01].map((h) => {
    const problem = rigidProblem(twoTriangles);
    const s = started(problem);
    const energy = () => problem.results!.energy!(s.t, s.y);
    const before = energy();
    const stepper = settle().bind(problem);
    stepper.start(s);
    let most = 0;
    for (let k = 0; k < 100; k++) {
      step(stepper, problem, s, h, 50);
      most = Math.max(most, Math.abs(energy() - before));
    }
    return most;
  });
  expect(spread[0]).toBeLessThan(4e-4);
  expect(spread[0] / spread[1]).toBeGreaterThan(3);
});

test("settle continues from a checkpoint with the same bits, even if steps were rejected in between", () => {
  const straight = rigidProblem(twoTriangles);
  const expected = run(settle(), straight, 0.05, 20);
  const problem = rigidProblem(twoTriangles);
  const s = initialState(problem);
  const writer = settle().bind(problem);
  writer.start(s);
  step(writer, problem, s, 0.05, 11);
  const rest = initialState(problem);
  copyState(rest, s);
  const reader = settle().bind(problem);
  reader.start(rest);
  handOn(writer, reader);
  reader.attempt(s, rest, 0.1);
  step(reader, problem, rest, 0.05, 9);
  expect(rest.y).toEqual(expected.y);
});

test("settle recognises the waters of a template, with pair forces, and agrees with rattle", () => {
  const water = {
    units: "eV-Å-amu",
    molecules: { water: { template: "tip3p", repeat: 5, at: ["2.9*i", "0.4*mod(i, 2)", "0.3*i"] } },
    elements: [{ coulomb: {} }, { "lennard-jones": {} }],
  };
  expect(rigidProblem(water).workspace.mechanics!.structure!.triangles.count).toBe(5);
  const [one, other] = [settle(), rattle()].map((method) => walk(method, 0.05, 100, water));
  expect(Math.max(...one.y.map((x, i) => Math.abs(x - other.y[i])))).toBeLessThan(1e-11);
});

test("in a heat bath with the same noise settle agrees with rattle to rounding", () => {
  const ends = [settle(), rattle()].map((inner) => walk(langevin({ inner, kT: 0.5, friction: 2, seed: 7 }), 0.05, 40));
  const largest = Math.max(...ends[0].y.map((x, i) => Math.abs(x - ends[1].y[i])));
  expect(largest).toBeLessThan(1e-12);
});

test("a triangle has the same bits alone and as each of three, one of which is solved without a partner", () => {
  const corners = ["a", "b", "c"] as const;
  const copies = (count: number) => ({
    points: Object.fromEntries(
      Array.from({ length: count }, (_, k) => corners.map((p) => [`${p}${k}`, twoTriangles.points[p]] as const)).flat(),
    ),
    elements: Array.from({ length: count }, (_, k) =>
      corners.map((p, i) => ({ rod: { between: [`${p}${k}`, `${corners[(i + 1) % 3]}${k}`] } })),
    ).flat(),
  });
  const [one, three] = [1, 3].map((count) => run(settle(), rigidProblem(copies(count)), 0.05, 50));
  for (let k = 0; k < 3; k++) expect(three.q.slice(9 * k, 9 * k + 9)).toEqual(one.q.slice());
});

test("a step in which a triangle turns over diverges, and a shorter step does not", () => {
  const model = { ...twoTriangles, elements: twoTriangles.elements.slice(0, 6) };
  const problem = rigidProblem(model);
  const s = started(problem);
  const next = initialState(problem);
  const stepper = settle().bind(problem);
  stepper.start(s);
  expect(stepper.attempt(next, s, 20)).toBe("diverged");
  expect(stepper.attempt(next, s, 0.1)).toBe("ok");
});

test("settle refuses other constraints, flat triangles and other views in one sentence", () => {
  const { points, elements } = twoTriangles;
  const chained = rigidProblem({
    name: "chained",
    points,
    elements: [...elements, { rod: { between: ["ion", "a"] } }],
  });
  expect(settle().refuses(rigidProblem(twoTriangles))).toBeUndefined();
  expect(inWords(settle().refuses(chained))).toBe(
    'method "settle": needs constraints that form separate rigid triangles in space, and 4 of 7 in "chained" are something else. Use "rattle".',
  );
  const flat = rigidProblem({
    name: "flat",
    points: { a: { mass: 1, at: [0, 0, 0] }, b: { mass: 1, at: [1, 0, 0] }, c: { mass: 1, at: [2, 0, 0] } },
    elements: elements.slice(0, 3),
  });
  expect(inWords(settle().refuses(flat))).toMatch(
    /needs triangles with an area, and one in "flat" has the sides 1, 1, 2\./,
  );
  const { workspace } = rigidProblem(twoTriangles);
  expect(inWords(settle().refuses(stiff().apply(workspace)))).toMatch(/formulation "stiff" leaves none/);
});
