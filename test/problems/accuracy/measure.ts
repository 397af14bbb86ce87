/**
 * Error at the end against tolerance. Errors of positions are relative to the largest position on the way, those of
 * velocities and multipliers likewise; a state of a first-order system is compared with its own largest value.
 *
 * A problem amplifies errors that are made on the way. Its conditioning is measured: from states along the path, with
 * components moved by 1e-6 of these sizes, the run is continued to the end; the change there in units of 1e-6, at least 1,
 * the mean over the path. An error of ten tolerances times the conditioning is allowed.
 */

import type { Model, RunSettings } from "../../../src/index.js";
import { prepareRun, Run, run } from "../../../src/index.js";
import { RandomStream } from "../../../src/random/index.js";
import type { Case, Way } from "./case.js";

export const tolerances = [1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11];
/** Multipliers are asked for to this tolerance, and for one digit less. */
export const finestLambda = 1e-9;
const allowed = 10;

export interface Outcome {
  readonly problem: string;
  readonly kind: Case["kind"];
  readonly way: string;
  readonly rtol: number;
  /** Relative errors, divided by the conditioning; infinite when the run ended early. */
  readonly error: number;
  readonly lambda: number | undefined;
  readonly evaluations: number;
  readonly failure?: string;
}

export const isMet = ({ error, rtol }: Outcome): boolean => error <= allowed * rtol;
export const isLambdaMet = ({ lambda, rtol }: Outcome): boolean =>
  lambda === undefined || rtol < finestLambda || lambda <= 10 * allowed * rtol;

interface Sizes {
  /** For each component of y. */
  readonly y: readonly number[];
  readonly lambda: number;
}

interface Path {
  readonly sizes: Sizes;
  readonly conditioning: { readonly y: number; readonly lambda: number };
}

const settingsOf = ({ until }: Case, { method, formulation, omega }: Way): RunSettings => ({
  until,
  method,
  ...(formulation !== undefined && { formulation }),
  ...(omega !== undefined && { omega }),
});

/** Places on the path at which errors are made, and the directions of each. */
const places = 6;
const directions = 2;
const push = 1e-6;

export function pathOf(problem: Case): Path {
  const way = problem.ways[0];
  const settings = { ...settingsOf(problem, way), rtol: 1e-9, maxSteps: 1e6 };
  const model = problem.model as unknown as Model;
  const prepared = prepareRun(model, { settings });
  const { problem: made, options } = prepared;
  const exact = problem.reference();

  // 1. states along the path
  prepared.run.advance(Number.POSITIVE_INFINITY);
  const { trajectory } = prepared.run.solution();
  const [times, rows] = [trajectory.times(), trajectory.states()];
  const dimension = made.dimension;
  const states = Array.from(times, (t, k) => ({ t, y: Array.from(rows.subarray(k * dimension, (k + 1) * dimension)) }));
  const largest = exact.y.map((x, i) => Math.max(Math.abs(x), ...states.map(({ y }) => Math.abs(y[i]))));
  const { n } = made;
  const together = (from: number, to: number): number => Math.max(...largest.slice(from, to));
  const sizes = {
    y: largest.map((own, i) => (i < n ? together(0, n) : i < 2 * n ? together(n, 2 * n) : own)),
    lambda: Math.max(...(exact.lambda ?? [0]).map(Math.abs)),
  };

  // 2. what becomes of errors that are made there
  const random = new RandomStream(7, 0, "parameters");
  const end = (t: number, y: readonly number[]) => {
    const continued = new Run(made, { ...options, from: { t, y }, saveAt: [] });
    continued.advance(Number.POSITIVE_INFINITY);
    return continued.solution();
  };
  const grown = { y: 0, lambda: 0 };
  for (let k = 0; k < places; k++) {
    const { t, y } = states[Math.floor((k * (states.length - 1)) / places)];
    const straight = end(t, y);
    let [most, mostLambda] = [1, 1];
    for (let d = 0; d < directions; d++) {
      const moved = end(
        t,
        y.map((x, i) => x + push * sizes.y[i] * (random.uniform() < 0.5 ? -1 : 1)),
      );
      const change = (i: number): number => Math.abs(moved.y[i] - straight.y[i]) / sizes.y[i] / push;
      most = Math.max(most, ...sizes.y.map((_, i) => change(i)));
      if (exact.lambda !== undefined && moved.lambda !== undefined && straight.lambda !== undefined)
        for (let i = 0; i < exact.lambda.length; i++)
          mostLambda = Math.max(mostLambda, Math.abs(moved.lambda[i] - straight.lambda[i]) / sizes.lambda / push);
    }
    grown.y += most / places;
    grown.lambda += mostLambda / places;
  }
  prepared.workspace.release();
  return { sizes, conditioning: grown };
}

export function measureCase(problem: Case, rtols: readonly number[] = tolerances, maxSteps = 1e6): Outcome[] {
  const { sizes, conditioning } = pathOf(problem);
  const { y, lambda } = problem.reference();
  return problem.ways.flatMap((way) =>
    rtols.map((rtol): Outcome => {
      const solution = run(problem.model as unknown as Model, { ...settingsOf(problem, way), rtol, maxSteps });
      const failure = solution.failure?.message;
      const error = Math.max(...y.map((x, i) => (sizes.y[i] === 0 ? 0 : Math.abs(solution.y[i] - x) / sizes.y[i])));
      const off = (lambda ?? []).map((x, i) => Math.abs((solution.lambda?.[i] ?? Number.NaN) - x) / sizes.lambda);
      const isLost = failure !== undefined;
      return {
        problem: problem.name,
        kind: problem.kind,
        way: [way.formulation, way.method].filter((part) => part !== undefined).join(" "),
        rtol,
        error: isLost ? Number.POSITIVE_INFINITY : error / conditioning.y,
        lambda:
          lambda === undefined ? undefined : isLost ? Number.POSITIVE_INFINITY : Math.max(...off) / conditioning.lambda,
        evaluations: solution.work.forces,
        ...(isLost && { failure }),
      };
    }),
  );
}
