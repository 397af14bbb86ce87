/** The bodies and joints of a lowered model as data: where they are in q, what they look like, which rows hold them. */

import type { Machine } from "../bodies.js";
import type { Law, LoweredBodies, LoweredJointEnd, LoweredJoints, LoweredMachine } from "../lowered.js";
import { below, fail, show } from "../model-errors.js";
import { director } from "../names.js";
import type { Scalar } from "../shapes.js";
import { type Column, compact, evaluate, uniform } from "./columns.js";
import { type Context, numberScope, readScalar } from "./context.js";
import type { ElementLaw, FullBlock } from "./element-laws.js";
import { expand, startColumn } from "./element-parameters.js";
import type { Families, Family } from "./families.js";
import { indexColumns, indexSymbols } from "./repeat.js";
import type { Start } from "./start.js";

/** Places and directions on a bar must lie on its axis, up to this distance. */
const offAxis = 1e-9;

export function machineOf(
  context: Context,
  families: Families,
  machine: Machine,
  elements: readonly ElementLaw[],
  laws: readonly Law[],
  start: Start,
): LoweredMachine | undefined {
  if (machine.bodies.length === 0) return undefined;
  const numbers = new Map(machine.bodies.map(({ name }, k) => [name, k]));
  return {
    bodies: machine.bodies.flatMap((body) => {
      const centre = families.all.get(body.name);
      return centre === undefined ? [] : [bodiesOf(context, families, body, centre)];
    }),
    joints: jointsOf(context, elements, laws, machine, numbers, start),
    places: machine.places.flatMap(({ name, body, direction }) => {
      const family = families.all.get(name);
      return family?.follows === undefined
        ? []
        : [{ name, body: numbers.get(body.name)!, direction, local: family.follows.numbers }];
    }),
  };
}

function bodiesOf(
  context: Context,
  families: Families,
  body: Machine["bodies"][number],
  centre: Family,
): LoweredBodies {
  const symbols = indexSymbols(context, centre.where, centre);
  const columns = (at: string, values: readonly Scalar[]): Column[] =>
    evaluate(
      values.map((value) => readScalar(at, value, numberScope(context, at, symbols))),
      indexColumns(symbols, centre),
      centre.count,
    ).map(compact);
  const { name, where, dimension, present, shape } = body;
  return {
    ...{ name, dimension, count: centre.count, centre: centre.offset },
    ...(centre.extents.length > 0 && { repeat: centre.extents }),
    directors: present.map((there, k) => (there ? (families.all.get(director(name, k + 1))?.offset ?? -1) : -1)),
    origin: columns(below(where, "centre"), body.origin),
    axes: body.axes,
    ...(shape && { shape: { kind: shape.kind, sizes: columns(below(where, shape.kind), shape.sizes) } }),
  };
}

function jointsOf(
  context: Context,
  elements: readonly ElementLaw[],
  laws: readonly Law[],
  machine: Machine,
  numbers: ReadonlyMap<string, number>,
  start: Start,
): LoweredJoints[] {
  const firstRows = new Map<Law, number>();
  let rows = 0;
  for (const law of laws) {
    if (law.kind !== "constraint") continue;
    firstRows.set(law, rows);
    rows += law.count * law.outputs.length;
  }
  const found = new Map<object, LoweredJoints>();
  for (const { law, parts } of elements) {
    let before = 0;
    for (const part of parts) {
      const { item, count, rows: extents } = part.block;
      const width = law.outputs.length;
      const first = firstRows.get(law);
      const at = before;
      before += count;
      if (item.joint === undefined || found.has(item)) continue;
      refuseOffBar(part);
      found.set(item, {
        ...{ name: item.name!, kind: item.joint.kind, count, where: item.where },
        ...(extents.extents.length > 0 && { repeat: extents.extents }),
        ends: [0, 1].map((side) => endOf(context, part, side, numbers, start)) as [LoweredJointEnd, LoweredJointEnd],
        coordinates: machine.coordinates.filter((each) => each.item === item).map(({ name, kind }) => ({ name, kind })),
        ...(first !== undefined && { rows: { first: first + at * width, each: width } }),
      });
    }
  }
  return machine.items.flatMap((item) => found.get(item) ?? []);
}

/** One side: its body and members, and the place and the axis along the directors, or in space for the world. */
function endOf(
  context: Context,
  { block, parameters }: FullBlock,
  side: number,
  numbers: ReadonlyMap<string, number>,
  start: Start,
): LoweredJointEnd {
  const { item, count } = block;
  const own = item.joint!.sides[side];
  const letter = "ab"[side];
  const vector = (key: string, size: number): Column[] | undefined => {
    const columns = Array.from({ length: size }, (_, k) => parameters.get(`_${key}${letter}${k + 1}`)?.[0]);
    return columns.every((column) => column === undefined) ? undefined : columns.map((column) => column ?? uniform(0));
  };
  const { on } = item.definition;
  if (own === undefined) {
    const node = on.indexOf(`_w${letter}`);
    const place =
      node < 0
        ? parameters.get("at")!
        : Array.from({ length: block.places[node].family.dim }, (_, c) =>
            startColumn(context, block.places[node], start, c),
          );
    const axis = parameters.get("_vn");
    return { body: -1, members: new Int32Array(count), place, ...(axis && { axis }) };
  }
  const axis = vector("n", own.body.dimension);
  return {
    body: numbers.get(own.body.name)!,
    members: block.places[on.indexOf(`_${letter}`)].members,
    place: vector("p", own.body.dimension)!,
    ...(axis && { axis }),
  };
}

function refuseOffBar({ block, parameters }: FullBlock): void {
  for (const [name, columns] of parameters) {
    if (!name.startsWith("_off")) continue;
    const wrong = expand(columns[0], columns[0].length).some((x) => x > offAxis);
    const side = block.item.joint!.sides["ab".indexOf(name.at(-1)!)];
    if (wrong)
      fail(
        block.item.where,
        `this joint needs a place or direction off the axis of the bar ${show(side!.body.name)}, which has one director. Give the bar some inertia about its axis.`,
      );
  }
}
