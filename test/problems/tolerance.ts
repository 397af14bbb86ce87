/**
 * Error against tolerance. Every method that chooses its steps is run on the problems for which it is meant. The error at
 * the end, in units of the tolerance, should be about 1. A larger error than `allowed` is an exception, and so is a run
 * that ends early.
 */

import type { Factory, Method } from "../../src/core/index.js";
import { methods } from "../../src/methods/index.js";
import { temperateProblems } from "./nonstiff.js";
import { type Solved, solver } from "./solved.js";
import { stiffProblems, type TestProblem } from "./stiff.js";

export const allowed = 30;
/** The largest fraction of exceptions among the runs of a class; with more, a tolerance would mean little. */
export const allowedFraction = 0.1;
export const tolerances = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];

/** Explicit methods; all others that estimate their error are for stiff problems. */
const explicit = new Set(["bs32", "dopri5", "dop853", "adams", "gbs"]);

const adaptive: readonly Factory<Method>[] = methods.filter((factory) => factory.make().estimatesError);
export const explicitMethods = adaptive.filter(({ name }) => explicit.has(name));
const implicitMethods = adaptive.filter(({ name }) => !explicit.has(name));

/** Each class on its own problems. */
export const classes = [
  { name: "explicit methods, problems that are not stiff", factories: explicitMethods, problems: temperateProblems },
  { name: "implicit methods, stiff problems", factories: implicitMethods, problems: stiffProblems },
] as const;

export interface Measured extends Solved {
  readonly method: string;
  readonly problem: string;
  readonly rtol: number;
}

/** The methods on their problems at these tolerances; `fits` leaves combinations out. */
export function measure(
  factories: readonly Factory<Method>[],
  problems: readonly TestProblem[],
  fits: (method: Method, rtol: number) => boolean = () => true,
  maxSteps?: number,
): Measured[] {
  return problems.flatMap((problem) => {
    const solve = solver(problem);
    return factories.flatMap((factory) => {
      const method = factory.make();
      return tolerances
        .filter((rtol) => fits(method, rtol))
        .map((rtol) => ({ method: factory.name, problem: problem.name, rtol, ...solve(method, rtol, maxSteps) }));
    });
  });
}

export const isException = ({ error }: Measured): boolean => !(error <= allowed);
