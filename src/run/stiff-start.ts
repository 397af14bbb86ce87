import { newState, type Problem } from "../core/index.js";
import { spectrumOf } from "../solve/index.js";

/** Steps as short as stability demands, beyond which an implicit method is expected to need fewer evaluations. */
const many = 25;
/** What explicit methods of order 5 to 8 can step: h |lambda| below this. */
const reach = 5;

/**
 * Whether transients at the start decay so fast that explicit steps would be limited by stability all the way to the end, were it
 * to stay so; oscillations do not count, they have to be followed anyway.
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
