/** Draws the lines of a scene in the plane. Lines of one look are one path, and those that no pixel shows are left out. */

import { tensionTone, toneOf } from "./palette.js";
import type { PlanePen } from "./plane-pen.js";
import type { LinkStyle } from "./scene.js";
import type { Ink } from "./sheet.js";
import { coil, dashpot } from "./symbols.js";

const plain: Readonly<Record<LinkStyle, string>> = {
  ...{ rod: "ink", spring: "ink", damper: "muted", rope: "ink", line: "ink", dashed: "muted", link: "s0", arrow: "s2" },
};

interface Group {
  readonly ink: Ink;
  readonly style: LinkStyle;
  readonly members: number[];
}

export function paintLinks(pen: PlanePen, tension?: (k: number) => number): void {
  const { sheet } = pen;
  const { links } = pen.scene;
  for (const { ink, style, members } of groupsOf(pen, tension)) {
    let before = -1;
    for (const k of members) {
      const { from, to, aside = 0 } = links[k];
      const [ax, ay, bx, by] = [pen.x(from), pen.y(from), pen.x(to), pen.y(to)];
      const length = Math.hypot(bx - ax, by - ay) || 1;
      const [ox, oy] = [(-16 * aside * (by - ay)) / length, (16 * aside * (bx - ax)) / length];
      if (style === "spring") coil(sheet, ax + ox, ay + oy, bx + ox, by + oy);
      else if (style === "damper") dashpot(sheet, ax + ox, ay + oy, bx + ox, by + oy);
      else {
        // a chain is one polyline
        if (from !== before) sheet.move(ax, ay);
        sheet.line(bx, by);
      }
      before = to;
    }
    sheet.paint(ink);
    if (style === "link") {
      for (const k of members) for (const i of [links[k].from, links[k].to]) sheet.circle(pen.x(i), pen.y(i), 3.5);
      sheet.paint({ fill: "paper", stroke: "ink", width: 1.2 });
    }
    if (style === "arrow")
      for (const k of members) {
        const { from, to } = links[k];
        pen.arrow(pen.x(from), pen.y(from), pen.x(to), pen.y(to), ink.stroke!);
      }
  }
}

function groupsOf(pen: PlanePen, tension?: (k: number) => number): Iterable<Group> {
  const { links, points } = pen.scene;
  const groups = new Map<string, Group>();
  const many = links.length > 120;
  links.forEach(({ from, to, style, colour }, k) => {
    if (many && Math.abs(pen.x(from) - pen.x(to)) + Math.abs(pen.y(from) - pen.y(to)) < 0.4) return;
    const pull = tension?.(k) ?? Number.NaN;
    const bond =
      points[from].element !== undefined && points[to].element !== undefined && (style === "rod" || style === "spring");
    const tone = bond ? "muted" : Number.isFinite(pull) ? tensionTone(pull) : toneOf(colour, plain[style]);
    const width = bond ? 5 : style === "rod" ? (many ? 2.2 : 3.5) : style === "link" ? 9 : 1.7;
    const key = `${bond ? "bond" : style} ${typeof tone === "string" ? tone : `${tone.to} ${tone.part}`}`;
    const group = groups.get(key);
    if (group !== undefined) group.members.push(k);
    else
      groups.set(key, {
        ink: { stroke: tone, width, dashed: style === "dashed" },
        style: bond ? "rod" : style,
        members: [k],
      });
  });
  return groups.values();
}
