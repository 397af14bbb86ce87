/** Steps in which no angle that is continued from step to step (an atan2) turns so far that its branch is lost. */

import { type Branches, type State, short, type Trouble } from "../core/index.js";

/** Angles are continuous within half a turn of references that are at most a quarter behind, so steps may turn them by a quarter. */
const farthest = Math.PI / 2;
/** Steps are planned for this fraction of it. */
const planned = 0.8;

/** `turn` measures the largest turn of an angle in a time h, at its present rate. */
export function turnLimit(
  turn: (s: Pick<State, "t" | "q" | "v">, h: number) => number,
): Pick<Branches, "within" | "room" | "lost"> {
  const largest = (s: State, end: State, h: number): number => Math.max(turn(s, h), turn(end, h));
  return {
    within(s, h) {
      const turned = turn(s, h);
      return turned > planned * farthest ? planned * (farthest / turned) * Math.abs(h) : Math.abs(h);
    },
    room(s, end, h) {
      const turned = largest(s, end, h);
      return turned > farthest ? planned * (farthest / turned) * Math.abs(h) : Number.POSITIVE_INFINITY;
    },
    lost(s, end, h): Trouble {
      const turned = largest(s, end, h);
      const length = Math.abs(h);
      const message = `An angle (atan2) in a constraint or a potential must turn by less than a quarter turn in a step, or its branch is lost; the step of ${short(length)} turns it by ${short(turned / (2 * Math.PI))} turns. Shorten the step.`;
      return { status: "unreliable", t: s.t, h: length, residual: turned, message };
    },
  };
}
