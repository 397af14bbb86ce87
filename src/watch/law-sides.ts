/**
 * The laws that must be continuous, on both sides of a switch of the state: a potential or a constraint that jumps there,
 * and a constraint whose slope does.
 */

import type { Mechanics, Problem, State, Switch, Trouble, WatchedRun } from "../core/index.js";
import { Change, Sides } from "./sides.js";
import { bending, jumping } from "./switch-troubles.js";

/** Slopes of constraints that differ by less than this fraction of their size do not make a corner. */
const corner = 1e-6;
/** Half the widths, as fractions of the step, across which a law is compared: a jump does not shrink with them. */
const wide = 2 ** -20;
const narrow = 2 ** -30;

/** The state at a distance from the switch, as a fraction of the step. Every call overwrites the same state. */
type Beside = (distance: number) => State;

export class LawSides {
  private readonly mechanics: Mechanics | undefined;
  private readonly options: WatchedRun;
  private readonly sides: Sides | undefined;
  /** Whether velocities must fit the constraints; in the stiff view a corner is a finite force. */
  private readonly isRigid: boolean;

  constructor(problem: Problem, options: WatchedRun) {
    const { mechanics } = problem.workspace;
    this.mechanics = mechanics;
    this.options = options;
    this.sides = mechanics && new Sides(problem.arena, mechanics);
    this.isRigid = (problem.constraints ?? problem.manifold?.constraints) !== undefined;
  }

  /** The trouble, if a potential or a constraint jumps at a switch that is passed at time t. */
  jumpAt(which: Switch, t: number, beside: Beside): Trouble | undefined {
    const { mechanics, options } = this;
    const isPotential = which.law === "potential";
    if (mechanics === undefined || !(isPotential || which.law === "constraint")) return undefined;
    if (options.accept?.includes(isPotential ? "energy" : "constraints")) return undefined;
    if (isPotential && which.kind !== "cut") return undefined;
    const change = (width: number): Change =>
      isPotential ? potentialChange(mechanics, beside, width) : this.constraintChange(beside, width);
    const [far, near] = [change(wide), change(narrow)];
    return jumps(far, near) ? jumping(which, t, near.jump) : undefined;
  }

  /** The trouble, if the slopes of a constraint differ at the ends of a step of next to no length across a switch. */
  cornerAt(which: Switch, s: State, end: State): Trouble | undefined {
    const { sides, isRigid, options } = this;
    if (which.law !== "constraint" || !isRigid || options.accept?.includes("constraints")) return undefined;
    sides!.near(s);
    const { rates } = sides!.far(end);
    return rates.jump > corner * rates.size ? bending(which, end.t, rates.jump) : undefined;
  }

  private constraintChange(beside: Beside, width: number): Change {
    this.sides!.near(beside(-width));
    return this.sides!.far(beside(width)).positions;
  }
}

function potentialChange(mechanics: Mechanics, beside: Beside, width: number): Change {
  const value = (distance: number): number => {
    const { t, q } = beside(distance);
    return mechanics.potential!(t, q);
  };
  const [a, b] = [value(-width), value(width)];
  const change = new Change();
  change.add(0, Math.abs(b - a), Math.abs(a) + Math.abs(b));
  return change;
}

/** A jump does not shrink with the width across which it is measured. */
const jumps = (far: Change, near: Change): boolean => near.jump > 0.5 * far.jump && !near.isRounding;
