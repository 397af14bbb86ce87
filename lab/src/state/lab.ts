/** The state of the lab: one model, one to four lanes, one clock. The rest of the page follows from it. */

import { batch, computed, effect, type Signal, signal } from "@preact/signals";
import { type Camera, camera } from "../draw/camera.js";
import { stopWords } from "../worker/limits.js";
import type { LaneRequest, Offers, Opened, RunSettings } from "../worker/protocol.js";
import { allowedCamera } from "./camera-limits.js";
import { parsedText } from "./gallery.js";
import { endWorker, isError, kernel, onChunk } from "./kernel.js";
import { Recording } from "./recording.js";

export const mostLanes = 4;

/** One way to run the model, and its results so far. */
export interface LaneState {
  readonly id: number;
  readonly settings: Signal<RunSettings>;
  readonly recording: Signal<Recording | undefined>;
  readonly status: Signal<"opening" | "running" | "ok" | "failed" | "refused" | "stopped">;
  /** Why it failed or was refused, in the words of the command line. */
  readonly messages: Signal<readonly string[]>;
  readonly offers: Signal<Offers | undefined>;
  /** Counts the chunks that have arrived, so that readers of the recording are updated. */
  readonly arrived: Signal<number>;
  /** Whether a picture of it has been drawn, or cannot be drawn; it stays so. */
  readonly pictured: Signal<boolean>;
  generation: number;
}

let nextId = 0;

export function newLane(settings: RunSettings = {}): LaneState {
  return {
    id: nextId++,
    settings: signal(settings),
    recording: signal(undefined),
    status: signal("opening"),
    messages: signal([]),
    offers: signal(undefined),
    arrived: signal(0),
    pictured: signal(false),
    generation: 0,
  };
}

/** The text of the model, and the name it has in the gallery if it comes from there unchanged. */
export const text = signal("");
export const galleryId = signal("");
/** Values that replace those of the model's parameters. */
export const set = signal<Readonly<Record<string, number>>>({});
export const lanes = signal<readonly LaneState[]>([]);
/** The lane whose settings are shown. */
export const selectedId = signal(0);
export const selected = computed(() => lanes.value.find(({ id }) => id === selectedId.value) ?? lanes.value[0]);
/** The first lane, with which the others are compared. */
export const reference = computed(() => lanes.value[0]);

/** The last model that could be opened: names, scene and span, kept while a new text is being checked. */
export const opened = signal<Opened | undefined>(undefined);

export const time = signal(0);
export const playing = signal(false);
export const speed = signal(1);

export const span = computed(() => {
  const now = opened.value;
  return now === undefined
    ? { from: 0, until: 1, logTime: false }
    : { from: now.from, until: now.until, logTime: now.logTime };
});

const isOver = ({ status }: LaneState): boolean =>
  status.value === "failed" || status.value === "refused" || status.value === "stopped";

/** Whether a lane is still computing. */
export const computing = computed(() =>
  lanes.value.some(({ status }) => status.value === "opening" || status.value === "running"),
);

/** The time that all lanes have reached, without those that failed unless all did. The clock does not pass it. */
export const reached = computed(() => {
  const { from, until } = span.value;
  const alive = lanes.value.filter((lane) => !isOver(lane));
  const distances = (alive.length > 0 ? alive : lanes.value).map((lane) => {
    lane.arrived.value;
    return Math.abs((lane.recording.value?.reached ?? from) - from);
  });
  const passed =
    alive.length > 0 ? distances.reduce((a, b) => Math.min(a, b)) : distances.reduce((a, b) => Math.max(a, b), 0);
  return passed >= Math.abs(until - from) ? until : from + Math.sign(until - from) * passed;
});

onChunk((chunk) => {
  const lane = lanes.value.find(({ id }) => id === chunk.lane);
  if (lane === undefined || lane.generation !== chunk.generation || lane.recording.value === undefined) return;
  lane.recording.value.add(chunk);
  batch(() => {
    lane.arrived.value++;
    lane.status.value = chunk.status;
    lane.messages.value = chunk.message === "" ? [] : [chunk.message];
  });
});

/** The model and its settings, for the worker. */
export function request(settings: RunSettings = {}): LaneRequest {
  const data = parsedText(galleryId.peek());
  return { text: text.peek(), ...(data !== undefined && { data }), settings, set: set.peek() };
}

/** Runs a lane again from its start, with its current settings. The clock stays where it is. */
export async function reopen(lane: LaneState): Promise<void> {
  const generation = ++lane.generation;
  lane.status.value = "opening";
  const answer = await kernel().open(lane.id, generation, request(lane.settings.peek()));
  if (generation !== lane.generation) return;
  if (isError(answer)) {
    batch(() => {
      lane.recording.value = undefined;
      lane.status.value = "refused";
      lane.messages.value = answer.messages;
    });
  } else {
    batch(() => {
      lane.recording.value = new Recording(answer);
      lane.arrived.value = 0;
      lane.status.value = "running";
      lane.messages.value = [];
      opened.value = answer;
    });
  }
  void begun(lane).then(() => askOffers(lane));
}

/** Whether a lane has shown something, or has ended with nothing to show. */
export const hasBegun = ({ arrived, pictured, recording, status }: LaneState): boolean =>
  pictured.value ||
  (arrived.value >= 0 && status.value !== "opening" && status.value !== "running" && !recording.value?.length);

