/**
 * Reads joints: each becomes an element whose nodes are the centres and directors of its bodies, so that all joints of a kind
 * are one law with tables. A side is a body, a point of a body, a fixed point, or the world.
 */

import { type Body, type BodyPlace, type JointInfo, nodesOf } from "./body-parts.js";
import { bushingText } from "./bushing.js";
import type { Item } from "./items.js";
import { curveTexts, inFrame } from "./joint-curves.js";
import { type Coordinate, type JointEntry, type JointKind, jointAbouts, jointKinds } from "./joint-kinds.js";
import { type JointSide, jointLaw } from "./joint-laws.js";
import { below, fail, path, show } from "./model-errors.js";
import { coordinateOfJoint, director, labelError, nameError } from "./names.js";
import { readReference } from "./references.js";
import type { JointData, ModelData } from "./schema.js";
import { didYouMean, type Scalar, type ScalarOrVector } from "./shapes.js";

/** A coordinate of a joint: a function of the coordinates of its bodies. */
export interface JointCoordinate {
  readonly name: string;
  readonly where: string;
  readonly kind: Coordinate;
  /** The joint, and the coordinate in the names of its definition. */
  readonly item: Item;
  readonly text: string;
}

interface Known {
  readonly bodies: ReadonlyMap<string, Body>;
  readonly places: readonly BodyPlace[];
  readonly model: ModelData;
}

/** A side of a joint: its body, and the point that gives its place. */
interface SideData extends JointSide {
  readonly body: Body | undefined;
  /** The indices of the reference, with brackets. */
  readonly member: string;
  readonly point: string | undefined;
  readonly where: string;
}

const kinds = Object.keys(jointAbouts);

export function readJoint(
  joint: Readonly<Record<string, JointData>>,
  index: number,
  known: Known,
): { readonly item: Item; readonly coordinates: readonly JointCoordinate[] } {
  const entries = Object.entries(joint);
  const where = path("joints", index);
  if (entries.length !== 1)
    fail(where, `must have one kind of joint; got ${entries.length}. Write {hinge: {between: [a, b], …}}.`);
  const [[kind, data]] = entries;
  if (!kinds.includes(kind))
    fail(where, `there is no joint ${show(kind)}.${didYouMean(kind, kinds) || ` Known are: ${kinds.join(", ")}.`}`);
  const at = `${where}.${kind}`;
  const problem = data.name === undefined ? undefined : labelError(data.name);
  if (problem !== undefined) fail(`${at}.name`, problem);
  const sides = data.between.map((text, k) => readSide(text, below(at, "between", k), known));
  const bodies = sides.flatMap(({ body }) => (body === undefined ? [] : [body]));
  const [body] = bodies;
  if (body === undefined) fail(`${at}.between`, "at least one side must be a body; both are the world. Name a body.");
  const { dimension } = body;
  const odd = bodies.find((each) => each.dimension !== dimension);
  if (odd !== undefined)
    fail(`${at}.between`, `both bodies must have the same number of components; ${show(odd.name)} has others.`);
  const values = placeOf(at, data, sides, dimension);
  const [a, b] = sides;
  const law =
    kind === "bushing"
      ? bushing(at, data, { a, b }, dimension, values)
      : constrained(at, kind, data, { a, b }, dimension, values);
  const label = data.name ?? `${kind} ${index}`;
  const info: JointInfo = {
    kind,
    sides: sides.map(({ body: own, member }) => (own === undefined ? undefined : { body: own, member })),
  };
  const item: Item = {
    ...{ where: at, element: kind, definition: law.definition, variant: law.variant, name: label },
    ...{ part: "joint" as const, joint: info, also: law.also, values },
    ...(data.repeat !== undefined && { repeat: data.repeat }),
    ...(data.wrap === true && { wrap: true }),
    nodes: sides.flatMap(nodesAt),
    startNodes: sides.flatMap(({ body: own, point, where: here }, k) =>
      own !== undefined && point !== undefined ? [{ name: `_p${"ab"[k]}`, text: point, where: here }] : [],
    ),
  };
  const named = data.name !== undefined && nameError(data.name) === undefined ? data.name : undefined;
  const coordinates = Object.entries(law.coordinates).flatMap(([each, text]): JointCoordinate[] =>
    named === undefined
      ? []
      : [{ name: coordinateOfJoint(named, each), where: at, kind: each as Coordinate, item, text }],
  );
  return { item, coordinates };
}

