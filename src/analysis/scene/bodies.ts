/** Bodies and joints of a picture: frames that follow the directors, places on them, and the shapes of bodies. */

import type { Lowered, LoweredBodies, LoweredJointEnd } from "../../model/index.js";
import type { SceneShape } from "../../scene/index.js";
import type { Making } from "./making.js";

/** Entry i of a column, which has one entry for all members, or one for each. */
export const entry = (column: Float64Array, i: number): number => column[column.length === 1 ? 0 : i];
const entries = (columns: readonly Float64Array[], i: number): number[] => columns.map((column) => entry(column, i));

/** Adds the bodies of a model; the result has the first frame of each family of bodies, and the points of places on bodies. */
export function addBodies(making: Making, { machine, shown }: Lowered): readonly number[] {
  const { points, frames } = making;
  if (machine === undefined) return [];
  const replaced = new Set(shown.things.flatMap(({ body, instead }) => (instead === true ? [body] : [])));
  const firstFrame: number[] = [];
  const place = { name: "", offset: -1, mass: 1, at: [], role: "place" } as const;
  // frames of bodies first, then those of shapes that are turned against them
  for (const body of machine.bodies) {
    firstFrame.push(frames.length);
    for (let i = 0; i < body.count; i++) addBody(making, body, i, replaced.has(body.name));
  }
  machine.bodies.forEach((body, b) => {
    if (replaced.has(body.name)) return;
    for (let i = 0; i < body.count; i++) addShape(making, body, i, firstFrame[b] + i);
  });
  // places on bodies, in the order in which links count them
  const places = machine.places.flatMap(({ name, body, direction, local }) =>
    Array.from({ length: machine.bodies[body].count }, (_, i) => {
      const from = { frame: firstFrame[body] + i, local: entries(local, i), ...(direction && { isDirection: true }) };
      return points.push({ ...place, name, from }) - 1;
    }),
  );
  const on = frames.map((): Set<number> => new Set());
  machine.places.forEach(({ direction }, k) => {
    if (!direction)
      for (const i of places) {
        const from = points[i].from;
        if (from !== undefined && "frame" in from && points[i].name === machine.places[k].name) on[from.frame].add(i);
      }
  });
  const endOf = ({ body, members, place: at }: LoweredJointEnd, i: number): number => {
    if (body < 0) return points.push({ ...place, at: entries(at, i) }) - 1;
    const frame = firstFrame[body] + members[members.length === 1 ? 0 : i];
    const made = points.push({ ...place, from: { frame, local: entries(at, i) } }) - 1;
    on[frame].add(made);
    return made;
  };
  const frameOf = ({ body, members }: LoweredJointEnd, i: number): number =>
    body < 0 ? -1 : firstFrame[body] + members[members.length === 1 ? 0 : i];
  for (const { kind, name, count, ends } of machine.joints)
    for (let i = 0; i < count; i++) {
      const [a, b] = ends;
      if (kind === "distance") {
        making.links.push({ from: endOf(a, i), to: endOf(b, i), style: "rod", row: -1, spring: -1 });
        continue;
      }
      const side = b.axis === undefined ? 0 : 1;
      const { axis } = ends[side];
      making.joints.push({
        ...{ kind, name: count === 1 ? name : `${name}[${i}]` },
        ...{ sides: [endOf(a, i), endOf(b, i)], frames: [frameOf(a, i), frameOf(b, i)] },
        ...(axis && { axis: { side, local: entries(axis, i) } }),
      });
    }
  frames.forEach((frame, k) => {
    if (k < on.length && frame.places !== undefined) frames[k] = { ...frame, places: [...on[k]] };
  });
  return places;
}

/** The name of member i. */
const nameOf = ({ name, count }: LoweredBodies, i: number): string => (count === 1 ? name : `${name}[${i}]`);

function addBody(making: Making, body: LoweredBodies, i: number, isReplaced: boolean): void {
  const { points, frames } = making;
  const { dimension, centre, directors } = body;
  const origin = making.pointAt(centre + dimension * i);
  points[origin] = { ...points[origin], role: "centre" };
  const axis = (k: number): number => {
    const offset = directors[k] ?? -1;
    if (offset < 0) return -1;
    const from = { state: offset + dimension * i };
    return points.push({ name: "", offset: -1, mass: 1, at: [], role: "place", from }) - 1;
  };
  frames.push({
    ...{ name: nameOf(body, i), origin, axes: [axis(0), axis(1), axis(2)], places: [] },
    ...(isReplaced && { replaced: true as const }),
  });
}

function addShape(making: Making, body: LoweredBodies, i: number, frame: number): void {
  const size = body.shape && sizeOf(body.shape.kind, entries(body.shape.sizes, i), body.dimension);
  if (size === undefined) return;
  making.shapes.push({ ...size, frame: isTurned(body) ? shapeFrame(making, body, frame) : frame });
}

/** The shape of a body in the edges and diameters of pictures; bars lie along the first axis, cylinders along the third. */
function sizeOf(
  kind: string,
  sizes: readonly number[],
  dimension: number,
): Pick<SceneShape, "kind" | "size"> | undefined {
  const [a, b = a, c = b] = sizes;
  if (kind === "sphere" || (kind === "cylinder" && dimension === 2))
    return { kind: "sphere", size: [2 * a, 2 * a, 2 * a] };
  if (kind === "cylinder") return { kind, size: [2 * a, 2 * a, b] };
  if (kind === "box") return { kind, size: [a, b, dimension === 2 ? 0.2 * Math.min(a, b) : c] };
  if (kind === "plate") return { kind: "box", size: [a, b, 0.05 * Math.min(a, b)] };
  if (kind === "bar") return { kind: "box", size: sizes.length > 1 ? [a, 2 * b, 2 * b] : [a, 0.06 * a, 0.06 * a] };
  return undefined;
}

/** Whether the axes of a body, along which its shape lies, are not its directors. */
const isTurned = ({ axes }: LoweredBodies): boolean =>
  axes.some((axis, k) => axis.some((x, c) => Math.abs(x - (c === k ? 1 : 0)) > 1e-9));

/** A frame along the axes of a body. */
function shapeFrame({ points, frames }: Making, { axes }: LoweredBodies, frame: number): number {
  const direction = (k: number): number =>
    axes[k] === undefined
      ? -1
      : points.push({
          ...{ name: "", offset: -1, mass: 1, at: [], role: "place" },
          from: { frame, local: axes[k], isDirection: true },
        }) - 1;
  const made: [number, number, number] = [direction(0), direction(1), axes.length > 2 ? direction(2) : -1];
  return frames.push({ name: "", origin: originPlace(points, frame), axes: made }) - 1;
}

/** The centre of mass as a place on the body, so that the shape belongs to it. */
function originPlace(points: Making["points"], frame: number): number {
  const local = [0, 0, 0];
  return points.push({ name: "", offset: -1, mass: 1, at: [], role: "place", from: { frame, local } }) - 1;
}
