/**
 * `radau5` under error control: stiff equations, linkages and chains; interrupted and backward runs; evaluation counts.
 */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { solver } from "../../../test/problems/solved.js";
import { stiffProblems } from "../../../test/problems/stiff.js";
import { compileSystem } from "../../compile/index.js";
import { errorControlled } from "../../controllers/index.js";
import type { Formulation, Problem } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { rigid, stiff, underlying } from "../../formulations/index.js";
import { lower, parseModelText, validateModel } from "../../model/index.js";
import { Run, type SolveOptions, solve } from "../../solve/index.js";
import { dop853 } from "../runge-kutta/explicit.js";
import { type Radau5Options, radau5 } from "./radau5.js";

const problemOf = (name: string, formulation: Formulation, set?: Record<string, number>): Problem => {
  const text = readFileSync(new URL(`../../../gallery/${name}.yaml`, import.meta.url), "utf8");
  const lowered = lower(validateModel(parseModelText(text), catalogue), catalogue, set ? { set } : {});
  return formulation.apply(compileSystem(lowered));
};
const tolerance = (rtol: number) => errorControlled({ rtol, atol: rtol });
const quiet = { saveAt: [], ledger: "saved" } as const;
const levels: [string, Radau5Options][] = [
  ["index 1", { index: 1 }],
  ["index 2", { index: 2, keepPositions: false }],
  ["index 2 with positions", {}],
  ["index 3", { index: 3 }],
];
const tolerances = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];
const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));

describe("on stiff equations", () => {
  // errors against tolerances are in test/problems/tolerance.test.ts
  // evaluations that SciPy 1.17's Radau needs with the same Jacobian for about the same errors, 2.8e-8, 9.1e-9 and 2.3e-8
  test.each([
    ["van der Pol 1e6", 1e-6, 4550],
    ["Robertson to 1e11", 1e-7, 4246],
    ["Oregonator", 1e-7, 8651],
  ])("%s at %f costs at most 1.2 times as many evaluations as SciPy's Radau", (name, rtol, evaluations) => {
    const { work, error } = solver(stiffProblems.find((problem) => problem.name === name)!)(radau5(), rtol);
    expect(error * rtol).toBeLessThan(4e-8);
    expect(work.forces).toBeLessThan(1.2 * evaluations);
  });
});

describe("constrained motion", () => {
  // docs/theory/ascher.md: theta and the slider
  test.each(levels)("slider-crank, %s, rtol 1e-9: the reference to 1e-8", (_, options) => {
    const problem = problemOf("slider-crank", rigid());
    const { trajectory, status } = solve(problem, {
      method: radau5(options),
      controller: tolerance(1e-9),
      until: 10,
      saveAt: [1, 10],
    });
    expect(status).toBe("ok");
    const y = trajectory.states();
    const slider = (row: number) => Math.cos(y[8 * row]) + 3 * Math.cos(y[8 * row + 3]);
    expect(distance([y[0], slider(0)], [-1.06127028239798, 3.35794007421594])).toBeLessThan(1e-8);
    expect(distance([y[8], slider(1)], [-0.58703307062851, 3.78101139802785])).toBeLessThan(1e-8);
  });

  test.each(levels)("double pendulum, %s: within 30 tolerances, for rtol = 1e-3 … 1e-10", (_, options) => {
    const run = { until: 3, ...quiet };
    const reference = solve(problemOf("double-pendulum", underlying()), {
      method: dop853(),
      controller: tolerance(1e-13),
      ...run,
    }).y;
    for (const rtol of tolerances) {
      const { y, status } = solve(problemOf("double-pendulum", rigid()), {
        method: radau5(options),
        controller: tolerance(rtol),
        ...run,
      });
      expect(status).toBe("ok");
      expect(distance(y, reference)).toBeLessThan(30 * rtol);
    }
  });

  // a spring and a damper this stiff are nearly a third rod, and far too stiff for explicit methods
  test.each(levels)(
    "rods with a stiff link between them, %s: agrees with a run at looser tolerances, in a thousand steps",
    (_, options) => {
      const model = {
        taut: 1,
        name: "stiff link",
        points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] }, c: { mass: 0.5, at: [3, 0] } },
        elements: [
          { rod: { between: ["origin", "a"], length: 1 } },
          { spring: { between: ["a", "b"], length: 1, stiffness: 1e8 } },
          { damper: { between: ["a", "b"], damping: 1e6 } },
          { rod: { between: ["b", "c"], length: 1 } },
          { gravity: [0, -9.81] },
        ],
      };
      const [rough, fine] = [1e-6, 1e-8].map((rtol) =>
        solve(rigid().apply(compileSystem(lower(validateModel(model, catalogue), catalogue))), {
          method: radau5(options),
          controller: tolerance(rtol),
          until: 2,
          ...quiet,
        }),
      );
      expect([rough.status, fine.status]).toEqual(["ok", "ok"]);
      expect(distance(rough.y, fine.y)).toBeLessThan(3e-5);
      expect(fine.work.steps).toBeLessThan(1000);
    },
  );

  test("a moving pivot, forwards and back again", () => {
    const problem = problemOf("driven-pendulum", rigid());
    const options = { method: radau5(), controller: tolerance(1e-9), ...quiet };
    const there = solve(problem, { ...options, until: 0.3 });
    const back = solve(problemOf("driven-pendulum", rigid()), { ...options, from: { t: 0.3, y: there.y }, until: 0 });
    expect([there.status, back.status]).toEqual(["ok", "ok"]);
    expect(distance(back.y, problem.workspace.initial)).toBeLessThan(3e-8);
  });
});

