/**
 * The window of a filtering method: which filter, how long, how many micro-steps. Options that are not given follow
 * from the fast frequencies at the start of the model: Verlet steps of 1.6 / (the fastest frequency), and as many of
 * them as the filter needs to leave less than 5 % of every fast mode, with a margin at both ends of the band because
 * frequencies change along the motion.
 */

import {
  type Arena,
  type F64,
  type Mechanics,
  maximum,
  newState,
  type OptionTable,
  type Refusal,
  type RefusalCode,
  type Refuser,
  type State,
  type Status,
  TautError,
  type Workspace,
} from "../core/index.js";
import { hostMath } from "../math/index.js";
import {
  cubic,
  differenceWeights,
  exponential,
  type Filter,
  response,
  sample,
  smooth,
  smoothOptions,
  verletCosine,
} from "./filter.js";
import { type FastFrequencies, fastFrequencies } from "./frequencies.js";
import { type MicroWindow, newMicroWindow } from "./micro-window.js";
import { mostZeros, zeroFilter } from "./zeros.js";

export const filterNames = ["cubic", "exponential", "smooth", "zeros"] as const;

const mostSteps = 2000;

export interface WindowOptions {
  /** Which filter. */
  readonly filter?: (typeof filterNames)[number];
  /** Vanishing moments and smoothness of the filter "smooth". */
  readonly moments?: number;
  readonly smoothness?: number;
  /** Half the window in periods 2 pi / omega, omega the largest stiffness. */
  readonly periods?: number;
  /** Micro-steps to each side. */
  readonly steps?: number;
  /** The fraction of a fast mode that the filter may leave when the window is chosen automatically. */
  readonly leave?: number;
}

/** The options as data, for factories. */
export const windowOptions = {
  filter: { type: "choice", of: filterNames, about: `The filter: ${filterNames.join(", ")}.`, default: "cubic" },
  ...smoothOptions,
  periods: {
    type: "number",
    above: 0,
    about:
      "Half the length of the window in periods 2 pi/omega. By default it is as long as the filter needs for the model's frequencies.",
    default: undefined,
  },
  steps: {
    type: "integer",
    from: 2,
    to: mostSteps,
    about: "Number of micro-steps to each side. By default each has the length 1.6 / (fastest frequency).",
    default: undefined,
  },
  leave: {
    type: "number",
    above: 0,
    below: 1,
    about:
      "Fraction of a fast mode that the filter may leave, used when periods and steps are not given. The default is 0.05.",
    default: undefined,
  },
} as const satisfies OptionTable;

export interface FilterWindow {
  readonly micro: MicroWindow;
  readonly filter: string;
  readonly frequencies: FastFrequencies;
  /** Length of a micro-step, steps to each side, half the length of the window, forces per window. */
  readonly h: number;
  readonly steps: number;
  readonly halfWidth: number;
  readonly forces: number;
  /** The fraction that the filter leaves of the worst fast mode: the predicted contraction of one filtering. */
  readonly leaves: number;
  /** Must be called before filtering at a new point, because zero filters move their zeros. */
  adapt(s: State): Status;
  /** Micro-integrates and filters at (t, y); the results are in `micro`. */
  run(t: number, y: F64): void;
}

/** Micro-step times fastest frequency; Verlet is stable below 2. */
const stepFrequency = 1.6;
const margin = 0.05;
const usualLeave = 0.05;

/** Checks that involve more than one option. */
export function checkWindowOptions(name: string, options: WindowOptions): void {
  const { filter = "cubic", periods, steps, moments, smoothness } = options;
  if (filter !== "smooth" && (moments !== undefined || smoothness !== undefined))
    throw new TautError(`${name}.moments`, `filter "${filter}" fixes its own. Use filter "smooth" to choose them.`);
  if (filter === "zeros" && (periods !== undefined || steps !== undefined))
    throw new TautError(
      `${name}.steps`,
      'filter "zeros" determines periods and steps by its zeros. Leave periods and steps out.',
    );
}

