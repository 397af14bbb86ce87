/** Draws the points of a scene in the plane: masses, atoms, anchors, and dots for crowds. */

import { atomLook } from "./palette.js";
import type { PlanePen } from "./plane-pen.js";
import type { ModelScene } from "./scene.js";
import type { Tone } from "./sheet.js";

/** With more points than this, they are drawn as dots of a pixel or two, at most one for each pixel. */
const crowd = 150;
/** With more atoms than this, they are drawn as dots too. */
const mostAtoms = 20_000;

export function paintPoints(pen: PlanePen, held: number, dots: ReadonlyMap<number, Tone> | undefined): void {
  const { sheet, scene, view } = pen;
  const { points } = scene;
  const linked = heldAnchors(scene);
  let [heaviest, count] = [0, 0];
  for (const { role, mass } of points) {
    if (role !== "mass") continue;
    count++;
    if (Number.isFinite(mass)) heaviest = Math.max(heaviest, mass);
  }
  if (count > crowd) paintCrowd(pen, count);
  const largest = count > 40 ? 2.5 : count > 6 ? 5.5 : 9;
  points.forEach(({ role, mass, element, radius }, i) => {
    if (role !== "mass" && role !== "anchor" && i !== held) return;
    const [x, y] = [pen.x(i), pen.y(i)];
    if (Number.isNaN(x + y)) return;
    if (role === "anchor" && linked.has(i)) {
      if (points.length <= 400) pen.support(x, y);
      sheet.circle(x, y, 4);
      sheet.paint({ fill: "paper", stroke: "ink" });
    }
    if (i === held) {
      sheet.circle(x, y, largest + 3);
      sheet.paint({ fill: "s1", stroke: "paper", width: 2 });
    } else if (role === "mass" && element !== undefined && radius !== undefined && count <= mostAtoms)
      paintAtom(pen, x, y, Math.max(1.5, view.scale * radius), atomLook(element).colour);
    else if (role === "mass" && count <= crowd) {
      const part = heaviest > 0 && Number.isFinite(mass) ? Math.cbrt(Math.max(0, mass) / heaviest) : 1;
      sheet.circle(x, y, Math.max(0.5, part) * largest);
      sheet.paint({ fill: dots?.get(i) ?? "ink", stroke: "paper", width: 2 });
    }
  });
}

function paintAtom({ sheet }: PlanePen, x: number, y: number, r: number, colour: string): void {
  sheet.circle(x, y, r);
  sheet.paint({ fill: colour, stroke: "ink", width: 0.8 });
  if (r < 4) return;
  sheet.circle(x - 0.3 * r, y - 0.35 * r, 0.35 * r);
  sheet.paint({ fill: "#ffffff", cover: 0.4 });
}

function paintCrowd(pen: PlanePen, count: number): void {
  const { sheet, view } = pen;
  const { points } = pen.scene;
  const [wide, high] = [Math.ceil(view.width), Math.ceil(view.height)];
  const taken = new Uint8Array(wide * high);
  for (let i = 0; i < points.length; i++) {
    if (points[i].role !== "mass" || (points[i].element !== undefined && count <= mostAtoms)) continue;
    const [x, y] = [Math.floor(pen.x(i)), Math.floor(pen.y(i))];
    if (!(x >= 0 && y >= 0 && x < wide && y < high) || taken[y * wide + x] === 1) continue;
    taken[y * wide + x] = 1;
    sheet.move(x - 1, y - 1);
    sheet.line(x + 1, y - 1);
    sheet.line(x + 1, y + 1);
    sheet.line(x - 1, y + 1);
    sheet.close();
  }
  sheet.paint({ fill: "ink" });
}

/** The anchors that a link is attached to; others are not drawn. */
export function heldAnchors({ points, links }: ModelScene): ReadonlySet<number> {
  const held = new Set<number>();
  for (const { from, to } of links) for (const i of [from, to]) if (points[i].role === "anchor") held.add(i);
  return held;
}
