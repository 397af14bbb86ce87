/** Planted violations: a projection that also changes the state once, so that one watched quantity moves by an amount. */

import type { Projection, State, WatchedKind } from "../../src/core/index.js";
import { stabilise } from "../../src/projections/index.js";

export interface Violation {
  readonly kind: WatchedKind;
  /** The quantity that moves: a component of the momentum, or positions or velocities of constraints. */
  readonly quantity: string;
  readonly amount: number;
}

/** Kinetic energies below this are too small for a kick along the velocities. */
const resting = 1e-3;

/** Plants the violation at the first step that ends after `from`. */
export function violating({ kind, quantity, amount }: Violation, from: number): Projection {
  return {
    name: "violating",
    refuses: () => undefined,
    bind(problem) {
      const { arena, n } = problem;
      const mechanics = problem.workspace.mechanics!;
      const { constraints, points } = mechanics;
      const hasDrift = problem.manifold?.constraints !== undefined && problem.constraints === undefined;
      const inner = hasDrift ? stabilise().bind(problem) : undefined;
      const [p, shift] = [arena.f64(n), arena.f64(n)];
      const G = constraints.newJacobian();
      let isDone = false;

      /** Adds `amount` along the first coordinate of the first constraint. */
      const offConstraint = (s: State): void => {
        constraints.jacobian(G, s.t, s.q);
        let at = constraints.rowStart[0];
        for (let k = at; k < constraints.rowStart[1]; k++) if (Math.abs(G[k]) > Math.abs(G[at])) at = k;
        (quantity === "position" ? s.q : s.v)[constraints.column[at]] += amount / G[at];
      };
      /** Moves the velocities of all points along one axis, or turns all points about the third one. */
      const push = (s: State): void => {
        const { dimension, coordinates } = points!;
        const axis = ["px", "py", "pz"].indexOf(quantity);
        const turn = ["Lx", "Ly", "Lz"].indexOf(quantity);
        const [a, b] = [(turn + 1) % 3, (turn + 2) % 3];
        coordinates.forEach((k, at) => {
          const c = at % dimension;
          const first = at - c;
          if (kind === "momentum") shift[k] = c === axis ? 1 : 0;
          else shift[k] = c === a ? -s.q[coordinates[first + b]] : c === b ? s.q[coordinates[first + a]] : 0;
        });
        mechanics.momentum(p, s.q, shift);
        // the shift moves the momentum by its product with M times itself
        let gained = 0;
        for (let i = 0; i < n; i++) gained += shift[i] * p[i];
        for (let i = 0; i < n; i++) s.v[i] += (amount / gained) * shift[i];
      };
      return {
        iterations: 1,
        residual: 0,
        apply(s) {
          const status = inner?.apply(s) ?? "ok";
          const kinetic = mechanics.kinetic(s.q, s.v);
          if (isDone || s.t < from || (kind === "energy" && !(kinetic > resting))) return status;
          isDone = true;
          if (kind === "constraints") offConstraint(s);
          else if (kind !== "energy") push(s);
          else {
            const factor = Math.sqrt(1 + amount / kinetic);
            for (let i = 0; i < n; i++) s.v[i] *= factor;
          }
          return status;
        },
      };
    },
  };
}
