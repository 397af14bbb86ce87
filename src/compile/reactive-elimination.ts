/**
 * The multipliers of forces that read them. At (t, q, v) they are the zero of
 *
 *     r(lambda) = G M^-1 (f(t, q, v, lambda) - G^T lambda) + c,   dr/dlambda = -K,   K = G M^-1 (G^T - f_lambda),
 *
 * found by Newton's method from lambda = 0, so that no evaluation depends on an earlier one. K is not symmetric: it is
 * S = G M^-1 G^T minus W f_lambda with W = G M^-1. Forces that are linear in lambda take one iteration. Others may have
 * kinks, such as abs(lambda), where f_lambda is that of one side (a semismooth Newton method, L. Qi and J. Sun, Math.
 * Program. 58, 1993, 353); steps are halved until the residual falls. Where a force jumps, halved steps may creep towards
 * the jump, so full steps are tried after them.
 *
 * With friction the determinant of K may vanish, and beyond that there are no multipliers, or several (Painlevé). So det
 * K must keep its sign: that of det S, which is positive, or for linear forces that of the first evaluation.
 */

import { type Arena, addressOf, type F64 } from "../core/arena.js";
import type { Status } from "../core/status.js";
import type { Work } from "../core/work.js";
import { EntryBook } from "../linalg/entry-book.js";
import { type PatternLu, patternLu } from "../linalg/pattern-lu.js";
import { normInf } from "../linalg/vector.js";
import type { WasmExports } from "../wasm/index.js";
import type { ConstraintPlan } from "./constraint-code.js";
import type { ReactiveSlopes } from "./reactive-code.js";

const mostIterations = 30;
const mostHalvings = 6;
/** A correction of this size relative to the largest multiplier is the last one. */
const settled = 1e-13;
/** A correction of this size is also the last one if it is not much smaller than the one before: rounding remains. */
const rounding = 1e-9;
/** The same where multipliers vanish: the residual before it, relative to the parts that make it up. */
const residue = 16 * 2 ** -52;

/** What the elimination takes from mechanics. */
export interface ReactiveParts {
  readonly code: WasmExports;
  readonly plan: ConstraintPlan;
  readonly forces: ReactiveSlopes;
  readonly n: number;
  readonly work: Work;
  accelerate(a: F64, f: F64, q: F64): void;
  curvature(c: F64, t: number, q: F64, v: F64): void;
}

export class ReactiveElimination {
  /** Why the last multipliers that were not found do not exist. */
  trouble: Status | undefined;
  private readonly parts: ReactiveParts;
  private readonly f: F64;
  private readonly c: F64;
  private readonly r: F64;
  private readonly slopes: F64;
  private readonly before: Float64Array;
  private readonly step: Float64Array;
  private readonly K: Float64Array;
  private readonly lu: PatternLu;
  /** Entries of S in K, twice where they are not on the diagonal, and products of W and f_lambda. */
  private readonly schur: { readonly slot: Int32Array; readonly from: Int32Array };
  private readonly products: { readonly slot: Int32Array; readonly left: Int32Array; readonly right: Int32Array };
  private readonly diagonal: Int32Array;
  private readonly kRow: Int32Array;
  private readonly kCol: Int32Array;
  /** The sign that det K must have; 0 until it is known. */
  private sign: number;

  constructor(parts: ReactiveParts, arena: Arena) {
    const { plan, forces, n } = parts;
    const m = plan.lambda.length;
    this.parts = parts;
    this.f = arena.f64(n);
    this.c = arena.f64(m);
    this.r = arena.f64(m);
    this.slopes = arena.f64(forces.rows.length);
    this.before = new Float64Array(m);
    this.step = new Float64Array(m);
    this.sign = forces.linear ? 0 : 1;

    const book = new EntryBook(m);
    const { rows, cols } = plan.schur;
    const [slot, from]: number[][] = [[], []];
    for (let k = 0; k < rows.length; k++) {
      slot.push(book.slot(rows[k], cols[k]));
      from.push(k);
      if (rows[k] === cols[k]) continue;
      slot.push(book.slot(cols[k], rows[k]));
      from.push(k);
    }
    this.schur = { slot: Int32Array.from(slot), from: Int32Array.from(from) };
    this.products = productsOf(plan, forces, n, book);
    this.diagonal = Int32Array.from({ length: m }, (_, i) => book.slot(i, i));
    const pattern = book.pattern();
    this.kRow = pattern.rows;
    this.kCol = pattern.cols;
    this.K = new Float64Array(pattern.rows.length);
    this.lu = patternLu(m, pattern.rows, pattern.cols);
  }

  /** lambda, in the plan, and a = q'' at (t, q, v). */
  solve(a: F64, t: number, q: F64, v: F64): Status {
    const { code, plan, forces, curvature } = this.parts;
    const { jacobian: G, matrix: S } = plan;
    code.jacobian(t, addressOf(q), addressOf(G));
    if (code.schur(addressOf(G), addressOf(q), addressOf(S)) !== -1) return this.fail("singular", undefined);
    curvature(this.c, t, q, v);
    const status = this.iterate(a, t, q, v, mostHalvings);
    if (status !== "diverged" || forces.linear) return status;
    return this.iterate(a, t, q, v, 0) === "ok" ? "ok" : this.fail(status);
  }

