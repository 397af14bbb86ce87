import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSystem } from "../compile/index.js";
import { errorControlled, fixed } from "../controllers/index.js";
import { catalogue } from "../elements/index.js";
import { averaged, stiff, underlying } from "../formulations/index.js";
import { adams, dopri5, rk4 } from "../methods/index.js";
import { lower, parseModelText, validateModel } from "../model/index.js";
import { ipa, newton } from "../projections/index.js";
import { type SolveOptions, solve } from "./index.js";

const text = readFileSync(new URL("../../gallery/double-pendulum.yaml", import.meta.url), "utf8");
const system = () => compileSystem(lower(validateModel(parseModelText(text), catalogue), catalogue)).workspace();
const evaluation = { when: { when: "evaluation" } } as const;

describe("a failure while every evaluation is projected reports what the projection measured", () => {
  test("fixed steps that are too long", () => {
    const { failure } = solve(stiff({ omega: 1000 }).apply(system()), {
      method: rk4(),
      controller: fixed({ step: 2 }),
      until: 10,
      projection: ipa(),
      ...evaluation,
    });
    expect(failure!.message).toMatch(
      /^left-manifold at t = 0, step 2: one filtering leaves \S+ of the residual \S+, more than 0\.15: the point is too far from the slow manifold\. Try a smaller step/,
    );
  });

  test.each([
    ["dopri5", dopri5()],
    ["adams", adams()],
  ])("%s, error control, a limit of iterations that no point can meet", (_, method) => {
    const { failure } = solve(stiff({ omega: 1000 }).apply(system()), {
      method,
      controller: errorControlled({ rtol: 1e-4 }),
      until: 10,
      start: "assume",
      projection: ipa({ maxIterations: 2 }),
      ...evaluation,
    });
    expect(failure!.message).toMatch(/^diverged at t = 0.*: filtering number 2 still changes the constraints by \S+/);
  });

  test("averaged forces, which are filtered at every evaluation too", () => {
    const { failure } = solve(averaged({ omega: 1000 }).apply(system()), {
      method: rk4(),
      controller: fixed({ step: 4 }),
      until: 40,
    });
    expect(failure!.message).toMatch(/: (one filtering leaves|filtering number \d+ still changes|omega\^2 g of) /);
  });

  test("a start that cannot be projected is not told to take smaller steps", () => {
    const { failure } = solve(stiff({ omega: 20 }).apply(system()), {
      method: rk4(),
      controller: fixed({ step: 0.1 }),
      until: 1,
      projection: ipa(),
    });
    expect(failure!.message).toMatch(/omega = 20 is too small .*\. Begin elsewhere/);
  });
});

describe("the work of a run does not depend on how much of it is shown", () => {
  const shown: readonly [string, Partial<SolveOptions>][] = [
    ["every step", {}],
    ["many times inside steps", { every: 0.01, method: dopri5() }], // whose dense output needs no further rates
    ["every step with its multipliers", { multipliers: true }],
  ];
  test.each(shown)("every evaluation projected by IPA, %s", (_, more) => {
    const options = { method: rk4(), controller: fixed({ step: 0.1 }), until: 1, projection: ipa(), ...evaluation };
    const run = (saving: Partial<SolveOptions>) =>
      solve(stiff({ omega: 1000 }).apply(system()), { ...options, ...saving }).work;
    const { every: _every, ...unsaved } = more;
    expect(run(more)).toEqual(run({ ...unsaved, multipliers: false, saveAt: [] }));
  });

  test("constraints kept by Newton's method after every step, shown inside of steps", () => {
    const options = { method: dopri5(), controller: errorControlled({ rtol: 1e-6 }), until: 2, projection: newton() };
    const run = (saving: Partial<SolveOptions>) => solve(underlying().apply(system()), { ...options, ...saving }).work;
    expect(run({ every: 0.01, multipliers: true })).toEqual(run({ saveAt: [] }));
  });
});