/** The model's own start, at which windows are designed. */
export function startOf({ arena, dimension, mechanics, initialTime, initial }: Workspace): State {
  const s = newState(arena, dimension, mechanics?.n ?? 0);
  s.t = initialTime;
  s.y.set(initial);
  return s;
}

/** Why no window can be made for this model, with the measured numbers; undefined when one can. */
export function refusesWindow(
  who: Refuser,
  mechanics: Mechanics | undefined,
  arena: Arena,
  at: State,
  options: WindowOptions,
): Refusal | undefined {
  const refusal = (code: RefusalCode, needs: string, found: string, instead: string): Refusal => ({
    ...{ code, who, needs, found, instead },
  });
  if (mechanics === undefined || mechanics.m === 0)
    return refusal("needs-constraints", "constraints as stiff springs", "there are none", "Leave it out");
  if (mechanics.mass === "varying")
    return refusal(
      "varying-mass",
      "a constant mass to micro-integrate with Verlet's method",
      "the mass of this model varies",
      `Use formulation "underlying"`,
    );
  const { omega2, constraintNames } = mechanics;
  const soft = omega2.findIndex((x) => !(x > 0 && x < Number.POSITIVE_INFINITY));
  if (soft >= 0)
    return refusal(
      "needs-stiffness",
      "a stiffness for every constraint",
      `constraint "${constraintNames[soft]}" has none`,
      "Give omega in the model or for the run",
    );
  const frequencies = fastFrequencies(mechanics, arena);
  const status = frequencies.measure(at.t, at.q);
  if (status === "nonfinite")
    return refusal(
      "start",
      "finite values of the constraints at the start",
      "some are not finite",
      "Correct the initial values",
    );
  if (status !== "ok") {
    const ratio = frequencies.least / frequencies.largest;
    return refusal(
      "start",
      "a positive frequency of every fast mode",
      `G M^-1 G^T is rank-deficient at the start (its smallest fast frequency is ${ratio.toExponential(1)} of its largest)`,
      "Leave out redundant constraints, or start from another position",
    );
  }
  const known = roundingFloor(mechanics, at);
  if (known > tensionFloor)
    return refusal(
      "window",
      "an accurate omega^2 g to filter forces",
      `omega^2 g is known only to ${short(known)} in double precision (1e-16 omega^2 at omega = ${short(Math.sqrt(maximum(omega2)))})`,
      `Use formulation "slow-field", whose cost and accuracy do not depend on omega, or "underlying"`,
    );
  const { h, steps, leaves, unstable } = design(frequencies, Math.sqrt(maximum(omega2)), options);
  if (unstable)
    return refusal(
      "window",
      "micro-steps below 2 in units of the fastest frequency, where Verlet's method is stable",
      `a micro-step of ${short(h)} is ${short(h * frequencies.largest)} in units of the fastest frequency ${short(frequencies.largest)}`,
      "Give more steps, or fewer periods",
    );
  if (!(leaves < 0.5))
    return refusal(
      "window",
      "a filter that leaves less than half of every fast mode",
      `with ${steps} steps of ${short(h)} the filter leaves ${short(leaves)} of the slowest fast mode (frequency ${short(frequencies.least)})`,
      "Give more periods, or another filter",
    );
  return undefined;
}

/**
 * Models are refused when the rounding of coordinates causes a larger error than this in omega^2 g; a window averages
 * most of the error away.
 */
const tensionFloor = 0.1;

/** The error in omega^2 g from rounding, half a unit in the last place of the largest coordinate. */
function roundingFloor({ omega2 }: Mechanics, { q }: State): number {
  return 2 ** -53 * maximum(omega2) * q.reduce((most, x) => Math.max(most, Math.abs(x)), 1e-300);
}

const short = (x: number): string => String(Number(x.toPrecision(3)));

interface Design {
  readonly h: number;
  readonly steps: number;
  readonly leaves: number;
  readonly unstable: boolean;
}

function filterOf({ filter = "cubic", moments = 3, smoothness = 6 }: WindowOptions): Filter {
  return filter === "exponential" ? exponential : filter === "smooth" ? smooth(moments, smoothness) : cubic;
}

