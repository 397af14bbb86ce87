import { type F64, newState, type State, type System } from "../core/index.js";
import type { AdiabaticModes } from "./adiabatic-modes.js";

export interface ModalEnergies {
  /** Energy of each fast mode, and its frequency, at the last state. */
  readonly values: Float64Array;
  readonly frequency: Float64Array;
  /** False when the constraints are singular there. */
  measure(s: State): boolean;
}

/**
 * What a state gives the fast modes: its distance from the slow motion that it oscillates about. That motion has the tangential
 * data of the state, so its multipliers Lambda and their rates are those of the state with everything across the constraints
 * taken off it; from exact derivatives, or without rates where a force is a function, which is as good to O(omega^-2).
 */
export function modalEnergies(system: System, modes: AdiabaticModes): ModalEnergies {
  const mechanics = system.mechanics!;
  const { n, m, omega2, constraints, slowMotion } = mechanics;
  const { arena, dimension } = system;
  const slow = slowMotion(1, true);
  const at = newState(arena, dimension, n);
  const [g, gdot, lambda, x] = [arena.f64(m), arena.f64(m), arena.f64(m), arena.f64(m)];
  const values = new Float64Array(m);
  const frequency = new Float64Array(m);

  /** `at`, one Newton step towards the constraints at positions and one at velocities. */
  const approach = (): boolean => {
    if (!modes.evaluate(at.t, at.q)) return false;
    correct(at.q, (out) => constraints.g(out, at.t, at.q));
    if (!modes.evaluate(at.t, at.q)) return false;
    correct(at.v, (out) => constraints.gdot(out, at.t, at.q, at.v));
    return true;
  };
  const correct = (vector: F64, residual: (out: F64) => void): void => {
    residual(x);
    modes.solve(x);
    constraints.addWeighted(vector, modes.G, x, -1);
  };

  return {
    values,
    frequency,
    measure(s) {
      at.t = s.t;
      at.y.set(s.y);
      for (let k = 0; k < 3; k++) if (!approach()) return false;
      if (
        slow !== undefined
          ? slow.evaluate(at.t, at.q, at.v) !== "ok"
          : constraints.multipliers(lambda, at.t, at.q, at.v) !== "ok"
      )
        return false;
      constraints.g(g, s.t, s.q);
      constraints.gdot(gdot, s.t, s.q, s.v);
      for (let i = 0; i < m; i++) {
        const omega = Math.sqrt(omega2[i]);
        g[i] = omega * (g[i] - (slow?.lambda[i] ?? lambda[i]) / omega2[i]);
        gdot[i] = omega * (gdot[i] - (slow?.lambdaRate[i] ?? 0) / omega2[i]);
      }
      for (let j = 0; j < m; j++) {
        let [stretch, rate] = [0, 0];
        for (let i = 0; i < m; i++) {
          stretch += modes.vectors[j * m + i] * g[i];
          rate += modes.vectors[j * m + i] * gdot[i];
        }
        frequency[j] = modes.frequency[j];
        values[j] = 0.5 * (stretch * stretch + (rate / frequency[j]) * (rate / frequency[j]));
        // what rounding of g leaves is no vibration
        if (values[j] < 0.5 * rounding(j) * rounding(j)) values[j] = 0;
      }
      return true;
    },
  };

  function rounding(j: number): number {
    return 2 ** -50 * frequency[j] * (1 + Math.max(...at.q.map(Math.abs)));
  }
}
