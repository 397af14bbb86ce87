/**
 * Elements whose parameters are expressions of the motion: forces and torques on points, coordinates and bodies by name.
 * They become forces on coordinates. With `against`, the opposite force acts on something else at the same place, or the
 * opposite torque.
 */

import { add, type Expr, isVector, neg, type Vector } from "../../symbolic/index.js";
import type { Item } from "../items.js";
import type { ShownLoad } from "../lowered.js";
import { below, fail, show } from "../model-errors.js";
import { readReference } from "../references.js";
import type { ScalarOrVector } from "../shapes.js";
import { addForce, addTorque, armOf, type BodyNodes, bodyOf, inAxes, inWorld, onNode, sum } from "./body-loads.js";
import { type Context, positionIn } from "./context.js";
import { type Families, type Family, findFamily } from "./families.js";
import { memberOf } from "./members.js";
import type { NamedExpression } from "./named-expressions.js";
import { readRepeat } from "./repeat.js";
import { carriedForce } from "./signature.js";
import type { Beyond, Indices, Node, Symbols } from "./symbols.js";

/** The forces of all applied elements on coordinates. Loads on points and bodies are added to `shown`, for pictures. */
export function appliedForces(
  context: Context,
  families: Families,
  symbols: Symbols,
  items: readonly Item[],
  beyond: Beyond,
  shown: ShownLoad[],
): NamedExpression[] {
  return items.flatMap(
    (item) => context.errors.attempt(() => forcesOf(context, families, symbols, item, beyond, shown)) ?? [],
  );
}

/** How often forces and torques may act in a model. Each is read and differentiated by itself, which takes some 15 µs. */
const mostApplied = 100_000;

function forcesOf(
  context: Context,
  families: Families,
  symbols: Symbols,
  item: Item,
  beyond: Beyond,
  shown: ShownLoad[],
): NamedExpression[] {
  const { where, nodes, values, definition } = item;
  if (nodes === "everywhere") return fail(where, "must name what it acts on. Write on: [a].");
  const rows = readRepeat(context, below(where, "repeat"), item.repeat, 0);
  context.uses.applied += rows.count;
  if (context.uses.applied > mostApplied)
    fail(
      where,
      `all ${item.element} elements of a model may act at most ${mostApplied} times, because each is an expression of its own; with the ${rows.count} here they act more often. Define an element with a force (define), which acts on any number of points.`,
    );
  const kind = definition.applied!;
  return Array.from({ length: rows.count }, (_, i) => {
    const position = positionIn(rows, i);
    const indices: Indices = new Map(rows.indices.map((index, k) => [index, context.graph.num(position[k])]));
    const read = (name: string, value: ScalarOrVector): Vector => {
      const made = symbols.read(below(where, name), value, beyond, indices);
      return isVector(made) ? made : [made];
    };
    const find = (named: { readonly text: string; readonly where: string }): Target =>
      targetOf(context, families, symbols, item, named, indices);
    return nodes.flatMap((named) => {
      const target = find(named);
      const given = read(kind, values.get(kind)!);
      const { body } = target;
      const load = body === undefined ? onNode(item, target.family, given) : inWorld(item, body, given, kind);
      const at = body === undefined || kind === "torque" ? undefined : values.get("at");
      const components = at === undefined ? undefined : read("at", at);
      const arm = components && body && armOf(body, components, where);
      const place = arm === undefined ? target.place : sum([target.place, arm]);
      if (target.family.kind === "point") shown.push({ kind, name: item.name ?? item.element, place, load });
      const acting = [loadOn(target, kind, load, components, where)];
      if (item.against !== undefined) acting.push(reaction(item, find(item.against), target, kind, load, place));
      return acting.flatMap((forces) =>
        [...forces].map(([node, exprs]) => ({
          where,
          names: [item.name ?? item.element],
          exprs,
          nodes: [node],
          targets: exprs.map((_, c) => node.offset + c),
        })),
      );
    });
  }).flat();
}

/** What a load acts on. */
interface Target {
  readonly family: Family;
  readonly body: BodyNodes | undefined;
  /** The nodes that carry the load; one for everything that has coordinates of its own. */
  readonly nodes: readonly Node[];
  /** Where it is: the centre of a body. */
  readonly place: Vector;
}

function targetOf(
  context: Context,
  families: Families,
  symbols: Symbols,
  item: Item,
  { text, where: at }: { readonly text: string; readonly where: string },
  indices: Indices,
): Target {
  const reference = readReference(at, text);
  const family = findFamily(families, at, reference.name, text);
  if (family.anchor !== undefined) fail(at, `${item.element} acts on what moves; ${show(text)} is fixed. Remove it.`);
  const member = memberOf(context, at, family, reference, indices);
  if (family.follows === undefined) {
    const node = symbols.node(family, member);
    return { family, body: bodyOf(families, symbols, family, node, member), nodes: [node], place: node.q };
  }
  const value = symbols.member(family, member);
  const nodes = family.follows.nodes.flatMap((each) =>
    each.family.anchor === undefined ? [symbols.node(each.family, each.members[member])] : [],
  );
  return { family, body: undefined, nodes, place: value };
}

/** The forces on coordinates of a load in the axes of the world, at a place with these components in the axes of a body. */
function loadOn(
  { body, nodes, place: target }: Target,
  kind: "force" | "torque",
  load: Vector,
  place: readonly (Expr | undefined)[] | undefined,
  where: string,
): Map<Node, Vector> {
  const acting = new Map<Node, Vector>();
  if (body === undefined)
    for (const node of nodes) acting.set(node, node.q === target ? load : carriedForce(target, load, node.q));
  else if (kind === "torque") addTorque(acting, body, load, where);
  else addForce(acting, body, load, place);
  return acting;
}

/** The opposite load on something else; a force acts on a body at the place of the action. */
function reaction(
  { against, element }: Item,
  other: Target,
  target: Target,
  kind: "force" | "torque",
  load: Vector,
  place: Vector,
): Map<Node, Vector> {
  const where = against!.where;
  if (other.place.every((x, k) => x === target.place[k]))
    fail(where, `${element} acts on it already; a load against the same thing has no effect. Name something else.`);
  const isSpatial = (each: Target): boolean => each.family.kind === "point";
  const fits =
    kind === "force" ? isSpatial(other) === isSpatial(target) : other.body !== undefined || !isSpatial(other);
  const size = kind === "torque" ? (other.body === undefined || other.body.dim === 2 ? 1 : 3) : load.length;
  if (!fits || size !== load.length)
    fail(
      where,
      `the opposite ${kind} has ${load.length} component${load.length === 1 ? "" : "s"} and cannot act on ${show(against!.text)}. Name ${kind === "torque" ? "a body or an angle" : "a point or a body, or a coordinate against a coordinate"}.`,
    );
  const opposite = load.map(neg);
  const { body } = other;
  if (body === undefined || kind === "torque") return loadOn(other, kind, opposite, undefined, where);
  const arm = place.map((x, k) => add(x, neg(other.place[k])));
  return loadOn(other, kind, opposite, inAxes(body, arm), where);
}
