/**
 * What happens to constraints where they switch with time. A constraint that jumps is reported as trouble. Where only its
 * rate jumps, as that of a drive which starts to move, the velocities must follow at once: a step from the velocities of
 * before would carry them along for its whole length.
 */

import {
  copyWork,
  type Problem,
  type State,
  short,
  type TimeCrossing,
  type Trouble,
  type WatchedRun,
} from "../core/index.js";
import { Sides } from "./sides.js";

/** Undefined where a run has no constraints to keep. */
export function timeCrossing(problem: Problem, { accept }: WatchedRun): TimeCrossing | undefined {
  const { mechanics, system } = problem.workspace;
  const isRigid = (problem.constraints ?? problem.manifold?.constraints) !== undefined;
  if (mechanics === undefined || mechanics.m === 0 || !isRigid) return undefined;
  const sides = new Sides(problem.arena, mechanics);
  const isAccepted = accept?.includes("constraints") ?? false;
  return {
    trouble: undefined,
    changesVelocities(s: State, after: number): boolean {
      const before = { ...problem.work };
      sides.near(s);
      const { positions, rates } = sides.far({ t: after, q: s.q });
      copyWork(problem.work, before);
      this.trouble =
        positions.isRounding || isAccepted
          ? undefined
          : jumping(positions.jump, after, system.constraintNames[positions.row]);
      return !rates.isRounding;
    },
  };
}

const jumping = (jump: number, t: number, name: string): Trouble => ({
  status: "unreliable",
  t,
  residual: jump,
  component: name,
  message: `A constraint must be continuous in time; constraint "${name}" jumps by ${short(jump)} at t = ${short(t)}, and no force corresponds to that. Write it without the jump. To accept it, use --accept constraints.`,
});
