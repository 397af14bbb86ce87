/**
 * Enclosures of expressions of one variable by interval arithmetic: bounds on all values that an expression takes while
 * the variable runs through an interval. Rounding is not directed; callers allow for it. On a single point the
 * enclosure is the value, with the bits of the kernels.
 */

import { hostMath } from "../math/index.js";
import {
  type Expr,
  evaluatePiecewise,
  type Op,
  type Piecewise,
  raisedOrder,
  type TableAxis,
  tableOf,
  topologicalOrder,
} from "../symbolic/index.js";

export interface Enclosure {
  lo: number;
  hi: number;
  /** The expression is continuous on the interval. */
  isContinuous: boolean;
}

type Unary = (lo: number, hi: number) => readonly [number, number];
type Binary = (a: number, b: number, c: number, d: number) => readonly [number, number];

const anything: readonly [number, number] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
const halfPi = Math.PI / 2;
/** A little more than the rounding errors of the comparisons with multiples of pi / 2. */
const slack = 1e-9;

const rising =
  (f: (x: number) => number): Unary =>
  (lo, hi) => [f(lo), f(hi)];

/** sin, or cos, whose maxima are at `peak` + 2 k pi. */
const wave =
  (f: (x: number) => number, peak: number): Unary =>
  (lo, hi) => {
    if (lo === hi) return [f(lo), f(lo)];
    const passes = (at: number): boolean =>
      Math.floor((hi - at) / (4 * halfPi) + slack) > Math.floor((lo - at) / (4 * halfPi) - slack);
    const [a, b] = [f(lo), f(hi)];
    return [passes(peak + 2 * halfPi) ? -1 : Math.min(a, b), passes(peak) ? 1 : Math.max(a, b)];
  };

const corners =
  (f: (x: number, y: number) => number): Binary =>
  (a, b, c, d) => {
    const [w, x, y, z] = [f(a, c), f(a, d), f(b, c), f(b, d)];
    return [Math.min(w, x, y, z), Math.max(w, x, y, z)];
  };

const unary: { readonly [op in Op]?: Unary } = {
  neg: (lo, hi) => [-hi, -lo],
  abs: (lo, hi) => (lo >= 0 ? [lo, hi] : hi <= 0 ? [-hi, -lo] : [0, Math.max(-lo, hi)]),
  floor: rising(Math.floor),
  sqrt: rising(Math.sqrt),
  exp: rising(hostMath.exp),
  log: rising(hostMath.log),
  sinh: rising(hostMath.sinh),
  tanh: rising(hostMath.tanh),
  asin: rising(hostMath.asin),
  atan: rising(hostMath.atan),
  acos: (lo, hi) => [hostMath.acos(hi), hostMath.acos(lo)],
  cosh(lo, hi) {
    const [a, b] = [hostMath.cosh(lo), hostMath.cosh(hi)];
    return [lo <= 0 && hi >= 0 ? 1 : Math.min(a, b), Math.max(a, b)];
  },
  sin: wave(hostMath.sin, halfPi),
  cos: wave(hostMath.cos, 0),
  tan(lo, hi) {
    const hasPole = Math.floor((hi + halfPi) / (2 * halfPi) + slack) > Math.floor((lo + halfPi) / (2 * halfPi) - slack);
    return lo < hi && hasPole ? anything : [hostMath.tan(lo), hostMath.tan(hi)];
  },
};

const binary: { readonly [op in Op]?: Binary } = {
  add: (a, b, c, d) => [a + c, b + d],
  sub: (a, b, c, d) => [a - d, b - c],
  mul: corners((x, y) => x * y),
  div: (a, b, c, d) => (c <= 0 && d >= 0 && c < d ? anything : corners((x, y) => x / y)(a, b, c, d)),
  min: (a, b, c, d) => [Math.min(a, c), Math.min(b, d)],
  max: (a, b, c, d) => [Math.max(a, c), Math.max(b, d)],
  pow: (a, b, c, d) => (a > 0 || (a === b && c === d) ? corners(hostMath.pow)(a, b, c, d) : anything),
  atan2: (a, b, c, d) =>
    (a === b && c === d) || c > 0 || a > 0 || b < 0 ? corners(hostMath.atan2)(a, b, c, d) : [-2 * halfPi, 2 * halfPi],
};

