/** Test problems that are compiled once and solved many times, with the error at the end. */

import { compileSystem } from "../../src/compile/index.js";
import { errorControlled } from "../../src/controllers/index.js";
import { type Method, ModelError, type Work } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { formulations } from "../../src/formulations/index.js";
import { lower, validateModel } from "../../src/model/index.js";
import { solve } from "../../src/solve/index.js";
import { errorIn, floors, type TestProblem } from "./stiff.js";

export interface Solved {
  /** Root mean square of the error in units of the tolerance; infinite if the run ended early. */
  readonly error: number;
  readonly work: Work;
  /** Why the run ended early. */
  readonly failure?: string;
}

/** A way to solve `problem` by any method at any tolerance. */
export function solver(problem: TestProblem): (method: Method, rtol: number, maxSteps?: number) => Solved {
  const lowered = lower(validateModel(problem.model, catalogue), catalogue);
  const system = compileSystem(lowered);
  const { formulation: name = "ode", omega } = problem;
  const formulation = formulations.find((factory) => factory.name === name);
  if (formulation === undefined) throw new ModelError("formulation", `there is no "${name}"`);
  const made = formulation.make(omega === undefined ? {} : { omega }).apply(system);

  return (method, rtol, maxSteps = 1e6) => {
    const solution = solve(made, {
      method,
      controller: errorControlled({ rtol, atol: floors(problem, rtol) }),
      until: problem.until,
      saveAt: [],
      ledger: "saved",
      maxSteps,
    });
    const failure = solution.failure?.message;
    return {
      error: failure === undefined ? errorIn(problem, rtol, solution.y) : Number.POSITIVE_INFINITY,
      work: solution.work,
      ...(failure !== undefined && { failure }),
    };
  };
}
