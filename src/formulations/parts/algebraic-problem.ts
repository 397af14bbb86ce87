/** Problems of first-order systems with algebraic variables: what `underlying`, `baumgarte`, `stabilised` and `dae` share. */

import {
  type F64,
  type KeptInvariants,
  type Problem,
  type SparseJacobian,
  type Status,
  savedArray,
  type Workspace,
  withJacobian,
} from "../../core/index.js";
import { denseLu } from "../../linalg/index.js";
import { axpy } from "../../linalg/vector.js";
import { AlgebraicElimination } from "./algebraic-elimination.js";
import { eliminatedJacobian } from "./eliminated-jacobian.js";
import { common } from "./second-order.js";

/** A return to h = 0 in addition to the elimination (Ascher eq. 1.6 to 1.8). */
export interface AlgebraicReturn {
  /** The rate of a return through z, Baumgarte's (1.6). */
  readonly input?: number;
  /** The rate of a return along the gradients: (1.7) scaled, (1.8) unscaled. */
  readonly gradient?: number;
  readonly scaled?: boolean;
}

/** y' = F(t, y, z(t, y)), on the manifold h = 0 when the index is 2. */
export function eliminated(workspace: Workspace, name: string, back: AlgebraicReturn = {}): Problem {
  const { input = 0, gradient = 0, scaled = true } = back;
  const elimination = new AlgebraicElimination(workspace, input);
  const { dimension: n, arena } = workspace;
  const pull = gradient > 0 ? gradientReturn(workspace, elimination, scaled) : undefined;
  let jacobian: SparseJacobian | undefined;
  const rate = (dy: F64, t: number, y: F64): Status => {
    const status = elimination.solve(t, y);
    if (status !== "ok") return status;
    for (let k = 0; k < n; k++) dy[k] = elimination.f[k];
    return pull?.(dy, gradient) ?? "ok";
  };
  return {
    ...common(workspace, name, 0),
    rate:
      pull !== undefined
        ? rate
        : withJacobian(rate, () => {
            jacobian ??= eliminatedJacobian(workspace, elimination, input);
            return jacobian;
          }),
    ...shown(workspace, elimination),
    ...(workspace.algebraic!.index === 2 && {
      manifold: { invariants: keptConstraints(elimination, workspace, arena.f64(n)) },
    }),
  };
}

/** The problem with z left to the method. */
export function leftToMethod(workspace: Workspace, name: string): Problem {
  const elimination = new AlgebraicElimination(workspace);
  const { dimension: n, arena, algebraic } = workspace;
  return {
    ...common(workspace, name, 0),
    algebraic: algebraic!,
    ...shown(workspace, elimination),
    ...(algebraic!.index === 2 && { manifold: { invariants: keptConstraints(elimination, workspace, arena.f64(n)) } }),
  };
}

/** The variables of a state, and the start of the iteration that finds them. */
function shown(workspace: Workspace, elimination: AlgebraicElimination): Pick<Problem, "results" | "hooks"> {
  const { dimension: n, algebraic } = workspace;
  const { carried } = elimination;
  return {
    results: {
      variables(z, t, y) {
        const status = elimination.solve(t, y);
        for (let k = 0; k < algebraic!.count; k++) z[k] = elimination.w[n + k];
        return status;
      },
    },
    ...(carried && { hooks: { checkpoint: savedArray(carried) } }),
  };
}

/** h(t, y) = 0, as invariants whose value is zero. */
function keptConstraints(elimination: AlgebraicElimination, workspace: Workspace, scratch: F64): KeptInvariants {
  const { dimension: n, algebraic } = workspace;
  const { count, constraintNames, jacobian } = algebraic!;
  const { f, w, values } = elimination;
  // h does not contain z, so z may have any value
  const at = (t: number, y: F64): void => {
    scratch.set(y);
    for (let k = 0; k < n; k++) w[k] = scratch[k];
    algebraic!.evaluate(f, t, w);
    workspace.work.forces--;
  };
  return {
    count,
    names: constraintNames,
    residual(h, t, y) {
      at(t, y);
      for (let i = 0; i < count; i++) h[i] = f[n + i];
    },
    jacobian(H, t, y) {
      at(t, y);
      jacobian.evaluate(values, t, w);
      elimination.gradients(H);
    },
    input(B, t, y) {
      at(t, y);
      jacobian.evaluate(values, t, w);
      elimination.inputs(B);
    },
    keep() {},
  };
}

/** dy -= gamma H^T (H H^T)^-1 h, or gamma H^T h, with h and H of the last elimination. */
function gradientReturn(workspace: Workspace, elimination: AlgebraicElimination, scaled: boolean) {
  const { dimension: n, arena, algebraic } = workspace;
  const { count } = algebraic!;
  const H = arena.f64(count * n);
  const rows = Array.from({ length: count }, (_, i) => H.subarray(i * n, (i + 1) * n));
  const A = new Float64Array(count * count);
  const x = new Float64Array(count);
  const lu = denseLu(count);
  return (dy: F64, gamma: number): "ok" | "singular" | "nonfinite" => {
    elimination.gradients(H);
    for (let i = 0; i < count; i++) x[i] = elimination.f[n + i];
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
