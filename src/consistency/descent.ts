/**
 * Levenberg and Marquardt's method in the mass metric, for starts from which Newton's method fails. It makes the sum of
 * g_i²/D_i small, with D the diagonal of S = G M^-1 G^T at the first point:
 *
 *     q -= M^-1 G^T (S + mu D)^-1 g
 *
 * S + mu D is regular where constraints depend on each other. Steps are short enough for bodies to turn by less than
 * half a radian, and bodies are made rigid after each step. Coordinates that are held have no column in G. Where the
 * method ends away from g = 0, D^-1 g is a state of stress without any force: its rows are those that contradict each other.
 */

import type { F64, Mechanics, Problem, Receiver } from "../core/index.js";
import { addScaled, copy, fill, largestRow, normInf } from "../linalg/vector.js";
import { largestTurn, straighten } from "./rigid-frames.js";

const epsilon = 2 ** -52;
/** That of Newton's projection. */
const tolerance = 1e-12;
const mostIterations = 400;
/** Patience lets long chains of links shorten: so many iterations for each constraint, as far as the work allows. */
const patience = { each: 200, rows: 4e6 } as const;
/** mu: at first, when a step was good or bad, and its range. */
const damping = { first: 1e-2, good: 0.2, bad: 4, least: 1e-14, most: 1e12 };
/** A step is taken if the sum falls by this fraction of what was expected, and mu falls or grows beyond the other two. */
const gains = { taken: 1e-4, good: 0.75, poor: 0.25 };
/** The largest change of a director in a step, and of other coordinates as a fraction of the extent. */
const longest = 0.5;
/** The gradient is zero if it is below this fraction of the residual. */
const flat = 1e-9;
/** Rows that count little have their weight divided by this. */
const softness = 1e8;

export interface Descent {
  /**
   * Goes down from q, in place, and says whether all constraints are satisfied at the end. Residuals of `soft` rows count
   * little, so that they are what is left where not all constraints can be satisfied. With `isPatient` it
   * takes many more iterations before it gives up.
   */
  run(t: number, q: F64, options?: { readonly soft?: readonly number[]; readonly isPatient?: boolean }): boolean;
  /** v -= M^-1 G^T S^-1 (G v + g_t), with what is held kept; says whether the velocities are consistent afterwards. */
  velocities(t: number, q: F64, v: F64): boolean;
  /** At the point where the last run ended: g, G, D^-1 g, and the sum of squares. */
  readonly g: F64;
  readonly G: F64;
  readonly stress: F64;
  readonly sum: number;
  readonly iterations: number;
  /** Whether the last run ended because the sum does not fall any more, and not at the limit of iterations. */
  readonly isSettled: boolean;
}

