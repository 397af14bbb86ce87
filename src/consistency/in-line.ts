/** What a run says about a start in a singular position from which it cannot go on. */

import type { State, Trouble } from "../core/index.js";

const elsewhere = "start from another position, or leave out a constraint.";

/** Why the motion is not determined there; `isAble` says whether the method could begin in such a position. */
export function undetermined({ v }: State, isAble: boolean): Pick<Trouble, "cause" | "advice"> {
  const here =
    "the start is a singular position, where a constraint depends on the others, and branches of the motion meet";
  if (!isAble)
    return {
      cause: `${here}; this method cannot start there`,
      advice: `Use formulation "underlying" with a method that takes rates, such as "dop853"; or ${elsewhere}`,
    };
  if (v.every((x) => x === 0))
    return {
      cause: `${here}; it is at rest, so nothing decides which branch it takes`,
      advice: `Give velocities along one of the branches; or ${elsewhere}`,
    };
  return {
    cause: `${here}; the velocities that are given lie on none of the branches`,
    advice: `Give velocities along one of the branches, which a start nearby shows; or ${elsewhere}`,
  };
}
