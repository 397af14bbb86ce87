/**
 * Splits a start into the energy of the fast modes and the start of the mean motion, both to O(omega^-2). The state is
 * read in coordinates at the foot x of its position on the constraints, q = x + sum of y_j e_j(x), where the fast
 * motion oscillates about y_j = nu_j^-1 u_j . Omega^-1 Lambda (Lambda the multipliers of the slow motion). Up to there
 *
 *     E_j = ((nu_j y_j)^2 + p_j^2)/2,   p_j = e_j . M v,   J_j = E_j/nu_j,   mean velocity = tangential part of v
 *
 * are right to O(omega^-1). The next order is the canonical transformation to actions, with H_j as in
 * `adiabatic-modes.ts`:
 *
 * - the momentum that belongs to x and stays slow is that of M v plus, along the constraints,
 *       sum of (y_j/nu_j) H_j v - (y_j p_j/2 nu_j) H_j e_j + sum over j < k of (y_j p_k - y_k p_j) (nu_j H_j e_k + nu_k H_k e_j)/(nu_j^2 - nu_k^2);
 * - what oscillates in the energy at O(omega^-1), h = sum of y_j p_j nu_j'/(2 nu_j), minus the turning of the modes against each other,
 * plus the cubic terms of the springs, is taken off the actions: a part of h with the phase sum of k_j phi_j off J_j by
 * -k_j/(k . nu).
 */

import { type F64, newState, type State, type Workspace } from "../../core/index.js";
import type { AdiabaticModes } from "./adiabatic-modes.js";

export interface VibratingStart {
  /** Energy of each fast mode, slowest first. */
  readonly energies: Float64Array;
  /** The start of the mean motion: on the constraints, tangential. */
  readonly mean: State;
  /** Measures these for the start `s`, and its actions; false when the constraints are singular there. */
  measure(s: State): boolean;
}

/** Oscillating terms whose frequency is below this fraction of the largest are resonant and are not subtracted. */
const resonant = 0.05;

