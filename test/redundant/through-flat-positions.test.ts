/**
 * Linkages through positions in which their bars are in line: on their branch, with the multipliers, at any tolerance.
 * `npm run bench -- singular` does this with 60 tolerances each.
 */

import { describe, expect, test } from "vitest";
import { attempt, isPassed, referenceOf, toleranceAt } from "../../bench/singular/index.js";
import { type Case, casesOf, instants, limitsAt, modelOf, motion } from "../../bench/singular/linkages.js";
import { prepareRun, Run, type RunSettings, run, validateModel } from "../../src/index.js";

const cases = casesOf(2);
const named = (name: string): Case => cases.find((linkage) => linkage.name.startsWith(name))!;

describe("linkages pass the positions in which their bars are in line, on their branch and with their multipliers", () => {
  // a loose, a middle and a tight tolerance
  test.each(cases.map((linkage) => [linkage.name, linkage] as const))("%s", (_, linkage) => {
    const reference = referenceOf(linkage);
    expect(reference.times.length).toBeGreaterThan(0);
    for (const rtol of [5e-5, 3e-8, 2e-12]) {
      const trial = attempt(linkage, reference, { rtol });
      expect(isPassed(trial, linkage, reference.times.length, rtol), `rtol ${rtol}: ${JSON.stringify(trial)}`).toBe(
        true,
      );
    }
  });
});

// with long steps the bars may be in line between two stages of a method, with short intervals rounding decides, and
// linkages side by side may be in line soon after each other
describe("they pass at any tolerance", () => {
  test.each([
    ["parallelogram", 1, [1, 7, 7.5]],
    ["parallelogram", 3, [0.5]],
    ["parallelogram with a torque on one crank", 4, [4, 4.5, 5]],
    ["row of five parallelograms", 1, [0.5, 1]],
    ["two parallelograms side by side", 3, [8, 17, 25]],
    ["two parallelograms side by side", 5, [2, 5, 14]],
    ["three kites side by side", 1, [54.5, 56.5]],
    ["three kites side by side", 5, [54, 56]],
  ] as const)("%s %i", (name, seed, places) => {
    const linkage = casesOf(seed).find((one) => one.name === `${name} ${seed}`)!;
    const reference = referenceOf(linkage);
    for (const place of places) {
      const rtol = toleranceAt(place);
      const trial = attempt(linkage, reference, { rtol });
      expect(isPassed(trial, linkage, reference.times.length, rtol), `${place}: ${JSON.stringify(trial)}`).toBe(true);
    }
  });
});

// a step of extrapolation is so long that its ends do not see the position inside it
describe("long steps pass them at any tolerance", () => {
  test.each([
    ["parallelogram", 1, [6, 18, 30]],
    ["parallelogram with gravity", 1, [6, 12, 24, 36]],
    ["parallelogram with a torque on one crank", 1, [6, 24, 42]],
  ] as const)("gbs, %s %i", (name, seed, places) => {
    const linkage = casesOf(seed).find((one) => one.name === `${name} ${seed}`)!;
    const reference = referenceOf(linkage);
    for (const place of places) {
      const rtol = toleranceAt(place);
      const trial = attempt(linkage, reference, { method: "gbs", rtol });
      expect(isPassed(trial, linkage, reference.times.length, rtol), `${place}: ${JSON.stringify(trial)}`).toBe(true);
    }
  });
});

describe("methods of all kinds pass them", () => {
  const ways: readonly [string, RunSettings][] = [
    ["adams", { method: "adams", rtol: 1e-9 }],
    ["gbs", { method: "gbs", rtol: 1e-9 }],
    ["bdf", { method: "bdf", rtol: 1e-6 }],
    ["dop853 without projection", { method: "dop853", projection: "none", rtol: 1e-8 }],
    ["radau5, multipliers eliminated", { formulation: "underlying", method: "radau5", rtol: 1e-8 }],
    ["radau5, multipliers solved for", { formulation: "rigid", method: "radau5", rtol: 1e-8 }],
    ["radau5, index 1", { formulation: "rigid", method: { name: "radau5", index: 1 }, rtol: 1e-8 }],
    ["rk4", { method: "rk4", step: 0.01 }],
  ];
  const kite = named("kite");
  const reference = referenceOf(kite);
  test.each(ways)("%s", (_, settings) => {
    const trial = attempt(kite, reference, settings);
    expect(isPassed(trial, kite, reference.times.length), JSON.stringify(trial)).toBe(true);
    expect(trial.passages).toBe(1);
  });
});

