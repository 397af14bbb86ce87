/**
 * Draws a scene in the plane on a sheet, in the order in which things lie on each other: surfaces, bodies, lines, joints,
 * points, loads, names. It draws at most what pixels can show.
 */

import { drawnBodies } from "./drawn-bodies.js";
import { paintCentre, paintJoint, paintLink, paintShape } from "./paint-bodies.js";
import { paintLinks } from "./paint-links.js";
import { heldAnchors, paintPoints } from "./paint-points.js";
import { bodyTone, toneOf } from "./palette.js";
import { PlanePen, type PlaneView } from "./plane-pen.js";
import type { Places } from "./pose.js";
import type { ModelScene, SceneMark } from "./scene.js";
import type { Sheet, Tone } from "./sheet.js";
import { arrowHead, hatch, rectangle } from "./symbols.js";
import { Words } from "./words.js";

/** What a drawing in the plane shows beside the places of a scene. */
export interface PlaneOptions {
  /** The tension of link `k` from -1 to 1; NaN if it is not known. */
  readonly tension?: (k: number) => number;
  /** Whether names are written. */
  readonly names?: boolean;
  /** The point that is held; -1 if none is. */
  readonly held?: number;
  /** The colours of single points, by index. */
  readonly dots?: ReadonlyMap<number, Tone>;
  /** Forces and torques are drawn so that this one is a sixth of the picture. */
  readonly strongest?: number;
  /** The same for reactions of joints; without it they are not drawn. */
  readonly reaction?: number;
}

/** At most this many names are written. */
const mostNames = 60;

/**
 * Draws a scene in the plane.
 *
 * @example
 * const { lowered, workspace } = prepareRun(pendulum);
 * const scene = sceneOf(lowered, workspace);
 * const sheet = svgSheet((text) => text);
 * const view = { left: 50, bottom: 50, scale: 40, width: 100, height: 100 };
 * paintPlane(sheet, scene, poser(scene)(0, workspace.initial), view);
 */
export function paintPlane(
  sheet: Sheet,
  scene: ModelScene,
  places: Places,
  view: PlaneView,
  options: PlaneOptions = {},
): void {
  const pen = new PlanePen(sheet, scene, places, view);
  const { frames, joints, shapes, marks, points } = scene;
  paintBox(pen);
  for (const mark of marks) paintSurface(pen, mark);
  const drawn = drawnBodies(scene);
  frames.forEach((_, k) => {
    if (!drawn.has(k)) paintLink(pen, k);
  });
  for (const shape of shapes) paintShape(pen, shape);
  frames.forEach(({ places: on }, k) => {
    if (on !== undefined) paintCentre(pen, k);
  });
  paintLinks(pen, options.tension);
  for (const joint of joints) paintJoint(pen, joint);
  for (const mark of marks) paintMark(pen, mark);
  paintPoints(pen, options.held ?? -1, options.dots);
  for (const mark of marks)
    if (mark.kind === "force" || mark.kind === "torque")
      paintLoad(pen, mark.kind, mark.at, mark.vector, options.strongest ?? 0);
    else if (mark.kind === "reaction") paintLoad(pen, mark.kind, mark.at, mark.vector, options.reaction ?? 0);
  const held = options.held ?? -1;
  if (held >= 0 && points[held].role === "centre") {
    sheet.circle(pen.x(held), pen.y(held), 9);
    sheet.paint({ stroke: bodyTone(1), width: 3 });
  }
  paintWords(pen, options.names ?? false);
}

function paintBox({ sheet, scene, view }: PlanePen): void {
  const { box } = scene;
  if (box === undefined) return;
  const [w, h] = [view.scale * box[0], view.scale * (box[1] ?? 0)];
  rectangle(sheet, view.left + w / 2, view.bottom - h / 2, 1, 0, w, h);
  sheet.paint({ stroke: "muted", width: 1, dashed: true });
}

