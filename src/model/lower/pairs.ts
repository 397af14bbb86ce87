/**
 * Elements on all pairs: which sites take part, in which molecules, and the energy between two kinds of sites as an
 * expression of their distance. All pair elements of a model act together, in one pass over the pairs.
 */

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
import { type PairTerm, readGroups, refuseSamePlace, takesPart } from "./pair-groups.js";
import type { Start } from "./start.js";

type Numbers = Map<Expr, { readonly side: "a" | "b"; readonly name: string }>;

export function pairField(
  context: Context,
  families: Families,
  items: readonly Item[],
  start: Start,
  model: ModelData,
): PairField | undefined {
  const own = items.filter(({ definition }) => definition.pairs !== undefined);
  const box = model.box?.map((edge, k) => readEdge(context, below("box", k), edge));
  if (own.length === 0) {
    if (box !== undefined) fail("box", "a box is for elements on all pairs, and there is none. Leave it out.");
    return undefined;
  }
  if (families.space === 0) fail(own[0].where, `${own[0].element} acts on points, and there are none.`);
  if (box !== undefined && box.length !== families.space)
    fail("box", `${box.length} edges, and the points have ${families.space} components. Give one for each.`);
  const terms = own.map((item) => readTerm(context, families, item, model));
  const reach = readReach(terms, box);
  const groups = readGroups(context, families, terms);
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
  // whatever is wrong with a law is said now
  const sites = groups.flatMap((group) => group.sites);
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

/** The numbers of an element: what is given, then defaults, which may contain those before and the units' `coulomb`. */
function readTerm(context: Context, families: Families, item: Item, model: ModelData): PairTerm {
  const { definition, where, values } = item;
  if (item.repeat !== undefined) fail(below(where, "repeat"), "an element on all pairs is not repeated. Leave it out.");
  const parameters = new Map<string, number>();
  const { graph } = context;
  const coulomb = model.units === undefined ? 1 : unitsOf(model.units).coulomb;
  for (const name of Object.keys(definition.parameters ?? {})) {
    const at = below(where, name);
    const { above, atLeast, why } = parameterOf(definition, name);
    const value = values.get(name) ?? defaultOf(parameterOf(definition, name), families.space)!;
    if (Array.isArray(value)) fail(at, "a number is needed, and this is a list.");
    const expr = readScalar(at, value as string | number, {
      graph,
      lookup(key) {
        const number = parameters.get(key) ?? context.parameters.get(key) ?? (key === "coulomb" ? coulomb : undefined);
        return number === undefined ? undefined : graph.num(number);
      },
      names: () => [...parameters.keys(), ...context.parameters.keys()],
    });
    if (!isConst(expr)) fail(at, `${show(value)} is not a finite number.`);
    const outside = (above !== undefined && expr.value <= above) || (atLeast !== undefined && expr.value < atLeast);
    if (outside)
      fail(
        at,
        `${expr.value}, and ${name} must be ${above !== undefined ? `above ${above}` : `at least ${atLeast}`}.${why === undefined ? "" : ` ${why}`}`,
      );
    parameters.set(name, expr.value);
  }
  if (item.nodes === "everywhere") return { item, parameters, on: undefined };
  for (const { text, where: at } of item.nodes) {
    const { numbers, anchor } = findFamily(families, at, text);
    if (anchor !== undefined) fail(at, `${show(text)} is fixed. Elements on all pairs act on points that move.`);
    const missing = definition.pairs!.find((name) => numbers?.has(name) !== true);
    if (missing !== undefined) fail(at, `${show(text)} has no ${missing}. Write ${missing}: … in that point.`);
  }
  return { item, parameters, on: new Set(item.nodes.map(({ text }) => text)) };
}

/** The cut-off that all pair elements share; 0 and left out mean none. */
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
      `${other.item.element} has ${written(of(other))}, and ${terms[0].item.element} has ${written(cutoff)}. Pair elements share one pass: give both the same.`,
    );
  if (box !== undefined && !(2 * cutoff <= Math.min(...box)))
    fail(
      terms[0].item.where,
      `in a periodic box it has ${written(cutoff)}, and the nearest image is the only one within ${Math.min(...box) / 2}, half of the shortest edge. Give a cutoff of at most that.`,
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
  if (!isConst(expr) || !(expr.value > 0)) fail(where, `${show(edge)} is not the edge of a box: a number above 0 is.`);
  return expr.value;
}

/** The potential of an element between two kinds of sites, in the symbols of the distance and its inverse. */
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

/** `V` with r for the length of `d`, and a product with u = 1/r for each division by it. */
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
