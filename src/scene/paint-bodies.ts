/** Draws bodies and joints in the plane by the symbols of engineers. */

import { bodyTone, toneOf } from "./palette.js";
import type { PlanePen } from "./plane-pen.js";
import type { SceneJoint, SceneShape } from "./scene.js";
import { hatch, hull, rectangle } from "./symbols.js";

/** A body without a shape: a solid link between its joints and points. */
export function paintLink(pen: PlanePen, k: number): void {
  const { sheet } = pen;
  const { places: on, origin } = pen.scene.frames[k];
  if (on === undefined) return;
  const tone = bodyTone(k);
  const around = (on.length === 0 ? [origin] : on.length === 1 ? [...on, origin] : on).map((i): [number, number] => [
    pen.x(i),
    pen.y(i),
  ]);
  if (around.some(([x, y]) => Number.isNaN(x + y))) return;
  hull(sheet, around, on.length === 0 ? 14 : 8);
  sheet.paint({ fill: tone, cover: 0.28, stroke: tone });
}

/** The symbol of a centre of mass, which also shows how the body has turned. */
export function paintCentre(pen: PlanePen, k: number): void {
  const { sheet } = pen;
  const { origin } = pen.scene.frames[k];
  const axes = pen.axesOf(k);
  const turn = Math.atan2(-axes[1], axes[0]);
  const [x, y, r] = [pen.x(origin), pen.y(origin), 4.5];
  sheet.circle(x, y, r);
  sheet.paint({ fill: "paper", stroke: bodyTone(k), width: 1.2 });
  for (const quarter of [0, 2]) {
    const from = turn + (quarter * Math.PI) / 2;
    sheet.move(x, y);
    for (let i = 0; i <= 4; i++)
      sheet.line(x + r * Math.cos(from + (i * Math.PI) / 8), y + r * Math.sin(from + (i * Math.PI) / 8));
    sheet.close();
  }
  sheet.paint({ fill: bodyTone(k) });
}

export function paintShape(pen: PlanePen, { kind, frame, size, colour }: SceneShape): void {
  const { sheet, view } = pen;
  const axes = pen.axesOf(frame);
  const { origin, places: on } = pen.scene.frames[frame];
  const tone = toneOf(colour, on === undefined ? "s5" : bodyTone(frame));
  const [x, y] = [pen.x(origin), pen.y(origin)];
  if (kind === "sphere") {
    const r = (view.scale * size[0]) / 2;
    sheet.circle(x, y, r);
    // a radius shows how it turns
    sheet.move(x, y);
    sheet.line(x + r * axes[0], y - r * axes[1]);
  } else if (kind === "cylinder") {
    // along the third axis of its frame: seen from the side, or from above
    const [ux, uy] = [axes[6], -axes[7]];
    if (Math.hypot(ux, uy) < 0.5) sheet.circle(x, y, (view.scale * size[0]) / 2);
    else rectangle(sheet, x, y, ux, uy, view.scale * size[2], view.scale * size[0]);
  } else rectangle(sheet, x, y, axes[0], -axes[1], view.scale * size[0], view.scale * size[1]);
  sheet.paint({ fill: tone, cover: 0.28, stroke: tone });
}

export function paintJoint(pen: PlanePen, joint: SceneJoint): void {
  const { kind, sides, frames, axis } = joint;
  const world = frames.indexOf(-1);
  const [x, y] = [pen.x(sides[0]), pen.y(sides[0])];
  if ((kind === "slider" || kind === "prismatic") && axis !== undefined) {
    paintRails(pen, joint, axis, world >= 0 ? world : 1, 35);
    const block = sides[world === 0 ? 1 : 0];
    const [ux, uy] = pen.direction(frames[axis.side], axis.local);
    rectangle(pen.sheet, pen.x(block), pen.y(block), ux, uy, 26, 16);
    pen.sheet.paint({ fill: "paper", stroke: "ink" });
    return;
  }
  // a pin of the first body in a slot of the second
  if (kind === "point-in-slot" && axis !== undefined) {
    paintRails(pen, joint, axis, 1, 28);
    if (world === 0) pen.support(x, y);
    pen.pin(x, y);
    return;
  }
  if (world >= 0) pen.support(pen.x(sides[world]), pen.y(sides[world]));
  if (kind === "weld") {
    rectangle(pen.sheet, x, y, 1, 0, 9, 9);
    pen.sheet.paint({ fill: "ink" });
  } else pen.pin(x, y);
}

/** Two rails on one side of a joint along its axis, to some pixels beyond the other side; hatched if they belong to the ground. */
function paintRails(
  pen: PlanePen,
  { sides, frames }: SceneJoint,
  { side, local }: NonNullable<SceneJoint["axis"]>,
  guide: number,
  beyond: number,
): void {
  const { sheet } = pen;
  const other = sides[1 - guide];
  const [ux, uy] = pen.direction(frames[side], local);
  const [x, y] = [pen.x(sides[guide]), pen.y(sides[guide])];
  const away = (pen.x(other) - x) * ux + (pen.y(other) - y) * uy;
  // from the place of the rails to that of the block, and a little farther
  const [from, to] = [Math.min(0, away) - beyond, Math.max(0, away) + beyond];
  for (const aside of [9, -9]) {
    const [ox, oy] = [x - aside * uy, y + aside * ux];
    const ends: [number, number, number, number] = [ox + from * ux, oy + from * uy, ox + to * ux, oy + to * uy];
    sheet.move(ends[0], ends[1]);
    sheet.line(ends[2], ends[3]);
    if (frames[guide] >= 0) continue;
    if (aside > 0) hatch(sheet, ...ends);
    else hatch(sheet, ends[2], ends[3], ends[0], ends[1]);
  }
  sheet.paint({ stroke: "muted", width: 1.3 });
}
