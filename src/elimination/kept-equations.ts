/**
 * What solutions of a first-order system with algebraic variables keep although the eliminated right-hand side does not
 * enforce it: the rows that determine variables by their derivative, the hidden equations, which may contain variables z
 * = z(t, y), and the invariants of the model.
 *
 *     H = k_y - k_z phi_z^-1 phi_y          for a hidden equation k(t, y, z), with phi(t, y, z) = 0 of the elimination
 */

import type { Algebraic, F64, KeptInvariants } from "../core/index.js";
import { copyWork } from "../core/work.js";
import { fill } from "../linalg/vector.js";
import type { AlgebraicElimination, AlgebraicSpace } from "./algebraic-elimination.js";
import { eliminationSlopes } from "./eliminated-jacobian.js";
import { keptInvariants } from "./kept-invariants.js";

/** Whether there is something to keep that a right-hand side without algebraic variables does not enforce. */
export function canDrift({ differentiated, hidden, invariants }: Algebraic): boolean {
  return hidden !== undefined || invariants !== undefined || differentiated.includes(1);
}

/** Undefined when there is nothing to keep. */
export function keptEquations(
  elimination: AlgebraicElimination,
  workspace: AlgebraicSpace,
): KeptInvariants | undefined {
  const { dimension: n, algebraic, arena } = workspace;
  const { hidden, invariants, differentiated } = algebraic;
  const rows = Int32Array.from(differentiated.keys()).filter((row) => differentiated[row] === 1);
  const parts = [
    ...(hidden === undefined ? [] : [hiddenPart(elimination, workspace)]),
    ...(rows.length === 0 ? [] : [rowsPart(elimination, workspace, rows)]),
    ...(invariants === undefined ? [] : [keptInvariants({ invariants, arena })!]),
  ];
  if (parts.length < 2) return parts[0];
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  // the parts write into arrays of their own, because generated code takes arrays by their addresses
  const pieces = parts.map((part) => ({ part, h: arena.f64(part.count), H: arena.f64(part.count * n) }));
  return {
    count,
    names: parts.flatMap(({ names }) => names),
    carried: parts.find(({ carried }) => carried !== undefined)?.carried,
    residual(h, t, y) {
      let at = 0;
      for (const { part, h: own } of pieces) {
        part.residual(own, t, y);
        for (let i = 0; i < own.length; i++) h[at++] = own[i];
      }
    },
    jacobian(H, t, y) {
      let at = 0;
      for (const { part, H: own } of pieces) {
        part.jacobian(own, t, y);
        for (let i = 0; i < own.length; i++) H[at++] = own[i];
      }
    },
    keep(s) {
      for (const part of parts) part.keep(s);
    },
  };
}

/** h(t, y) = 0 for the differentiated rows, as invariants whose value is zero. */
function rowsPart(elimination: AlgebraicElimination, workspace: AlgebraicSpace, kept: Int32Array): KeptInvariants {
  const { dimension: n, algebraic, arena } = workspace;
  const { unknowns, rowNames, jacobian } = algebraic;
  const { f, w, values } = elimination;
  const scratch = arena.f64(n);
  // these rows do not contain z, so z may have any value
  const at = (t: number, y: F64): void => {
    scratch.set(y);
    for (let k = 0; k < n; k++) w[k] = scratch[k];
    algebraic.evaluate(f, t, w);
    workspace.work.forces--;
  };
  return {
    count: kept.length,
    names: Array.from(kept, (row) => rowNames[row]),
    residual(h, t, y) {
      at(t, y);
      for (let i = 0; i < kept.length; i++) h[i] = f[n + kept[i]];
    },
    jacobian(H, t, y) {
      at(t, y);
      jacobian.evaluate(values, t, w);
      elimination.gradients(H);
    },
    // directions of single variables belong to rows only where every row is of this kind
    ...(kept.length === unknowns && {
      input(B: readonly F64[], t: number, y: F64) {
        at(t, y);
        jacobian.evaluate(values, t, w);
        elimination.inputs(B);
      },
    }),
    keep() {},
  };
}

/** The hidden equations, with z from the elimination where they contain it. */
function hiddenPart(elimination: AlgebraicElimination, workspace: AlgebraicSpace): KeptInvariants {
  const { dimension: n, algebraic, arena, work } = workspace;
  const { count, names, ofStates, value, jacobian } = algebraic.hidden!;
  const { unknowns } = algebraic;
  const { w } = elimination;
  const isOfStates = ofStates === count;
  const values = arena.f64(jacobian.rows.length);
  const kz = new Float64Array(count * unknowns);
  const slopes = isOfStates ? undefined : eliminationSlopes(workspace, elimination, 0);
  const x = new Float64Array(unknowns);
  const scratch = arena.f64(n);
  const before = { ...work };
  const at = (t: number, y: F64): boolean => {
    scratch.set(y);
    if (isOfStates) {
      for (let k = 0; k < n; k++) w[k] = scratch[k];
      return true;
    }
    copyWork(before, work);
    const status = elimination.solve(t, scratch);
    copyWork(work, before);
    return status === "ok";
  };
  return {
    count,
    names,
    carried: isOfStates ? undefined : elimination.carried,
    residual(h, t, y) {
      if (at(t, y)) value(h, t, w);
      else fill(h, Number.NaN);
    },
    jacobian(H, t, y) {
      if (!at(t, y)) {
        fill(H, Number.NaN);
        return;
      }
      jacobian.evaluate(values, t, w);
      const { rows, cols } = jacobian;
      fill(H, 0);
      kz.fill(0);
      for (let e = 0; e < rows.length; e++) {
        if (cols[e] < n) H[rows[e] * n + cols[e]] += values[e];
        else kz[rows[e] * unknowns + cols[e] - n] += values[e];
      }
      if (slopes === undefined) return;
      slopes.evaluate(t);
      for (let j = 0; j < n; j++) {
        for (let i = 0; i < unknowns; i++) x[i] = slopes.phi[i * n + j];
        elimination.resolve(x);
        for (let i = 0; i < count; i++) for (let k = 0; k < unknowns; k++) H[i * n + j] -= kz[i * unknowns + k] * x[k];
      }
    },
    keep() {},
  };
}
