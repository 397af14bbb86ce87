/** The law of a pair as code: the weight of its force, or its energy, from the square of the distance. */

import { append } from "../../core/index.js";
import type { Lanes } from "../../kernels/index.js";
import type { PairField } from "../../model/lowered.js";
import { type Expr, isConst, symbolsOf } from "../../symbolic/index.js";
import {
  type Code,
  type FunctionBuilder,
  get,
  type Local,
  type Module,
  type Statement,
  set,
} from "../../wasm/index.js";
import { type Constants, emitExpressions, type Lane } from "./emit-expressions.js";
import type { PairLaw } from "./pair-laws.js";

/** Where the code of a pair goes, and what it is made with. */
export interface LawPlace<T extends Lane> {
  readonly module: Module;
  readonly f: FunctionBuilder;
  readonly lanes: Lanes<T>;
  readonly constants: Constants<T>;
  readonly field: PairField;
  readonly code: Statement[];
}

type PairOp = "add" | "sub" | "mul" | "div" | "sqrt" | "floor" | "select";

/** The value of `op` for these numbers. */
export const apply = <T extends Lane>(place: LawPlace<T>, op: PairOp, ...args: readonly Code<T>[]): Code<T> =>
  place.lanes.apply(place.module, op, args);

/** Keeps a value in a local. */
export function keep<T extends Lane>({ f, lanes, code }: LawPlace<T>, value: Code<T>): Local<T> {
  const local = f.local(lanes.type);
  code.push(set(local, value));
  return local;
}

/** The weight of the force, or the energy; zero beyond the cut-off. `numbers` are the properties of the two sites. */
export function lawValue<T extends Lane>(
  place: LawPlace<T>,
  law: PairLaw,
  wanted: "force" | "energy",
  d2: Local<T>,
  numbers: (side: "a" | "b", name: string) => Code<T> | undefined,
): Code<T> {
  const { module, f, lanes, constants, field, code } = place;
  const { cutoff } = field;
  const wantedOf = wanted === "force" ? law.weight : law.energy;
  const { op, args } = wantedOf;
  if (op === "mul" && args[1] === law.cube && isConst(args[0]) && cutoff === Number.POSITIVE_INFINITY) {
    const r3 = apply(place, "mul", get(d2), apply(place, "sqrt", get(d2)));
    return get(keep(place, apply(place, "div", constants.of(args[0].value), r3)));
  }
  const inputs = powers(place, wantedOf, law, d2);
  for (const [symbol, { side, name }] of field.numbers) {
    const value = numbers(side, name);
    if (value !== undefined) inputs.set(symbol, value);
  }
  const expressions = emitExpressions(module, f, lanes, constants, [wantedOf], inputs);
  append(code, expressions.code);
  const [value] = expressions.values;
  if (cutoff === Number.POSITIVE_INFINITY) return get(keep(place, value));
  const inside = apply(place, "sub", constants.of(cutoff * cutoff), get(d2));
  return get(keep(place, apply(place, "select", inside, value, constants.of(0))));
}

/** The powers of the distance that an expression needs, from one division. */
function powers<T extends Lane>(
  place: LawPlace<T>,
  wanted: Expr,
  { square, cube }: PairLaw,
  d2: Local<T>,
): Map<Expr, Code<T>> {
  const { r, u } = place.field;
  const used = new Set(symbolsOf([wanted]));
  const one = place.constants.of(1);
  const kept = (op: "mul" | "div", a: Code<T>, b: Code<T>): Code<T> => get(keep(place, apply(place, op, a, b)));
  if (!used.has(square) && !used.has(cube)) {
    const root = get(keep(place, apply(place, "sqrt", get(d2))));
    return new Map([[r, root], ...(used.has(u) ? [[u, kept("div", one, root)] as const] : [])]);
  }
  // even powers do not have to wait for the square root
  const inverse = kept("div", one, get(d2));
  const inputs = new Map([[square, inverse]]);
  if (used.has(r) || used.has(u) || used.has(cube)) {
    const root = get(keep(place, apply(place, "sqrt", inverse)));
    inputs.set(u, root);
    if (used.has(cube)) inputs.set(cube, kept("mul", inverse, root));
    if (used.has(r)) inputs.set(r, kept("mul", get(d2), root));
  }
  return inputs;
}
