import { newState, type Problem } from "../core/index.js";
import { spectrumOf } from "../solve/index.js";

/** If an explicit method needs more steps than this because of stability, an implicit one is expected to be cheaper. */
const many = 25;
/** The largest h |lambda| at which explicit methods of order 5 to 8 are stable. */
const reach = 5;

/**
 * Whether transients at the start decay so fast that stability would limit explicit steps up to the end of the run,
 * if the rates stayed as they are at the start. Oscillations do not count, because every method has to resolve them.
 */
export function startsStiff(problem: Problem, until: number): boolean {
  const { workspace, arena, dimension, n } = problem;
  const s = newState(arena, dimension, n);
  s.t = workspace.initialTime;
  s.y.set(workspace.initial);
  const spectrum = spectrumOf(problem)(s);
  if (spectrum === undefined || spectrum.decay < spectrum.frequency) return false;
  return (spectrum.decay * Math.abs(until - s.t)) / reach >= many;
}
