/**
 * Families without coordinates of their own, whose members are functions of other nodes: massless sites, places and
 * directions of bodies, angles and travels of joints. Laws, expressions, loads and starts read them in the same way: as an
 * expression of nodes and of numbers of each member.
 */

import { type Expr, type Graph, isVector, parse, type Value } from "../../symbolic/index.js";
import type { Machine } from "../bodies.js";
import { alongAxes, frameKey, nodesOf } from "../body-parts.js";
import { parameterOf } from "../definition.js";
import type { Item } from "../items.js";
import { below, withErrorsAt } from "../model-errors.js";
import { director } from "../names.js";
import { type Column, compact, entry, evaluate } from "./columns.js";
import { type Context, numberScope, readScalar } from "./context.js";
import type { Extents } from "./extents.js";
import type { Family, Follows } from "./family.js";
import { indexColumns, indexSymbols } from "./repeat.js";

/** The places and directions of bodies. */
export function placesOfBodies(context: Context, { places }: Machine, points: ReadonlyMap<string, Family>): Family[] {
  return places.flatMap(({ name, where, body, local, direction }) => {
    const centre = points.get(body.name);
    if (centre === undefined) return [];
    const { indices, extents, count, dim } = centre;
    const symbols = indexSymbols(context, centre.where, centre);
    const exprs = local.map((value, k) => {
      const at = below(where, k);
      return readScalar(at, value, numberScope(context, at, symbols));
    });
    const numbers = evaluate(exprs, indexColumns(symbols, centre), count).map(compact);
    const members = Int32Array.from({ length: count }, (_, i) => i);
    const nodes = nodesOf("_a", body).slice(direction ? 1 : 0);
    const families = nodes.map(
      (node) => points.get(node === "_a" ? body.name : director(body.name, Number(node.slice(2))))!,
    );
    const names = local.map((_, k) => `_l${k + 1}`);
    const text = `${direction ? "" : "_a + "}${alongAxes("_a", body, names)}`;
    const follows: Follows = {
      key: `${direction ? "direction" : "place"} ${frameKey(body)}`,
      nodes: families.map((family) => ({ family, members })),
      numbers,
      value: (q, l) =>
        valueOfText(
          context.graph,
          where,
          text,
          new Map<string, Value>([
            ...nodes.map((node, k) => [node, q[k]] as const),
            ...names.map((each, k) => [each, l[k]] as const),
          ]),
        ),
    };
    const kind = "point" as const;
    return [{ indices, extents, count, name, where, kind, dim, offset: -1, direction, follows }];
  });
}

/** The instances of a joint: their nodes and parameters. */
interface JointBlock {
  readonly block: {
    readonly item: Item;
    readonly rows: Extents;
    readonly places: readonly { readonly family: Family; readonly members: Int32Array }[];
  };
  readonly parameters: ReadonlyMap<string, readonly Column[]>;
}

/** The angles and travels of joints, whose numbers are parameters of the joints. */
export function coordinatesOfJoints(
  context: Context,
  { coordinates }: Machine,
  blocks: readonly JointBlock[],
): Family[] {
  const byItem = new Map(blocks.map((each) => [each.block.item, each]));
  return coordinates.flatMap(({ name, where, item, text }) => {
    const made = byItem.get(item);
    if (made === undefined) return [];
    const { block, parameters } = made;
    const { on } = item.definition;
    const sizes = [...parameters].map(([each, { length }]) => ({ each, length }));
    const follows: Follows = {
      key: `${name.slice(name.lastIndexOf("_"))} ${item.variant}`,
      nodes: block.places.map(({ family, members }) => ({ family, members })),
      numbers: [...parameters.values()].flat(),
      value(q, l) {
        const scope = new Map<string, Value>(on.map((node, k) => [node, q[k]]));
        let first = 0;
        for (const { each, length } of sizes) {
          scope.set(each, parameterOf(item.definition, each).vector ? l.slice(first, first + length) : l[first]);
          first += length;
        }
        return valueOfText(context.graph, where, text, scope);
      },
    };
    const { indices, extents, count } = block.rows;
    return [{ indices, extents, count, name, where, kind: "coordinate" as const, dim: 1, offset: -1, follows }];
  });
}

function valueOfText(graph: Graph, where: string, text: string, names: ReadonlyMap<string, Value>): readonly Expr[] {
  const value = withErrorsAt(where, text, () => parse(text, { graph, lookup: (name) => names.get(name) }));
  return isVector(value) ? value : [value];
}

/** The value of a member in these symbols of its nodes, with its numbers as constants. */
export function valueOfMember(
  graph: Graph,
  { numbers, value }: Follows,
  member: number,
  nodes: readonly (readonly Expr[])[],
): readonly Expr[] {
  return value(
    nodes,
    numbers.map((column) => graph.num(entry(column, member))),
  );
}

/** The values of members at the start, component by component. */
export function startOfMembers(
  context: Context,
  family: Family,
  members: Int32Array,
  { q0 }: { readonly q0: Float64Array },
): Column[] {
  const { nodes, numbers, value } = family.follows!;
  const { graph } = context;
  const inputs = new Map<Expr, Column>();
  const input = (name: string, at: (i: number) => number): Expr => {
    const symbol = graph.symbol(`#start ${name}`);
    inputs.set(symbol, compact(Float64Array.from(members, (_, i) => at(i))));
    return symbol;
  };
  const q = nodes.map(({ family: node, members: own }, k) =>
    Array.from({ length: node.dim }, (_, c) =>
      input(`${k} ${c}`, (i) => {
        const member = own[members[i]];
        return node.anchor === undefined
          ? q0[node.offset + member * node.dim + c]
          : node.anchor.positions[member * node.dim + c];
      }),
    ),
  );
  const l = numbers.map((column, k) => input(`n${k}`, (i) => entry(column, members[i])));
  return evaluate(value(q, l), inputs, members.length).map(compact);
}