describe("chains", () => {
  test.each(levels)("200 falling rods, %s: agrees with dop853, in a few hundred iterations", (_, options) => {
    const run = { until: 0.2, ...quiet };
    const set = { n: 200 };
    const reference = solve(problemOf("chain", underlying(), set), {
      method: dop853(),
      controller: tolerance(1e-9),
      ...run,
    });
    const { status, q, work } = solve(problemOf("chain", rigid(), set), {
      method: radau5(options),
      controller: tolerance(1e-5),
      ...run,
    });
    expect(status).toBe("ok");
    expect(distance(q, reference.q)).toBeLessThan(1e-4);
    expect(work.iterations).toBeLessThan(600);
  });

  test.each([
    ["rigid", rigid(), 0.02],
    ["stiff", stiff({ omega: 100 }), 0.02],
  ])("1,000 rods, %s", (_, formulation, until) => {
    const options = { method: radau5(), controller: tolerance(1e-4), until, ...quiet };
    const { status, work } = solve(problemOf("chain", formulation, { n: 1000 }), options);
    expect(status).toBe("ok");
    expect(work.steps).toBeLessThan(100);
  });
});

describe("a run that is interrupted and resumed, even after a rejection, ends with the same bits and counts", () => {
  const cases: [string, string, Formulation, Radau5Options, Record<string, number>?][] = [
    ...levels.map(([name, options]): (typeof cases)[number] => [name, "driven-pendulum", rigid(), options]),
    ["underlying", "driven-pendulum", underlying(), {}],
    ["sparse", "chain", rigid(), {}, { n: 30 }],
    ["stiff", "chain", stiff({ omega: 50 }), {}, { n: 30 }],
  ];
  test.each(cases)("%s: %s", (_, name, formulation, method, set) => {
    const options: SolveOptions = { method: radau5(method), controller: tolerance(1e-5), until: 0.2 };
    const make = () => problemOf(name, formulation, set);
    const finish = (run: Run) => {
      while (run.advance(1000) === "running");
      const { status, y, work, trajectory } = run.solution();
      return { status, y, work, times: trajectory.times() };
    };
    const whole = finish(new Run(make(), options));
    expect(whole.status).toBe("ok");
    const attempts = whole.work.steps + whole.work.rejected;
    const stops: ((run: Run) => void)[] = [
      (run) => run.advance(Math.floor(attempts / 3)),
      (run) => {
        for (let k = 1; k < attempts && run.problem.work.rejected === 0; k++) run.advance(1);
      },
    ];
    for (const stop of stops) {
      const run = new Run(make(), options);
      stop(run);
      expect(finish(Run.resume(make(), options, run.save()))).toEqual(whole);
    }
  });
});
