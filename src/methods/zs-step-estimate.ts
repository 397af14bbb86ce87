import { newState, type Problem, type State } from "../core/index.js";
import { axpy, copy } from "../linalg/vector.js";
import { type BetaOptions, checkBeta } from "./beta.js";
import { ZhangSkeelField } from "./implicit-field.js";
import { mostBend } from "./zs-stability.js";

export interface ZsStep {
  /** The longest step that zs is expected to take stably near this state; Infinity where forces are linear. */
  readonly step: number;
  /** The same as omega h^2, with the largest omega of the penalties; undefined where there are none. */
  readonly omegaH2: number | undefined;
}

/**
 * How long a step zs can take near a state, before anything is run: the step at which the bend (`zs-stability.ts`) of the slow
 * motion through (q, v) reaches its bound; elsewhere on the path it can be shorter. For advice, at configuration: it takes memory of the problem.
 */
export function zsStepEstimate(problem: Problem, s: State, options: BetaOptions = {}): ZsStep {
  const beta = checkBeta("zs", options);
  const { arena, dimension, n, system } = problem;
  const { mechanics, part } = problem.secondOrder!;
  const field = new ZhangSkeelField(problem, beta);
  const rate = arena.f64(dimension);
  const a = rate.subarray(n, 2 * n);
  const x = newState(arena, dimension, n);
  copy(x.y, s.y);
  x.t = s.t;
  const rigid = part === "all" && mechanics.constraints.underlying(rate, s.t, s.y) === "ok";
  if (!rigid) mechanics.rate(rate, s.t, s.y, part === "all");

  const bound = mostBend(beta);
  let h = 1;
  // bend ~ h^4 at most: a damped fixed point settles three digits from any unit of time
  for (let k = 0; k < 60; k++) {
    copy(x.q, s.q);
    axpy(x.q, -beta * h * h, a);
    const bent = field.evaluate(x, h) === "ok" ? field.bend : Number.POSITIVE_INFINITY;
    if (bent === 0) return { step: Number.POSITIVE_INFINITY, omegaH2: undefined };
    const factor = Math.sqrt(Math.sqrt(bound / bent));
    h *= factor > 4 ? 4 : factor > 0.25 ? factor : 0.25;
    if (Math.abs(factor - 1) < 1e-3) break;
  }
  const omega = part === "all" ? Math.sqrt(system.mechanics!.omega2.reduce((m, w) => Math.max(m, w), 0)) : 0;
  return { step: h, omegaH2: omega > 0 ? omega * h * h : undefined };
}
