/**
 * Functions given by a table: polynomials of degree three or less on intervals. A derivative of one is another on the same
 * intervals, so a node `table` of a graph has a name and the order of its derivative, and all orders share one table.
 *
 * The interval is found without branches: breaks are padded with NaN to 2^k - 1, and k comparisons `x >= break` add
 * 2^(k-1) … 1 to the position. All readings of a kernel do the same operations in the same order.
 */

/** A piecewise polynomial. Piece 0 ends at break 0, piece k lies between breaks k - 1 and k, and the last has no end. */
export interface Piecewise {
  readonly name: string;
  /** Where pieces end, ascending; padded with NaN to 2^levels - 1 entries. */
  readonly breaks: Float64Array;
  readonly levels: number;
  /** For each piece its origin o and c0 … c3: the value is c0 + c1 u + c2 u^2 + c3 u^3 with u = x - o. */
  readonly pieces: Float64Array;
  /** The argument is reduced to the period that begins at `from`. */
  readonly period?: { readonly from: number; readonly length: number };
  /** The function has values only here, the ends included. Default: everywhere. */
  readonly range?: { readonly from: number; readonly to: number };
  /** What the function does at its breaks: nothing, a jump of its slope, or a jump. */
  readonly joint: "smooth" | "kink" | "cut";
}

/** Numbers in a row of `pieces`. */
export const pieceWidth = 5;

/** Derivatives of higher order are zero. */
export const mostDerivatives = 3;

/** The table with its breaks padded; `rows` has a row more than there are breaks. */
export function piecewise(
  name: string,
  breaks: readonly number[],
  rows: readonly (readonly number[])[],
  rest: Pick<Piecewise, "joint"> & Partial<Pick<Piecewise, "period" | "range">>,
): Piecewise {
  let levels = 0;
  while (2 ** levels - 1 < breaks.length) levels++;
  const padded = new Float64Array(2 ** levels - 1).fill(Number.NaN);
  padded.set(breaks);
  return { name, breaks: padded, levels, pieces: Float64Array.from(rows.flat()), ...rest };
}

/** Derivative `order` of the function at `x`, on numbers. */
export function evaluatePiecewise({ breaks, levels, pieces, period }: Piecewise, order: number, x: number): number {
  const at = period === undefined ? x : x - period.length * Math.floor((x - period.from) / period.length);
  let piece = 0;
  for (let step = 2 ** levels / 2; step >= 1; step /= 2) if (at >= breaks[piece + step - 1]) piece += step;
  const row = pieceWidth * piece;
  const u = at - pieces[row];
  const [c0, c1, c2, c3] = [pieces[row + 1], pieces[row + 2], pieces[row + 3], pieces[row + 4]];
  if (order === 0) return ((c3 * u + c2) * u + c1) * u + c0;
  if (order === 1) return (3 * c3 * u + 2 * c2) * u + c1;
  return order === 2 ? 6 * c3 * u + 2 * c2 : 6 * c3;
}