function paintSurface(pen: PlanePen, mark: SceneMark): void {
  const { sheet, view } = pen;
  if (mark.kind === "area") {
    mark.points.forEach((i, k) => {
      if (k === 0) sheet.move(pen.x(i), pen.y(i));
      else sheet.line(pen.x(i), pen.y(i));
    });
    sheet.close();
    sheet.paint({ fill: toneOf(mark.colour, "s0"), cover: 0.25 });
  } else if (mark.kind === "plane" || mark.kind === "guide") {
    // a line through the whole picture, hatched on the side away from the normal
    const [a, b = 0] = mark.unit;
    const [ux, uy] = mark.kind === "guide" ? [a, -b] : [b, a];
    const [x, y] = [view.left + view.scale * mark.through[0], view.bottom - view.scale * (mark.through[1] ?? 0)];
    const far = view.width + view.height;
    const middle = (view.width / 2 - x) * ux + (view.height / 2 - y) * uy;
    const [from, to] = [middle - far / 2, middle + far / 2];
    const ends: [number, number, number, number] = [x + from * ux, y + from * uy, x + to * ux, y + to * uy];
    sheet.move(ends[0], ends[1]);
    sheet.line(ends[2], ends[3]);
    if (mark.kind === "plane") hatch(sheet, ...ends, 9);
    sheet.paint({ stroke: "muted", width: 1.2, dashed: mark.kind === "guide" });
  }
}

function paintMark(pen: PlanePen, mark: SceneMark): void {
  if (mark.kind === "pin") {
    if (mark.grounded) pen.support(pen.x(mark.at), pen.y(mark.at));
    pen.pin(pen.x(mark.at), pen.y(mark.at));
  } else if (mark.kind === "ground") {
    const ends = [pen.x(mark.from), pen.y(mark.from), pen.x(mark.to), pen.y(mark.to)] as const;
    pen.sheet.move(ends[0], ends[1]);
    pen.sheet.line(ends[2], ends[3]);
    hatch(pen.sheet, ...ends, 8);
    pen.sheet.paint({ stroke: "muted" });
  }
}

function paintLoad(
  pen: PlanePen,
  kind: "force" | "torque" | "reaction",
  at: number,
  vector: number,
  strongest: number,
): void {
  const { sheet, places, view } = pen;
  if (!(strongest > 0)) return;
  const [x, y] = [pen.x(at), pen.y(at)];
  if (kind !== "torque") {
    const size = view.width / 6 / strongest;
    const tone = kind === "force" ? "s2" : "s1";
    pen.arrow(x, y, x + size * places[3 * vector], y - size * places[3 * vector + 1], tone);
    return;
  }
  // an arc of at most three quarters of a turn, anticlockwise for a positive torque
  const part = places[3 * vector] / strongest;
  if (!(Math.abs(part) > 0.02)) return;
  const [sweep, r] = [-1.5 * Math.PI * Math.max(-1, Math.min(1, part)), 18];
  for (let i = 0; i <= 16; i++) {
    const angle = (sweep * i) / 16;
    if (i === 0) sheet.move(x + r, y);
    else sheet.line(x + r * Math.cos(angle), y + r * Math.sin(angle));
  }
  sheet.paint({ stroke: "s2", width: 2 });
  const side = Math.sign(sweep);
  const [ux, uy] = [-side * Math.sin(sweep), side * Math.cos(sweep)];
  arrowHead(sheet, x + r * Math.cos(sweep) + 5 * ux, y + r * Math.sin(sweep) + 5 * uy, ux, uy);
  sheet.paint({ fill: "s2" });
}

function paintWords(pen: PlanePen, names: boolean): void {
  const { sheet, scene } = pen;
  const words = new Words(sheet);
  for (const mark of scene.marks)
    if (mark.kind === "text") words.put(pen.x(mark.at), pen.y(mark.at), mark.words, toneOf(mark.colour, "ink"));
  if (!names) return;
  const linked = heldAnchors(scene);
  let left = mostNames;
  for (const [i, { role, name }] of scene.points.entries()) {
    if (left <= 0) return;
    if (role === "place" || name === "" || (role === "anchor" && !linked.has(i))) continue;
    left--;
    words.put(pen.x(i), pen.y(i), name, "muted");
  }
  for (const { name, sides } of scene.joints.slice(0, left)) words.put(pen.x(sides[0]), pen.y(sides[0]), name, "muted");
}
