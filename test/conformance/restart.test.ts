import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSystem } from "../../src/compile/index.js";
import { errorControlled, fixed } from "../../src/controllers/index.js";
import { catalogue } from "../../src/elements/index.js";
import { rigid, stiff, underlying } from "../../src/formulations/index.js";
import { methods } from "../../src/methods/index.js";
import { lower, parseModelText, validateModel } from "../../src/model/index.js";
import { Run, solve } from "../../src/solve/index.js";

const text = readFileSync(new URL("../../gallery/double-pendulum.yaml", import.meta.url), "utf8");
const lowered = lower(validateModel(parseModelText(text), catalogue), catalogue);

describe("when it is restarted, every method has the bits and the counts of its first run", () => {
  for (const formulation of [underlying(), rigid(), stiff({ omega: 20 })]) {
    const problem = formulation.apply(compileSystem(lowered));
    const fitting = methods.map((factory) => factory.make()).filter((method) => method.refuses(problem) === undefined);
    test.for(fitting)(`$name, ${formulation.name}`, (method) => {
      const controller = method.estimatesError ? errorControlled({ rtol: 1e-6 }) : fixed({ step: 0.02 });
      const options = { method, controller, until: 0.9 };
      const first = solve(problem, options);
      const run = new Run(problem, options);
      // restart in the middle, as well as at the end
      run.advance(5);
      for (let k = 0; k < 2; k++) {
        run.restart();
        while (run.advance(100) === "running");
        const { y, work } = run.solution();
        expect(Array.from(y)).toEqual(Array.from(first.y));
        expect(work).toEqual(first.work);
      }
    });
  }
});
