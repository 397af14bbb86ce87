/**
 * Elements on all pairs: their sites, the molecules of these, and the energy between two kinds of sites as an expression
 * of their distance. All pair elements of a model are evaluated together, in one pass over the pairs.
 */

import { minimum } from "../../core/index.js";
import { unitsOf } from "../../core/units.js";
import {
  add,
  dot,
  type Expr,
  isConst,
  mul,
  norm,
  parseScalar,
  rebuild,
  symbolsOf,
  topologicalOrder,
  type Value,
} from "../../symbolic/index.js";
import { defaultOf, lawsOf, parameterOf } from "../definition.js";
import type { Item } from "../items.js";
import type { PairField, PairSite } from "../lowered.js";
import { below, fail, show, withErrorsAt } from "../model-errors.js";
import type { ModelData } from "../schema.js";
import { type Context, readScalar } from "./context.js";
import { type Families, findFamily } from "./families.js";
import type { Masses } from "./masses.js";
import { type PairTerm, readGroups, takesPart } from "./pair-groups.js";
import { refuseSamePlace } from "./same-place.js";
import type { Start } from "./start.js";

/** The most kinds of sites; their pairs take seconds to read and to compile. */
const mostKinds = 200;

type Numbers = Map<Expr, { readonly side: "a" | "b"; readonly name: string }>;

export function pairField(
  context: Context,
  families: Families,
  items: readonly Item[],
  start: Start,
  masses: Masses,
  model: ModelData,
): PairField | undefined {
  const own = items.filter(({ definition }) => definition.pairs !== undefined);
  const box = model.box?.map((edge, k) => readEdge(context, below("box", k), edge));
  if (own.length === 0) {
    if (box !== undefined) fail("box", "a box needs elements on all pairs; the model has none. Remove the box.");
    return undefined;
  }
  if (families.space === 0) fail(own[0].where, `${own[0].element} acts on points; the model has none. Add points.`);
  if (box !== undefined && box.length !== families.space)
    fail("box", `must have an edge for each of the ${families.space} components of points; it has ${box.length}.`);
  const terms = own.map((item) => readTerm(context, families, item, model));
  const reach = readReach(terms, box);
  const groups = readGroups(context, families, terms, masses);
  const sites = groups.flatMap((group) => group.sites);
  if (sites.length > mostKinds)
    fail(
      terms[0].item.where,
      `there may be at most ${mostKinds} kinds of sites, because each pair of kinds has a law of its own; there are ${sites.length}. Write points that differ in numbers only as one family, with those numbers as expressions of its index.`,
    );
  refuseSamePlace(groups, families, start.q0, terms[0].item.where);

  const [r, u] = [context.graph.symbol("#r"), context.graph.symbol("#u")];
  const numbers: Numbers = new Map();
  const potential: PairField["potential"] = (a, b) => {
    let sum = context.graph.num(0);
    for (const term of terms)
      if (takesPart(term, a) && takesPart(term, b))
        sum = add(sum, energy(context, families.space, term, a, b, r, u, numbers));
    return isConst(sum) ? undefined : sum;
  };
  // build every law now, so that errors in it are reported here
  for (const a of sites) for (const b of sites) potential(a, b);
  return {
    where: terms[0].item.where,
    names: terms.map(({ item }) => item.element),
    dim: families.space,
    groups,
    ...{ r, u, numbers, ...reach },
    ...(box && { box }),
    potential,
  };
}

/** The parameters of an element: given values, then defaults, which may use earlier ones and the units' `coulomb`. */
function readTerm(context: Context, families: Families, item: Item, model: ModelData): PairTerm {
  const { definition, where, values } = item;
  if (item.repeat !== undefined)
    fail(below(where, "repeat"), "an element on all pairs cannot be repeated. Remove this entry.");
  const parameters = new Map<string, number>();
  const { graph } = context;
  const coulomb = model.units === undefined ? 1 : unitsOf(model.units).coulomb;
  for (const name of Object.keys(definition.parameters ?? {})) {
    const at = below(where, name);
    const { above, atLeast, why } = parameterOf(definition, name);
    const given = values.get(name);
    const value = given ?? defaultOf(parameterOf(definition, name), families.space)!;
    if (Array.isArray(value)) fail(at, "must be a number; got a list.");
    const expr = readScalar(at, value as string | number, {
      graph,
      lookup(key) {
        // in a definition the word means the constant of the units, also where the model has a parameter of that name
        const built = key === "coulomb" ? coulomb : undefined;
        const own = context.parameters.get(key);
        const number = parameters.get(key) ?? (given === undefined ? (built ?? own) : (own ?? built));
        return number === undefined ? undefined : graph.num(number);
      },
      names: () => [...parameters.keys(), ...context.parameters.keys()],
    });
    if (!isConst(expr)) fail(at, `must be a finite number; ${show(value)} is not.`);
    const outside = (above !== undefined && expr.value <= above) || (atLeast !== undefined && expr.value < atLeast);
    if (outside)
      fail(
        at,
        `${name} must be ${above !== undefined ? `above ${above}` : `at least ${atLeast}`}; got ${expr.value}.${why === undefined ? "" : ` ${why}`}`,
      );
    parameters.set(name, expr.value);
  }
  if (item.nodes === "everywhere") return { item, parameters, on: undefined };
  for (const { text, where: at } of item.nodes) {
    const { numbers, anchor, kind } = findFamily(families, at, text);
    if (anchor !== undefined)
      fail(at, `elements on all pairs act on points that move; ${show(text)} is fixed. Remove it.`);
    const missing = definition.pairs!.find((name) => name !== "mass" && numbers?.has(name) !== true);
    if (kind !== "point") fail(at, `${item.element} acts on points; ${show(text)} is a coordinate. Name points.`);
    if (missing !== undefined) fail(at, `${show(text)} has no ${missing}. Write ${missing}: … in that point.`);
  }
  return { item, parameters, on: new Set(item.nodes.map(({ text }) => text)) };
}

