/**
 * Pulses of time: where an expression of time alone changes within next to no time although it hardly changes before, such as
 * exp(-((t - 5)/0.001)^2) or the peak of a table. Steps that have grown long would go over it without a trace.
 *
 * Such expressions are known before the run. They are enclosed on intervals of the whole run, and intervals on which an enclosure
 * is not small beside the range that has been met are halved. What is then narrow is a pulse, unless much of the run is
 * narrow: expressions that are fast all the time keep steps short by their errors.
 */

import { maximum, minimum } from "../core/lists.js";
import type { Lowered } from "../model/lowered.js";
import { type Expr, isConst, symbolsOf, topologicalOrder } from "../symbolic/index.js";
import { type Enclosure, encloser } from "./enclosure.js";
import { actsOnMotion, allLaws } from "./switch-arguments.js";

/** An interval is clear when its enclosure is at most this fraction of the range. */
const clear = 0.3;
/** An interval belongs to a pulse if values on it differ by this fraction of the range, */
const felt = 0.1;
/** if it is shorter than the run by this factor, and than the longest step, */
const narrow = 64;
/** and if pulses take up this fraction of the run at most, in so many intervals. */
const share = 0.25;
const most = 200;
/** Before a pulse nothing happens for so many times its first interval. */
const calm = 10;
/** Enclosures of one expression, intervals at first, and the shortest interval as a fraction of the run. */
const budget = 1000;
const begun = 16;
const shortest = 2 ** -40;

/** An expression of time with the parameters of one instance. */
type Signal = (lo: number, hi: number) => Enclosure;

/** A time at which steps must end. */
export interface PulseTime {
  readonly t: number;
  /** Nothing happened for a while before, so that the steps before say nothing of those that come. */
  readonly isOnset: boolean;
}

interface Cell {
  readonly a: number;
  readonly b: number;
  /** How far the enclosure reaches, and how far values at the ends and in the middle differ. */
  readonly reach: number;
  readonly change: number;
}

/** Everything in the laws of a model that depends on time alone, each once. */
export function signalsOf(lowered: Lowered): Signal[] {
  const { time } = lowered;
  const found = new Map<string, Signal>();
  for (const { count, kind, params, outputs } of allLaws(lowered)) {
    if (count === 0 || !actsOnMotion(kind) || !symbolsOf(outputs).includes(time)) continue;
    const numbers = new Map<Expr, number>();
    for (const { symbol, values, slot, multiplier, omega2 } of params)
      if (values.length === 1 && (slot ?? multiplier ?? omega2) === undefined) numbers.set(symbol, values[0]);
    // what follows from time and numbers, and whether it reads time
    const known = new Map<Expr, boolean>();
    const nodes = topologicalOrder(outputs);
    for (const node of nodes) {
      const isLeaf = node.args.length === 0;
      if (isLeaf ? node === time || isConst(node) || numbers.has(node) : node.args.every((arg) => known.has(arg)))
        known.set(node, node === time || node.args.some((arg) => known.get(arg)));
    }
    const parts = new Set(nodes.flatMap((node) => (known.has(node) ? node.args : [])));
    for (const node of nodes) {
      if (!known.get(node) || parts.has(node) || node === time) continue;
      const used = new Map(
        symbolsOf([node]).flatMap((symbol) => (symbol === time ? [] : [[symbol, numbers.get(symbol)!]])),
      );
      const key = [node.id, ...used.values()].join(" ");
      if (!found.has(key)) found.set(key, encloser(node, time, used));
    }
  }
  return [...found.values()];
}

/** The times at which steps must end so that no pulse between two times is gone over, in their order on the way. */
export function pulseTimes(
  signals: readonly Signal[],
  from: number,
  until: number,
  maxStep = Number.POSITIVE_INFINITY,
): PulseTime[] {
  const direction = Math.sign(until - from);
  const onsets = new Map<number, boolean>();
  for (const { t, isOnset } of signals.flatMap((signal) => pulsesOf(signal, from, until, maxStep)))
    onsets.set(t, isOnset || onsets.get(t) === true);
  return [...onsets].map(([t, isOnset]) => ({ t, isOnset })).sort((a, b) => (a.t - b.t) * direction);
}

function pulsesOf(signal: Signal, from: number, until: number, maxStep: number): PulseTime[] {
  const length = Math.abs(until - from);
  if (!(length > 0 && length < Number.POSITIVE_INFINITY)) return [];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const at = (t: number): number => {
    const { lo } = signal(t, t);
    if (Number.isFinite(lo)) [low, high] = [Math.min(low, lo), Math.max(high, lo)];
    return lo;
  };
  const cellOf = (a: number, b: number): Cell => {
    const values = [at(a), at(0.5 * (a + b)), at(b)];
    const { lo, hi, isContinuous } = signal(Math.min(a, b), Math.max(a, b));
    // steps end at jumps anyway
    return { a, b, reach: hi - lo, change: isContinuous ? maximum(values) - minimum(values) : 0 };
  };
  let cells = Array.from({ length: begun }, (_, k) =>
    cellOf(from + ((until - from) * k) / begun, from + ((until - from) * (k + 1)) / begun),
  );
  const isWide = ({ a, b, reach }: Cell): boolean =>
    reach > clear * (high - low) && Math.abs(b - a) > shortest * length;
  for (let left = budget; cells.some(isWide); ) {
    left -= 2 * cells.filter(isWide).length;
    if (left < 0) return [];
    cells = cells.flatMap((cell) => {
      const middle = 0.5 * (cell.a + cell.b);
      return isWide(cell) ? [cellOf(cell.a, middle), cellOf(middle, cell.b)] : [cell];
    });
  }
  const width = ({ a, b }: Cell): number => Math.abs(b - a);
  const longest = Math.min(length / narrow, maxStep);
  const pulses = cells.filter((cell) => width(cell) < longest && cell.change > felt * (high - low));
  if (pulses.length > most || pulses.reduce((sum, cell) => sum + width(cell), 0) > share * length) return [];
  let [last, isPulse] = [from, false];
  return pulses.flatMap((cell) => {
    const gap = Math.abs(cell.a - last);
    const isOnset = gap >= calm * width(cell);
    isPulse ||= isOnset;
    last = cell.b;
    return isPulse
      ? [
          { t: cell.a, isOnset },
          { t: cell.b, isOnset: false },
        ]
      : [];
  });
}
