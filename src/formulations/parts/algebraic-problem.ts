/** Problems of first-order systems with algebraic variables: what `underlying`, `baumgarte`, `stabilised` and `dae` share. */

import {
  type Elimination,
  type F64,
  type KeptInvariants,
  type Problem,
  type Status,
  savedArray,
  type Workspace,
  withJacobian,
} from "../../core/index.js";
import { denseLu } from "../../linalg/index.js";
import { axpy } from "../../linalg/vector.js";
import { common } from "./second-order.js";

/** A return to h = 0 in addition to the elimination (Ascher eq. 1.6 to 1.8). */
export interface AlgebraicReturn {
  /** The rate of a return through z, Baumgarte's (1.6). */
  readonly input?: number;
  /** The rate of a return along the gradients: (1.7) scaled, (1.8) unscaled. */
  readonly gradient?: number;
  readonly scaled?: boolean;
}

/** y' = F(t, y, z(t, y)), on the manifold of what is kept without being imposed. */
export function eliminated(workspace: Workspace, name: string, back: AlgebraicReturn = {}): Problem {
  const { input = 0, gradient = 0, scaled = true } = back;
  const elimination = workspace.eliminate!(input);
  const { dimension: n } = workspace;
  const { kept } = elimination;
  const pull = gradient > 0 && kept !== undefined ? gradientReturn(workspace, kept, scaled) : undefined;
  const rate = (dy: F64, t: number, y: F64): Status => {
    const status = elimination.solve(t, y);
    if (status !== "ok") return status;
    for (let k = 0; k < n; k++) dy[k] = elimination.f[k];
    return pull?.(dy, gradient, t, y) ?? "ok";
  };
  return {
    ...common(workspace, name, 0),
    rate: pull !== undefined ? rate : withJacobian(rate, () => elimination.jacobian()),
    ...shown(workspace, elimination),
    ...(kept && { manifold: { invariants: kept } }),
    // a return vanishes where the equations hold, and there exact solutions stay
    conserves: true,
  };
}

/** The problem with z left to the method. */
export function leftToMethod(workspace: Workspace, name: string): Problem {
  const elimination = workspace.eliminate!();
  const { kept } = elimination;
  return {
    ...common(workspace, name, 0),
    algebraic: workspace.algebraic!,
    ...shown(workspace, elimination),
    ...(kept && { manifold: { invariants: kept } }),
    // a return vanishes where the equations hold, and there exact solutions stay
    conserves: true,
  };
}

/** The variables of a state, and the start of the iteration that finds them. */
function shown(
  { dimension: n }: Workspace,
  elimination: Elimination,
): Pick<Problem, "results" | "hooks" | "diagnosis"> {
  const { carried } = elimination;
  return {
    results: {
      variables(z, t, y) {
        const status = elimination.solve(t, y);
        for (let k = 0; k < z.length; k++) z[k] = elimination.w[n + k];
        return status;
      },
    },
    ...(carried && { hooks: { checkpoint: savedArray(carried) } }),
    diagnosis: {
      get reason() {
        return elimination.explanation();
      },
    },
  };
}

/** dy -= gamma H^T (H H^T)^-1 h, or gamma H^T h, for everything that is kept. */
function gradientReturn({ dimension: n, arena }: Workspace, kept: KeptInvariants, scaled: boolean) {
  const { count } = kept;
  const h = arena.f64(count);
  const H = arena.f64(count * n);
  const rows = Array.from({ length: count }, (_, i) => H.subarray(i * n, (i + 1) * n));
  const A = new Float64Array(count * count);
  const x = new Float64Array(count);
  const lu = denseLu(count);
  return (dy: F64, gamma: number, t: number, y: F64): "ok" | "singular" | "nonfinite" => {
    kept.residual(h, t, y);
    kept.jacobian(H, t, y);
    x.set(h);
    if (scaled) {
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < count; j++) {
          let sum = 0;
          for (let k = 0; k < n; k++) sum += rows[i][k] * rows[j][k];
          A[i * count + j] = sum;
        }
      }
      const pivot = lu.factor(A);
      if (!(pivot > 0)) return pivot === 0 ? "singular" : "nonfinite";
      lu.solve(x);
    }
    for (let i = 0; i < count; i++) axpy(dy, -gamma * x[i], rows[i]);
    return "ok";
  };
}
