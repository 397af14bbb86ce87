/**
 * Functions given by a table: polynomials of degree three or less on intervals, or products of such polynomials on the
 * cells of a grid. A derivative of one is another on the same pieces, so a node `table` of a graph has a name and the
 * order of its derivative, and all orders share one table.
 *
 * The piece is found without branches, axis by axis: breaks are padded with NaN to 2^k - 1, and k comparisons `x >= break`
 * add 2^(k-1) … 1 to the position. All readings of a kernel do the same operations in the same order.
 */

/** One argument of a table. Piece 0 ends at break 0, piece k lies between breaks k - 1 and k, and the last has no end. */
export interface TableAxis {
  /** Where pieces end, ascending; padded with NaN to 2^levels - 1 entries. */
  readonly breaks: Float64Array;
  readonly levels: number;
  /** For each piece, the argument at which u is zero. */
  readonly origins: Float64Array;
  /** The argument is reduced to the period that begins at `from`. */
  readonly period?: { readonly from: number; readonly length: number };
  /** The function has values only here, the ends included. Default: everywhere. */
  readonly range?: { readonly from: number; readonly to: number };
}

/** A piecewise polynomial of one or two arguments. */
export interface Piecewise {
  readonly name: string;
  readonly axes: readonly [TableAxis] | readonly [TableAxis, TableAxis];
  /**
   * For each piece c0 … c3, where the value is c0 + c1 u + c2 u^2 + c3 u^3 with u = x - origin. With two axes, for each
   * piece of the first, each piece of the second, and each power of u the numbers c0 … c3 of the power's coefficient.
   */
  readonly coefficients: Float64Array;
  /** What the function does at its breaks: nothing, a jump of its slope, or a jump. */
  readonly joint: "smooth" | "kink" | "cut";
}

/** Coefficients of a piece along one axis. */
export const pieceWidth = 4;

/** Derivatives of higher order along an axis are zero. */
const mostDerivatives = 3;

/** The order of the derivative along an axis; `order` counts the first axis in ones and the second in fours. */
export const orderAlong = (order: number, axis: number): number =>
  axis === 0 ? order % pieceWidth : Math.floor(order / pieceWidth);

/** The order after one more derivative along an axis; undefined where that is zero. */
export function raisedOrder(order: number, axis: number): number | undefined {
  return orderAlong(order, axis) === mostDerivatives ? undefined : order + pieceWidth ** axis;
}

/** An axis with its breaks padded; there is an origin more than there are breaks. */
export function tableAxis(
  breaks: readonly number[],
  origins: readonly number[],
  rest: Partial<Pick<TableAxis, "period" | "range">> = {},
): TableAxis {
  let levels = 0;
  while (2 ** levels - 1 < breaks.length) levels++;
  const padded = new Float64Array(2 ** levels - 1).fill(Number.NaN);
  padded.set(breaks);
  return { breaks: padded, levels, origins: Float64Array.from(origins), ...rest };
}

/** Derivative `order` of the function at `x`, or at `(x, y)`, on numbers. */
export function evaluatePiecewise({ axes, coefficients }: Piecewise, order: number, x: number, y = 0): number {
  const [first, second] = axes;
  const at = reduced(first, x);
  const piece = pieceAt(first, at);
  const u = at - first.origins[piece];
  if (second === undefined) return polynomial(order, coefficients, pieceWidth * piece, u);
  const across = reduced(second, y);
  const other = pieceAt(second, across);
  const w = across - second.origins[other];
  const row = pieceWidth * pieceWidth * (piece * second.origins.length + other);
  const [along, alongSecond] = [orderAlong(order, 0), orderAlong(order, 1)];
  const powers = [0, 1, 2, 3].map((k) =>
    k < along ? 0 : polynomial(alongSecond, coefficients, row + pieceWidth * k, w),
  );
  return polynomial(along, powers, 0, u);
}

const reduced = ({ period }: TableAxis, x: number): number =>
  period === undefined ? x : x - period.length * Math.floor((x - period.from) / period.length);

function pieceAt({ breaks, levels }: TableAxis, x: number): number {
  let piece = 0;
  for (let step = 2 ** levels / 2; step >= 1; step /= 2) if (x >= breaks[piece + step - 1]) piece += step;
  return piece;
}

/** Derivative `order` of the polynomial whose coefficients begin at `row`. */
function polynomial(order: number, c: ArrayLike<number>, row: number, u: number): number {
  const [c0, c1, c2, c3] = [c[row], c[row + 1], c[row + 2], c[row + 3]];
  if (order === 0) return ((c3 * u + c2) * u + c1) * u + c0;
  if (order === 1) return (3 * c3 * u + 2 * c2) * u + c1;
  return order === 2 ? 6 * c3 * u + 2 * c2 : 6 * c3;
}

/** The slope of `breaksPassed` outside the breaks, in neighbouring pieces: small, so that no further integer is near. */
const outer = 1e-3;

/** A function that passes an integer, upwards, wherever an argument of the table passes one of its breaks; undefined without breaks. */
export function breaksPassed({ name, axes }: Piecewise, axis: number): Piecewise | undefined {
  const { breaks: padded, period } = axes[axis]!;
  const breaks = Array.from(padded).filter((x) => !Number.isNaN(x));
  if (breaks.length === 0) return undefined;
  const last = breaks.length - 1;
  const width = (k: number): number => (last === 0 ? 1 : breaks[k] - breaks[k - 1]) / outer;
  const [from, to] =
    period === undefined
      ? [breaks[0] - width(1), breaks[last] + width(last)]
      : [period.from, period.from + period.length];
  const ends = [from, ...breaks, to];
  const rows = ends.slice(1).map((end, k) => [k - 1, 1 / (end - ends[k]), 0, 0]);
  return {
    name: `breaks ${axis} of ${name}`,
    axes: [tableAxis(breaks, ends.slice(0, -1), period && { period })],
    coefficients: Float64Array.from(rows.flat()),
    joint: period === undefined ? "kink" : "cut",
  };
}
