/** Makes the modules of the gallery while the lab is built: the names of its models, their texts, and a moving picture of each. */

import { readdirSync, readFileSync } from "node:fs";
import { catalogue, parseModelText, prepareRun, sceneOf, validateModel } from "taut";
import { compactScene, emptyExtent, growExtent, poser, shownPoints } from "taut/scene";
import type { Plugin } from "vite";
import { planeOf } from "../src/draw/plane.js";
import { type Reel, sketcher } from "../src/pages/sketch.js";
import type { GalleryEntry, GalleryText } from "../src/state/gallery-entry.js";

const folder = new URL("../../gallery/", import.meta.url);
/** Models of the lab itself. */
const ownFolder = new URL("../models/", import.meta.url);
const name = "virtual:gallery";
const opening = "virtual:opening";
const reels = "virtual:gallery-reel";
const sketches = "virtual:gallery-sketches";
/** The number of saved states, and the fraction of the motion that a picture shows. */
const samples = 600;
const shownPart = 0.3;
/** The most frames of a moving picture, the fewest, and the most numbers of all of them. */
const [mostFrames, fewestFrames, mostNumbers] = [60, 12, 12_000];
/** The frames of a picture that shows two quantities: it has their whole run. */
const curveFrames = 300;

interface Made {
  readonly entry: GalleryEntry;
  readonly reel: Reel;
  readonly sketch: string;
}

/** All models, made once for all modules. */
let made: ReadonlyMap<string, Made> | undefined;

export function gallery(): Plugin {
  return {
    name: "taut-gallery",
    resolveId: (id) =>
      [name, opening, sketches].includes(id) || id.startsWith(`${name}/`) || id.startsWith(`${reels}/`)
        ? `\0${id}`
        : undefined,
    load(id) {
      if (!id.startsWith("\0virtual:")) return undefined;
      const wanted = id.slice(1);
      if (wanted === opening) return module(textOf("opening", ownFolder));
      if (wanted === name) return listing();
      if (wanted === sketches)
        return module(Object.fromEntries([...all()].map(([each, { sketch }]) => [each, sketch])));
      if (wanted.startsWith(`${reels}/`)) return module(all().get(wanted.slice(reels.length + 1))?.reel);
      return wanted.startsWith(`${name}/`) ? module(textOf(wanted.slice(name.length + 1))) : undefined;
    },
  };
}

const module = (value: unknown): string => `export default ${JSON.stringify(value)}`;

/** The module with all entries, and functions that load the text and the moving picture of each. */
function listing(): string {
  const entries = [...all().values()].map(({ entry }) => entry);
  const loading = (from: string): string =>
    entries.map(({ id }) => `${JSON.stringify(id)}: () => import(${JSON.stringify(`${from}/${id}`)})`).join(", ");
  return `${module(entries)};\nexport const texts = { ${loading(name)} };\nexport const reels = { ${loading(reels)} };`;
}

function textOf(id: string, from = folder): GalleryText {
  const text = readFileSync(new URL(`${id}.yaml`, from), "utf8");
  return { text, data: parseModelText(text, { file: `${id}.yaml` }) };
}

function all(): ReadonlyMap<string, Made> {
  made ??= new Map(
    readdirSync(folder)
      .filter((file) => file.endsWith(".yaml"))
      .map((file) => file.replace(/\.yaml$/, ""))
      .map((id) => ({ id, ...textOf(id) }))
      .sort((a, b) => a.text.length - b.text.length) // the simplest first
      .map(({ id, data }) => [id, make(id, data)]),
  );
  return made;
}

function make(id: string, data: unknown): Made {
  const model = validateModel(data, catalogue);
  const { run, lowered, workspace } = prepareRun(model, { frames: samples });
  // this is only for a picture, so a run that takes too long is stopped and drawn up to there
  for (let k = 0; k < 400 && run.advance(100) === "running"; k++);
  const { trajectory } = run.solution();
  const whole = sceneOf(lowered, workspace);
  const isScene = whole.dimension > 0;
  const { scene, entries } = isScene ? compactScene(whole) : { scene: whole, entries: planeOf(workspace.names) };
  const rows = isScene ? Math.max(2, Math.floor(trajectory.length * shownPart)) : trajectory.length;
  const [states, width, times] = [trajectory.states(), trajectory.dimension, trajectory.times()];
  const most = isScene ? mostFrames : curveFrames;
  const count = Math.min(rows, most, Math.max(fewestFrames, Math.floor(mostNumbers / entries.length)));
  const chosen = Array.from({ length: count }, (_, k) => Math.round((k * (rows - 1)) / (count - 1)));
  const frames = chosen.map((row) => entries.map((entry) => short(states[row * width + entry])));
  const reel: Reel = {
    ...(isScene && { scene }),
    ...boundsOf(
      isScene ? scene : undefined,
      chosen.map((row) => times[row]),
      frames,
    ),
    times: chosen.map((row) => short(times[row])),
    frames,
    trails: isScene ? trailed(scene) : [],
  };
  const { name = id, about = "" } = model;
  return {
    entry: { id, name, about, dimension: whole.dimension },
    reel,
    sketch: sketcher(reel)(Math.floor((2 / 3) * (count - 1))),
  };
}

type Scene = NonNullable<Reel["scene"]>;

/** The masses whose paths are shown: the last two, or the last of many. */
function trailed({ points }: Scene): number[] {
  const masses = points.flatMap(({ role }, i) => (role === "mass" || role === "centre" ? [i] : []));
  return masses.length > 6 ? masses.slice(-1) : masses.slice(-2);
}

function boundsOf(
  scene: Scene | undefined,
  times: readonly number[],
  frames: readonly (readonly number[])[],
): Pick<Reel, "low" | "high"> {
  if (scene === undefined) {
    const side = (pick: (...values: number[]) => number) => [0, 1].map((c) => pick(...frames.map((y) => y[c])));
    return { low: side(Math.min), high: side(Math.max) };
  }
  const extent = emptyExtent();
  const [shown, placesAt] = [shownPoints(scene), poser(scene)];
  frames.forEach((y, k) => {
    growExtent(extent, scene, shown, placesAt(times[k], y));
  });
  return { low: extent.low.map(short), high: extent.high.map(short) };
}

/** As many digits as a picture shows. */
const short = (x: number): number => Number(x.toPrecision(5));