function readSide(text: string, where: string, { bodies, places, model }: Known): SideData {
  const world = { where, frame: undefined, body: undefined, member: "" };
  if (text === "world") return { ...world, byPoint: false, point: undefined };
  const { name } = readReference(where, text);
  const member = text.trim().slice(name.length).trim();
  const body = bodies.get(name);
  if (body !== undefined) return { where, frame: body, body, member, byPoint: false, point: undefined };
  const place = places.find((each) => each.name === name);
  if (place !== undefined) {
    if (place.direction)
      fail(where, `${show(name)} is a direction, and a joint is at a place. Name a point of a body.`);
    return { where, frame: place.body, body: place.body, member, byPoint: true, point: text };
  }
  const fixed = name === "origin" || (Object.hasOwn(model.points ?? {}, name) && model.points![name].fixed === true);
  if (fixed) return { ...world, byPoint: true, point: text };
  const other = notForJoints(name, bodies, model);
  if (other !== undefined) fail(where, other);
  return fail(
    where,
    `there is no body ${show(name)}.${didYouMean(name, [...bodies.keys(), ...places.map((each) => each.name)]) || ' The other side of a single body is "world".'}`,
  );
}

/** Why something else of this name cannot be a side of a joint; undefined if the model has no such thing. */
function notForJoints(name: string, bodies: ReadonlyMap<string, Body>, model: ModelData): string | undefined {
  const sides = "A joint is between bodies, their points, fixed points and the world.";
  if (Object.hasOwn(model.points ?? {}, name))
    return `${show(name)} is a point that moves, and it has no axes that a joint could hold. ${sides} Make it a body, or hold it by a rod or by constraints such as x(${name}) - x(arm_tip).`;
  for (const body of bodies.values())
    if ([1, 2, 3].some((k) => director(body.name, k) === name))
      return `${show(name)} is a direction of the body ${show(body.name)}, and a joint is at a place. Name the body, and give the place by \`at\`.`;
  const { coordinates = [] } = model;
  if (Array.isArray(coordinates) ? coordinates.includes(name) : Object.hasOwn(coordinates, name))
    return `${show(name)} is a coordinate, which has no place. ${sides} Write a constraint or a force with it.`;
  return undefined;
}

/** The nodes of a side, in the order of the definition. */
function nodesAt({ body, member, point, where }: SideData): { text: string; where: string }[] {
  if (body === undefined) return point === undefined ? [] : [{ text: point, where }];
  return nodesOf("", body).map((suffix) => ({
    text: `${suffix === "" ? body.name : director(body.name, Number(suffix))}${member}`,
    where,
  }));
}

/** The place of the joint: that of `at` unless both sides are points. A side without a place has that of the other. */
function placeOf(
  at: string,
  data: JointData,
  sides: readonly SideData[],
  dimension: number,
): Map<string, ScalarOrVector> {
  const values = new Map<string, ScalarOrVector>();
  const points = sides.filter(({ byPoint }) => byPoint).length;
  if (data.at !== undefined) {
    if (points === 2)
      fail(below(at, "at"), "both sides are points, which are the place of the joint already. Remove this entry.");
    if (data.at.length !== dimension)
      fail(`${at}.at`, `must have ${dimension} components, like the bodies; it has ${data.at.length}.`);
    values.set("at", data.at);
  } else if (points === 0)
    fail(
      below(at, "at"),
      "this is missing: the place of the joint at the start. Give it, or name points of the bodies.",
    );
  return values;
}