/** Length and steps of a window for these frequencies, and the fraction it leaves of the worst mode. */
function design(frequencies: FastFrequencies, omega: number, options: WindowOptions): Design {
  if (options.filter === "zeros") {
    const count = zeroCount(frequencies);
    return { h: stepFrequency / frequencies.largest, steps: count + 1, leaves: 0, unstable: false };
  }
  const filter = filterOf(options);
  const period = (2 * Math.PI) / omega;
  const longest = stepFrequency / frequencies.largest;
  const half = options.periods === undefined ? undefined : options.periods * period;
  const made = (steps: number, h: number): Design => ({
    h,
    steps,
    leaves: worst(sample(filter, steps), h, frequencies),
    unstable: h * frequencies.largest >= 2,
  });
  if (half !== undefined) {
    const steps = options.steps ?? 2 * Math.ceil(half / longest / 2);
    return made(steps, half / steps);
  }
  if (options.steps !== undefined) return made(options.steps, longest);
  for (let steps = 2 * filter.moments; ; steps += 2) {
    const tried = made(steps, longest);
    if (tried.leaves <= (options.leave ?? usualLeave) || steps >= mostSteps) return tried;
  }
}

/** The largest response in the band of fast frequencies, widened. */
function worst(weights: Float64Array, h: number, { least, largest }: FastFrequencies): number {
  const [from, to] = [(1 - margin) * least * h, Math.min((1 + margin) * largest * h, 1.99)];
  const parts = 64;
  let most = 0;
  for (let k = 0; k <= parts; k++)
    most = Math.max(most, Math.abs(response(weights, verletCosine(from + ((to - from) * k) / parts))));
  return most;
}

/** The number of zeros: one for each frequency, or enough Chebyshev points of the band for a ripple of 5 %. */
function zeroCount(frequencies: FastFrequencies): number {
  const { values, all } = frequencies;
  if (all && values.length <= mostZeros) return values.length;
  return mostZeros;
}

/** The zeros x_j = cos theta_j for the frequencies just measured. */
function placeZeros(x: Float64Array, frequencies: FastFrequencies, h: number): void {
  const { values, all, least, largest } = frequencies;
  if (all && values.length <= mostZeros) {
    for (let j = 0; j < x.length; j++) x[j] = verletCosine(values[j] * h);
    return;
  }
  const [low, high] = [verletCosine(Math.min(1.05 * largest * h, 1.99)), verletCosine(0.95 * least * h)];
  for (let j = 0; j < x.length; j++)
    x[j] = 0.5 * (low + high) + 0.5 * (high - low) * hostMath.cos((Math.PI * (j + 0.5)) / x.length);
}

export function makeWindow(mechanics: Mechanics, arena: Arena, at: State, options: WindowOptions): FilterWindow {
  const frequencies = fastFrequencies(mechanics, arena);
  frequencies.measure(at.t, at.q);
  const designed = design(frequencies, Math.sqrt(maximum(mechanics.omega2)), options);
  const { steps } = designed;
  let { h } = designed;
  const micro = newMicroWindow(mechanics, arena, steps);
  const common = { micro, frequencies, steps, forces: 2 * steps + 1, filter: options.filter ?? "cubic" };
  const run = (t: number, y: F64): void => micro.run(t, y, h, steps);
  if (options.filter !== "zeros") {
    micro.even.set(sample(filterOf(options), steps));
    differenceWeights(micro.odd, micro.even, steps);
    return { ...common, h, halfWidth: h * steps, leaves: designed.leaves, adapt: () => "ok", run };
  }
  const x = new Float64Array(steps - 1);
  const zeros = zeroFilter(x.length);
  const adapt = (s: State): Status => {
    const status = frequencies.measure(s.t, s.q);
    if (status !== "ok") return status;
    h = stepFrequency / frequencies.largest;
    placeZeros(x, frequencies, h);
    zeros.compute(micro.even, micro.odd, x, x.length);
    return "ok";
  };
  adapt(at);
  return {
    ...common,
    get h() {
      return h;
    },
    get halfWidth() {
      return h * steps;
    },
    leaves: 0,
    adapt,
    run,
  };
}
