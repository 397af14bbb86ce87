/** The nodes of an element inside its laws: symbols of coordinates, parameters of fixed points, or what follows such nodes. */

import { type Expr, tangent } from "../../symbolic/index.js";
import { fail, show } from "../model-errors.js";
import { type Column, compact, uniform } from "./columns.js";
import { type Context, unflatten } from "./context.js";
import { startColumn } from "./element-parameters.js";
import type { Block, Place } from "./instances.js";
import type { Start } from "./start.js";

/** A node inside the laws. */
export interface LocalNode {
  readonly place: Place;
  readonly position: readonly Expr[];
  readonly velocity: readonly Expr[];
}

/** Coordinates on which the laws depend: those of a node, or of what a node follows. */
export interface FreeNode {
  readonly place: Place;
  readonly q: readonly Expr[];
  readonly v: readonly Expr[];
}

/** The coordinates of an element, each once, also where two of its nodes follow the same one. */
export class FreeNodes {
  readonly all: FreeNode[] = [];
  /** For every node and everything that a node follows, the number of its coordinates in `all`. */
  readonly pattern: number[] = [];
  private readonly block: Block;

  constructor(block: Block) {
    this.block = block;
  }

  /** The symbols of a place, made by `make` unless another node has the same coordinates. */
  at(place: Place, make: () => Omit<FreeNode, "place">): FreeNode {
    const before = this.all.findIndex((each) => this.isSame(each.place, place));
    this.pattern.push(before < 0 ? this.all.length : before);
    if (before >= 0) return this.all[before];
    const made = { place, ...make() };
    this.all.push(made);
    return made;
  }

  private isSame(a: Place, b: Place): boolean {
    if (a.family !== b.family) return false;
    let same = 0;
    for (let i = 0; i < a.members.length; i++) if (a.members[i] === b.members[i]) same++;
    if (same > 0 && same < a.members.length)
      fail(
        this.block.item.where,
        `two of its nodes follow ${show(a.family.name)} in the same member in some rows of the repetition and in different members in others. Write two elements.`,
      );
    return same > 0;
  }
}

/** A free node has symbols, a fixed one has parameters, a moving one has expressions of t; others follow such nodes. */
export function localNode(
  context: Context,
  name: string,
  place: Place,
  start: Start,
  columns: Map<Expr, Column>,
  free: FreeNodes,
): LocalNode {
  const { graph, time } = context;
  const { kind, dim, anchor, indices, extents, follows } = place.family;
  if (follows !== undefined) {
    const own = follows.nodes.map(({ family, members }, k) => {
      const at = { family, members: Int32Array.from(place.members, (member) => members[member]) };
      return localNode(context, `${name}.${k}`, at, start, columns, free);
    });
    const numbers = follows.numbers.map((column, k) => {
      const symbol = graph.symbol(`${name}.n${k}`);
      columns.set(symbol, column.length === 1 ? column : compact(Float64Array.from(place.members, (i) => column[i])));
      return symbol;
    });
    const value = follows.value(
      own.map(({ position }) => position),
      numbers,
    );
    return { place, position: value, velocity: rateIn(context, free.all, value) };
  }
  const names = kind === "point" ? Array.from("xyz".slice(0, dim), (axis) => `${name}_${axis}`) : [name];
  const position = names.map((each) => graph.symbol(each));
  if (anchor === undefined) {
    const { q, v } = free.at(place, () => ({ q: position, v: names.map((each) => graph.symbol(`${each}'`)) }));
    return { place, position: q, velocity: v };
  }
  if (anchor.motion === undefined) {
    for (const [c, symbol] of position.entries()) columns.set(symbol, startColumn(context, place, start, c));
    return { place, position, velocity: position.map(() => graph.num(0)) };
  }
  indices.forEach((index, k) => {
    const members = Float64Array.from(place.members, (member) => unflatten(extents, member)[k]);
    columns.set(anchor.symbols.get(index)!, members.length === 1 ? uniform(members[0]) : members);
  });
  return { place, position: anchor.motion, velocity: tangent(anchor.motion, new Map([[time, graph.num(1)]])) };
}

/** The time derivative of expressions of coordinates and t. */
export function rateIn({ graph, time }: Context, free: readonly FreeNode[], exprs: readonly Expr[]): Expr[] {
  const rates = new Map<Expr, Expr>([[time, graph.num(1)]]);
  for (const { q, v } of free) for (const [k, symbol] of q.entries()) rates.set(symbol, v[k]);
  return tangent(exprs, rates);
}