function constrained(
  at: string,
  kind: string,
  data: JointData,
  sides: Readonly<Record<"a" | "b", SideData>>,
  dimension: 2 | 3,
  values: Map<string, ScalarOrVector>,
) {
  const found: JointKind = jointKinds[kind as keyof typeof jointKinds];
  const space = dimension === 2 ? "plane" : "space";
  if (found.spaces !== undefined && !found.spaces.includes(dimension))
    fail(
      at,
      `a ${kind} joint needs bodies ${dimension === 2 ? "in space" : "in the plane"}; these are not.${dimension === 2 ? " Use a hinge, a slider or a ball." : " Use point-on-surface."}`,
    );
  readAxes(at, kind, data, found.axes[space], dimension, values);
  const entries: readonly string[] = [...(found.entries ?? [])].filter(
    (each) => (each !== "angle" && each !== "travel") || found.coordinates?.[space].includes(each),
  );
  for (const key of [
    "angle",
    "travel",
    "pitch",
    "length",
    "surface",
    "radius",
    "height",
    "stiffness",
    "damping",
  ] as const) {
    const value = data[key];
    if (value === undefined) continue;
    if (!entries.includes(key))
      fail(
        below(at, key),
        `a ${kind} joint ${dimension === 2 ? "in the plane" : "in space"} has no such entry.${entries.length > 0 ? ` Known here: ${entries.join(", ")}.` : " Remove it."}`,
      );
    if (key !== "surface" && key !== "radius" && key !== "height") values.set(key, value as Scalar);
  }
  for (const key of found.needs ?? [])
    if (data[key as JointEntry] === undefined)
      fail(below(at, key), `this is missing: a ${kind} joint needs it. ${found.about}`);
  const texts = curveTexts(at, kind, data, sides.b.body, dimension);
  if (texts.frame !== undefined)
    for (const [k, value] of (sides.b.body?.origin ?? []).entries()) values.set(`_o${k + 1}`, value);
  return jointLaw([kind, ...Object.values(texts)].join("|"), sides, dimension, (text) => ({
    constraint: found.rows(text, inFrame(text, texts, sides.b.body)),
    coordinates: found.coordinates?.[space] ?? [],
    ...(found.slides && { slides: true }),
  }));
}

function readAxes(
  at: string,
  kind: string,
  data: JointData,
  needed: number,
  dimension: number,
  values: Map<string, ScalarOrVector>,
): void {
  const given = needed === 2 ? data.axes : data.axis === undefined ? undefined : [data.axis];
  if (needed > 0 && given?.length !== needed)
    fail(
      at,
      needed === 2
        ? "a universal joint needs two axes. Write axes: [[…], […]]."
        : `a ${kind} needs an axis. Write axis: […].`,
    );
  for (const key of ["axis", "axes"] as const)
    if (data[key] !== undefined && (needed === 0 || (key === "axes") !== (needed === 2)))
      fail(below(at, key), `a ${kind} has no ${key} here. Remove this entry.`);
  for (const [k, axis] of (given ?? []).entries()) {
    if (axis.length !== dimension)
      fail(at, `an axis must have ${dimension} components here; this one has ${axis.length}.`);
    values.set(k === 0 ? "axis" : "other", axis);
  }
}

function bushing(
  at: string,
  data: JointData,
  sides: Readonly<Record<"a" | "b", SideData>>,
  dimension: 2 | 3,
  values: Map<string, ScalarOrVector>,
) {
  for (const key of ["axis", "axes", "angle", "travel", "pitch", "length", "surface", "radius", "height"] as const)
    if (data[key] !== undefined) fail(below(at, key), "a bushing has no such entry. Known here: stiffness, damping.");
  const { key, write } = bushingText(at, data, dimension, values);
  return jointLaw(`bushing ${key}`, sides, dimension, write);
}
