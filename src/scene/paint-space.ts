/**
 * Draws a scene in space on a sheet, as an orthographic view: what is farther away is drawn first. Balls are discs, thin
 * bars are lines, and boxes and thick cylinders are their faces, shaded by a light from above.
 */

import { meshOf } from "./meshes.js";
import { tensionTone, toneOf } from "./palette.js";
import type { Places } from "./pose.js";
import type { ModelScene } from "./scene.js";
import type { Ink, Sheet, Tone } from "./sheet.js";
import type { Solid } from "./solids.js";
import { coil } from "./symbols.js";
import { perSolid, placeSolids } from "./transforms.js";
import { Words } from "./words.js";

/** A view: the directions on the page to the right, upwards and towards the eye, and the place in the middle of it. */
export interface SpaceCamera {
  readonly right: readonly number[];
  readonly up: readonly number[];
  readonly middle: readonly number[];
  readonly scale: number;
  readonly width: number;
  readonly height: number;
}

/**
 * What a drawing in space shows beside the places of a scene: tensions of links, names, and sizes.
 */
export interface SpaceOptions {
  readonly tension?: (k: number) => number;
  readonly names?: boolean;
  readonly radius: number;
  readonly strongest?: number;
  /** The strongest reaction of a joint; without it reactions are not drawn. */
  readonly reaction?: number;
}

/**
 * The directions of a view that is turned about the vertical and tilted downwards, in radians.
 *
 * @example
 * directions(0, 0); // {"right":[1,0,0],"up":[0,0,1]}
 */
export function directions(turn: number, tilt: number): Pick<SpaceCamera, "right" | "up"> {
  const [c, s, a, b] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
  return { right: [c, s, 0], up: [-s * b, c * b, a] };
}

/**
 * Where a place is on the page, and how near it is to the eye.
 *
 * @example
 * const camera = { ...directions(0.6, 0.35), middle: [0, 0, 0], scale: 50, width: 200, height: 200 };
 * const [x, y, nearness] = project(camera, 1, 0, 0);
 */
export function project(camera: SpaceCamera, x: number, y: number, z: number): [number, number, number] {
  const { right, up, middle, scale, width, height } = camera;
  const [dx, dy, dz] = [x - middle[0], y - middle[1], z - middle[2]];
  const [nx, ny, nz] = [
    right[1] * up[2] - right[2] * up[1],
    right[2] * up[0] - right[0] * up[2],
    right[0] * up[1] - right[1] * up[0],
  ];
  return [
    width / 2 + scale * (right[0] * dx + right[1] * dy + right[2] * dz),
    height / 2 - scale * (up[0] * dx + up[1] * dy + up[2] * dz),
    nx * dx + ny * dy + nz * dz,
  ];
}

/** Names are looked for among this many points. */
const mostNamed = 2000;

interface Piece {
  readonly depth: number;
  draw(): void;
}

/**
 * Draws the solids of a scene as an orthographic view.
 *
 * @example
 * const { lowered, workspace } = prepareRun(pendulum);
 * const scene = sceneOf(lowered, workspace);
 * const camera = { ...directions(0.6, 0.35), middle: [0, 0, 0], scale: 50, width: 200, height: 200 };
 * const sheet = svgSheet((text) => text);
 * paintSpace(sheet, scene, solidsOf(scene, 1), poser(scene)(0, workspace.initial), camera, { radius: 1 });
 */
export function paintSpace(
  sheet: Sheet,
  scene: ModelScene,
  solids: readonly Solid[],
  places: Places,
  camera: SpaceCamera,
  options: SpaceOptions,
): void {
  const out = new Float32Array(perSolid * solids.length);
  const { radius, strongest = 0, reaction = 0 } = options;
  placeSolids(out, scene, solids, places, { radius, strongest, reaction });
  const pieces: Piece[] = [];
  solids.forEach((solid, k) => {
    const o = perSolid * k;
    if (!(Math.abs(out[o]) + Math.abs(out[o + 1]) + Math.abs(out[o + 2]) < Number.POSITIVE_INFINITY)) return;
    const tension = solid.link < 0 ? Number.NaN : (options.tension?.(solid.link) ?? Number.NaN);
    addPieces(pieces, sheet, solid, out, o, camera, Number.isFinite(tension) ? tensionTone(tension) : solid.tone);
  });
  pieces.sort((a, b) => a.depth - b.depth);
  for (const piece of pieces) piece.draw();
  const words = new Words(sheet);
  const write = (i: number, text: string, tone: string): void => {
    const [x, y] = project(camera, places[3 * i], places[3 * i + 1], places[3 * i + 2]);
    words.put(x, y, text, tone);
  };
  for (const mark of scene.marks) if (mark.kind === "text") write(mark.at, mark.words, toneOf(mark.colour, "ink"));
  if (!options.names) return;
  scene.points.slice(0, mostNamed).forEach(({ role, name }, i) => {
    if (role !== "place" && role !== "anchor" && name !== "") write(i, name, "muted");
  });
}

