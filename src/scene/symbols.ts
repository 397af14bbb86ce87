/** The symbols of engineers' drawings in the plane, as paths on a sheet. All lengths are pixels. */

import type { Sheet } from "./sheet.js";

/** The zigzag of a spring, with straight ends. Short springs have fewer turns, so that they still look like springs. */
export function coil(sheet: Sheet, ax: number, ay: number, bx: number, by: number): void {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy) || 1;
  const turns = Math.round(Math.max(3, Math.min(9, length / 14)));
  const wide = Math.min(7, length / 5);
  const [nx, ny] = [(-dy / length) * wide, (dx / length) * wide];
  sheet.move(ax, ay);
  sheet.line(ax + 0.14 * dx, ay + 0.14 * dy);
  for (let k = 0; k < 2 * turns; k++) {
    const part = 0.14 + (0.72 * (k + 0.5)) / (2 * turns);
    const side = k % 2 === 0 ? 1 : -1;
    sheet.line(ax + part * dx + side * nx, ay + part * dy + side * ny);
  }
  sheet.line(ax + 0.86 * dx, ay + 0.86 * dy);
  sheet.line(bx, by);
}

/** A dashpot: a cylinder that is open at one end, and a piston in it. */
export function dashpot(sheet: Sheet, ax: number, ay: number, bx: number, by: number): void {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const wide = Math.min(8, length / 4);
  const cup = Math.min(28, 0.4 * length);
  const from = (length - cup) / 2;
  const at = (along: number, aside: number): [number, number] => [
    ax + along * ux - aside * uy,
    ay + along * uy + aside * ux,
  ];
  const polyline = (places: readonly (readonly [number, number])[]): void => {
    places.forEach(([x, y], k) => {
      if (k === 0) sheet.move(x, y);
      else sheet.line(x, y);
    });
  };
  polyline([at(0, 0), at(from, 0)]);
  polyline([at(from + cup, -wide), at(from, -wide), at(from, wide), at(from + cup, wide)]);
  polyline([at(from + 0.55 * cup, -wide + 2), at(from + 0.55 * cup, wide - 2)]);
  polyline([at(from + 0.55 * cup, 0), at(length, 0)]);
}

/** Hatching of ground along a line, on its right side (below a line that goes to the right, on a screen). */
export function hatch(sheet: Sheet, ax: number, ay: number, bx: number, by: number, gap = 6): void {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
  const count = Math.min(400, Math.max(1, Math.round(length / gap)));
  for (let k = 0; k < count; k++) {
    const along = ((k + 0.5) * length) / count;
    const [x, y] = [ax + along * ux, ay + along * uy];
    sheet.move(x, y);
    sheet.line(x - 5 * ux - 6 * uy, y - 5 * uy + 6 * ux);
  }
}

/** The triangle of a support that stands on the ground, below a pin at (x, y), and its hatched line. */
export function support(sheet: Sheet, x: number, y: number): { triangle(): void; ground(): void } {
  return {
    triangle() {
      sheet.move(x, y);
      sheet.line(x + 8, y + 13);
      sheet.line(x - 8, y + 13);
      sheet.close();
    },
    ground() {
      sheet.move(x - 13, y + 13);
      sheet.line(x + 13, y + 13);
      hatch(sheet, x - 13, y + 13, x + 13, y + 13, 5);
    },
  };
}

/** A rectangle about (x, y) whose first edge points along the unit vector (ux, uy). */
export function rectangle(
  sheet: Sheet,
  x: number,
  y: number,
  ux: number,
  uy: number,
  long: number,
  wide: number,
): void {
  const corner = (a: number, b: number): readonly [number, number] => [
    x + (a * long * ux - b * wide * uy) / 2,
    y + (a * long * uy + b * wide * ux) / 2,
  ];
  [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)].forEach(([px, py], k) => {
    if (k === 0) sheet.move(px, py);
    else sheet.line(px, py);
  });
  sheet.close();
}

/** The head of an arrow at (x, y) that points along the unit vector (ux, uy). */
export function arrowHead(sheet: Sheet, x: number, y: number, ux: number, uy: number): void {
  sheet.move(x, y);
  sheet.line(x - 10 * ux - 4 * uy, y - 10 * uy + 4 * ux);
  sheet.line(x - 10 * ux + 4 * uy, y - 10 * uy - 4 * ux);
  sheet.close();
}

/** The outline of a solid link around places: the hull of discs of radius `r` about them. */
export function hull(sheet: Sheet, places: readonly (readonly [number, number])[], r: number): void {
  const corners = convex(places);
  const steps = 10;
  const outline: [number, number][] = [];
  const count = corners.length;
  corners.forEach(([x, y], k) => {
    const [px, py] = corners[(k + count - 1) % count];
    const [nx, ny] = corners[(k + 1) % count];
    // from the normal of the edge before to that of the edge after, anticlockwise as seen in these coordinates
    const first = count === 1 ? 0 : Math.atan2(y - py, x - px) - Math.PI / 2;
    let last = count === 1 ? 2 * Math.PI : Math.atan2(ny - y, nx - x) - Math.PI / 2;
    while (last < first) last += 2 * Math.PI;
    for (let i = 0; i <= steps; i++) {
      const angle = first + ((last - first) * i) / steps;
      outline.push([x + r * Math.cos(angle), y + r * Math.sin(angle)]);
    }
  });
  outline.forEach(([x, y], k) => {
    if (k === 0) sheet.move(x, y);
    else sheet.line(x, y);
  });
  sheet.close();
}

/** The corners of the convex hull, anticlockwise where y points up (Andrew's monotone chain). */
function convex(places: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const sorted = [...places].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (list: typeof sorted): typeof sorted => {
    const kept: typeof sorted = [];
    for (const p of list) {
      while (kept.length >= 2) {
        const [a, b] = [kept[kept.length - 2], kept[kept.length - 1]];
        if ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0) break;
        kept.pop();
      }
      kept.push(p);
    }
    kept.pop();
    return kept;
  };
  const all = [...half(sorted), ...half(sorted.reverse())];
  return all.length === 0 ? sorted.slice(0, 1) : all;
}
