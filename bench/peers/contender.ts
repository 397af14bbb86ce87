/** Anything that can take the rigid double pendulum from its start to t = 10, at a setting from loose to tight. */

import { extrapolated } from "../../test/fixtures/extrapolation.js";
import { doublePendulum } from "../../test/reference/by-hand.js";

export const until = 10;

export interface Contender {
  readonly name: string;
  /** Keeps the constraints: projection, or a method on the manifold. */
  readonly projected: boolean;
  /** Tolerances or steps, from loose to tight. */
  readonly settings: readonly number[];
  /** One run each, until they take too long; undefined for one that failed. */
  scan(settings: readonly number[]): (Outcome | undefined)[];
  /** Microseconds of one run, set-up excluded; undefined when it does not end. */
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

export const tolerances = Array.from({ length: 49 }, (_, k) => 10 ** (-1 - k / 4));
/** Everybody may begin with a step of its own or with one that suits the problem. */
export const firstSteps = [undefined, 0.1, 0.3];
export const named = (name: string, first: number | undefined): string =>
  first === undefined ? name : `${name}, first step ${first}`;

export const steps = Array.from({ length: 61 }, (_, k) => until / Math.round(6 * 2 ** (k / 6)));

/** q(10) in other coordinates, by extrapolation: good to 1e-13 (test/reference). */
function reference(): number[] {
  const [[a, b]] = extrapolated(doublePendulum(0), [0, 0, -0.5, 1], [until]);
  return [Math.cos(a), Math.sin(a), Math.cos(a) + Math.cos(b), Math.sin(a) + Math.sin(b)];
}

const exact = reference();

export const errorOf = ({ q }: Outcome): number => exact.reduce((most, x, i) => Math.max(most, Math.abs(q[i] - x)), 0);

/** Microseconds of a run, over as many runs as there is time for. */
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
