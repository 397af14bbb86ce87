/**
 * The algebraic variables z of y' = F(t, y, z), 0 = h(t, y, z) as functions of (t, y), by Newton's method, row by row:
 *
 *     rows that contain z       h(t, y, z) = 0
 *     differentiated rows       h_y F(t, y, z) + h_t + gamma h = 0      with Baumgarte's return when gamma > 0
 *
 * When z enters linearly, one step from z = 0 is exact. Otherwise Newton starts from the last solution, which is
 * therefore part of a checkpoint (`carried`).
 */

import type { Algebraic, Arena, F64, Status, Work } from "../core/index.js";
import { deficitOf, type PatternLu, patternLu } from "../linalg/index.js";
import { copy, fill } from "../linalg/vector.js";

const most = 25;
const settled = 1e-13;
/** A correction is also the last one if it is not much smaller than the one before and the residual is rounding: this
 * fraction of the terms that make it up. Variables that pass zero never fulfil the first rule. */
const residue = 64 * 2 ** -52;
/** The most unknowns for which a failure is explained by a dense matrix. */
const largest = 300;

/** Where algebraic variables are eliminated: a workspace, or that of mechanics with variables beside coordinates. */
export interface AlgebraicSpace {
  readonly arena: Arena;
  readonly work: Work;
  readonly dimension: number;
  readonly algebraic: Algebraic;
}

export class AlgebraicElimination {
  /** The z from which Newton starts; undefined when it starts at 0. */
  readonly carried: F64 | undefined;
  /** The status of the last solution that failed. */
  failed: Status = "ok";
  /** (F, h) and d(F, h)/dw of the last solution. */
  readonly f: F64;
  readonly values: F64;
  readonly w: F64;
  private readonly differentiates: boolean;
  private readonly n: number;
  private readonly algebraic: Algebraic;
  private readonly gamma: number;
  private readonly workspace: AlgebraicSpace;
  private readonly slope: F64;
  private readonly dz: Float64Array;
  private readonly terms: Float64Array;
  /** The place of each row among the differentiated ones; -1 for the others. */
  private readonly place: Int32Array;
  private readonly products: Products;
  private readonly matrix: Float64Array;
  private readonly solver: PatternLu;

  constructor(workspace: AlgebraicSpace, gamma = 0) {
    const { arena, dimension: n } = workspace;
    const algebraic = workspace.algebraic;
    const { unknowns: count, jacobian } = algebraic;
    this.workspace = workspace;
    this.algebraic = algebraic;
    this.gamma = gamma;
    this.n = n;
    this.differentiates = algebraic.differentiated.includes(1);
    this.w = arena.f64(n + count);
    this.f = arena.f64(n + count);
    this.values = arena.f64(jacobian.rows.length);
    this.slope = arena.f64(count);
    this.dz = new Float64Array(count);
    this.terms = new Float64Array(count);
    let at = 0;
    this.place = Int32Array.from(algebraic.differentiated, (each) => (each === 1 ? at++ : -1));
    if (!algebraic.linear) {
      this.carried = arena.f64(count);
      copy(this.carried, algebraic.guess);
    }
    this.products = productsOf(algebraic, n);
    this.matrix = new Float64Array(this.products.rows.length);
    this.solver = patternLu(count, this.products.rows, this.products.cols);
  }

  /** Computes z of (t, y) in the tail of `w` and F in `f`. */
  solve(t: number, y: F64): Status {
    const { n, w, f, values, dz, algebraic, carried, solver, matrix, workspace } = this;
    const { unknowns: count, linear } = algebraic;
    for (let k = 0; k < n; k++) w[k] = y[k];
    for (let k = 0; k < count; k++) w[n + k] = carried?.[k] ?? 0;
    let last = Number.POSITIVE_INFINITY;
    for (let iteration = 1; ; iteration++) {
      algebraic.evaluate(f, t, w);
      algebraic.jacobian.evaluate(values, t, w);
      this.assemble(t);
      workspace.work.jacobians++;
      workspace.work.factorisations++;
      workspace.work.solves++;
      const status = solver.factor(matrix);
      if (status !== "ok") {
        this.failed = status;
        return status;
      }
      const isRounding = !linear && iteration > 1 && this.isRounding();
      solver.solve(dz);
      let change = 0;
      let size = 0;
      for (let k = 0; k < count; k++) {
        w[n + k] -= dz[k];
        change = Math.max(change, Math.abs(dz[k]));
        size = Math.max(size, Math.abs(w[n + k]));
      }
      if (!(change < Number.POSITIVE_INFINITY)) return "nonfinite";
      if (linear || change <= settled * size || (isRounding && change > last / 4)) {
        this.advance();
        break;
      }
      if (iteration === most) {
        this.failed = "diverged";
        return "diverged";
      }
      last = change;
    }
    if (carried !== undefined) for (let k = 0; k < count; k++) carried[k] = w[n + k];
    return "ok";
  }

  /** x = phi_z^-1 x with the matrix of the last solution. */
  resolve(x: Float64Array): void {
    this.solver.solve(x);
  }

  /** Computes the residual that dz removes, and its matrix. */
  private assemble(t: number): void {
    const { n, f, values, dz, algebraic, matrix, products, slope, gamma, w } = this;
    const { unknowns: count, differentiated, jacobian } = algebraic;
    const { rows, cols } = jacobian;
    matrix.fill(0);
    for (let p = 0; p < products.slot.length; p++) {
      const { slot, left, right } = products;
      matrix[slot[p]] += right[p] < 0 ? values[left[p]] : values[left[p]] * values[right[p]];
    }
    for (let k = 0; k < count; k++) dz[k] = differentiated[k] === 0 ? f[n + k] : gamma * f[n + k];
    if (!this.differentiates) return;
    algebraic.timeSlope(slope, t, w);
    for (let k = 0; k < count; k++) if (differentiated[k] === 1) dz[k] += slope[k];
    for (let e = 0; e < rows.length; e++) {
      const row = rows[e] - n;
      if (row >= 0 && differentiated[row] === 1) dz[row] += values[e] * f[cols[e]];
    }
  }

