/**
 * Forces that have a potential although the model does not write it. The part of a force that does work, c(q) = f(q, 0),
 * has a potential where its derivative is symmetric, dc_i/dq_j = dc_j/dq_i, and what is left, f - c, must do no work:
 * (f - c) . v = 0. Both are identities of expressions. Normal forms decide some of them; sums are never reassociated, so
 * the others are decided by their values at points drawn around the start, which for smooth functions is as good.
 *
 *  1. Each law by itself, with parameters drawn too, so that the answer holds for all of its instances.
 *  2. Laws that are not symmetric one by one: the sum of all of them, with their own parameters.
 *
 * At a cut a symmetric derivative does not exclude a jump across it, so laws with cuts must act on each coordinate by
 * itself. At kinks every combination of sides must have been met by some point.
 */

import type { Law, Lowered } from "../model/lowered.js";
import { add, type Entry, type Expr, isConst, jacobian, mul, sub, substitute, symbolsOf } from "../symbolic/index.js";
import { Dice, LawPoints, sizeOf } from "./law-points.js";
import { switchArguments } from "./switch-arguments.js";
import { roughTables } from "./switches.js";

/** The forces that do work, law by law, as expressions of positions alone. */
export interface ClosedForce {
  readonly law: Law;
  readonly outputs: readonly Expr[];
}

/** A law with the derivatives that must be symmetric, and the arguments of its kinks. */
interface Form extends ClosedForce {
  readonly slopes: readonly Entry[];
  readonly kinks: readonly Expr[];
}

/** Points at which identities are tested, and how many of them must lie where all functions have values. */
const [draws, needed] = [48, 6];
/** Their distance from the start, in sizes of the coordinates. */
const spreads = [1, 0.1, 4];
/** Two derivatives are equal up to the rounding of expressions that cancel. */
const equal = 1e-11;
/** Laws with more kinks, and sums with more entries, are not decided: their energy is not watched. */
const [mostKinks, mostEntries] = [4, 50_000];

/** The forces that do work, if all of them have a potential; undefined if some force has none. */
export function closedForces(lowered: Lowered): readonly ClosedForce[] | undefined {
  const { laws, functions, coupled, time, q0 } = lowered;
  if (coupled?.drives || functions.length > 0) return undefined;
  const switches = switchArguments(lowered);
  const forms: Form[] = [];
  for (const law of laws) {
    if (law.kind !== "force" || law.count === 0 || isConst(powerOf(law, law.outputs), 0)) continue;
    // forces that follow multipliers are not functions of the positions alone
    if (law.penalised !== undefined || symbolsOf(law.outputs).includes(time)) return undefined;
    const { q, v } = symbolsIn(law);
    const zero = time.graph.num(0);
    const outputs = substitute(law.outputs, new Map(v.map((x) => [x, zero])));
    const own = switches.filter((each) => each.law === law);
    const isSmooth = own.length === 0 && roughTables(law).length === 0;
    if (!restIsWorkless(law, outputs, q0, isSmooth)) return undefined;
    const slopes = jacobian(outputs, q);
    const jumps = own.some((each) => each.function.kind === "cut") || roughTables(law).length > 0;
    if (jumps && slopes.some(({ row, col }) => row !== col)) return undefined;
    if (jumps && readsOthers(outputs, q)) return undefined;
    forms.push({ law, outputs, slopes, kinks: jumps ? [] : own.map(({ argument }) => argument) });
  }
  const open = forms.filter((form) => !isSymmetric(form, q0));
  if (open.length > 0 && !sumIsSymmetric(open, lowered)) return undefined;
  return forms;
}

/** sum f_k v_k over the stencil. */
export function powerOf(law: Law, forces: readonly Expr[]): Expr {
  const { v } = symbolsIn(law);
  return forces.map((f, k) => mul(f, v[k])).reduce((sum, term) => add(sum, term));
}

const symbolsIn = ({ stencil }: Law) => ({ q: stencil.flatMap((s) => s.q), v: stencil.flatMap((s) => s.v) });

/** Whether some force reads a coordinate other than its own, if only to decide on which side of a cut it is. */
function readsOthers(outputs: readonly Expr[], q: readonly Expr[]): boolean {
  return outputs.some((f, k) => symbolsOf([f]).some((symbol) => symbol !== q[k] && q.includes(symbol)));
}

