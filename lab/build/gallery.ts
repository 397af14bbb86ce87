/** Makes the module of gallery models while the lab is built: their text and a small picture of each. */

import { readdirSync, readFileSync } from "node:fs";
import {
  catalogue,
  type LinkStyle,
  type ModelScene,
  parseModelText,
  prepareRun,
  type Solution,
  sceneOf,
  validateModel,
} from "taut";
import { poser } from "taut/scene";
import type { Plugin } from "vite";
import { planeOf } from "../src/draw/plane.js";
import type { GalleryEntry, GalleryText, Thumbnail, ThumbnailMotion } from "../src/state/gallery-entry.js";

const folder = new URL("../../gallery/", import.meta.url);
/** Models of the lab itself. */
const ownFolder = new URL("../models/", import.meta.url);
const name = "virtual:gallery";
const opening = "virtual:opening";
const motions = "virtual:gallery-motion";
/** The number of saved states, the fraction of the motion that a trail shows, and the most points of a trail. */
const samples = 600;
const shownPart = 0.3;
const mostPoints = 90;
/** The most masses in a picture; for a droplet, some of them are enough. */
const mostMasses = 120;
/** The size of a picture. */
const [across, up] = [240, 150];
/** The frames of a moving picture with few points, and with many. */
const [mostFrames, fewFrames] = [60, 24];
const fewPoints = 40;

/** The moving pictures, made together with the pictures. */
const moving = new Map<string, ThumbnailMotion>();

export function gallery(): Plugin {
  return {
    name: "taut-gallery",
    resolveId: (id) =>
      id === name || id === opening || id.startsWith(`${name}/`) || id.startsWith(`${motions}/`)
        ? `\0${id}`
        : undefined,
    load(id) {
      if (id.startsWith(`\0${motions}/`))
        return `export default ${JSON.stringify(moving.get(id.slice(motions.length + 2)))}`;
      if (id === `\0${opening}`) return `export default ${JSON.stringify(textOf("opening", ownFolder))}`;
      if (id === `\0${name}`) return listing();
      if (!id.startsWith(`\0${name}/`)) return undefined;
      return `export default ${JSON.stringify(textOf(id.slice(name.length + 2)))}`;
    },
  };
}

/** The module with all entries, and a function for each that loads its text. */
function listing(): string {
  const all = entries();
  const loading = (module: string): string =>
    all.map(({ id }) => `${JSON.stringify(id)}: () => import(${JSON.stringify(`${module}/${id}`)})`).join(", ");
  return `export default ${JSON.stringify(all)};\nexport const texts = { ${loading(name)} };\nexport const motions = { ${loading(motions)} };`;
}

function textOf(id: string, from = folder): GalleryText {
  const text = readFileSync(new URL(`${id}.yaml`, from), "utf8");
  return { text, data: parseModelText(text, { file: `${id}.yaml` }) };
}

function entries(): GalleryEntry[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => file.replace(/\.yaml$/, ""))
    .map((id) => ({ id, ...textOf(id) }))
    .sort((a, b) => a.text.length - b.text.length) // the simplest first
    .map(({ id, data }) => entry(id, data));
}

function entry(id: string, data: unknown): GalleryEntry {
  const model = validateModel(data, catalogue);
  const prepared = prepareRun(model, { frames: samples });
  const { run, lowered, workspace } = prepared;
  // this is only for a picture, so a run that takes too long is stopped and drawn up to there
  for (let k = 0; k < 400 && run.advance(100) === "running"; k++);
  const { trajectory } = run.solution();
  const scene = sceneOf(lowered, workspace);
  const about = model.about ?? "";
  return {
    id,
    name: model.name ?? id,
    about,
    dimension: scene.dimension,
    picture: picture(id, scene, trajectory, planeOf(workspace.names)),
  };
}

type Trajectory = Solution["trajectory"];

