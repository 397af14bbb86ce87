/**
 * dF/dy of mechanics with states s and variables w beside its coordinates, y = (q, v, s), exactly:
 *
 *     q' = v,   v' = a(t, q, v; s, w),   s' = r(t, y, w),   with w(t, y) from its equations
 *
 * It is sparse where there is no w and accelerations have a sparse Jacobian. Otherwise it is dense, for small systems.
 */

import type { Coupled, Elimination, F64, Problem, SparseJacobian, Status } from "../core/index.js";
import { EntryBook } from "../linalg/entry-book.js";
import { fill } from "../linalg/vector.js";
import { accelerationSlopes } from "./acceleration-slopes.js";
import { mostDense } from "./eliminated-jacobian.js";

/** Finds w, and hands s and w to the forces. */
type Prepare = (t: number, y: F64) => Status;

/** Undefined where the derivatives are not known, or the system is too large for a dense matrix. */
export function coupledJacobian(
  problem: Problem,
  coupled: Coupled,
  elimination: Elimination | undefined,
  prepare: Prepare,
): SparseJacobian | undefined {
  const { rate, secondOrder, workspace, dimension } = problem;
  const mechanics = workspace.mechanics!;
  if (secondOrder === undefined && rate !== mechanics.constraints.underlying) return undefined;
  return (
    (elimination === undefined ? sparse(problem, coupled, prepare) : undefined) ??
    (dimension <= mostDense ? dense(problem, coupled, elimination, prepare) : undefined)
  );
}

/** Without w: the entries of q' = v, of the accelerations, and of the rates of s. */
function sparse({ rate, secondOrder, arena, workspace, dimension }: Problem, coupled: Coupled, prepare: Prepare) {
  const { n, derivatives } = workspace.mechanics!;
  const inner = rate!.jacobian?.();
  const driven = secondOrder && derivatives.drivenAcceleration?.(secondOrder.part);
  if (inner === undefined || driven === undefined) return undefined;
  const rates = coupled.rateSlopes();
  // entries of the three are different ones: rows below 2 n with columns below 2 n or above, and rows above 2 n
  const book = new EntryBook(dimension);
  const parts = [
    { of: inner, slots: book.block(inner.rows, inner.cols) },
    { of: driven, slots: book.block(driven.rows, driven.cols, n, 2 * n) },
    { of: rates, slots: book.block(rates.rows, rates.cols) },
  ].map((part) => ({ ...part, entries: arena.f64(part.of.rows.length) }));
  return {
    ...book.pattern(),
    evaluate(values: F64, t: number, y: F64): void {
      prepare(t, y);
      for (const { of, slots, entries } of parts) {
        of.evaluate(entries, t, y);
        for (let e = 0; e < slots.length; e++) values[slots[e]] = entries[e];
      }
    },
  };
}

function dense(
  problem: Problem,
  coupled: Coupled,
  elimination: Elimination | undefined,
  prepare: Prepare,
): SparseJacobian | undefined {
  const { arena, dimension: size, workspace } = problem;
  const { n } = workspace.mechanics!;
  const { states, algebraic } = coupled;
  const accelerations = accelerationSlopes(problem, states + (algebraic?.count ?? 0));
  const eliminated = elimination?.slopes();
  if (accelerations === undefined || (elimination !== undefined && eliminated === undefined)) return undefined;
  const rates = elimination === undefined ? coupled.rateSlopes() : undefined;
  const ofRates = arena.f64(rates?.rows.length ?? 0);

  function evaluate(values: F64, t: number, y: F64): Status {
    const prepared = prepare(t, y);
    if (prepared !== "ok") return prepared;
    const status = accelerations!.evaluate(t, y);
    if (status !== "ok") return status;
    eliminated?.evaluate(t);
    values.fill(0);
    for (let i = 0; i < n; i++) values[i * size + n + i] = 1;
    // accelerations: by q, v and s, and by w through its slopes
    const { columns, values: slopes } = accelerations!;
    for (let i = 0; i < n; i++) {
      const row = (n + i) * size;
      for (let j = 0; j < size; j++) values[row + j] = slopes[i * columns + j];
      for (let k = size; k < columns; k++) {
        const factor = slopes[i * columns + k];
        if (factor === 0) continue;
        for (let j = 0; j < size; j++) values[row + j] += factor * eliminated!.z[(k - size) * size + j];
      }
    }
    // rates of s
    if (rates === undefined) for (let k = 2 * n * size; k < size * size; k++) values[k] = eliminated!.F[k];
    else {
      rates.evaluate(ofRates, t, y);
      for (let e = 0; e < ofRates.length; e++) values[rates.rows[e] * size + rates.cols[e]] = ofRates[e];
    }
    return "ok";
  }

  return {
    rows: Int32Array.from({ length: size * size }, (_, k) => Math.floor(k / size)),
    cols: Int32Array.from({ length: size * size }, (_, k) => k % size),
    evaluate(values, t, y) {
      if (evaluate(values, t, y) !== "ok") fill(values, Number.NaN);
    },
  };
}