/** Whether (f - c) . v vanishes for every v. Laws with switches may be different where no point was drawn. */
function restIsWorkless(law: Law, closed: readonly Expr[], q0: Float64Array, isSmooth: boolean): boolean {
  const rest = law.outputs.map((f, k) => sub(f, closed[k]));
  const power = powerOf(law, rest);
  if (isConst(power, 0)) return true;
  if (!isSmooth) return false;
  const { v } = symbolsIn(law);
  const terms = rest.map((f, k) => mul(f, v[k]));
  const points = new LawPoints(law, [...law.outputs.map((f, k) => mul(f, v[k])), ...terms], q0);
  let met = 0;
  for (let k = 0; k < draws && met < needed; k++) {
    const values = points.draw(k % law.count);
    if (values === undefined) continue;
    met++;
    const [size, sum] = [values.slice(0, terms.length), values.slice(terms.length)];
    if (Math.abs(total(sum)) > equal * total(size.map(Math.abs))) return false;
  }
  return met === needed;
}

/** Whether the derivative of one law is symmetric, whatever its parameters are. */
function isSymmetric(form: Form, q0: Float64Array): boolean {
  const { law, slopes, kinks } = form;
  const pairs = mirrored(slopes);
  if (pairs.every(({ entry, other }) => entry.expr === other?.expr)) return true;
  if (kinks.length > mostKinks || pairs.some(({ other }) => other === undefined)) return false;
  const points = new LawPoints(law, [...pairs.flatMap(({ entry, other }) => [entry.expr, other!.expr]), ...kinks], q0);
  const sides = new Set<string>();
  let met = 0;
  for (let k = 0; k < draws && (met < needed || sides.size < 2 ** kinks.length); k++) {
    const values = points.draw(k % law.count, spreads[k % spreads.length]);
    if (values === undefined) continue;
    met++;
    sides.add(kinks.map((_, i) => (values[2 * pairs.length + i] > 0 ? "+" : "-")).join(""));
    for (let i = 0; i < pairs.length; i++) if (!agree(values[2 * i], values[2 * i + 1])) return false;
  }
  return met >= needed && sides.size === 2 ** kinks.length;
}

/** Whether the derivatives of these laws, all instances together, are symmetric. */
function sumIsSymmetric(forms: readonly Form[], { q0, n }: Lowered): boolean {
  const entries = forms.reduce((sum, { law, slopes }) => sum + law.count * slopes.length, 0);
  if (entries > mostEntries || forms.some(({ kinks }) => kinks.length > 0)) return false;
  const dice = new Dice();
  const points = forms.map(
    ({ law, slopes }) =>
      new LawPoints(
        law,
        slopes.map(({ expr }) => expr),
        q0,
      ),
  );
  const size = sizeOf(q0);
  let met = 0;
  for (let k = 0; k < draws && met < needed; k++) {
    const q = Float64Array.from(q0, (x) => dice.around(x, size));
    const sums = new Map<number, { value: number; size: number }>();
    const isMet = forms.every(({ law, slopes }, at) => {
      const places = law.stencil.flatMap(({ dim, index }) => Array.from({ length: dim }, (_, c) => ({ index, c })));
      for (let i = 0; i < law.count; i++) {
        const values = points[at].at(i, (place) => q[places[place].index[i] + places[place].c]);
        if (values === undefined) return false;
        slopes.forEach(({ row, col }, e) => {
          const key = (places[row].index[i] + places[row].c) * n + places[col].index[i] + places[col].c;
          const sum = sums.get(key) ?? { value: 0, size: 0 };
          sums.set(key, { value: sum.value + values[e], size: sum.size + Math.abs(values[e]) });
        });
      }
      return true;
    });
    if (!isMet) continue;
    met++;
    for (const [key, { value, size }] of sums) {
      const mirror = sums.get((key % n) * n + Math.floor(key / n)) ?? { value: 0, size: 0 };
      if (Math.abs(value - mirror.value) > equal * (size + mirror.size)) return false;
    }
  }
  return met === needed;
}

/** Entries beside the diagonal, each pair once, or with nothing where the other one is zero. */
function mirrored(slopes: readonly Entry[]): { readonly entry: Entry; readonly other: Entry | undefined }[] {
  const byPlace = new Map(slopes.map((entry) => [`${entry.row} ${entry.col}`, entry]));
  return slopes.flatMap((entry) => {
    if (entry.row === entry.col) return [];
    const other = byPlace.get(`${entry.col} ${entry.row}`);
    return other !== undefined && entry.row < entry.col ? [] : [{ entry, other }];
  });
}

const agree = (a: number, b: number): boolean => Math.abs(a - b) <= equal * (Math.abs(a) + Math.abs(b));
const total = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0);