/** Resolves once a lane has begun: questions about the model wait for its picture. */
function begun(lane: LaneState): Promise<void> {
  return new Promise((done) => {
    const end = effect(() => {
      if (!hasBegun(lane)) return;
      done();
      queueMicrotask(() => end());
    });
  });
}

/** Asks what the model can be solved by. */
async function askOffers(lane: LaneState): Promise<void> {
  const { generation } = lane;
  const found = await kernel().offers(request(lane.settings.peek()));
  if (generation === lane.generation && !isError(found)) lane.offers.value = found;
}

async function reopenAll(): Promise<void> {
  await Promise.all(lanes.peek().map(reopen));
}

export function change(lane: LaneState, settings: RunSettings): void {
  const given = Object.entries({ ...lane.settings.peek(), ...settings }).filter(([, value]) => value !== undefined);
  lane.settings.value = Object.fromEntries(given) as RunSettings;
  void reopen(lane);
}

/** Changes the text of the model, and runs all lanes again. */
export async function setText(value: string): Promise<void> {
  if (value === text.peek()) return;
  batch(() => {
    text.value = value;
    galleryId.value = "";
  });
  await reopenAll();
}

export function setParameter(name: string, value: number): void {
  set.value = { ...set.peek(), [name]: value };
  void reopenAll();
}

/** Puts a parameter back to the value in the file. */
export function resetParameter(name: string): void {
  if (!Object.hasOwn(set.peek(), name)) return;
  const { [name]: _, ...rest } = set.peek();
  set.value = rest;
  void reopenAll();
}

/** Puts all parameters back to the values in the file. */
export function resetParameters(): void {
  set.value = {};
  void reopenAll();
}

/** Milliseconds that the worker has to stop by itself. */
const patience = 300;

/** Stops every computation: at once, or, if the worker does not answer, by ending it. */
export async function stop(): Promise<void> {
  const still = lanes.peek().filter(({ status }) => status.peek() === "opening" || status.peek() === "running");
  // lanes that are being opened are given up; lanes that are running send the frames they have
  for (const lane of still) if (lane.status.peek() === "opening") lane.generation++;
  const answered = await Promise.race([
    kernel()
      .halt()
      .then(() => true),
    new Promise<boolean>((done) => setTimeout(() => done(false), patience)),
  ]);
  if (!answered) endWorker("Stopped.");
  batch(() => {
    playing.value = false;
    for (const lane of still) {
      lane.status.value = "stopped";
      lane.messages.value = [stopWords];
    }
  });
  // a worker that was ended has not said what the model can be solved by, and the panel needs that
  if (!answered) for (const lane of lanes.peek()) if (lane.offers.peek() === undefined) void askOffers(lane);
}

export function addLane(): void {
  if (lanes.peek().length >= mostLanes) return;
  const lane = newLane({ ...selected.peek()?.settings.peek() });
  batch(() => {
    lanes.value = [...lanes.peek(), lane];
    selectedId.value = lane.id;
  });
  void reopen(lane);
}

export function removeLane(lane: LaneState): void {
  if (lanes.peek().length < 2) return;
  lanes.value = lanes.peek().filter((each) => each !== lane);
  void kernel().close(lane.id);
}

export interface LabStart {
  readonly text: string;
  readonly galleryId?: string;
  readonly lanes?: readonly RunSettings[];
  readonly set?: Readonly<Record<string, number>>;
  readonly time?: number;
  readonly camera?: Partial<Camera>;
}

/** Opens a model, and closes the one before. */
export function begin(start: LabStart): void {
  for (const { id } of lanes.peek()) void kernel().close(id);
  const fresh = (start.lanes ?? [{}]).slice(0, mostLanes).map((settings) => newLane(settings));
  batch(() => {
    text.value = start.text;
    galleryId.value = start.galleryId ?? "";
    set.value = start.set ?? {};
    opened.value = undefined;
    time.value = start.time ?? 0;
    camera.value = allowedCamera(start.camera ?? {});
    lanes.value = fresh;
    selectedId.value = fresh[0].id;
    playing.value = !quiet() && start.time === undefined;
  });
  void reopenAll();
}

/** Puts back a model, its parameters and its lanes, and runs again what differs from before. */
export function restoreModel(to: Required<Pick<LabStart, "text" | "galleryId" | "set" | "lanes">>): void {
  const own = lanes.peek();
  const isOther = to.text !== text.peek() || JSON.stringify(to.set) !== JSON.stringify(set.peek());
  const next = to.lanes.map((settings, k) => own[k] ?? newLane(settings));
  const changed = next.filter(
    (lane, k) => isOther || k >= own.length || JSON.stringify(lane.settings.peek()) !== JSON.stringify(to.lanes[k]),
  );
  for (const { id } of own.slice(next.length)) void kernel().close(id);
  batch(() => {
    text.value = to.text;
    galleryId.value = to.galleryId;
    set.value = to.set;
    next.forEach((lane, k) => {
      lane.settings.value = to.lanes[k];
    });
    lanes.value = next;
  });
  for (const lane of changed) void reopen(lane);
}

/** Whether the user prefers reduced motion; then nothing starts to move by itself. */
export function quiet(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Keeps the clock within the run. */
effect(() => {
  const { from, until } = span.value;
  const [low, high] = from < until ? [from, until] : [until, from];
  const t = time.peek();
  if (opened.value !== undefined && (t < low || t > high)) time.value = t < low ? low : high;
});
