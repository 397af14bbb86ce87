/** The whole state as text for a URL fragment: JSON, deflated, in URL-safe Base64. */

import { type Camera, camera } from "../draw/camera.js";
import type { ViewOptions } from "../draw/plane-view.js";
import type { RunSettings } from "../worker/protocol.js";
import { allowedCamera } from "./camera-limits.js";
import { galleryText } from "./gallery.js";
import { begin, galleryId, lanes, set, speed, text, time } from "./lab.js";
import { type PlotSpec, plots, readPlots } from "./plots.js";
import { view } from "./view.js";

/** Everything that a link carries. */
export interface Shared {
  readonly v: 1;
  /** The text of the model, or its name in the gallery. */
  readonly text?: string;
  readonly model?: string;
  readonly lanes: readonly RunSettings[];
  readonly set: Readonly<Record<string, number>>;
  readonly t?: number;
  readonly camera?: Camera;
  readonly view?: ViewOptions;
  readonly plots?: readonly PlotSpec[];
  readonly speed?: number;
}

/** The most characters that a link may unpack to; more would be an attack. */
const longest = 20_000_000;
/** The longest link that browsers accept. */
export const longestLink = 1_500_000;
const [slowest, fastest] = [1e-6, 1e6];

/** Everything but the clock. Signals that are read here are subscribed to. */
export function sharedState(): Shared {
  return {
    v: 1,
    ...(galleryId.value === "" ? { text: text.value } : { model: galleryId.value }),
    lanes: lanes.value.map(({ settings }) => settings.value),
    set: set.value,
    camera: camera.value,
    view: view.value,
    plots: plots.value,
    speed: speed.value,
  };
}

export async function encodeState(): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify({ ...sharedState(), t: time.peek() }));
  const packed = await new Response(
    new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw")),
  ).bytes();
  return btoa(packed.reduce((text, byte) => text + String.fromCharCode(byte), ""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** Opens the state in a link. Returns a message if the link cannot be used. */
export async function openLink(payload: string): Promise<string | undefined> {
  try {
    return await openState(JSON.parse(await inflate(payload)));
  } catch {
    return "This link is incomplete or damaged. Ask for it again, or choose a model from the gallery.";
  }
}

/** Opens a state that a link or the browser's storage has kept. Returns a message if it cannot be used. */
export async function openState(data: unknown): Promise<string | undefined> {
  const shared = check(data);
  const known = shared.text === undefined ? await galleryText(shared.model!) : undefined;
  if (shared.text === undefined && known === undefined)
    return `This link names the model "${shared.model}", which is not in the gallery. Choose another model.`;
  const kept = { ...view.peek(), ...shared.view };
  view.value = {
    trails: kept.trails === true,
    forces: kept.forces === true,
    names: kept.names === true,
    reactions: kept.reactions === true,
  };
  plots.value = readPlots(shared.plots);
  speed.value = Math.min(fastest, Math.max(slowest, shared.speed ?? 1));
  begin({
    text: shared.text ?? known!.text,
    galleryId: shared.text === undefined ? shared.model! : "",
    lanes: shared.lanes,
    set: shared.set,
    camera: allowedCamera(shared.camera ?? {}),
    ...(shared.t !== undefined && { time: shared.t }),
  });
  return undefined;
}

async function inflate(payload: string): Promise<string> {
  const packed = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let out = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return out + decoder.decode();
    out += decoder.decode(value, { stream: true });
    if (out.length > longest) throw new RangeError("too long");
  }
}

const choices = ["formulation", "method", "projection"] as const;

/** Checks the shape of the data. The library checks the meaning of the settings. */
function check(data: unknown): Shared {
  const given = data as Partial<Shared>;
  const isMap = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
  const numbers = (value: unknown): boolean => isMap(value) && Object.values(value as object).every(Number.isFinite);
  const isChoice = (value: unknown): boolean =>
    value === undefined ||
    typeof value === "string" ||
    (isMap(value) && typeof (value as { name?: unknown }).name === "string");
  const fits =
    isMap(given) &&
    given.v === 1 &&
    (typeof given.text === "string" || typeof given.model === "string") &&
    Array.isArray(given.lanes) &&
    given.lanes.length > 0 &&
    given.lanes.every((lane) => isMap(lane) && choices.every((kind) => isChoice(lane[kind]))) &&
    numbers(given.set) &&
    (given.t === undefined || Number.isFinite(given.t)) &&
    (given.camera === undefined || numbers(given.camera)) &&
    (given.speed === undefined || Number.isFinite(given.speed));
  if (!fits) throw new TypeError("not a state");
  return given as Shared;
}
