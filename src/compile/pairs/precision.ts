/** The precision of the forces between pairs: which models can have them in single precision, and why others cannot. */

import { SettingError, short } from "../../core/index.js";
import { buildProgram, evaluate, type Input, singleOps } from "../../kernels/index.js";
import type { Lowered, PairField, PairSite } from "../../model/lowered.js";
import { type Expr, symbolsOf, topologicalOrder } from "../../symbolic/index.js";
import { type PairLaw, pairBlocks } from "./pair-laws.js";

/** What a run with such forces says of them. */
export const mixedNote =
  "Forces between pairs are computed in single precision and summed in double (precision: mixed); energies are in double.";

/** The magnitudes that numbers in single precision may have, with room for their products. */
const [least, most] = [1e-36, 1e36];
/** How many members of each kind are looked at to find the shortest distance. */
const looked = 300;

/**
 * The model with the forces between its pairs in this precision; throws a `SettingError` if it has no pairs whose forces
 * could be in single precision.
 */
export function inPrecision(lowered: Lowered, precision: "double" | "mixed" | undefined): Lowered {
  if (precision !== "mixed") return lowered;
  const { pairs, notes = [] } = lowered;
  if (pairs === undefined) refuse("is for energies between all pairs of points, and the model has none.");
  const reason = whyDouble(pairs, lowered.q0);
  if (reason !== undefined) refuse(reason);
  return { ...lowered, notes: [...notes, mixedNote], pairs: { ...pairs, precision } };
}

function refuse(reason: string): never {
  throw new SettingError("precision", `"mixed" ${reason} Leave this setting out.`);
}

function whyDouble(field: PairField, q0: Float64Array): string | undefined {
  const elements = field.names.join(" and ");
  if (field.cutoff < Number.POSITIVE_INFINITY)
    return `needs pairs without a cut-off, because lists of neighbours are in double precision only; ${elements} has cutoff ${short(field.cutoff)}.`;
  for (const { first, second, laws } of pairBlocks(field))
    for (const [a, row] of laws.entries())
      for (const [b, law] of row.entries()) {
        if (law === undefined) continue;
        const other = topologicalOrder([law.weight]).find(({ op }) => !singleOps.has(op));
        if (other !== undefined)
          return `needs forces made of sums, products, quotients and roots; that of ${elements} contains ${other.op}.`;
        const [from, to] = [first.sites[a], second.sites[b]];
        const distance = shortest(from, to, field.dim, q0);
        const outside = distance && outsideRange(law, field, from, to, distance);
        if (outside)
          return `needs units in which single precision has room for the forces; that of ${elements} contains ${short(Number(outside.toPrecision(2)))} at the shortest distance of the start, ${short(Number(distance.toPrecision(3)))}.`;
      }
  return undefined;
}

/** The shortest distance above 0 between some members of two kinds of sites; 0 if there is none. */
function shortest(a: PairSite, b: PairSite, dim: number, q0: Float64Array): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const i of a.index.subarray(0, looked))
    for (const j of b.index.subarray(0, looked)) {
      let sum = 0;
      for (let c = 0; c < dim; c++) sum += (q0[i + c] - q0[j + c]) ** 2;
      if (sum > 0 && sum < nearest) nearest = sum;
    }
  return nearest < Number.POSITIVE_INFINITY ? Math.sqrt(nearest) : 0;
}

/** A number in the force at this distance that single precision cannot hold; 0 if there is none. */
function outsideRange({ weight, square, cube }: PairLaw, field: PairField, a: PairSite, b: PairSite, r: number) {
  const largest = (symbol: Expr): number => {
    const { side, name } = field.numbers.get(symbol)!;
    return (side === "a" ? a : b).numbers.get(name)!.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  };
  const symbols = symbolsOf([weight]);
  const known = new Map([
    [field.r, r],
    [field.u, 1 / r],
    [square, r ** -2],
    [cube, r ** -3],
  ]);
  const numbers = symbols.map((symbol) => known.get(symbol) ?? largest(symbol));
  const inputs = new Map(symbols.map((symbol, column): [Expr, Input] => [symbol, { from: "param", column }]));
  const program = buildProgram([{ expr: weight, target: { to: "store", array: 0, offset: 0, stride: 0 } }], inputs);
  const values = new Float64Array(program.instructions.length);
  evaluate(values, program, (input) => (input.from === "param" ? numbers[input.column] : 0));
  return values.find((x) => x !== 0 && !(Math.abs(x) > least && Math.abs(x) < most)) ?? 0;
}
