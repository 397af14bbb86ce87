/**
 * Right-hand sides that bring a motion back to its constraints (Gear eq. 3.8, Ascher eq. 2.3), of the form
 *
 *     q' = v        - P x_q,       x_q = a g + b r
 *     v' = M^-1 f   - P x_v,       x_v = c g + d r  [ + G M^-1 f + curvature ]  [ - L P x_q ]
 *
 * with r = G v + g_t and P = M^-1 G^T S^-1, S = G M^-1 G^T. The first bracket eliminates the multipliers: without the
 * other terms it is the underlying ODE. The second, with L = dr/dq, makes P x_q and P x_v act on g and r exactly
 * (Ascher eq. 4.7; without it 4.8). When unscaled, P is M^-1 G^T alone; with weight "none", M is left out of the P that
 * returns to the constraints.
 */

import type { F64, Rate, Workspace } from "../../core/index.js";
import { halvesOf } from "../../linalg/halves.js";
import { axpy, combine, fill } from "../../linalg/vector.js";

export interface Returning {
  /** a and b. */
  readonly position?: readonly [number, number];
  /** c and d. */
  readonly velocity: readonly [number, number];
  /** Eliminate the multipliers. Default false. */
  readonly eliminate?: boolean;
  /** Subtract L P x_q. Default false. */
  readonly coupled?: boolean;
  /** P = M^-1 G^T S^-1 rather than M^-1 G^T. Default true. */
  readonly scaled?: boolean;
  /** Default "mass". */
  readonly weight?: "mass" | "none";
}

export function returningRate(workspace: Workspace, returning: Returning): Rate {
  const { arena } = workspace;
  const mechanics = workspace.mechanics!;
  const { constraints, n, m } = mechanics;
  const { position = [0, 0], velocity, eliminate = false, coupled = false, scaled = true, weight = "mass" } = returning;
  const hasPosition = position[0] !== 0 || position[1] !== 0;
  const plain = weight === "none";
  const kkt = eliminate || (scaled && !plain) ? constraints.newSolver() : undefined;
  const solver = !scaled ? undefined : plain ? constraints.newSolver(false, "none") : kkt;
  const halves = halvesOf(n);
  const G = constraints.newJacobian();
  const L = coupled ? constraints.newJacobian() : G;
  const g = arena.f64(m);
  const r = arena.f64(m);
  const x = arena.f64(m);
  const w = arena.f64(m);
  const back = arena.f64(n);

  /** out -= P z; z is overwritten. */
  function pull(out: F64, z: F64): void {
    solver?.solve(z);
    if (plain) constraints.addTransposed(out, G, z, -1);
    else constraints.addWeighted(out, G, z, -1);
  }

  return (dy, t, y) => {
    const { q, v } = halves(y);
    const { q: dq, v: dv } = halves(dy);

    // 1. the free motion, and the residuals of the constraints
    mechanics.rate(dy, t, y, false);
    constraints.g(g, t, q);
    constraints.gdot(r, t, q, v);
    constraints.jacobian(G, t, q);
    const first = kkt?.factor(G, q) ?? "ok";
    if (first !== "ok") return first;
    const second = solver === kkt ? "ok" : (solver?.factor(G, q) ?? "ok");
    if (second !== "ok") return second;

    // 2. reactions
    if (eliminate) {
      constraints.curvature(x, t, q, v);
      constraints.multiply(w, G, dv);
      axpy(x, 1, w);
      kkt!.solve(x);
      constraints.addWeighted(dv, G, x, -1);
    }

    // 3. the return to the constraints
    combine(x, velocity[0], g, velocity[1], r);
    if (hasPosition) {
      combine(w, position[0], g, position[1], r);
      fill(back, 0);
      pull(back, w);
      axpy(dq, 1, back);
      if (coupled) {
        constraints.jacobianRate(L, t, q, v);
        constraints.multiply(w, L, back);
        axpy(x, 1, w);
      }
    }
    pull(dv, x);
    return "ok";
  };
}