  /** Newton's method from lambda = 0, with steps that are halved at most so often. */
  private iterate(a: F64, t: number, q: F64, v: F64, halvingsAllowed: number): Status {
    const { plan, forces } = this.parts;
    const { lambda } = plan;
    const { before, step, lu, slopes, K } = this;
    lambda.fill(0);
    lu.forget();
    let size = this.evaluate(a, t, q, v);
    let last = Number.POSITIVE_INFINITY;
    let turned = false;
    for (let iteration = 1; ; iteration++) {
      // 1. Newton's correction
      forces.slopes(slopes, t, q, v);
      this.assemble();
      const status = lu.factor(K);
      if (status !== "ok") return this.fail(status);
      step.set(this.r);
      lu.solve(step);
      const change = normInf(step);
      if (!(change < Number.POSITIVE_INFINITY)) return this.fail("nonfinite");

      // 2. the corrected multipliers, with steps that make the residual smaller
      before.set(lambda);
      const given = size;
      for (let part = 1, halvings = 0; ; part /= 2, halvings++) {
        for (let i = 0; i < lambda.length; i++) lambda[i] = before[i] + part * step[i];
        const left = this.evaluate(a, t, q, v);
        if (left < size || halvings === halvingsAllowed || forces.linear || change <= rounding * normInf(lambda)) {
          size = left;
          break;
        }
      }
      const scale = normInf(lambda);
      if (forces.linear || change <= settled * scale) break;
      if (change > last / 4 && (change <= rounding * scale || given <= residue * this.parting(a))) break;
      // where there is no solution, the pieces of f have determinants of different signs
      turned ||= lu.sign !== this.sign;
      if (iteration === mostIterations) return this.fail(turned ? "singular" : "diverged");
      last = change;
    }
    if (this.sign === 0) this.sign = lu.sign;
    return lu.sign === this.sign ? "ok" : this.fail("singular");
  }

  /** The size of the parts of r at accelerations a. */
  private parting(a: F64): number {
    const { jacobian: G, G: pattern } = this.parts.plan;
    const { rowStart, column } = pattern;
    let most = 0;
    for (let i = 0; i < this.c.length; i++) {
      let sum = Math.abs(this.c[i]);
      for (let k = rowStart[i]; k < rowStart[i + 1]; k++) sum += Math.abs(G[k] * a[column[k]]);
      most = Math.max(most, sum);
    }
    return most;
  }

  /** Forgets the sign of an earlier run. */
  reset(): void {
    this.sign = this.parts.forces.linear ? 0 : 1;
    this.trouble = undefined;
  }

  private fail(status: Exclude<Status, "ok">, trouble: Status | undefined = status): Status {
    this.trouble = trouble;
    return status;
  }

  /** a and r at lambda; returns the size of r. */
  private evaluate(a: F64, t: number, q: F64, v: F64): number {
    const { code, plan, forces, work, accelerate } = this.parts;
    const { lambda, jacobian: G, dropped } = plan;
    const { f, r, c } = this;
    work.forces++;
    forces.set(lambda);
    code.force(t, addressOf(q), addressOf(v), addressOf(f));
    code.addTransposed(-1, addressOf(G), addressOf(lambda), addressOf(f));
    accelerate(a, f, q);
    code.multiply(addressOf(G), addressOf(a), addressOf(r));
    for (let i = 0; i < r.length; i++) r[i] = dropped[i] === 0 ? r[i] + c[i] : 0;
    return normInf(r);
  }

  private assemble(): void {
    const { plan, work } = this.parts;
    const { matrix: S, weights: W, dropped, anyDropped } = plan;
    const { K, schur, products, slopes, kRow, kCol } = this;
    work.factorisations++;
    work.solves++;
    K.fill(0);
    for (let k = 0; k < schur.slot.length; k++) K[schur.slot[k]] += S[schur.from[k]];
    const { slot, left, right } = products;
    for (let k = 0; k < slot.length; k++) K[slot[k]] -= W[left[k]] * slopes[right[k]];
    if (anyDropped[0] === 0) return;
    for (let k = 0; k < K.length; k++) if (dropped[kRow[k]] !== 0 || dropped[kCol[k]] !== 0) K[k] = 0;
    for (let i = 0; i < dropped.length; i++) if (dropped[i] !== 0) K[this.diagonal[i]] = 1;
  }
}

/** Entry (i, j) of W f_lambda as a sum of products. */
function productsOf({ weighted, G }: ConstraintPlan, forces: ReactiveSlopes, n: number, book: EntryBook) {
  const { rowStart, column } = weighted?.pattern ?? G;
  const acting: number[][] = Array.from({ length: n }, () => []);
  for (let e = 0; e < forces.rows.length; e++) acting[forces.rows[e]].push(e);
  const [slot, left, right]: number[][] = [[], [], []];
  for (let i = 0; i + 1 < rowStart.length; i++)
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++)
      for (const e of acting[column[k]]) {
        slot.push(book.slot(i, forces.cols[e]));
        left.push(k);
        right.push(e);
      }
  return { slot: Int32Array.from(slot), left: Int32Array.from(left), right: Int32Array.from(right) };
}
