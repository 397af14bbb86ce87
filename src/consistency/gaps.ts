/**
 * How far joints are open and bodies were moved, in lengths and angles. A row is a length if places have a part in it, and an
 * angle if only directions have: its value is divided by its derivative by a place, or by a direction.
 */

import type { Constraints, Displacement, F64, Gap, Holder, Makeup, Receiver } from "../core/index.js";
import { turnOf } from "./rigid-frames.js";

/** Gaps and displacements below this are rounding. */
const rounding = 1e-9;

type RowKind = "length" | "angle" | "value";

/** What a row measures, and by how much one unit of that changes it. */
export interface RowScale {
  readonly kind: RowKind;
  readonly by: number;
}

/** Makes a function that says what rows measure, from the Jacobian at a point. */
export function rowScales(
  { rowStart, column }: Constraints,
  movables: readonly Receiver[],
  n: number,
): (G: F64, row: number) => RowScale {
  // each coordinate has the first coordinate of its vector, and a negative number if the vector is a direction
  const vectorOf = new Int32Array(n);
  const isScalar = new Uint8Array(n);
  for (const { offset, dim, directors, kind } of movables) {
    for (let c = 0; c < dim; c++) {
      vectorOf[offset + c] = offset + 1;
      if (kind === "coordinate") isScalar[offset + c] = 1;
    }
    for (const at of directors) if (at >= 0) for (let c = 0; c < dim; c++) vectorOf[at + c] = -at - 1;
  }
  return (G, row) => {
    const sums = new Map<number, number>();
    let scalars = 0;
    for (let e = rowStart[row]; e < rowStart[row + 1]; e++) {
      const k = column[e];
      if (isScalar[k]) scalars = Math.max(scalars, Math.abs(G[e]));
      else sums.set(vectorOf[k], (sums.get(vectorOf[k]) ?? 0) + G[e] * G[e]);
    }
    let [places, directions] = [0, 0];
    for (const [vector, sum] of sums)
      if (vector > 0) places = Math.max(places, Math.sqrt(sum));
      else directions = Math.max(directions, Math.sqrt(sum));
    // a place of which a row has next to nothing is not what it measures
    if (places > 1e-9 * Math.max(directions, scalars)) return { kind: "length", by: places };
    if (directions > 0 && scalars === 0) return { kind: "angle", by: directions };
    return { kind: "value", by: 1 };
  };
}

/** The gap of one joint or constraint. */
export function gapOf({ name, kind, rows }: Holder, g: F64, scaleOf: (row: number) => RowScale): Gap {
  const sums = { length: 0, angle: 0, value: 0 };
  for (const row of rows) {
    const { kind: measured, by } = scaleOf(row);
    sums[measured] += (g[row] / by) ** 2;
  }
  const parts = Object.entries(sums).flatMap(([key, sum]) => (sum > rounding ** 2 ? [[key, Math.sqrt(sum)]] : []));
  return { name, kind, ...Object.fromEntries(parts) };
}

/** The largest number of a gap, to compare gaps. */
export const sizeOf = ({ length = 0, angle = 0, value = 0 }: Gap): number => Math.max(length, angle, value);

/** All gaps that are not zero, the largest first. */
export function openGaps({ holders }: Makeup, g: F64, scaleOf: (row: number) => RowScale): Gap[] {
  return holders
    .filter(({ rows }) => rows.some((row) => !(Math.abs(g[row]) <= rounding)))
    .map((holder) => gapOf(holder, g, scaleOf))
    .filter((gap) => sizeOf(gap) > 0)
    .sort((a, b) => sizeOf(b) - sizeOf(a));
}

/** Everything that moved, the largest displacement first. */
export function displacements({ movables }: Makeup, from: F64, to: F64): Displacement[] {
  const found: Displacement[] = [];
  for (const movable of movables) {
    const { name, kind, offset, dim, directors } = movable;
    let sum = 0;
    for (let k = offset; k < offset + dim; k++) sum += (to[k] - from[k]) ** 2;
    const moved = Math.sqrt(sum);
    const turned = directors.length === 0 ? 0 : turnOf(movable, from, to);
    if (moved > rounding || turned > rounding)
      found.push({ name, kind, moved, ...(directors.length > 0 && { turned }) });
  }
  const size = ({ moved, turned = 0 }: Displacement): number => Math.max(moved, turned);
  return found.sort((a, b) => size(b) - size(a));
}
