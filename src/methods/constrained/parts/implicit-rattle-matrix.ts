/**
 * Newton's equations for the first half of implicit RATTLE (`implicit-rattle.ts`), in u_0, z and kappa = h/2 lambda:
 *
 *     [ M_0 - h/2 (f_v + C_0^T)                            G_0^T ] [ du     ]
 *     [ -1/2 (M_0 + M_1)          M_1 + h/2 C_1                  ] [ dz     ] = r,       C = d/dq of T_v(t, q, u)
 *     [                           G_1                            ] [ dkappa ]
 *
 * which stays well conditioned as h -> 0. f_v is left out where a force is a function; the iteration then converges as
 * long as h |f_v| is below 2 |M|. Constraints that were found redundant have kappa = 0.
 */

import type { F64, Mechanics, Problem, SparseJacobian, Status } from "../../../core/index.js";
import { EntryBook } from "../../../linalg/entry-book.js";
import { allFinite, fill } from "../../../linalg/vector.js";
import { realSaddleLu, type SaddleLu } from "../../radau/parts/saddle-lu.js";

/** A matrix whose entries are evaluated at states. */
export interface Entries {
  readonly of: SparseJacobian;
  readonly values: F64;
}

const none: SparseJacobian = { rows: new Int32Array(0), cols: new Int32Array(0), evaluate() {} };

export class ImplicitRattleMatrix {
  /** M, and C = d/dq of the momentum, at both ends; f_v at the start. */
  readonly mass: readonly [Entries, Entries];
  readonly momentum: readonly [Entries, Entries];
  readonly damping: Entries;
  /** The choice of pivots, for checkpoints. */
  readonly lu: SaddleLu;
  private readonly problem: Problem;
  private readonly m: number;
  /** Slots of M_0, C_0^T and f_v in the first rows, of M_0, M_1 and C_1 in the second ones, of G_0^T, G_1 and kappa. */
  private readonly slots: Readonly<Record<"m0" | "c0" | "f" | "below0" | "below1" | "m1" | "c1", Int32Array>>;
  private readonly reactions: Int32Array;
  private readonly rows: Int32Array;
  private readonly diagonal: Int32Array;
  private readonly values: Float64Array;

  constructor(problem: Problem) {
    const { arena, n, constraints, secondOrder } = problem;
    const { mechanics } = secondOrder!;
    const { derivatives } = mechanics;
    const entries = (of: SparseJacobian): Entries => ({ of, values: arena.f64(of.rows.length) });
    const mass = derivatives.mass?.() ?? diagonalMass(mechanics);
    const momentum = derivatives.momentum?.() ?? none;
    this.problem = problem;
    this.mass = [entries(mass), entries(mass)];
    this.momentum = [entries(momentum), entries(momentum)];
    this.damping = entries(derivatives.damping?.() ?? none);
    this.m = constraints?.m ?? 0;

    const book = new EntryBook(2 * n + this.m);
    const { rowStart, column } = constraints ?? { rowStart: new Int32Array(1), column: new Int32Array(0) };
    const rowOf = new Int32Array(column.length);
    for (let r = 0; r < this.m; r++) rowOf.fill(r, rowStart[r], rowStart[r + 1]);
    const { rows, cols } = this.damping.of;
    this.slots = {
      m0: book.block(mass.rows, mass.cols),
      c0: book.block(momentum.cols, momentum.rows),
      f: Int32Array.from(rows, (row, k) => book.slot(row, cols[k] - n)),
      below0: book.block(mass.rows, mass.cols, n, 0),
      below1: book.block(mass.rows, mass.cols, n, 0),
      m1: book.block(mass.rows, mass.cols, n, n),
      c1: book.block(momentum.rows, momentum.cols, n, n),
    };
    this.reactions = book.block(column, rowOf, 0, 2 * n);
    this.rows = book.block(rowOf, column, 2 * n, n);
    // zeros, so that each multiplier is eliminated after the coordinates of both ends
    book.block(rowOf, column, 2 * n, 0);
    this.diagonal = Int32Array.from({ length: this.m }, (_, r) => book.slot(2 * n + r, 2 * n + r));
    this.values = new Float64Array(book.rows.length);
    this.lu = realSaddleLu(book, 2 * n);
  }

  /** Factorises for the entries as they were last evaluated. */
  factor(h: number, G0: F64, G1: F64): Status {
    const { values, slots, problem, diagonal } = this;
    const [{ values: M0 }, { values: M1 }] = this.mass;
    const [{ values: C0 }, { values: C1 }] = this.momentum;
    problem.work.jacobians++;
    problem.work.factorisations++;
    fill(values, 0);
    addTo(values, slots.m0, 1, M0);
    addTo(values, slots.c0, -h / 2, C0);
    addTo(values, slots.f, -h / 2, this.damping.values);
    addTo(values, slots.below0, -0.5, M0);
    addTo(values, slots.below1, -0.5, M1);
    addTo(values, slots.m1, 1, M1);
    addTo(values, slots.c1, h / 2, C1);
    addTo(values, this.reactions, 1, G0);
    addTo(values, this.rows, 1, G1);
    const dropped = problem.constraints?.dropped ?? [];
    for (let i = 0; i < dropped.length; i++) this.drop(dropped[i], diagonal[dropped[i]]);
    return allFinite(values) ? this.lu.factor(values, values) : "nonfinite";
  }

  /** The solution in place of the right-hand side. */
  solve(x: Float64Array): void {
    this.problem.work.solves++;
    const dropped = this.problem.constraints?.dropped ?? [];
    for (let i = 0; i < dropped.length; i++) x[2 * this.problem.n + dropped[i]] = 0;
    this.lu.solve(x, x);
  }

  private drop(row: number, diagonal: number): void {
    const { rowStart } = this.problem.constraints!;
    for (let k = rowStart[row]; k < rowStart[row + 1]; k++) {
      this.values[this.rows[k]] = 0;
      this.values[this.reactions[k]] = 0;
    }
    this.values[diagonal] = 1;
  }
}

/** out += scale A x for a square A. */
export function addProduct(out: Float64Array, scale: number, { of, values }: Entries, x: ArrayLike<number>): void {
  const { rows, cols } = of;
  for (let k = 0; k < rows.length; k++) out[rows[k]] += scale * values[k] * x[cols[k]];
}

function addTo(values: Float64Array, slots: Int32Array, scale: number, from: F64): void {
  for (let k = 0; k < slots.length; k++) values[slots[k]] += scale * from[k];
}

/** The mass of a system from functions. */
function diagonalMass({ inverseMass }: Mechanics): SparseJacobian {
  const places = Int32Array.from(inverseMass!.keys());
  return { rows: places, cols: places, evaluate: (values) => values.set(inverseMass!.map((x) => 1 / x)) };
}
