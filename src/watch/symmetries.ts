/**
 * Which momenta the exact motion of a system keeps (Noether's theorem): a component of linear momentum, when a common
 * shift of all points along its axis changes no constraint and the forces add up to zero along it; a component of
 * angular momentum, when the same holds for a common turn about its axis and for torques.
 *
 *     G e_c = 0,   sum f_c = 0            G (e_c × x) = 0,   sum (x × f + v × p)_c = 0
 *
 * Both are measured at positions and velocities moved away from the start by a few percent, where a sum that is not
 * zero everywhere does not vanish by chance.
 */

import type { F64, Mechanics, Problem, State } from "../core/index.js";

/** Points are moved by this fraction of the extent of the model, and velocities by this fraction of the largest. */
const shake = 0.05;
/** Sums below this fraction of the sum of magnitudes are rounding. */
const rounding = 1e-10;
/** The same for sums of forces between pairs in single precision. */
const roundingMixed = 1e-6;
/** Positions at which a symmetry must hold. */
const trials = 3;

/** Finds which of `count` momenta are kept: linear ones first, then angular ones, as `Momenta` lists them. */
export function momentumKeeper(problem: Problem, mechanics: Mechanics, count: number): (s: State) => boolean[] {
  const { arena, n } = problem;
  const [q, v, f, p] = [arena.f64(n), arena.f64(n), arena.f64(n), arena.f64(n)];
  const G = mechanics.constraints.newJacobian();
  const motions = generators(mechanics, count);
  const part = problem.secondOrder?.part ?? "soft";
  const least = mechanics.mixed ? roundingMixed : rounding;

  /** Velocities for a start at rest, such that v p is as large as q f: neither hides the other. */
  const enliven = (t: number): void => {
    mechanics.momentum(p, q, v);
    let [kinetic, work] = [0, 0];
    for (let k = 0; k < n; k++) kinetic += Math.abs(v[k] * p[k]);
    p.fill(0);
    mechanics.lagrangianForce(f, t, q, p, part);
    for (let k = 0; k < n; k++) work += Math.abs(q[k] * f[k]);
    if (work > 0 && kinetic > 0) for (let k = 0; k < n; k++) v[k] *= Math.sqrt(work / kinetic);
  };

  return (s) => {
    const kept = motions.map(() => true);
    for (let trial = 1; trial <= trials; trial++) {
      shaken(q, s.q, trial);
      shaken(v, s.v, trial + trials);
      if (s.v.every((x) => x === 0)) enliven(s.t);
      mechanics.lagrangianForce(f, s.t, q, v, part);
      mechanics.momentum(p, q, v);
      mechanics.constraints.jacobian(G, s.t, q);
      motions.forEach((motion, c) => {
        const force = (k: number): number => motion.of(k, q) * f[k] + (motion.turns ? motion.of(k, v) * p[k] : 0);
        kept[c] &&= vanishes(n, force, least) && keepsConstraints(mechanics, G, (k) => motion.of(k, q));
      });
    }
    return kept;
  };
}

/** A common motion of all points: the rate of coordinate k in a unit shift along an axis, or in a unit turn about one. */
interface Motion {
  readonly turns: boolean;
  of(k: number, x: F64): number;
}

function generators({ points, n }: Mechanics, count: number): Motion[] {
  const { dimension, coordinates, directions = [] } = points!;
  const all = new Int32Array(coordinates.length + directions.length);
  all.set(coordinates);
  all.set(directions, coordinates.length);
  /** Where coordinate k stands in that list; -1 when it does not belong to a point. */
  const place = new Int32Array(n).fill(-1);
  all.forEach((k, at) => {
    place[k] = at;
  });
  return Array.from({ length: count }, (_, index): Motion => {
    if (index < dimension)
      return {
        turns: false,
        of: (k) => (place[k] >= 0 && place[k] < coordinates.length && place[k] % dimension === index ? 1 : 0),
      };
    // e × x: the two components in the plane across the axis change
    const axis = dimension === 2 ? 2 : index - dimension;
    const [a, b] = [(axis + 1) % 3, (axis + 2) % 3];
    return {
      turns: true,
      of(k, x) {
        if (place[k] < 0) return 0;
        const component = place[k] % dimension;
        const first = place[k] - component;
        return component === a ? -x[all[first + b]] : component === b ? x[all[first + a]] : 0;
      },
    };
  });
}

/** Numbers that fill [-1, 1] evenly and are never alike in two places. */
function shaken(out: F64, from: F64, round: number): void {
  let [size, low, high] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const x of from) {
    size = Math.max(size, Math.abs(x));
    low = Math.min(low, x);
    high = Math.max(high, x);
  }
  const scale = shake * (high - low || size || 1);
  for (let k = 0; k < out.length; k++) {
    const part = ((k + 1) * 0.6180339887498949 + round * 0.7548776662466927) % 1;
    out[k] = from[k] + scale * (2 * part - 1);
  }
}

function keepsConstraints({ constraints }: Mechanics, G: F64, motion: (k: number) => number): boolean {
  const { m, rowStart, column } = constraints;
  for (let i = 0; i < m; i++) {
    let [sum, size] = [0, 0];
    for (let at = rowStart[i]; at < rowStart[i + 1]; at++) {
      const term = G[at] * motion(column[at]);
      sum += term;
      size += Math.abs(term);
    }
    if (!(Math.abs(sum) <= rounding * size)) return false;
  }
  return true;
}

function vanishes(n: number, term: (k: number) => number, least: number): boolean {
  let [sum, size] = [0, 0];
  for (let k = 0; k < n; k++) {
    sum += term(k);
    size += Math.abs(term(k));
  }
  return Math.abs(sum) <= least * size;
}