export function descent(
  { arena }: Problem,
  mechanics: Mechanics,
  bodies: readonly Receiver[],
  held: ArrayLike<number>,
): Descent {
  const { constraints, m, n } = mechanics;
  const { rowStart, column } = constraints;
  const solver = constraints.newSolver();
  const G = constraints.newJacobian();
  const [g, y, tried, D, damped, stress] = Array.from({ length: 6 }, () => arena.f64(m));
  const [base, move, ones, weight] = Array.from({ length: 4 }, () => arena.f64(n));
  const isHeld = new Uint8Array(n);
  for (let k = 0; k < held.length; k++) isHeld[held[k]] = 1;
  let sum = 0;
  let iterations = 0;
  let limit = mostIterations;

  const jacobian = (t: number, q: F64): void => {
    constraints.jacobian(G, t, q);
    if (held.length > 0) for (let e = 0; e < column.length; e++) if (isHeld[column[e]]) G[e] = 0;
  };
  const squares = (x: F64): number => {
    let total = 0;
    for (let i = 0; i < m; i++) total += (x[i] * x[i]) / D[i];
    return total;
  };
  /** The diagonal of S, with the sums of the rows of M for its diagonal; rows that cannot change have the smallest. */
  const scale = (q: F64, soft: readonly number[]): void => {
    fill(ones, 1);
    mechanics.momentum(weight, q, ones);
    const most = normInf(weight);
    for (let k = 0; k < n; k++) weight[k] = 1 / Math.max(Math.abs(weight[k]), 1e-6 * most);
    let largest = 0;
    for (let i = 0; i < m; i++) {
      D[i] = 0;
      for (let e = rowStart[i]; e < rowStart[i + 1]; e++) D[i] += G[e] * G[e] * weight[column[e]];
      largest = Math.max(largest, D[i]);
    }
    const least = largest > 0 ? 1e-12 * largest : 1;
    for (let i = 0; i < m; i++) D[i] = Math.max(D[i], least);
    for (const row of soft) D[row] *= softness;
  };
  /** What rounding of the coordinates explains of g. */
  const rounding = (q: F64): number => 4 * epsilon * largestRow(G, rowStart, column, q);
  const extent = (q: F64): number => {
    let [low, high] = [q[0], q[0]];
    for (const x of q) [low, high] = [Math.min(low, x), Math.max(high, x)];
    return high - low || 1;
  };
  /** Whether the sum cannot fall: G^T D^-1 g = 0 in the mass metric. */
  const isFlat = (): boolean => {
    for (let i = 0; i < m; i++) stress[i] = g[i] / D[i];
    fill(move, 0);
    constraints.addWeighted(move, G, stress, 1);
    constraints.multiply(tried, G, move);
    let slope = 0;
    for (let i = 0; i < m; i++) slope += stress[i] * tried[i];
    return slope <= flat * flat * sum;
  };

  return {
    g,
    G,
    stress,
    get sum() {
      return sum;
    },
    get iterations() {
      return iterations;
    },
    get isSettled() {
      return iterations < limit;
    },

    run(t, q, { soft = [], isPatient = false } = {}) {
      limit = isPatient ? Math.max(mostIterations, Math.min(patience.each * m, patience.rows / m)) : mostIterations;
      straighten(q, bodies);
      jacobian(t, q);
      scale(q, soft);
      constraints.g(g, t, q);
      sum = squares(g);
      const size = extent(q);
      let mu = damping.first;
      for (iterations = 0; iterations < limit; iterations++) {
        const residual = normInf(g);
        if (!(residual > tolerance)) return residual <= tolerance;
        // 1. the step for this mu
        for (let i = 0; i < m; i++) damped[i] = mu * D[i];
        const isRegular = solver.factor(G, q, damped) === "ok";
        if (isRegular) {
          if (isFlat()) return residual <= rounding(q);
          copy(y, g);
          solver.solve(y);
          fill(move, 0);
          constraints.addWeighted(move, G, y, -1);
          for (let k = 0; k < n; k++) if (isHeld[k]) move[k] = 0;
          const part = Math.min(1, longest / largestTurn(move, bodies), (longest * size) / normInf(move));
          copy(base, q);
          addScaled(q, base, part, move);
          straighten(q, bodies);
          // 2. what it gained, against what the linear model expects
          let expected = sum;
          for (let i = 0; i < m; i++) expected -= ((1 - part) * g[i] + part * mu * D[i] * y[i]) ** 2 / D[i];
          constraints.g(tried, t, q);
          const now = squares(tried);
          const gain = (sum - now) / expected;
          if (gain > gains.taken) {
            copy(g, tried);
            sum = now;
            jacobian(t, q);
            if (gain > gains.good) mu = Math.max(damping.least, mu * damping.good);
            else if (gain < gains.poor) mu *= damping.bad;
            continue;
          }
          copy(q, base);
          if (residual <= rounding(q)) return true;
        }
        mu *= damping.bad;
        if (!(mu < damping.most)) break;
      }
      isFlat();
      return false;
    },

    velocities(t, q, v) {
      jacobian(t, q);
      scale(q, []);
      for (let i = 0; i < m; i++) damped[i] = damping.least * D[i];
      if (solver.factor(G, q, damped) !== "ok") return false;
      for (let k = 0; k < 4; k++) {
        constraints.gdot(y, t, q, v);
        const residual = normInf(y);
        if (residual <= tolerance || residual <= rounding(v)) return true;
        solver.solve(y);
        constraints.addWeighted(v, G, y, -1);
      }
      return false;
    },
  };
}
