/**
 * A scene in space as solids: meshes of unit size, each put in place by a translation, a rotation and a stretch that follow
 * the motion. Pictures in space, their projections and files for other viewers are made of the same list.
 */

import { drawnBodies } from "./drawn-bodies.js";
import { atomLook, bodyTone, toneOf } from "./palette.js";
import { ringOf } from "./ring.js";
import type { ModelScene } from "./scene.js";

/**
 * The names of the meshes.
 */
export type MeshName = "box" | "sphere" | "cylinder" | "cone" | "coil";

/** A mesh and what holds it in place. */
export interface Solid {
  readonly mesh: MeshName;
  /** A colour of the theme, or `#rrggbb`. */
  readonly tone: string;
  readonly name: string;
  readonly at: SolidPlace;
  /** The link whose tension colours it; -1 if none does. */
  readonly link: number;
  /** The point that it shows; -1 if it shows none. */
  readonly point: number;
}

/**
 * What holds a solid in place.
 */
export type SolidPlace =
  /** About a point, of this diameter. */
  | { readonly point: number; readonly size: number }
  /** From one point to another, between two fractions of the way, of this diameter. */
  | { readonly ends: readonly [number, number]; readonly part: readonly [number, number]; readonly size: number }
  /** In a frame (-1: the world) at a place of it, with its third axis along a direction of the frame if that is given. */
  | {
      readonly frame: number;
      readonly local: readonly number[];
      readonly along?: readonly number[];
      readonly size: readonly number[];
    }
  /** At a point, along a vector: an arrow's shaft or head, as long as the vector compared with the strongest. */
  | {
      readonly load: number;
      readonly vector: number;
      readonly part: readonly [number, number];
      readonly size: number;
      readonly isReaction?: boolean;
    };

/**
 * With more masses than this, masses and the lines between them are not solids: pictures show them as dots and lines.
 *
 * @example
 * mostMasses; // 4000
 */
export const mostMasses = 4000;

/**
 * The solids of a scene in space whose motion has this radius.
 *
 * @example
 * const { lowered, workspace } = prepareRun(pendulum);
 * const scene = sceneOf(lowered, workspace);
 * solidsOf(scene, 1).map(({ mesh }) => mesh); // a ball, a support and a bar
 */
