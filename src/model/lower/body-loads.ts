/**
 * Forces and torques on bodies as forces on their coordinates. A body has a centre c and unit vectors d_k along its axes, and
 * does the virtual work
 *
 *     force F at c + sum xi_k d_k      F on c, and the derivative of F . (c + sum xi_k d_k) on the directors
 *     torque tau, three directors      tau x d_k / 2 on each
 *     torque tau, two directors        about d_1: on d_2 along d_3; about d_2: on d_1 along -d_3; about d_3: half on each
 *     torque tau, one director         tau x d on it (in the plane: tau times d turned by a right angle)
 */

import { add, dot, type Expr, gradient, isConst, mul, neg, substitute, type Vector } from "../../symbolic/index.js";
import { cross as crossProduct } from "../../symbolic/language.js";
import type { Item } from "../items.js";
import { below, fail, show } from "../model-errors.js";
import { director } from "../names.js";
import type { Families, Family } from "./families.js";
import type { Node, Symbols } from "./symbols.js";

/** A body by the symbols of its centre and its directors, and its axes as vectors; undefined for an axis of a bar. */
export interface BodyNodes {
  readonly centre: Node;
  readonly directors: readonly (Node | undefined)[];
  readonly axes: readonly (Vector | undefined)[];
  readonly dim: number;
}

export function bodyOf(
  families: Families,
  symbols: Symbols,
  family: Family,
  centre: Node,
  member: number,
): BodyNodes | undefined {
  const directors = [1, 2, 3].map((k) => {
    const found = families.all.get(director(family.name, k));
    return found?.direction && found.offset >= 0 ? symbols.node(found, member) : undefined;
  });
  const present = directors.filter((each) => each !== undefined);
  if (family.kind !== "point" || present.length === 0) return undefined;
  const { dim } = family;
  const own = directors.map((each) => each?.q);
  if (dim === 2) return { centre, directors: [directors[0]], axes: [own[0], turned(own[0]!)], dim };
  const axes =
    present.length === 2
      ? own.map((axis, k) => axis ?? (crossProduct(own[(k + 1) % 3]!, own[(k + 2) % 3]!) as Vector))
      : own;
  return { centre, directors, axes, dim };
}

const turned = ([x, y]: Vector): Vector => [neg(y), x];
const cross = (u: Vector, v: Vector): Vector => crossProduct(u, v) as Vector;
export const times = (factor: Expr, u: Vector): Vector => u.map((each) => mul(factor, each));
export const sum = (vectors: readonly Vector[]): Vector =>
  vectors.reduce((a, b) => a.map((each, k) => add(each, b[k])));

export function onNode({ element, where, flag, definition }: Item, family: Family, load: Vector): Vector {
  const [kind, name] = [definition.applied!, show(family.name)];
  if (flag !== undefined) fail(below(where, flag), `only a body has axes; ${name} is not a body. Remove this entry.`);
  if (kind === "torque" && family.kind === "point")
    fail(where, `a torque acts on a body or an angle; ${name} is a point. Write a push, or make it a body.`);
  if (load.length !== family.dim)
    fail(
      below(where, kind),
      `the ${kind} of ${element} must have ${family.dim} component${family.dim === 1 ? "" : "s"}, like ${name}; it has ${load.length}.`,
    );
  return load;
}

/** The load in the axes of the world. */
export function inWorld(
  { where, flag }: Item,
  { axes, dim }: BodyNodes,
  load: Vector,
  kind: "force" | "torque",
): Vector {
  const needed = kind === "torque" && dim === 2 ? 1 : dim;
  if (load.length !== needed)
    fail(
      below(where, kind),
      `the ${kind} on this body must have ${needed} component${needed === 1 ? "" : "s"}; it has ${load.length}.`,
    );
  if (flag === undefined || needed === 1) return load;
  return sum(load.map((component, k) => times(component, axisOf(axes, k, component, below(where, kind)))));
}

/** Axis k; a bar has one only, and a component along another axis must be zero. */
function axisOf(axes: BodyNodes["axes"], k: number, component: Expr, where: string): Vector {
  const axis = axes[k];
  if (axis !== undefined) return axis;
  if (!isConst(component, 0)) fail(where, `the body is a bar, which has no axis ${k + 1}. Make that component zero.`);
  return axes.find((each) => each !== undefined)!;
}

/** The vector from the centre of a body to a place that is given in its axes. */
export function armOf({ axes, dim }: BodyNodes, place: Vector, where: string): Vector {
  if (place.length !== dim)
    fail(below(where, "at"), `the place on this body must have ${dim} components; it has ${place.length}.`);
  return sum(place.map((component, k) => times(component, axisOf(axes, k, component, below(where, "at")))));
}

/** The components of a vector from the centre in the axes of a body. */
export const inAxes = ({ axes }: BodyNodes, arm: Vector): readonly (Expr | undefined)[] =>
  axes.map((axis) => axis && dot(arm, axis));

/** A force at the place with these components in the axes of the body; undefined means the centre. */
export function addForce(
  acting: Map<Node, Vector>,
  { centre, directors, axes }: BodyNodes,
  force: Vector,
  place: readonly (Expr | undefined)[] | undefined,
): void {
  acting.set(centre, force);
  if (place === undefined) return;
  // neither the force nor the place in the body varies with the displacement, so symbols stand for both while the work is
  // differentiated
  const values = new Map<Expr, Expr>();
  const stand = (name: string, value: Expr): Expr => {
    const symbol = value.graph.symbol(`#load ${name}`);
    values.set(symbol, value);
    return symbol;
  };
  const fixed = force.map((each, k) => stand(`${k}`, each));
  const parts = place.flatMap((component, k) => {
    const axis = axes[k];
    return component === undefined || axis === undefined ? [] : [times(stand(`at ${k}`, component), axis)];
  });
  const arm = sum(parts);
  for (const node of directors)
    if (node !== undefined) acting.set(node, substitute(gradient(dot(fixed, arm), node.q), values));
}

export function addTorque(
  acting: Map<Node, Vector>,
  { directors, axes, dim }: BodyNodes,
  torque: Vector,
  where: string,
) {
  const present = directors.filter((each) => each !== undefined);
  const [d] = present;
  const half = torque[0].graph.num(0.5);
  if (dim === 2) acting.set(d, times(torque[0], turned(d.q)));
  else if (present.length === 3) for (const node of present) acting.set(node, times(half, cross(torque, node.q)));
  else if (present.length === 1) acting.set(d, cross(torque, d.q));
  else {
    const missing = directors.indexOf(undefined);
    const [i, j] = [(missing + 1) % 3, (missing + 2) % 3];
    const [first, second, third] = [axes[i]!, axes[j]!, axes[missing]!];
    const about = (axis: Vector) => dot(torque, axis);
    const [one, two] = [directors[i], directors[j]];
    if (one === undefined || two === undefined) return fail(where, "a body must have at least one director.");
    const third_ = mul(half, about(third));
    acting.set(one, sum([times(neg(about(second)), third), times(third_, second)]));
    acting.set(two, sum([times(about(first), third), times(neg(third_), first)]));
  }
  return undefined;
}