describe("a run that ends at the instant", () => {
  const linkage = named("parallelogram with a spring in line");
  const [part] = linkage.parts;
  const [instant] = instants(part, linkage.until);

  test("has the state and the limits of the multipliers there", () => {
    const expected = part.place(motion(part, [instant])[0].angle);
    const limits = limitsAt(part, instant);
    for (const rtol of [1e-5, 1e-8, 1e-11]) {
      const { status, t, q, lambda, passages } = run(modelOf(linkage), { until: instant, rtol });
      expect(status).toBe("ok");
      expect(t).toBe(instant);
      expect(passages).toHaveLength(1);
      expected.forEach((x, i) => {
        expect(Math.abs(q[i] - x)).toBeLessThan(10 * rtol + 1e-8);
      });
      limits.forEach((load, i) => {
        expect(Math.abs(lambda![i] - load)).toBeLessThan(1e-4 * Math.max(...limits.map(Math.abs)));
      });
    }
  });

  test("reports the time, the constraints and the branch", () => {
    const { passages, notes } = run(modelOf(linkage), { until: instant, rtol: 1e-8 });
    expect(Math.abs(passages[0].t - instant)).toBeLessThan(1e-6);
    expect(passages[0].constraints).toEqual(["rod0_0", "rod0_1", "rod0_2"]);
    expect(passages[0].multipliers).toBe("limits");
    expect(notes.join(" ")).toMatch(/At t = .* depend on each other for an instant \("rod0_0".* went straight on/);
  });
});

test("with a torque on one crank the multipliers are unbounded, which is said, and the motion goes on", () => {
  const linkage = named("parallelogram with a torque");
  const [part] = linkage.parts;
  const times = instants(part, linkage.until);
  const solution = run(modelOf(linkage), { until: linkage.until, rtol: 1e-9, saveAt: times, multipliers: true });
  expect(solution.status).toBe("ok");
  expect(solution.passages.map(({ multipliers }) => multipliers)).toEqual(times.map(() => "unbounded"));
  expect(solution.trajectory.multipliers().some(Number.isFinite)).toBe(false);
  expect(solution.multiplier("rod0_0").every(Number.isNaN)).toBe(true);
  expect(solution.notes.join(" ")).toMatch(/grow without bound there/);
});

test("lengths that almost make a parallelogram are a four-bar linkage without singular position", () => {
  // the crank is shorter by 1e-3: near the line the linkage turns into its other form, with energy kept
  const [x, y] = [Math.cos(0.8), Math.sin(0.8)];
  const model = {
    taut: 1,
    points: {
      pivot: { fixed: true, at: [2, 0] },
      a: { mass: 1, at: [0.999 * x, 0.999 * y], velocity: [y, -x] },
      b: { mass: 1, at: [2 + x, y], velocity: [y, -x] },
    },
    elements: [
      { rod: { between: ["origin", "a"], length: 0.999 } },
      { rod: { between: ["a", "b"], length: 2 } },
      { rod: { between: ["b", "pivot"], length: 1 } },
    ],
  };
  const ends = [1e-8, 1e-10].map((rtol) => run(model, { until: 2, rtol }));
  for (const { status, passages, conscience } of ends) {
    expect(status).toBe("ok");
    expect(passages).toEqual([]);
    expect(conscience.every(({ verdict }) => verdict === "kept")).toBe(true);
  }
  ends[0].q.forEach((value, i) => {
    expect(Math.abs(value - ends[1].q[i])).toBeLessThan(1e-5);
  });
});

test("a run that was saved at the instant goes on from there", () => {
  const linkage = named("parallelogram with gravity");
  const [part] = linkage.parts;
  const [instant] = instants(part, linkage.until);
  const settings = { method: "dop853", rtol: 1e-9 } as const;
  const first = prepareRun(validateModel(modelOf(linkage)), { settings: { ...settings, until: instant } });
  while (first.run.advance(100) === "running");
  const second = prepareRun(validateModel(modelOf(linkage)), { settings: { ...settings, until: linkage.until } });
  const rest = Run.resume(second.problem, second.options, first.run.save());
  while (rest.advance(100) === "running");
  const { status, q, passages } = rest.solution();
  expect(status).toBe("ok");
  expect(passages).toHaveLength(instants(part, linkage.until).length);
  const expected = part.place(motion(part, [linkage.until])[0].angle);
  expected.forEach((x, i) => {
    expect(Math.abs(q[i] - x)).toBeLessThan(1e-7);
  });
});

test("a linkage that comes to rest in line is not passed, and the message says what to do", () => {
  const [x, y, speed] = [Math.cos(-0.5), Math.sin(-0.5), Math.sqrt(2 * Math.sin(0.5))];
  const velocity = [-speed * y, speed * x];
  const model = {
    taut: 1,
    points: {
      pivot: { fixed: true, at: [2, 0] },
      a: { mass: 1, at: [x, y], velocity },
      b: { mass: 1, at: [2 + x, y], velocity },
    },
    elements: [
      { rod: { between: ["origin", "a"], length: 1, name: "crank" } },
      { rod: { between: ["a", "b"], length: 2, name: "coupler" } },
      { rod: { between: ["b", "pivot"], length: 1, name: "rocker" } },
      { gravity: [0, -1] },
    ],
  };
  const { status, failure } = run(model, { until: 3, rtol: 1e-10 });
  expect(status).toBe("singular");
  expect(["crank", "coupler", "rocker"]).toContain(failure!.component);
  expect(failure!.message).toMatch(/No motion was found that goes straight on .* Start with another speed/);
});
