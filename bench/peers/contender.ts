/** Solvers that can integrate the rigid double pendulum from its start to t = 10, at settings from loose to tight. */

import { extrapolated } from "../../test/fixtures/extrapolation.js";
import { doublePendulum } from "../../test/reference/by-hand.js";

export const until = 10;

export interface Contender {
  readonly name: string;
  /** Whether it keeps the constraints, by a projection or as a method on the manifold. */
  readonly projected: boolean;
  /** Tolerances or steps, from loose to tight. */
  readonly settings: readonly number[];
  /** Makes one run for each setting until runs take too long; undefined for a run that failed. */
  scan(settings: readonly number[]): (Outcome | undefined)[];
  /** Microseconds of one run without set-up; undefined if it does not end. */
  time(setting: number, milliseconds: number): Timing | undefined;
}

export interface Outcome {
  readonly q: ArrayLike<number>;
  /** Evaluations of the right-hand side, or of forces. */
  readonly evaluations: number;
  readonly steps: number;
}

export interface Timing {
  readonly best: number;
  readonly median: number;
}

/** Tolerances and steps are scanned alike for all solvers, at four values per decade. */
export const tolerances = Array.from({ length: 49 }, (_, k) => 10 ** (-1 - k / 4));
/** Every solver may begin with its own first step, or with one that suits the problem. */
export const firstSteps = [undefined, 0.1, 0.3];
export const named = (name: string, first: number | undefined): string =>
  first === undefined ? name : `${name}, first step ${first}`;

export const steps = Array.from({ length: 13 }, (_, k) => until / Math.round(6 * 10 ** (k / 4)));

/** q(10), computed in other coordinates by extrapolation, accurate to 1e-13 (test/reference). */
function reference(): number[] {
  const [[a, b]] = extrapolated(doublePendulum(0), [0, 0, -0.5, 1], [until]);
  return [Math.cos(a), Math.sin(a), Math.cos(a) + Math.cos(b), Math.sin(a) + Math.sin(b)];
}

const exact = reference();

export const errorOf = ({ q }: Outcome): number => exact.reduce((most, x, i) => Math.max(most, Math.abs(q[i] - x)), 0);

/** Microseconds of a run, from as many runs as fit into the time. */
export function timed(run: () => void, milliseconds: number): Timing {
  const times: number[] = [];
  const finish = performance.now() + milliseconds;
  while (times.length < 20 || performance.now() < finish) {
    const begun = performance.now();
    run();
    times.push(1000 * (performance.now() - begun));
  }
  times.sort((a, b) => a - b);
  return { best: times[0], median: times[times.length >> 1] };
}
