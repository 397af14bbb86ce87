/** Whether a switch of the state moves past a point when time goes on and the point stays, as a wall does that comes towards a mass. */

import type { F64, Problem, StateSwitches } from "../../../core/index.js";

export class MovingSwitches {
  private readonly switches: StateSwitches;
  private readonly before: F64;
  private readonly after: F64;

  constructor({ arena }: Problem, switches: StateSwitches) {
    this.switches = switches;
    this.before = arena.f64(switches.count);
    this.after = arena.f64(switches.count);
  }

  /** Whether some law has other sides at the two times. */
  passes(t: number, later: number, y: F64): boolean {
    const { switches, before, after } = this;
    switches.evaluate(before, t, y);
    switches.evaluate(after, later, y);
    for (let e = 0; e < switches.count; e++) {
      const isOther =
        switches.atIntegers[e] === 1 ? Math.floor(before[e]) !== Math.floor(after[e]) : before[e] > 0 !== after[e] > 0;
      if (isOther) return true;
    }
    return false;
  }
}

/** Undefined for problems without switches of the state, or whose switches do not move with time. */
export function movingSwitches(problem: Problem): MovingSwitches | undefined {
  const { stateSwitches, autonomous } = problem.workspace;
  return autonomous || stateSwitches === undefined ? undefined : new MovingSwitches(problem, stateSwitches);
}
