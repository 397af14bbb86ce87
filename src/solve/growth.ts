/**
 * Notices fixed steps that blow up, in any system. A state that has grown a million times is compared with its own rates:
 * over a step that resolves the motion, the state changes by about h (f0 + f1)/2. For mechanics f is the velocity, so that
 * nothing needs to be evaluated. True growth, such as y' = y, passes; an unstable step does not, because it is longer
 * than the motion that it follows.
 */

import { copyWork, type F64, noWork, type Problem, type State, short, type Trouble } from "../core/index.js";

/** The state is looked at when it has grown by this factor. */
const grown = 1e6;
/** The change in a step may differ from that of its rates by this fraction of it. */
const agreed = 0.5;

export class Growth {
  private readonly problem: Problem;
  private readonly workBefore = noWork();
  private readonly f0: F64;
  private readonly f1: F64;
  /** The size from which growth is counted. */
  private reference = 0;

  constructor(problem: Problem) {
    const { arena, dimension } = problem;
    this.problem = problem;
    this.f0 = arena.f64(dimension);
    this.f1 = arena.f64(dimension);
  }

  clear(): void {
    this.reference = 0;
  }

  /** The trouble with the step of length h from `s` to `end`, in a run that began at `s0`; undefined when there is none. */
  look(s: State, end: State, h: number, s0: State): Trouble | undefined {
    // the start of a run does not change, so its size is needed once
    if (this.reference === 0) this.reference = sizeOf(s0.y) || sizeOf(end.y);
    if (!exceeds(end.y, grown * this.reference)) return undefined;
    const size = sizeOf(end.y);
    if (this.isResolved(s, end, h)) {
      this.reference = size;
      return undefined;
    }
    const cause = `steps must resolve the motion; the state has grown from ${short(this.reference)} to ${short(size)}, and the last step does not agree with its rates`;
    return { status: "unreliable", t: end.t, h, cause, advice: "Shorten the step, or use error control." };
  }

  private isResolved(s: State, end: State, h: number): boolean {
    const { problem, f0, f1 } = this;
    const { n } = problem;
    if (n > 0) return agrees(s.q, end.q, s.v, end.v, h);
    if (problem.rate === undefined) return true;
    copyWork(this.workBefore, problem.work);
    const isKnown = problem.rate(f0, s.t, s.y) === "ok" && problem.rate(f1, end.t, end.y) === "ok";
    copyWork(problem.work, this.workBefore);
    return isKnown && agrees(s.y, end.y, f0, f1, h);
  }
}

function agrees(y0: Float64Array, y1: Float64Array, f0: Float64Array, f1: Float64Array, h: number): boolean {
  let [change, difference] = [0, 0];
  for (let i = 0; i < y0.length; i++) {
    const moved = y1[i] - y0[i];
    change = Math.max(change, Math.abs(moved));
    difference = Math.max(difference, Math.abs(moved - 0.5 * h * (f0[i] + f1[i])));
  }
  return difference <= agreed * change;
}

/** Whether a component is larger than this. */
function exceeds(y: Float64Array, limit: number): boolean {
  for (let i = 0; i < y.length; i++) if (Math.abs(y[i]) > limit) return true;
  return false;
}

function sizeOf(y: Float64Array): number {
  let size = 0;
  for (let i = 0; i < y.length; i++) size = Math.max(size, Math.abs(y[i]));
  return size;
}