const leastCutoff = 1e-100;

/** The cut-off that all pair elements share; 0 or no entry means no cut-off. */
function readReach(
  terms: readonly PairTerm[],
  box: readonly number[] | undefined,
): { readonly cutoff: number; readonly skin: number } {
  const of = ({ parameters }: PairTerm): number => parameters.get("cutoff") || Number.POSITIVE_INFINITY;
  const cutoff = of(terms[0]);
  const other = terms.find((term) => of(term) !== cutoff);
  if (other !== undefined)
    fail(
      other.item.where,
      `all pair elements must have the same cutoff; ${other.item.element} has ${written(of(other))}, and ${terms[0].item.element} has ${written(cutoff)}. Give both the same.`,
    );
  // laws contain powers of its inverse
  if (cutoff < leastCutoff)
    fail(
      terms[0].item.where,
      `the cutoff must be at least ${leastCutoff}; it is ${cutoff}. Give a larger one, or none.`,
    );
  if (box !== undefined && !(2 * cutoff <= minimum(box)))
    fail(
      terms[0].item.where,
      `in a periodic box the cutoff must be at most ${minimum(box) / 2}, half of the shortest edge, because only nearest images act; it has ${written(cutoff)}. Give a smaller one.`,
    );
  return { cutoff, skin: terms[0].parameters.get("skin") ?? 0 };
}

const written = (cutoff: number): string => (cutoff < Number.POSITIVE_INFINITY ? `cutoff ${cutoff}` : "no cutoff");

function readEdge(context: Context, where: string, edge: string | number): number {
  const expr = readScalar(where, edge, {
    graph: context.graph,
    lookup: (name) => (context.parameters.has(name) ? context.graph.num(context.parameters.get(name)!) : undefined),
    names: () => context.parameters.keys(),
  });
  if (!isConst(expr) || !(expr.value > 0))
    fail(where, `the edge of a box must be a number above 0; got ${show(edge)}.`);
  return expr.value;
}

/** The potential of an element between two kinds of sites, as an expression of the distance and its inverse. */
function energy(
  context: Context,
  space: number,
  { item, parameters }: PairTerm,
  a: PairSite,
  b: PairSite,
  r: Expr,
  u: Expr,
  numbers: Numbers,
): Expr {
  const { graph } = context;
  const { definition, where } = item;
  const difference = Array.from({ length: space }, (_, k) => graph.symbol(`#d${k}`));
  const names = new Map<string, Value>();
  for (const [name, value] of [...context.parameters, ...parameters]) names.set(name, graph.num(value));
  names.set(definition.on[0], difference).set(
    definition.on[1],
    difference.map(() => graph.num(0)),
  );
  for (const [k, side] of (["a", "b"] as const).entries()) {
    for (const [name, column] of (side === "a" ? a : b).numbers) {
      const symbol = graph.symbol(`#${name}_${side}`);
      if (column.length > 1) numbers.set(symbol, { side, name });
      names.set(`${name}_${definition.on[k]}`, column.length > 1 ? symbol : graph.num(column[0]));
    }
  }
  const text = lawsOf(definition, item.flag, space).potential as string;
  const V = withErrorsAt(where, text, () =>
    parseScalar(text, { graph, lookup: (name) => names.get(name), names: () => names.keys() }),
  );
  const made = ofDistance(V, difference, r, u);
  const left = new Set<Expr>([...difference, context.time]);
  if (symbolsOf([made]).some((symbol) => left.has(symbol)))
    fail(where, `the potential of ${item.element} must be a function of norm(${definition.on.join(" - ")}) alone.`);
  return made;
}

/** `V` with the length of `d` replaced by r, and each division by r replaced by a product with u = 1/r. */
function ofDistance(V: Expr, d: readonly Expr[], r: Expr, u: Expr): Expr {
  const image = new Map<Expr, Expr>([
    [norm(d), r],
    [dot(d, d), mul(r, r)],
  ]);
  for (const e of topologicalOrder([V])) {
    if (image.has(e)) continue;
    const args = e.args.map((arg) => image.get(arg)!);
    image.set(e, e.op === "div" && args[1] === r ? mul(args[0], u) : rebuild(e, args));
  }
  return image.get(V)!;
}