/** The pieces of one solid, with its transform at `o`. */
function addPieces(
  pieces: Piece[],
  sheet: Sheet,
  { mesh }: Solid,
  out: Float32Array,
  o: number,
  camera: SpaceCamera,
  tone: Tone,
): void {
  const middle = project(camera, out[o], out[o + 1], out[o + 2]);
  const [sx, sy, sz] = [out[o + 7], out[o + 8], out[o + 9]];
  if (sx === 0) return;
  if (mesh === "sphere") {
    const r = Math.max(0.8, (camera.scale * sx) / 2);
    pieces.push({ depth: middle[2], draw: () => ball(sheet, middle[0], middle[1], r, tone) });
    return;
  }
  const end = (z: number): [number, number, number] => {
    const [x, y, w] = turnedBy(out, o, [0, 0, z * sz]);
    return project(camera, out[o] + x, out[o + 1] + y, out[o + 2] + w);
  };
  if (mesh === "coil") {
    const [a, b] = [end(-0.5), end(0.5)];
    const draw = (): void => {
      coil(sheet, a[0], a[1], b[0], b[1]);
      sheet.paint({ stroke: tone, width: 1.8 });
    };
    pieces.push({ depth: middle[2], draw });
    return;
  }
  const wide = camera.scale * Math.max(sx, sy);
  if (mesh === "cylinder" && (wide < 9 || sz > 6 * sx)) {
    const [a, b] = [end(-0.5), end(0.5)];
    // a long bar is cut into pieces, so that others can lie before one of its parts and behind another
    const cuts = Math.max(1, Math.min(8, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / 40)));
    for (let k = 0; k < cuts; k++) {
      const [s, e] = [k / cuts, (k + 1) / cuts];
      const part = (c: number, f: number): number => a[c] + f * (b[c] - a[c]);
      const draw = (): void => {
        sheet.move(part(0, s), part(1, s));
        sheet.line(part(0, e), part(1, e));
        sheet.paint({ stroke: tone, width: Math.max(1.2, wide) });
      };
      pieces.push({ depth: part(2, (s + e) / 2), draw });
    }
    return;
  }
  faces(pieces, sheet, mesh, out, o, camera, tone);
}

function ball(sheet: Sheet, x: number, y: number, r: number, tone: Tone): void {
  sheet.circle(x, y, r);
  sheet.paint({ fill: tone, stroke: "panel", width: 0.8 });
  if (r < 3.5) return;
  sheet.circle(x - 0.3 * r, y - 0.35 * r, 0.38 * r);
  sheet.paint({ fill: "#ffffff", cover: 0.28 });
}

/** The direction of the light, from the eye's upper left. */
const light = [-0.35, 0.6, 0.72];

/** The triangles of a mesh that face the eye; those in one plane are one piece. */
function faces(
  pieces: Piece[],
  sheet: Sheet,
  mesh: Solid["mesh"],
  out: Float32Array,
  o: number,
  camera: SpaceCamera,
  tone: Tone,
): void {
  const { positions, normals, triangles } = meshOf(mesh);
  const size = [out[o + 7], out[o + 8], out[o + 9]];
  const corner = (i: number): [number, number, number] => {
    const [x, y, z] = turnedBy(
      out,
      o,
      [0, 1, 2].map((c) => positions[3 * i + c] * size[c]),
    );
    return project(camera, out[o] + x, out[o + 1] + y, out[o + 2] + z);
  };
  const inView = (normal: readonly number[]): number[] => {
    const { right, up } = camera;
    const dot = (u: readonly number[]): number => u[0] * normal[0] + u[1] * normal[1] + u[2] * normal[2];
    const [a, b] = [dot(right), dot(up)];
    const towards = [
      right[1] * up[2] - right[2] * up[1],
      right[2] * up[0] - right[0] * up[2],
      right[0] * up[1] - right[1] * up[0],
    ];
    return [a, b, dot(towards)];
  };
  const step = mesh === "box" ? 6 : 3;
  for (let k = 0; k < triangles.length; k += step) {
    const indices = step === 6 ? [0, 1, 2, 5].map((c) => triangles[k + c]) : [0, 1, 2].map((c) => triangles[k + c]);
    const normal = [0, 1, 2].map((c) => normals[3 * indices[0] + c] / size[c]);
    const length = Math.hypot(...(normal as [number, number, number])) || 1;
    const seen = inView(
      turnedBy(
        out,
        o,
        normal.map((x) => x / length),
      ),
    );
    if (seen[2] <= 0.001) continue;
    const places = indices.map(corner);
    const shade = 0.5 - 0.5 * (seen[0] * light[0] + seen[1] * light[1] + seen[2] * light[2]);
    const depth = places.reduce((sum, place) => sum + place[2], 0) / places.length;
    const from = typeof tone === "string" ? tone : tone.part < 0.5 ? tone.from : tone.to;
    const fill = { from, to: shade > 0.3 ? "#000000" : "#ffffff", part: Math.abs(shade - 0.3) * 0.55 };
    const ink: Ink = { fill, stroke: fill, width: 0.7 };
    const draw = (): void => {
      places.forEach(([x, y], i) => {
        if (i === 0) sheet.move(x, y);
        else sheet.line(x, y);
      });
      sheet.close();
      sheet.paint(ink);
    };
    pieces.push({ depth, draw });
  }
}

/** A vector turned by the rotation of the transform at `o`. */
function turnedBy(out: Float32Array, o: number, [x, y, z]: readonly number[]): [number, number, number] {
  const [a, b, c, w] = [out[o + 3], out[o + 4], out[o + 5], out[o + 6]];
  const [tx, ty, tz] = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [x + w * tx + b * tz - c * ty, y + w * ty + c * tx - a * tz, z + w * tz + a * ty - b * tx];
}