function picture(id: string, scene: ModelScene, trajectory: Trajectory, plane: readonly [number, number]): Thumbnail {
  const { dimension, points } = scene;
  const rows = trajectory.length;
  const [states, width, times] = [trajectory.states(), trajectory.dimension, trajectory.times()];
  const placesAt = poser(scene);
  /** The places in the plane of the picture; points in space are seen from the side and a little above. */
  const flat = (row: number): [number, number][] => {
    const y = states.subarray(row * width, (row + 1) * width);
    if (dimension < 2) return [[y[plane[0]], y[plane[1]]]];
    const at = placesAt(times[row], y);
    return points.map((_, i) => {
      const [u, v, w] = at.subarray(3 * i, 3 * i + 3);
      return dimension === 3 ? [u - 0.4 * v, w - 0.25 * v] : [u, v];
    });
  };
  const all = Array.from({ length: rows }, (_, row) => flat(row));
  const masses =
    dimension < 2
      ? [0]
      : points.flatMap(({ role }, i) => (role === "mass" || role === "centre" ? [i] : [])).slice(0, mostMasses);
  const isDrawn = (i: number): boolean => points[i].role !== "mass" || masses.includes(i);
  const lines = dimension < 2 ? [] : linesOf(scene).filter(({ from, to }) => isDrawn(from) && isDrawn(to));
  const shownPoints = [...new Set([...masses, ...lines.flatMap(({ from, to }) => [from, to])])];
  const fit = fitting(
    all.flatMap((places) => shownPoints.map((i) => places[i])).filter(([x, y]) => Number.isFinite(x + y)),
    dimension < 2,
  );

  const now = all[Math.floor((2 / 3) * shownPart * rows)].map(fit);
  const line = (p: readonly [number, number][]): string => {
    const stride = Math.ceil(p.length / mostPoints);
    const kept = p.filter((_, i) => i % stride === 0 || i === p.length - 1);
    return `M${kept.map((point) => fit(point).join(" ")).join("L")}`;
  };
  const farthest = masses.length > 6 ? masses.slice(-1) : masses.slice(-2);
  const part = Math.max(2, Math.floor(rows * shownPart));
  const held = new Set(lines.flatMap(({ from, to }) => [from, to]).filter((i) => points[i].role === "anchor"));
  const frameCount = Math.min(part, shownPoints.length > fewPoints ? fewFrames : mostFrames);
  const frames = Array.from({ length: frameCount }, (_, k) => {
    const places = all[Math.round((k * (part - 1)) / Math.max(1, frameCount - 1))].map(fit);
    return [
      ...lines.flatMap(({ from, to }) => [...places[from], ...places[to]]),
      ...masses.flatMap((i) => places[i]),
      ...[...held].flatMap((i) => places[i]),
    ];
  });
  if (frames.flat().every(Number.isFinite)) moving.set(id, { links: lines.length, frames });
  return {
    trails: farthest.map((i) => line(all.slice(0, part).map((places) => places[i]))),
    links: lines.map(({ from, to, style }) => ({ d: linkPath(now[from], now[to]), style })),
    masses: masses.map((i) => now[i]),
    anchors: [...held].map((i) => now[i]),
  };
}

/** The lines of a scene, at most so many, and those from the middle of each body to its joints. */
function linesOf({ links, frames }: ModelScene): { from: number; to: number; style: "rod" | "spring" | "line" }[] {
  const thin = links.length > 100 ? links.filter(({ style }) => style === "rod" || style === "spring") : links;
  return [
    ...thin.map(({ from, to, style }) => ({ from, to, style: looks[style] })),
    ...frames.flatMap(({ origin, places = [] }) => places.map((to) => ({ from: origin, to, style: "rod" as const }))),
  ];
}

const looks = {
  ...{ rod: "rod", link: "rod", spring: "spring", damper: "line", rope: "line" },
  ...{ line: "rod", dashed: "line", arrow: "line" },
} as const satisfies Record<LinkStyle, "rod" | "spring" | "line">;

const linkPath = (a: readonly number[], b: readonly number[]): string => `M${a.join(" ")}L${b.join(" ")}`;

/** Fits places to the picture; a plane of two quantities is stretched to fill it. */
function fitting(
  all: readonly (readonly [number, number])[],
  stretched: boolean,
): (point: readonly [number, number]) => [number, number] {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of all) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  const fits = [(across - 40) / Math.max(right - left, 1e-9), (up - 36) / Math.max(top - bottom, 1e-9)];
  const [scale, upScale] = stretched ? fits : [Math.min(...fits), Math.min(...fits)];
  const round = (x: number): number => Math.round(x * 10) / 10;
  return ([x, y]) => [
    round(across / 2 + scale * (x - (left + right) / 2)),
    round(up / 2 - upScale * (y - (bottom + top) / 2)),
  ];
}
