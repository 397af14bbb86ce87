/** What a model draws itself, its surfaces and its loads, as parts of a picture. */

import type { DrawnThing, Lowered, LoweredBodies } from "../../model/index.js";
import type { Expr } from "../../symbolic/index.js";
import { entry } from "./bodies.js";
import type { Making } from "./making.js";
import type { ProgramBuilder } from "./program-of.js";

export function addDrawn(making: Making, { shown, machine }: Lowered, builder: ProgramBuilder): void {
  const { things, surfaces, loads } = shown;
  const { marks, points } = making;
  for (const { style, through, unit } of surfaces) marks.push({ kind: style, through, unit });
  // frames of bodies come first, one for each member
  const bodies = new Map<string | undefined, { readonly body: LoweredBodies; readonly firstFrame: number }>();
  let firstFrame = 0;
  for (const body of machine?.bodies ?? []) {
    bodies.set(body.name, { body, firstFrame });
    firstFrame += body.count;
  }
  for (const thing of things) {
    const found = bodies.get(thing.body);
    if (found === undefined) addThing(making, thing, builder);
    // what belongs to a family of bodies is drawn for each of them
    else for (let i = 0; i < found.body.count; i++) addThing(making, thing, builder, { ...found, i });
  }
  for (const { kind, name, place, load } of loads) {
    const [at, vector] = [builder.place(name, place), builder.place(name, load)];
    // a load that reads multipliers cannot be computed from a state, so it is not drawn
    if (at === undefined || vector === undefined) continue;
    marks.push({ kind, at: points.push(at) - 1, vector: points.push(vector) - 1 });
  }
}

/** Draws a thing; that of a body in the frame of a member. */
function addThing(
  making: Making,
  thing: DrawnThing,
  builder: ProgramBuilder,
  member?: { readonly body: LoweredBodies; readonly firstFrame: number; readonly i: number },
): void {
  const { points, links, marks, frames, shapes } = making;
  const { body, firstFrame = -1, i = 0 } = member ?? {};
  const frame = firstFrame + i;
  /** Numbers in the axes of the body, from its origin for a place, as components along its directors. */
  const inDirectors = (expressions: readonly Expr[], isPlace: boolean): number[] =>
    [0, 1, 2].map((c) => {
      const column = isPlace ? body?.origin[c] : undefined;
      const origin = column === undefined ? 0 : entry(column, i);
      return expressions.reduce((sum, { value }, k) => sum + value * (body?.axes[k]?.[c] ?? (c === k ? 1 : 0)), origin);
    });
  const put = (expressions: readonly Expr[]): number => {
    if (frame >= 0) {
      const local = inDirectors(expressions, true);
      return points.push({ name: "", offset: -1, mass: 1, at: [], role: "place", from: { frame, local } }) - 1;
    }
    const made = builder.place("", expressions);
    return made === undefined ? -1 : points.push(made) - 1;
  };
  const at = thing.places.map(put);
  if (at.some((i) => i < 0)) return;
  const { kind, colour, closed, dashed } = thing;
  const tinted = colour === undefined ? {} : { colour };
  switch (kind) {
    case "pin":
      marks.push({ kind, at: at[0], grounded: thing.grounded });
      break;
    case "text":
      marks.push({ kind, at: at[0], words: thing.words!, ...tinted });
      break;
    case "ground":
      marks.push({ kind, from: at[0], to: at[1] });
      break;
    case "sphere":
    case "box":
    case "cylinder":
      shapes.push({ kind, frame: shapeFrame(at[0]), size: sizeOf(thing), ...tinted });
      break;
    default: {
      const style = kind === "line" && dashed ? "dashed" : kind;
      const ends = closed ? [...at, at[0]] : at;
      for (let k = 0; k + 1 < ends.length; k++)
        links.push({ from: ends[k], to: ends[k + 1], style, row: -1, spring: -1, ...tinted });
      if (closed) marks.push({ kind: "area", points: at, ...tinted });
    }
  }

  /** A frame at a place; its first axis, or that of a cylinder, points along `along`. */
  function shapeFrame(origin: number): number {
    const along = thing.along === undefined ? -1 : directionOf(thing.along);
    const main = kind === "cylinder" ? 2 : 0;
    const space = thing.places[0].length;
    if (along >= 0 || frame < 0 || thing.across !== undefined) {
      // in the plane, the axis of a cylinder lies in the plane
      const first = along < 0 && main === 2 && space === 2 ? fixed([1, 0]) : along;
      const axes: [number, number, number] = [-1, -1, -1];
      axes[main] = first;
      if (thing.across !== undefined) axes[1] = directionOf(thing.across);
      return frames.push({ name: "", origin, axes }) - 1;
    }
    return frames.push({ name: "", origin, axes: frames[frame].axes }) - 1;
  }

  function directionOf(expressions: readonly Expr[]): number {
    if (frame < 0) return put(expressions);
    const local = inDirectors(expressions, false);
    return (
      points.push({ name: "", offset: -1, mass: 1, at: [], role: "place", from: { frame, local, isDirection: true } }) -
      1
    );
  }

  function fixed(direction: readonly number[]): number {
    return points.push({ name: "", offset: -1, mass: 1, at: direction, role: "place" }) - 1;
  }
}

function sizeOf({ kind, size, radius = 0, length = 0 }: DrawnThing): [number, number, number] {
  if (kind === "sphere") return [2 * radius, 2 * radius, 2 * radius];
  if (kind === "cylinder") return [2 * radius, 2 * radius, length];
  return [size![0], size![1] ?? size![0], size![2] ?? Math.min(size![0], size![1] ?? size![0]) / 2];
}