/** `measure` also writes the actions to `actions`, slowest first. */
export function vibratingStart(workspace: Workspace, modes: AdiabaticModes, actions: Float64Array): VibratingStart {
  const mechanics = workspace.mechanics!;
  const { n, m, omega2, constraints } = mechanics;
  const { arena, dimension } = workspace;
  const slow = mechanics.slow?.expanded(1, true);
  const mean = newState(arena, dimension, n);
  const [lambda, x] = [arena.f64(m), arena.f64(m)];
  const [away, momentum] = [arena.f64(n), arena.f64(n)];
  const [energies, y, p] = Array.from({ length: 3 }, () => new Float64Array(m));
  const { frequency: nu } = modes;

  /** Corrects a vector along M^-1 G^T S^-1, with G and S at the mean position. */
  const correct = (vector: F64, residual: (out: F64) => void): boolean => {
    if (!modes.evaluate(mean.t, mean.q)) return false;
    residual(x);
    modes.solve(x);
    constraints.addWeighted(vector, modes.G, x, -1);
    return true;
  };
  const along = (j: number, vector: F64): number => {
    const e = modes.direction(j);
    let sum = 0;
    for (let k = 0; k < n; k++) sum += e[k] * vector[k];
    return sum;
  };

  /** Computes the foot on the constraints, and the tangential part of the velocity there. */
  const foot = (s: State): boolean => {
    mean.t = s.t;
    mean.y.set(s.y);
    for (let k = 0; k < 4; k++) if (!correct(mean.q, (out) => constraints.g(out, mean.t, mean.q))) return false;
    for (let k = 0; k < 2; k++)
      if (!correct(mean.v, (out) => constraints.gdot(out, mean.t, mean.q, mean.v))) return false;
    if (slow === undefined) return constraints.multipliers(lambda, mean.t, mean.q, mean.v) === "ok";
    if (slow.evaluate(mean.t, mean.q, mean.v) !== "ok") return false;
    lambda.set(slow.lambda);
    return true;
  };

  /** Computes y_j and p_j relative to the slow motion. */
  const displacements = (s: State): void => {
    for (let k = 0; k < n; k++) away[k] = s.q[k] - mean.q[k];
    mechanics.momentum(away, mean.q, away);
    for (let k = 0; k < n; k++) momentum[k] = s.v[k] - mean.v[k];
    mechanics.momentum(momentum, mean.q, momentum);
    const size = 1 + largest(mean.q);
    for (let j = 0; j < m; j++) {
      let [rest, drift] = [0, 0];
      for (let i = 0; i < m; i++) {
        rest += (modes.vectors[j * m + i] * lambda[i]) / Math.sqrt(omega2[i]);
        if (slow !== undefined) drift += (modes.vectors[j * m + i] * slow.lambdaRate[i]) / Math.sqrt(omega2[i]);
      }
      y[j] = along(j, away) - rest / nu[j];
      p[j] = along(j, momentum) - drift / nu[j];
      energies[j] = 0.5 * (nu[j] * y[j] * (nu[j] * y[j]) + p[j] * p[j]);
      // displacements that rounding of the coordinates explains are not vibrations
      const rounding = 2 ** -50 * nu[j] * size;
      if (energies[j] < 0.5 * rounding * rounding) {
        energies[j] = 0;
        y[j] = 0;
        p[j] = 0;
      }
      actions[j] = energies[j] / nu[j];
    }
  };

  /** Replaces the mean velocity by the one of the slow momentum. */
  const correctVelocity = (): void => {
    const push = away.fill(0);
    for (let j = 0; j < m; j++) {
      if (energies[j] === 0) continue;
      modes.addHessianTimes(push, j, mean.v, y[j] / nu[j]);
      modes.addHessianTimes(push, j, modes.direction(j), (-y[j] * p[j]) / (2 * nu[j]));
      for (let k = j + 1; k < m; k++) {
        const turn = (y[j] * p[k] - y[k] * p[j]) / (nu[j] * nu[j] - nu[k] * nu[k]);
        modes.addHessianTimes(push, j, modes.direction(k), turn * nu[j]);
        modes.addHessianTimes(push, k, modes.direction(j), turn * nu[k]);
      }
    }
    mechanics.accelerate(push, push, mean.q);
    for (let k = 0; k < n; k++) mean.v[k] += push[k];
    for (let k = 0; k < 2; k++) correct(mean.v, (out) => constraints.gdot(out, mean.t, mean.q, mean.v));
  };

  /** Subtracts the oscillating terms from the actions. */
  const correctActions = (): void => {
    const before = actions.slice();
    const slope = away;
    const rateOf = (a: number, b: number): number => {
      slope.fill(0);
      modes.addHessianTimes(slope, a, modes.direction(b), 1);
      let sum = 0;
      for (let k = 0; k < n; k++) sum += slope[k] * mean.v[k];
      return sum;
    };
    for (let j = 0; j < m; j++) {
      actions[j] += (y[j] * p[j] * rateOf(j, j)) / (2 * nu[j] * nu[j]);
      for (let k = j + 1; k < m; k++) {
        const turning = (nu[j] * rateOf(j, k) + nu[k] * rateOf(k, j)) / (nu[j] * nu[j] - nu[k] * nu[k]);
        // y_j p_k - y_k p_j has two phases: the sum and the difference
        const sum = (y[j] * p[k]) / nu[k] + (y[k] * p[j]) / nu[j];
        const difference = (y[j] * p[k]) / nu[k] - (y[k] * p[j]) / nu[j];
        const plus = (-turning * 0.5 * (nu[k] - nu[j]) * sum) / (nu[j] + nu[k]);
        const minus = (-turning * 0.5 * (nu[k] + nu[j]) * difference) / (nu[j] - nu[k]);
        actions[j] += plus + minus;
        actions[k] += plus - minus;
      }
    }
    for (let a = 0; a < m; a++) for (let b = 0; b < m; b++) for (let c = 0; c < m; c++) cubic(a, b, c);
    // a correction that is not small is meaningless
    for (let j = 0; j < m; j++)
      if (!(actions[j] > 0.5 * before[j] && actions[j] < 2 * before[j])) actions[j] = before[j];
  };

  /** The term T/2 y_a y_b y_c of the springs: its eight phases, each y = (c - conj c)/2i with c = p/nu + i y. */
  const cubic = (a: number, b: number, c: number): void => {
    if (energies[a] * energies[b] * energies[c] === 0) return;
    const half = 0.5 * modes.coupling(a, b, c);
    const top = nu[m - 1];
    for (let phase = 0; phase < 8; phase++) {
      let [re, im] = [0, half / 8]; // i/8
      let frequency = 0;
      for (const [place, l] of [a, b, c].entries()) {
        const sign = (phase >> place) & 1 ? -1 : 1;
        const [u, w] = [sign * (p[l] / nu[l]), y[l]]; // sign times c or its conjugate
        [re, im] = [re * u - im * w, re * w + im * u];
        frequency += sign * nu[l];
      }
      if (Math.abs(frequency) < resonant * top) continue;
      for (const [place, l] of [a, b, c].entries()) actions[l] += (((phase >> place) & 1 ? -1 : 1) * re) / frequency;
    }
  };

  return {
    energies,
    mean,
    measure(s) {
      if (!foot(s)) return false;
      displacements(s);
      if (energies.every((energy) => energy === 0)) return true;
      const tangential = mean.v.slice();
      correctVelocity();
      const corrected = mean.v.slice();
      mean.v.set(tangential);
      correctActions();
      mean.v.set(corrected);
      return true;
    },
  };
}

const largest = (x: Float64Array): number => x.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
