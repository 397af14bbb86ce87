/**
 * A reference for slow projections that is independent of all of them. On a slow solution M q'' = f - G^T Omega^2 g, so with the KKT
 * multiplier Lambda(q, v) of the rigid view and S = G M^-1 G^T
 *
 *     Omega^2 g = Lambda - S^-1 g'',        g'' = Omega^-2 Lambda'' + O(omega^-4):
 *
 * a point is slow to O(omega^-6) when g = Omega^-2 (Lambda - S^-1 Omega^-2 Lambda'') and gdot is the derivative of that.
 * Derivatives along the motion are differences along a short path of the underlying equation. They need few digits,
 * because they are multiplied by omega^-2 and omega^-4.
 */

import { type F64, newState, type State, TautError } from "../../core/index.js";
import { type Setup, startOf } from "./setup.js";

/** Spacing of the path. The differences are of fourth order and have an error near 1e-8 for multipliers of size 1. */
const tau = 0.02;

/** The slow point with the tangential data of `y`, to O(omega^-6). */
export function slowPoint(setup: Setup, y: ArrayLike<number>): Float64Array {
  const { workspace, problem } = setup;
  const { constraints, m, omega2 } = workspace.mechanics!;
  const { arena, dimension, n } = problem;
  const s = startOf(setup, y);
  const at = newState(arena, dimension, n);
  const G = constraints.newJacobian();
  const solver = constraints.newSolver();
  const [g, wanted] = [arena.f64(m), arena.f64(m)];
  const path = statesAround(setup);

  /** x -> S^-1 x at a state. */
  const solveAt = (state: State, x: F64): void => {
    constraints.jacobian(G, state.t, state.q);
    if (solver.factor(G, state.q) !== "ok")
      throw new TautError(
        "papers",
        "the constraints must be independent here, and their matrix G M^-1 G^T is singular.",
      );
    solver.solve(x);
  };

  for (let round = 0; round < 5; round++) {
    // 1. Lambda at t - 2 tau … t + 2 tau
    const points = path(s);
    const Lambda = points.map((state) => {
      const lambda = arena.f64(m);
      constraints.multipliers(lambda, state.t, state.q, state.v);
      return Float64Array.from(lambda);
    });
    // 2. Z = S^-1 Omega^-2 Lambda'' at the three inner points
    const Z = [1, 2, 3].map((k) => {
      const z = arena.f64(m);
      for (let i = 0; i < m; i++)
        z[i] = (Lambda[k - 1][i] - 2 * Lambda[k][i] + Lambda[k + 1][i]) / (tau * tau * omega2[i]);
      solveAt(points[k], z);
      return z;
    });
    // 3. move along the normals, keep the tangential part
    at.t = s.t;
    for (const level of ["q", "v"] as const) {
      for (let i = 0; i < m; i++) {
        const first = (Lambda[0][i] - 8 * Lambda[1][i] + 8 * Lambda[3][i] - Lambda[4][i]) / (12 * tau);
        wanted[i] = (level === "q" ? Lambda[2][i] - Z[1][i] : first - (Z[2][i] - Z[0][i]) / (2 * tau)) / omega2[i];
      }
      if (level === "q") constraints.g(g, s.t, s.q);
      else constraints.gdot(g, s.t, s.q, s.v);
      for (let i = 0; i < m; i++) wanted[i] -= g[i];
      solveAt(s, wanted);
      constraints.addWeighted(s[level], G, wanted, 1);
    }
  }
  return Float64Array.from(s.y);
}

/** States at -2, -1, 0, 1, 2 times tau along the underlying equation, by the classical Runge–Kutta method. */
function statesAround({ workspace, problem }: Setup): (s: State) => readonly State[] {
  const { arena, dimension, n } = problem;
  const { constraints } = workspace.mechanics!;
  const states = Array.from({ length: 5 }, () => newState(arena, dimension, n));
  const [stageState, k1, k2, k3, k4] = Array.from({ length: 5 }, () => arena.f64(dimension));
  const parts = 4;
  const advance = (to: State, from: State, h: number): void => {
    to.t = from.t;
    to.y.set(from.y);
    for (let part = 0; part < parts; part++) {
      const step = h / parts;
      const evaluate = (k: F64, base: F64 | undefined, c: number): void => {
        for (let i = 0; i < dimension; i++) stageState[i] = to.y[i] + c * step * (base === undefined ? 0 : base[i]);
        constraints.underlying(k, to.t + c * step, stageState);
      };
      evaluate(k1, undefined, 0);
      evaluate(k2, k1, 0.5);
      evaluate(k3, k2, 0.5);
      evaluate(k4, k3, 1);
      for (let i = 0; i < dimension; i++) to.y[i] += (step / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
      to.t += step;
    }
  };
  return (s) => {
    states[2].t = s.t;
    states[2].y.set(s.y);
    advance(states[3], states[2], tau);
    advance(states[4], states[3], tau);
    advance(states[1], states[2], -tau);
    advance(states[0], states[1], -tau);
    return states;
  };
}
