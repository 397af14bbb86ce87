/**
 * Switches whose arguments read multipliers or algebraic variables. The state does not contain these, so they are
 * solved for before the arguments are evaluated; where they have no solution, the arguments have no value.
 *
 * A law may move the argument on which it switches, as a force does that jumps with a multiplier and changes it. Then no
 * multiplier fulfils the equations next to the switch, or two do, and where the argument jumps at its own switch the run
 * ends.
 */

import {
  copyWork,
  type F64,
  multipliersAt,
  newState,
  noWork,
  type Problem,
  type State,
  type StateSwitches,
} from "../core/index.js";
import type { Sliding } from "./sliding.js";

/** The switches as functions of the state; `count` is the number of multipliers and algebraic variables. Those in `left` never switch. */
export function solvedSwitches(
  switches: StateSwitches,
  problem: Problem,
  count: number,
  left: readonly number[],
): StateSwitches {
  const { arena, dimension, n } = problem;
  const z = arena.f64(count);
  const state = newState(arena, dimension, n);
  const before = noWork();
  return {
    ...switches,
    evaluate(out, t, y) {
      state.t = t;
      state.y.set(y);
      // looking at a run is not part of its work
      copyWork(before, problem.work);
      const status = multipliersAt(z, problem, state);
      copyWork(problem.work, before);
      if (status === "ok") switches.evaluate(out, t, y, z);
      else out.fill(Number.NaN);
      for (const k of left) out[k] = 1;
    },
  };
}

/** The change of an argument before a switch is measured over this fraction of a whole step, which is much longer than the
 * step across the switch. */
const earlier = 1e-6;
/** Smaller changes, relative to the argument on either side, are rounding. */
const rounding = 1e-6;

/** Finds arguments that jump at their own switches. */
export class OwnJumps {
  private readonly solved: Uint8Array | undefined;
  private readonly switches: StateSwitches;
  private readonly sliding: Sliding;
  private readonly rows: readonly F64[];
  private readonly moved: State;

  constructor({ arena, dimension, n }: Problem, switches: StateSwitches, sliding: Sliding) {
    this.switches = switches;
    this.solved = switches.solved;
    this.sliding = sliding;
    this.rows = [0, 1, 2].map(() => arena.f64(this.solved?.length ?? 0));
    this.moved = newState(arena, this.solved === undefined ? 0 : dimension, this.solved === undefined ? 0 : n);
  }

  /**
   * The argument that jumps from `s` to `end`, over a step of next to no length, because its own law does; -1 if there is
   * none. Another switch that is passed in the same step, by an argument that does not jump, may be the cause.
   */
  between(s: State, end: State, full: number): number {
    const { solved, switches, moved, sliding } = this;
    if (solved === undefined) return -1;
    const [before, after, start] = this.rows;
    switches.evaluate(before, s.t, s.y);
    switches.evaluate(after, end.t, end.y);
    if (!sliding.ahead(moved, s, -earlier * full * Math.sign(end.t - s.t))) return -1;
    switches.evaluate(start, moved.t, moved.y);
    let found = -1;
    for (let e = 0; e < solved.length; e++) {
      const [a, b] = [before[e], after[e]];
      const isPassed = switches.atIntegers[e] === 1 ? Math.floor(a) !== Math.floor(b) : a > 0 !== b > 0;
      if (!isPassed) continue;
      const least = Math.abs(a - start[e]) + rounding * (Math.abs(a) + Math.abs(b));
      if (solved[e] === 0 || !(Math.abs(b - a) > least)) return -1;
      found = e;
    }
    return found;
  }
}
