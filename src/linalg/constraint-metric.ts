/**
 * S = G M^-1 G^T for diagonal masses, its determinant, and the entries of W = S^-1 G M^-1 where G has entries. The sum
 * over i of G_ik W_ik is the part of the freedom of coordinate k that the constraints remove.
 */

import type { Constraints, F64 } from "../core/index.js";
import { SelectedInverse } from "./selected-inverse.js";

export class ConstraintMetric {
  /** S^-1 G M^-1 in the pattern of G; rows of dropped constraints are zero. */
  readonly W: Float64Array;
  private readonly constraints: Constraints;
  private readonly inverseMass: F64;
  private readonly inverse: SelectedInverse;
  private readonly values: Float64Array;
  private readonly diagonal: Int32Array;
  /** Pairs of entries (i, k) and (j, k) in one column of G, and the slot of (i, j). */
  private readonly one: Int32Array;
  private readonly other: Int32Array;
  private readonly slot: Int32Array;
  private readonly rowOf: Int32Array;

  constructor(constraints: Constraints, inverseMass: F64) {
    const { m, rowStart, column } = constraints;
    this.constraints = constraints;
    this.inverseMass = inverseMass;
    this.rowOf = new Int32Array(column.length);
    const entriesOf = Array.from(inverseMass, () => [] as number[]);
    for (let i = 0; i < m; i++)
      for (let e = rowStart[i]; e < rowStart[i + 1]; e++) {
        this.rowOf[e] = i;
        entriesOf[column[e]].push(e);
      }
    const slots = new Map<number, number>();
    const slotOf = (i: number, j: number): number => {
      const key = Math.max(i, j) * m + Math.min(i, j);
      if (!slots.has(key)) slots.set(key, slots.size);
      return slots.get(key)!;
    };
    this.diagonal = Int32Array.from({ length: m }, (_, i) => slotOf(i, i));
    const [one, other, slot]: [number[], number[], number[]] = [[], [], []];
    for (const entries of entriesOf)
      for (const a of entries)
        for (const b of entries) {
          one.push(a);
          other.push(b);
          slot.push(slotOf(this.rowOf[a], this.rowOf[b]));
        }
    this.one = Int32Array.from(one);
    this.other = Int32Array.from(other);
    this.slot = Int32Array.from(slot);
    const keys = [...slots.keys()];
    this.inverse = new SelectedInverse({
      n: m,
      rows: Int32Array.from(keys, (key) => Math.floor(key / m)),
      cols: Int32Array.from(keys, (key) => key % m),
    });
    this.values = new Float64Array(keys.length);
    this.W = new Float64Array(column.length);
  }

  /** log det S for the constraints that are kept. */
  get logDeterminant(): number {
    return this.inverse.logDeterminant;
  }

  /** Evaluate at a point, from its G. Returns false where S is singular. */
  evaluate(G: F64): boolean {
    const { constraints, inverseMass, inverse, values, one, other, slot, rowOf, W } = this;
    const { column, dropped } = constraints;
    values.fill(0);
    for (let p = 0; p < one.length; p++) {
      const [a, b] = [one[p], other[p]];
      // (i, j) and (j, i) share a slot, so only the lower triangle is added
      if (rowOf[a] >= rowOf[b]) values[slot[p]] += G[a] * inverseMass[column[a]] * G[b];
    }
    if (dropped.length > 0) this.leaveOut(dropped);
    if (!inverse.evaluate(values)) return false;
    W.fill(0);
    for (let p = 0; p < one.length; p++)
      W[one[p]] += inverse.entry(slot[p]) * inverseMass[column[other[p]]] * G[other[p]];
    for (const i of dropped) for (let e = constraints.rowStart[i]; e < constraints.rowStart[i + 1]; e++) W[e] = 0;
    return true;
  }

  /** Replace dropped rows by rows of the unit matrix, which change neither the determinant nor the rest of the inverse. */
  private leaveOut(dropped: readonly number[]): void {
    const { values, one, other, slot, rowOf, diagonal } = this;
    for (let p = 0; p < one.length; p++)
      if (dropped.includes(rowOf[one[p]]) || dropped.includes(rowOf[other[p]])) values[slot[p]] = 0;
    for (const i of dropped) values[diagonal[i]] = 1;
  }
}