/** Bounds on a table: on each piece that the interval meets, by interval arithmetic on its polynomial. */
function tableBounds(table: Piecewise, order: number, los: number[], his: number[]): readonly [number, number] {
  if (los.every((lo, k) => lo === his[k])) {
    const value = evaluatePiecewise(table, order, los[0], los[1]);
    return [value, value];
  }
  /** The distance by which the breaks of an axis are shifted into the period of the argument. */
  const passed = ({ period }: TableAxis, k: number): number =>
    period === undefined ? 0 : period.length * Math.floor((los[k] - period.from) / period.length);
  const isLong = (axis: TableAxis, k: number): boolean => {
    const end = axis.period && axis.period.from + axis.period.length;
    return los[k] < his[k] && (!Number.isFinite(los[k] + his[k]) || his[k] - passed(axis, k) > (end ?? his[k]));
  };
  if (table.axes.some(isLong)) return anything;
  const cuts = table.axes.map((axis, k) => [
    los[k],
    ...axis.breaks.map((x) => x + passed(axis, k)).filter((x) => x > los[k] && x < his[k]),
    ...(los[k] < his[k] ? [his[k]] : []),
  ]);
  const ends = (k: number): readonly (readonly [number, number])[] =>
    cuts[k] === undefined || cuts[k].length === 1
      ? [[los[k], los[k]]]
      : cuts[k].slice(1).map((b, i) => [cuts[k][i], b] as const);
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const x of ends(0))
    for (const y of ends(1)) {
      const [value, reach] = middleAndReach(table, order, x, y);
      least = Math.min(least, value - reach);
      most = Math.max(most, value + reach);
    }
  return [least, most];
}

/** On one piece: it stays within its middle value and the size of its derivatives there times the powers of half the width. */
function middleAndReach(
  table: Piecewise,
  order: number,
  x: readonly [number, number],
  y: readonly [number, number],
): readonly [number, number] {
  const [middle, other] = [(x[0] + x[1]) / 2, (y[0] + y[1]) / 2];
  const [half, across] = [(x[1] - x[0]) / 2, (y[1] - y[0]) / 2];
  let reach = 0;
  let along: number | undefined = order;
  for (let i = 0, powerX = 1; along !== undefined; i++, powerX *= half / i) {
    let both: number | undefined = along;
    for (let j = 0, powerY = 1; both !== undefined; j++, powerY *= across / j) {
      if (i + j > 0) reach += Math.abs(evaluatePiecewise(table, both, middle, other)) * powerX * powerY;
      both = table.axes.length === 1 ? undefined : raisedOrder(both, 1);
    }
    along = raisedOrder(along, 0);
  }
  return [evaluatePiecewise(table, order, middle, other), reach];
}

/** Encloses `expr` while `variable` is in an interval; `values` gives the other symbols. */
export function encloser(
  expr: Expr,
  variable: Expr,
  values: ReadonlyMap<Expr, number>,
): (lo: number, hi: number) => Enclosure {
  const nodes = topologicalOrder([expr]);
  const place = new Map(nodes.map((node, k) => [node, k]));
  const args = nodes.map((node) => node.args.map((arg) => place.get(arg)!));
  const [los, his] = [new Float64Array(nodes.length), new Float64Array(nodes.length)];
  const found: Enclosure = { lo: 0, hi: 0, isContinuous: true };

  const isDefinite = (k: number): boolean =>
    Math.abs(los[k]) !== Number.POSITIVE_INFINITY && Math.abs(his[k]) !== Number.POSITIVE_INFINITY;
  const chosen = (k: number): readonly [number, number] => {
    const [c, yes, no] = args[k];
    if (los[c] > 0) return [los[yes], his[yes]];
    if (his[c] <= 0) return [los[no], his[no]];
    found.isContinuous = false;
    return [Math.min(los[yes], los[no]), Math.max(his[yes], his[no])];
  };
  const enclosed = (k: number): readonly [number, number] => {
    const { op } = nodes[k];
    if (op === "select") return chosen(k);
    const [a, b] = args[k];
    const isUnary = args[k].length === 1;
    const [lo, hi] =
      op === "table"
        ? tableBounds(
            tableOf(nodes[k]),
            nodes[k].value,
            args[k].map((arg) => los[arg]),
            args[k].map((arg) => his[arg]),
          )
        : isUnary
          ? unary[op]!(los[a], his[a])
          : binary[op]!(los[a], his[a], los[b], his[b]);
    const moves = args[k].some((arg) => los[arg] < his[arg]);
    if (op === "table" && moves && tableOf(nodes[k]).joint === "cut") found.isContinuous = false;
    if (op === "floor" ? lo < hi : !Number.isFinite(lo + hi)) found.isContinuous = false;
    if (op === "atan2" && los[b] < 0 && los[a] <= 0 && his[a] >= 0) found.isContinuous = false;
    // outside the domain of a function everywhere, or perhaps; 0 times infinity may be any number
    const isOutside = Number.isNaN(lo) && Number.isNaN(hi) && isDefinite(a) && (isUnary || isDefinite(b));
    return !Number.isNaN(lo + hi) || isOutside ? [lo, hi] : anything;
  };

  return (lo, hi) => {
    found.isContinuous = true;
    nodes.forEach((node, k) => {
      if (node === variable) [los[k], his[k]] = [lo, hi];
      else if (node.op === "const") los[k] = his[k] = node.value;
      else if (node.op === "symbol") los[k] = his[k] = values.get(node) ?? Number.NaN;
      else [los[k], his[k]] = enclosed(k);
    });
    [found.lo, found.hi] = [los[nodes.length - 1], his[nodes.length - 1]];
    return found;
  };
}
