/** Makes the module of gallery models while the lab is built: their text and a small picture of each. */

import { readdirSync, readFileSync } from "node:fs";
import { catalogue, type ModelScene, parseModelText, prepareRun, type Solution, sceneOf, validateModel } from "taut";
import type { Plugin } from "vite";
import { planeOf } from "../src/draw/plane.js";
import type { GalleryEntry, Thumbnail } from "../src/state/gallery-entry.js";

const folder = new URL("../../gallery/", import.meta.url);
const name = "virtual:gallery";
/** The number of saved states, the fraction of the motion that a trail shows, and the most points of a trail. */
const samples = 600;
const shownPart = 0.3;
const mostPoints = 90;
/** The most masses in a picture; for a droplet, some of them are enough. */
const mostMasses = 120;
/** The size of a picture. */
const [across, up] = [240, 150];

export function gallery(): Plugin {
  return {
    name: "taut-gallery",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(entries())}` : undefined),
  };
}

function entries(): GalleryEntry[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => entry(file.replace(/\.yaml$/, ""), readFileSync(new URL(file, folder), "utf8")))
    .sort((a, b) => a.text.length - b.text.length); // the simplest first
}

function entry(id: string, text: string): GalleryEntry {
  const data = parseModelText(text, { file: `${id}.yaml` });
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
    text,
    data,
    picture: picture(scene, trajectory, planeOf(workspace.names)),
  };
}

type Trajectory = Solution["trajectory"];

function picture(
  { dimension, points, links }: ModelScene,
  trajectory: Trajectory,
  plane: readonly [number, number],
): Thumbnail {
  const rows = trajectory.length;
  /** The place of a point in the plane of the picture; points in space are seen from the side and a little above. */
  const flat = (at: readonly number[]): [number, number] =>
    dimension === 3 ? [at[0] - 0.4 * at[1], at[2] - 0.25 * at[1]] : [at[0], at[1] ?? 0];
  const path = (entries: readonly number[]): [number, number][] => {
    const columns = entries.map((k) => trajectory.component(k));
    return Array.from({ length: rows }, (_, i) => flat(columns.map((column) => column[i])));
  };
  const free = points.filter(({ offset }) => offset >= 0);
  const drawn = Math.min(free.length, mostMasses);
  const paths =
    dimension >= 2
      ? free.slice(0, drawn).map(({ offset }) => path([0, 1, 2].slice(0, dimension).map((c) => offset + c)))
      : [path(plane)];
  const anchors = points.filter(({ offset }) => offset < 0).map(({ at }) => flat(at));
  const all = [...paths.flat(), ...(dimension >= 2 ? anchors : [])].filter(([x, y]) => Number.isFinite(x + y));
  const fit = fitting(all);

  const shown = Math.floor((2 / 3) * shownPart * rows);
  const now = [...paths.map((p) => p[shown]), ...anchors].map(fit);
  /** The index of a point of the scene among those drawn; -1 if it is not drawn. */
  const place = (i: number): number => (i < drawn ? i : i < free.length ? -1 : i - free.length + drawn);
  const lines = links
    .map(({ from, to, style }) => ({ from: place(from), to: place(to), style }))
    .filter(({ from, to }) => from >= 0 && to >= 0);
  const line = (p: readonly [number, number][]): string => {
    const stride = Math.ceil(p.length / mostPoints);
    const kept = p.filter((_, i) => i % stride === 0 || i === p.length - 1);
    return `M${kept.map((point) => fit(point).join(" ")).join("L")}`;
  };
  const farthest = paths.length > 6 ? [paths[paths.length - 1]] : paths.slice(-2);
  return {
    trails: farthest.map((p) => line(p.slice(0, Math.max(2, Math.floor(rows * shownPart))))),
    links: dimension >= 2 ? lines.map(({ from, to, style }) => ({ d: linkPath(now[from], now[to]), style })) : [],
    masses: now.slice(0, paths.length),
    anchors: dimension >= 2 ? held(lines, paths.length).map((i) => now[i]) : [],
  };
}

/** The anchors that a link is attached to. */
const held = (links: readonly { readonly from: number; readonly to: number }[], first: number): number[] => [
  ...new Set(links.flatMap(({ from, to }) => [from, to]).filter((i) => i >= first)),
];

const linkPath = (a: readonly number[], b: readonly number[]): string => `M${a.join(" ")}L${b.join(" ")}`;

function fitting(all: readonly (readonly [number, number])[]): (point: readonly [number, number]) => [number, number] {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of all) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [bottom, top] = [Math.min(bottom, y), Math.max(top, y)];
  }
  const scale = Math.min((across - 40) / Math.max(right - left, 1e-9), (up - 36) / Math.max(top - bottom, 1e-9));
  const round = (x: number): number => Math.round(x * 10) / 10;
  return ([x, y]) => [
    round(across / 2 + scale * (x - (left + right) / 2)),
    round(up / 2 - scale * (y - (bottom + top) / 2)),
  ];
}
