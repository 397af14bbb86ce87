/** What the eigenvalues at the start say about the methods that suit a problem. */

import { type Formulation, newState, type Problem, type Workspace } from "../core/index.js";
import { type Spectrum, spectrumOf } from "../solve/index.js";

/** If an explicit method needs more steps than this because of stability, an implicit one is expected to be cheaper. */
const many = 25;
/** The largest h |lambda| at which explicit methods of order 5 to 8 are stable. */
const reach = 5;
/**
 * Lifetimes of the fastest transient in a run from which an implicit method begins, at rtol = 1e-3; the steps of both
 * kinds of methods shrink with the tolerance, those of implicit methods of order 5 the more.
 */
const lifetimes = 3000;

/** The eigenvalues of a formulation at the start as stated; undefined where it has no right-hand side. Leaves no trace. */
export function startSpectrum(workspace: Workspace, view: Formulation): Spectrum | undefined {
  return workspace.aside(() =>
    view.refuses(workspace) === undefined ? spectrumAtStart(view.apply(workspace)) : undefined,
  );
}

function spectrumAtStart(problem: Problem): Spectrum | undefined {
  const { workspace, arena, dimension, n } = problem;
  const s = newState(arena, dimension, n);
  s.t = workspace.initialTime;
  s.y.set(workspace.initial);
  return spectrumOf(problem)(s);
}

/** Whether the fastest transients at the start decay in so little of the run that an implicit method should begin it. */
export function beginsStiff({ decay, ringing }: Spectrum, span: number, rtol: number): boolean {
  return decay > 2 * ringing && decay * span > lifetimes * (1e-3 / rtol) ** 0.2;
}

/**
 * Whether transients at the start decay so fast that stability would limit explicit steps up to the end of the run,
 * if the rates stayed as they are at the start. Oscillations do not count, because every method has to resolve them.
 */
export function startsStiff(problem: Problem, until: number): boolean {
  const spectrum = spectrumAtStart(problem);
  if (spectrum === undefined || spectrum.decay < spectrum.frequency) return false;
  return (spectrum.decay * Math.abs(until - problem.workspace.initialTime)) / reach >= many;
}
