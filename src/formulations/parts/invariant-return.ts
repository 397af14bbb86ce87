/**
 * Invariants h(t, y) = h0 of any system as part of its equations (Ascher section 2), D = H^T:
 *
 *     stabilised       y' = f - gamma F h,             F = D (H D)^-1, or D unscaled          (2.3)
 *     integral         y' = (I - F H) f - gamma F h    h becomes an integral of the motion    (2.4)
 *     left to radau5   y' = f - D mu, 0 = h            the projected invariants, of index 2   (2.5)
 *
 * Invariants with parallel gradients share one correction.
 */

import {
  type Algebraic,
  type F64,
  formulationRefuses,
  type KeptInvariants,
  type Problem,
  type Rate,
  type Refusal,
  type Workspace,
} from "../../core/index.js";
import { EntryBook } from "../../linalg/entry-book.js";
import { gramSolver } from "../../linalg/gram.js";
import { axpy, fill } from "../../linalg/vector.js";
import { ode } from "../ode.js";

export interface InvariantReturn {
  readonly gamma: number;
  readonly scaled: boolean;
  readonly integral: boolean;
}

/** Below this ratio gradients count as parallel. */
const parallel = 1e-13;

/** The system has invariants, but neither constraints nor algebraic variables. */
export function hasOnlyInvariants({ algebraic, mechanics, invariants }: Workspace): boolean {
  return algebraic === undefined && (mechanics?.m ?? 0) === 0 && invariants !== undefined && invariants.count > 0;
}

/** Why the invariants of a system cannot be left to a method; undefined when they can. */
export function refusesProjected(workspace: Workspace, name: string): Refusal | undefined {
  const { mechanics, rate } = workspace;
  const derivatives = mechanics === undefined ? rate?.jacobian?.() : mechanics.derivatives.acceleration("soft");
  if (derivatives !== undefined) return undefined;
  return formulationRefuses(name, {
    code: "needs-derivatives",
    needs: "the derivatives of the right-hand side",
    found: `that of "${workspace.name}" has a varying mass or a function in it`,
    instead: `Use "ode"`,
  });
}

/** Why the invariants of a system cannot be returned to; undefined when they can. */
export function refusesInvariants(workspace: Workspace, name: string, integral: boolean): Refusal | undefined {
  const refusal = ode().refuses(workspace);
  if (refusal !== undefined || !integral || workspace.autonomous) return refusal;
  return formulationRefuses(name, {
    code: "time-dependent",
    needs: "a system that does not depend on t to make invariants integrals",
    found: `"${workspace.name}" reads t`,
    instead: "Leave integral out",
  });
}

export function returningToInvariants(workspace: Workspace, name: string, back: InvariantReturn): Problem {
  const { secondOrder: _, ...base } = ode().apply(workspace);
  const { gamma, scaled, integral } = back;
  const { dimension, arena } = workspace;
  const invariants = base.manifold!.invariants!;
  const { count } = invariants;
  const { h, H, gradients, refresh } = gradientsOf(invariants, arena, dimension);
  const gram = gramSolver(count, parallel);
  const A = new Float64Array(count * count);
  const b = new Float64Array(count);
  const x = new Float64Array(count);
  return {
    ...base,
    name,
    rate(dy, t, y) {
      const status = base.rate!(dy, t, y);
      if (status !== "ok") return status;
      refresh(t, y);
      for (let i = 0; i < count; i++) {
        b[i] = gamma * h[i];
        if (integral) for (let k = 0; k < dimension; k++) b[i] += H[i * dimension + k] * dy[k];
      }
      if (scaled) {
        for (let i = 0; i < count; i++)
          for (let j = 0; j < count; j++) A[i * count + j] = product(gradients[i], gradients[j]);
        if (!gram.factor(A)) return "nonfinite";
        gram.solve(x, b);
      } else x.set(b);
      for (let i = 0; i < count; i++) axpy(dy, -x[i], gradients[i]);
      return "ok";
    },
  };
}

/** mu and the invariants left to the method. */
export function projectedInvariants(workspace: Workspace, name: string): Problem {
  const { secondOrder: _, rate, ...base } = ode().apply(workspace);
  const invariants = base.manifold!.invariants!;
  return {
    ...base,
    name,
    algebraic: algebraicOf(workspace, invariants, rate!),
    hooks: { begin: (s) => invariants.keep(s) },
    results: {
      ...base.results,
      // mu is zero for exact invariants
      variables(mu) {
        fill(mu, 0);
        return "ok";
      },
    },
  };
}

function algebraicOf({ dimension: n, arena }: Workspace, invariants: KeptInvariants, rate: Rate): Algebraic {
  const inner = rate.jacobian!()!;
  const multipliers = invariants.names.map((each) => `mu_${each}`);
  const { count, names } = invariants;
  const { h, H, gradients, refresh } = gradientsOf(invariants, arena, n);
  const y = arena.f64(n);
  const dy = arena.f64(n);
  const values = arena.f64(inner.rows.length);
  const book = new EntryBook(n + count);
  const slots = book.block(inner.rows, inner.cols);
  const across = Array.from({ length: count * n }, (_, e) => {
    const [i, k] = [Math.floor(e / n), e % n];
    return [book.slot(k, n + i), book.slot(n + i, k)];
  });
  const take = (t: number, w: F64): void => {
    for (let k = 0; k < n; k++) y[k] = w[k];
    refresh(t, y);
  };
  return {
    count,
    names: multipliers,
    unknowns: count,
    unknownNames: multipliers,
    rowNames: names,
    differentiated: new Uint8Array(count).fill(1),
    equations: names.map((each, k) => ({ name: each, index: 2, determines: multipliers[k] })),
    index: 2,
    linear: true,
    guess: arena.f64(count),
    evaluate(f, t, w) {
      take(t, w);
      rate(dy, t, y);
      for (let k = 0; k < n; k++) {
        f[k] = dy[k];
        for (let i = 0; i < count; i++) f[k] -= gradients[i][k] * w[n + i];
      }
      for (let i = 0; i < count; i++) f[n + i] = h[i];
    },
    jacobian: {
      ...book.pattern(),
      // the derivative of D mu is left out, because mu is of the size of the error
      evaluate(out, t, w) {
        take(t, w);
        inner.evaluate(values, t, y);
        fill(out, 0);
        for (let e = 0; e < slots.length; e++) out[slots[e]] += values[e];
        for (let e = 0; e < across.length; e++) {
          out[across[e][0]] -= H[e];
          out[across[e][1]] += H[e];
        }
      },
    },
    get constraintRate(): never {
      throw new Error("invariants are not eliminated");
    },
    timeSlope: (slope) => fill(slope, 0),
  };
}

function gradientsOf(invariants: KeptInvariants, arena: Workspace["arena"], n: number) {
  const h = arena.f64(invariants.count);
  const H = arena.f64(invariants.count * n);
  return {
    h,
    H,
    gradients: Array.from({ length: invariants.count }, (_, i) => H.subarray(i * n, (i + 1) * n)),
    refresh(t: number, y: F64): void {
      invariants.residual(h, t, y);
      invariants.jacobian(H, t, y);
    },
  };
}

function product(a: F64, b: F64): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}