  /** Whether the residuals in `dz` are rounding errors of their terms. */
  private isRounding(): boolean {
    const { n, f, values, dz, algebraic, slope, terms, w } = this;
    const { differentiated, jacobian } = algebraic;
    const { rows, cols } = jacobian;
    for (let k = 0; k < terms.length; k++) terms[k] = differentiated[k] === 1 ? Math.abs(slope[k]) : 0;
    for (let e = 0; e < rows.length; e++) {
      const row = rows[e] - n;
      if (row >= 0) terms[row] += Math.abs(values[e] * (differentiated[row] === 1 ? f[cols[e]] : w[cols[e]]));
    }
    return dz.every((r, k) => Math.abs(r) <= residue * terms[k]);
  }

  /** Updates F for the corrected z: the error is of second order in dz, and dz is small or F is linear. */
  private advance(): void {
    const { n, f, values, dz } = this;
    const { rows, cols } = this.algebraic.jacobian;
    for (let e = 0; e < rows.length; e++) if (rows[e] < n && cols[e] >= n) f[rows[e]] -= values[e] * dz[cols[e] - n];
  }

  /** Dense rows of dh/dy of the differentiated rows at the last solution, one after the other in H. */
  gradients(H: F64): void {
    const { n, values, place } = this;
    const { rows, cols } = this.algebraic.jacobian;
    fill(H, 0);
    for (let e = 0; e < rows.length; e++) {
      const at = rows[e] < n ? -1 : place[rows[e] - n];
      if (at >= 0 && cols[e] < n) H[at * n + cols[e]] += values[e];
    }
  }

  /** Names what is wrong with the matrix of the last failure: equations that depend on each other, and variables. */
  explanation(): string | undefined {
    const { failed, matrix, products, algebraic } = this;
    if (failed !== "singular" && failed !== "diverged") return undefined;
    const { unknowns, unknownNames, rowNames, differentiated } = algebraic;
    const dense = new Float64Array(unknowns * unknowns);
    for (let k = 0; k < matrix.length; k++) dense[products.rows[k] * unknowns + products.cols[k]] += matrix[k];
    const deficit = unknowns > largest ? undefined : deficitOf(dense, unknowns);
    if (deficit === undefined || deficit === null)
      return failed === "diverged" ? `the iteration for ${listed(unknownNames)} diverged` : undefined;
    const rows = deficit.rows.map((row) => `${rowNames[row]}${differentiated[row] === 1 ? "'" : ""}`);
    const one = rows.length === 1;
    return `the equation${one ? "" : "s"} ${listed(rows)} ${one ? "does" : "do"} not determine ${listed(deficit.columns.map((k) => unknownNames[k]))} there${one ? "" : ", because they depend on each other"}`;
  }

  /** Columns of B = -dF/dz at the last solution. */
  inputs(B: readonly F64[]): void {
    const { n, values } = this;
    const { rows, cols } = this.algebraic.jacobian;
    for (const column of B) fill(column, 0);
    for (let e = 0; e < rows.length; e++) if (rows[e] < n && cols[e] >= n) B[cols[e] - n][rows[e]] -= values[e];
  }
}

/** Entries of the matrix of z as sums of (products of) entries of the Jacobian. */
interface Products {
  readonly rows: Int32Array;
  readonly cols: Int32Array;
  readonly slot: Int32Array;
  readonly left: Int32Array;
  /** -1 when the left factor stands alone. */
  readonly right: Int32Array;
}

function productsOf({ differentiated, jacobian, unknowns: count }: Algebraic, n: number): Products {
  const { rows, cols } = jacobian;
  const slots = new Map<number, number>();
  const at: number[] = [];
  const slot: number[] = [];
  const left: number[] = [];
  const right: number[] = [];
  const add = (row: number, col: number, a: number, b: number): void => {
    const key = row * count + col;
    let s = slots.get(key);
    if (s === undefined) {
      s = at.length;
      slots.set(key, s);
      at.push(key);
    }
    slot.push(s);
    left.push(a);
    right.push(b);
  };
  const inputs = new Map<number, number[]>();
  for (let e = 0; e < rows.length; e++) {
    if (rows[e] >= n || cols[e] < n) continue;
    const list = inputs.get(rows[e]);
    if (list === undefined) inputs.set(rows[e], [e]);
    else list.push(e);
  }
  for (let e = 0; e < rows.length; e++) {
    if (rows[e] < n) continue;
    const isDifferentiated = differentiated[rows[e] - n] === 1;
    if (!isDifferentiated && cols[e] >= n) add(rows[e] - n, cols[e] - n, e, -1);
    if (isDifferentiated && cols[e] < n) for (const b of inputs.get(cols[e]) ?? []) add(rows[e] - n, cols[b] - n, e, b);
  }
  return {
    rows: Int32Array.from(at, (key) => Math.floor(key / count)),
    cols: Int32Array.from(at, (key) => key % count),
    slot: Int32Array.from(slot),
    left: Int32Array.from(left),
    right: Int32Array.from(right),
  };
}

/** Names in a sentence. */
function listed(names: readonly string[]): string {
  const shown = names.map((name) => `"${name}"`);
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} and ${shown[shown.length - 1]}`;
}