export function solidsOf(scene: ModelScene, radius: number): Solid[] {
  const { points, links, frames, joints, shapes, marks, box } = scene;
  const solids: Solid[] = [];
  const put = (mesh: MeshName, tone: string, at: SolidPlace, more: Partial<Solid> = {}): void => {
    solids.push({ mesh, tone, at, name: "", link: -1, point: -1, ...more });
  };
  const bar = (from: number, to: number, tone: string, size: number, more: Partial<Solid> = {}): void =>
    put("cylinder", tone, { ends: [from, to], part: [0, 1], size }, more);
  const drawn = drawnBodies(scene);

  // 1. points: masses by their size, atoms by their element, anchors as small balls on plates
  let [heaviest, masses] = [0, 0];
  for (const { role, mass } of points) {
    if (role !== "mass") continue;
    masses++;
    if (Number.isFinite(mass)) heaviest = Math.max(heaviest, mass);
  }
  const crowded = masses > 60 ? 0.4 : 1;
  const isCrowd = masses > mostMasses;
  const held = new Set(links.flatMap(({ from, to }) => [from, to]));
  points.forEach(({ role, mass, element, radius: own, name }, point) => {
    if (role === "mass") {
      if (isCrowd) return;
      const part = heaviest > 0 && Number.isFinite(mass) ? Math.cbrt(Math.max(0, mass) / heaviest) : 1;
      const size = own === undefined ? 2 * radius * crowded * Math.max(0.03, 0.06 * part) : 2 * own;
      put("sphere", element === undefined ? "ink" : atomLook(element).colour, { point, size }, { point, name });
    } else if (role === "anchor" && held.has(point)) {
      put("sphere", "slack", { point, size: 0.05 * radius }, { name });
      if (points[point].from === undefined) plate(-1, points[point].at);
    }
  });

  // 2. bodies: their shapes, or links between their joints and points
  for (const { kind, frame, size, colour } of shapes) {
    const { places, name } = frames[frame];
    const tone = toneOf(colour, places === undefined ? "s5" : bodyTone(frame));
    put(kind, tone, { frame, local: [0, 0, 0], size }, { name });
  }
  const ofBodies = frames.filter(({ places }) => places !== undefined).length;
  const thick = radius * (ofBodies > 40 ? 0.02 : 0.045);
  frames.forEach((frame, k) => {
    const { places, origin, name, extent } = frame;
    if (places === undefined || drawn.has(k)) return;
    const tone = bodyTone(k);
    if (places.length <= 1) {
      const largest = Math.max(...([0, 1, 2].map((c) => extent?.[c] ?? 0) as [number, number, number]));
      // at most a third of the picture, in its own proportions
      const scale = largest > 0.6 * radius ? (0.6 * radius) / largest : 1;
      const size = [0, 1, 2].map((c) => Math.max(scale * (extent?.[c] ?? 0), thick));
      put("box", tone, { frame: k, local: [0, 0, 0], size }, { name, point: origin });
      for (const i of places) bar(i, origin, tone, thick, { name });
      return;
    }
    const ends = ringOf(scene, k);
    for (const [a, b] of ends) bar(a, b, tone, thick, { name, point: origin });
    for (const i of places) put("sphere", tone, { point: i, size: thick }, { name });
  });

  // 3. lines
  links.forEach(({ from, to, style, colour }, link) => {
    if (isCrowd && points[from].role === "mass") return;
    const bond = points[from].element !== undefined && points[to].element !== undefined;
    const tone = bond ? "muted" : toneOf(colour, style === "link" ? "s0" : "slack");
    const size = radius * (style === "rod" ? 0.028 : style === "link" ? 0.05 : 0.014);
    const coloured = colour === undefined ? { link } : {};
    if (bond) bar(from, to, tone, Math.min(points[from].radius ?? 1, points[to].radius ?? 1) * 0.5);
    else if (style === "spring") put("coil", tone, { ends: [from, to], part: [0, 1], size: 0.08 * radius }, coloured);
    else if (style === "damper") {
      put("cylinder", tone, { ends: [from, to], part: [0.3, 0.7], size: 0.07 * radius }, coloured);
      bar(from, to, "muted", 0.016 * radius);
    } else if (style === "arrow") {
      put("cylinder", tone, { ends: [from, to], part: [0, 0.85], size: 0.02 * radius });
      put("cone", tone, { ends: [from, to], part: [0.8, 1], size: 0.06 * radius });
    } else bar(from, to, tone, size, coloured);
  });

  // 4. joints
  for (const { kind, name, sides, frames: of, axis } of joints) {
    const world = of.indexOf(-1);
    const size = 1.8 * thick;
    const side = axis?.side ?? (world === 0 ? 1 : 0);
    const on = { frame: of[side], local: localOf(sides[side]), ...(axis && { along: axis.local }) };
    if (sliding.has(kind) && axis !== undefined) {
      put("cylinder", "slack", { ...on, size: [thick / 2, thick / 2, 0.8 * radius] }, { name });
      put("sphere", "muted", { point: sides[1 - side], size }, { name });
    } else if (turning.has(kind) && axis !== undefined)
      put("cylinder", "muted", { ...on, size: [size, size, 2.2 * size] }, { name });
    else if (kind === "weld") put("box", "muted", { ...on, size: [size, size, size] }, { name });
    else put("sphere", "muted", { point: sides[side], size: 1.4 * thick }, { name });
    if (world >= 0) plate(-1, points[sides[world]].at);
  }

  // 5. loads, surfaces, the periodic box
  for (const mark of marks) {
    if (mark.kind === "force" || mark.kind === "torque" || mark.kind === "reaction") {
      const isReaction = mark.kind === "reaction";
      const load = { load: mark.at, vector: mark.vector, ...(isReaction && { isReaction }) };
      const tone = isReaction ? "s1" : "s2";
      put("cylinder", tone, { ...load, part: [0, 0.8], size: 0.02 * radius });
      put("cone", tone, { ...load, part: [0.75, 1], size: 0.06 * radius });
    } else if (mark.kind === "ground")
      put("box", "slack", { ends: [mark.from, mark.to], part: [-0.01, 0.01], size: 0.5 * radius });
    else if (mark.kind === "plane")
      put("box", "grid", {
        frame: -1,
        local: mark.through,
        along: mark.unit,
        size: [3 * radius, 3 * radius, 0.004 * radius],
      });
    else if (mark.kind === "guide")
      put("cylinder", "slack", {
        frame: -1,
        local: mark.through,
        along: mark.unit,
        size: [0.01 * radius, 0.01 * radius, 4 * radius],
      });
    else if (mark.kind === "pin") put("sphere", "muted", { point: mark.at, size: 1.4 * thick });
  }
  if (box !== undefined)
    for (const [axis, corner] of edges(box)) {
      const size = [0, 1, 2].map((c) => (c === axis ? box[c] : 0.006 * radius));
      put("box", "muted", { frame: -1, local: corner, size });
    }
  return solids;

  /** The plate under what is fastened to the ground. */
  function plate(frame: number, at: readonly number[]): void {
    const size = [0.12 * radius, 0.12 * radius, 0.015 * radius];
    put("box", "slack", { frame, local: [at[0], at[1] ?? 0, (at[2] ?? 0) - 0.03 * radius], size });
  }

  function localOf(i: number): readonly number[] {
    const { from, at } = points[i];
    return from !== undefined && "frame" in from ? from.local : at;
  }
}

/** Joints that show the line along which they slide. */
const sliding: ReadonlySet<string> = new Set(["slider", "prismatic", "point-in-slot"]);
/** Kinds of joints that turn about an axis. */
const turning: ReadonlySet<string> = new Set(["hinge", "revolute", "cylindrical", "screw"]);

/** The twelve edges of a box with a corner at the origin: the axis and the middle of each. */
function edges(box: readonly number[]): [number, number[]][] {
  const found: [number, number[]][] = [];
  for (const axis of [0, 1, 2])
    for (const a of [0, 1])
      for (const b of [0, 1]) {
        const middle = [0, 0, 0];
        middle[axis] = box[axis] / 2;
        middle[(axis + 1) % 3] = a * box[(axis + 1) % 3];
        middle[(axis + 2) % 3] = b * box[(axis + 2) % 3];
        found.push([axis, middle]);
      }
  return found;
}
