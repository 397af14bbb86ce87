/**
 * Assembles starts from which Newton's method does not converge, or of which some parts are held: Levenberg and
 * Marquardt's method from the start as it is given, then from starts that are displaced more and more, until one of them
 * reaches the constraints. Otherwise the best point is kept, and the loop that does not close there is named.
 */

import type { Assembly, F64, Mechanics, OpenLoop, Problem, Receiver, State } from "../core/index.js";
import { copyWork } from "../core/work.js";
import { copy } from "../linalg/vector.js";
import { descent } from "./descent.js";
import { displacements, gapOf, openGaps, type RowScale, rowScales, sizeOf } from "./gaps.js";
import { loopOf, stressed } from "./open-loop.js";

/** Displacements of further attempts, as fractions of the extent of the model and in radians; fewer in large systems. */
const shakes = [0.02, 0.1, 0.3, 0.6, 1, 1, 1.5, 1.5];
const large = { coordinates: 3000, attempts: 1 };
/** The most entries of a list in a report. */
const most = 12;

export interface Assembler {
  /** Moves `s` onto the constraints, in place. Where that fails, its positions are the best that were found. */
  apply(s: State): boolean;
  readonly iterations: number;
  /** What was open at one point, and what was moved from there to another one. */
  report(t: number, from: F64, to: F64): Assembly;
  /** The loop that does not close, at the point where `apply` failed, and after a start as given. */
  loop(t: number, q: F64, given: F64): OpenLoop | undefined;
}

/** Makes an assembler and allocates its work arrays; undefined if the parts of the system have no names. */
export function assembler(problem: Problem, mechanics: Mechanics): Assembler | undefined {
  const { makeup, held = new Int32Array(0) } = problem.workspace.system;
  if (makeup === undefined) return undefined;
  const { constraints, n, m } = mechanics;
  const bodies = makeup.movables.filter(({ kind }) => kind === "body");
  const down = descent(problem, mechanics, bodies, held);
  const scaled = rowScales(constraints, makeup.movables, n);
  const [first, best, tried, velocities] = Array.from({ length: 4 }, () => problem.arena.f64(n));
  const g = problem.arena.f64(m);
  const isHeld = new Set(held);
  let iterations = 0;

  /** Displaces what is not held, by random numbers that are the same in every run. */
  const shake = (q: F64, size: number, seed: number): void => {
    let state = 1 + seed;
    const random = (): number => {
      state = (state * 48271) % 2147483647;
      return (2 * state) / 2147483647 - 1;
    };
    const reach = size * extentOf(q, makeup.movables);
    for (const { offset, dim, directors } of makeup.movables) {
      if (isHeld.has(offset)) continue;
      for (let c = 0; c < dim; c++) q[offset + c] += reach * random();
      for (const at of directors) if (at >= 0) for (let c = 0; c < dim; c++) q[at + c] += 0.7 * size * random();
    }
  };

  const scaleAt = (t: number, q: F64): ((row: number) => RowScale) => {
    constraints.jacobian(down.G, t, q);
    return (row) => scaled(down.G, row);
  };

  return {
    get iterations() {
      return iterations;
    },

    apply(s) {
      copy(first, s.q);
      iterations = 0;
      let least = Number.POSITIVE_INFINITY;
      const attempts = n > large.coordinates ? large.attempts : shakes.length;
      for (let k = 0; k <= attempts; k++) {
        copy(tried, first);
        if (k > 0) shake(tried, shakes[k - 1], k);
        // long chains move slowly, and where they are is the best start for them
        const isReached = down.run(s.t, tried, { isPatient: k === 0 });
        iterations += down.iterations;
        if (isReached || down.sum < least) {
          least = down.sum;
          copy(best, tried);
        }
        if (isReached) break;
        least = Math.min(least, down.sum);
      }
      copy(s.q, best);
      if (!down.run(s.t, s.q)) return false;
      // where no consistent motion has the velocities of what is held, as under a drive, these are corrected like all others
      copy(velocities, s.v);
      if (held.length > 0 && !down.velocities(s.t, s.q, s.v)) copy(s.v, velocities);
      return true;
    },

    report(t, from, to) {
      // what a report evaluates is not work of the run
      const before = { ...problem.work };
      constraints.g(g, t, from);
      const open = openGaps(makeup, g, scaleAt(t, from));
      copyWork(problem.work, before);
      const moved = displacements(makeup, from, to);
      const names = makeup.movables.filter(({ offset }) => isHeld.has(offset)).map(({ name }) => name);
      return {
        open: open.slice(0, most),
        moved: moved.slice(0, most),
        more: { open: Math.max(0, open.length - most), moved: Math.max(0, moved.length - most) },
        ...(names.length > 0 && { held: names }),
      };
    },

    loop(t, q, given) {
      copy(tried, q);
      if (down.run(t, tried)) return undefined;
      const scaleOf = (row: number): RowScale => scaled(down.G, row);
      const around = stressed(makeup, down.stress, scaleOf, extentOf(tried, makeup.movables));
      if (around.length === 0) return undefined;
      // the one that was open most as given is left open, and all others are closed
      constraints.g(g, t, given);
      const scale = scaleAt(t, given);
      const worst = around.reduce((a, b) => (sizeOf(gapOf(b, g, scale)) > sizeOf(gapOf(a, g, scale)) ? b : a));
      down.run(t, tried, { soft: worst.rows });
      const { isSettled } = down;
      constraints.g(g, t, tried);
      return loopOf(around, gapOf(worst, g, scaleAt(t, tried)), isSettled);
    },
  };
}

/** The largest distance of a place from another along an axis of space; 1 without places. */
function extentOf(q: F64, movables: readonly Receiver[]): number {
  let largest = 0;
  for (let c = 0; c < 3; c++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const { offset, dim } of movables)
      if (c < dim) [low, high] = [Math.min(low, q[offset + c]), Math.max(high, q[offset + c])];
    if (high > low) largest = Math.max(largest, high - low);
  }
  return largest || 1;
}
