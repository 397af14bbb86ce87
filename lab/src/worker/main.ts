/** The worker that runs the library: it advances the lanes in turns, and answers the requests of the page. */

import { expose } from "comlink";
import { catalogue, type Model, type NamedChoice, type ProjectionWindow, TautError, validateModel } from "taut";
import { Lane } from "./lane.js";
import type {
  Chunk,
  Comparison,
  Explained,
  LabError,
  LaneRequest,
  Measured,
  Offers,
  Opened,
  ProjectedPoint,
  ProjectionOffer,
  RunJson,
  RunSettings,
  StartValues,
  Verified,
} from "./protocol.js";
import type { Timing } from "./turns.js";
import { arriving, withParts } from "./with-parts.js";
import { wordsOf } from "./words.js";

/** Milliseconds that a lane computes before the next lane, or a message, has its turn. */
const turn = 12;

const lanes = new Map<number, Lane>();
/** The latest generation requested for each lane. */
const wanted = new Map<number, number>();
let deliver: ((chunk: Chunk) => void) | undefined;
let working = false;
/** Counts how often lanes were opened, closed or stopped. */
let changes = 0;
/** Counts the runs whose end was to be verified, and how often that was given up. */
let verifications = 0;
const { port1, port2 } = new MessageChannel();
port1.onmessage = work;

/** Advances every lane that is not done by one turn. */
function work(): void {
  working = false;
  for (const lane of lanes.values()) if (!lane.done) deliver?.(lane.slice(turn));
  if ([...lanes.values()].some((lane) => !lane.done)) keepWorking();
}

function keepWorking(): void {
  if (working) return;
  working = true;
  port2.postMessage(0);
}

/** Runs `question`. An error is returned as its messages, because errors lose their type on the way to the page. */
async function answer<T>(question: () => T | Promise<T>): Promise<T | LabError> {
  try {
    return await question();
  } catch (error) {
    return { messages: wordsOf(error) };
  }
}

const textWork = () => arriving(import("./text.js"));
const questionsWork = () => arriving(import("./questions.js"));

async function modelOf({ text, data }: LaneRequest): Promise<Model> {
  return validateModel(data ?? (await textWork()).parseModelText(text), catalogue);
}

/** What has been asked about a model: `ask` gets the questions, and the model. */
const about = <T>(
  request: LaneRequest,
  ask: (questions: Awaited<ReturnType<typeof questionsWork>>, model: Model) => T | Promise<T>,
): Promise<T | LabError> => answer(async () => ask(await questionsWork(), await modelOf(request)));

/** Drops a lane and returns its memory. */
function forget(id: number): void {
  lanes.get(id)?.release();
  lanes.delete(id);
}

const api = {
  listen(listener: (chunk: Chunk) => void): void {
    deliver = listener;
  },

  open(id: number, generation: number, request: LaneRequest): Promise<Opened | LabError> {
    changes++;
    forget(id);
    wanted.set(id, generation);
    return answer(async () => {
      const model = await modelOf(request);
      const lane = await withParts(model, request, () => new Lane(id, generation, model, request));
      // the lane may have been closed or opened again while its text was read
      if (wanted.get(id) === generation) lanes.set(id, lane);
      else lane.release();
      keepWorking();
      return lane.opened;
    });
  },

  close(id: number): void {
    changes++;
    forget(id);
    wanted.delete(id);
  },

  /** Stops every lane where it is. */
  halt(): void {
    changes++;
    for (const lane of lanes.values()) if (!lane.done) deliver?.(lane.halt());
    wanted.clear();
  },

  /** The times of lanes, each run again several times; undefined if a lane has been opened, closed or stopped meanwhile. */
  time(requests: readonly LaneRequest[]): Promise<readonly Timing[] | undefined | LabError> {
    const mine = changes;
    return about(requests[0], ({ timeLanes }, model) => timeLanes(model, requests, () => mine === changes));
  },

  /** How far the end of a run is known; undefined if that cannot be found out, or another question of this kind was asked since. */
  verify(request: LaneRequest): Promise<Verified | undefined | LabError> {
    const mine = ++verifications;
    return about(request, ({ verified }, model) => verified(model, request, () => mine === verifications));
  },

  /** Gives up the search for how far the end of a run is known. */
  endVerify(): void {
    verifications++;
  },

  offers: (request: LaneRequest): Promise<Offers | LabError> =>
    about(request, ({ offered }, model) => offered(model, request)),

  explain: (request: LaneRequest): Promise<Explained | LabError> =>
    about(request, ({ explained }, model) => explained(model, request)),

  check: async (text: string) => (await textWork()).check(text),

  schema: async () => (await textWork()).schema(),

  /** Items to insert into a model with these points or bodies. */
  snippets: async (places: readonly string[], dimension: number) => (await textWork()).snippets(places, dimension),

  result(id: number): Promise<RunJson | LabError> {
    return answer(async () => {
      const { runJson } = await questionsWork();
      const lane = lanes.get(id);
      if (lane === undefined)
        throw new TautError("", "The run was stopped, and its result was not kept. Run it again.");
      if (!lane.done) throw new TautError("", "The run has not finished yet. Wait until it has.");
      return runJson(lane.prepared, lane.prepared.run.solution());
    });
  },

  /** An expression at states of a lane, or at the instants of one of its events. */
  values(
    id: number,
    expression: string,
    at: { readonly times: Float64Array; readonly states: Float64Array } | { readonly event: string },
  ): Promise<Float64Array | LabError> {
    return answer(() => {
      const lane = lanes.get(id);
      if (lane === undefined)
        throw new TautError(expression, "cannot be evaluated, because the run was stopped. Run it again.");
      return "event" in at ? lane.valuesAt(expression, at.event) : lane.values(expression, at.times, at.states);
    });
  },

  /** Undefined if the lane was closed. */
  measured: (id: number): Measured | undefined => lanes.get(id)?.measured(),

  /** Projects the start, or the point `from` at time `t`, onto the constraints. */
  project: (
    request: LaneRequest,
    by: NamedChoice,
    from?: readonly number[],
    t?: number,
  ): Promise<ProjectedPoint | LabError> =>
    about(request, ({ projectionFor }, model) => projectionFor(model, request, by).project(from, t)),

  /** The window of a filtering projection around a point; undefined for other projections. */
  projectionWindow: (
    request: LaneRequest,
    by: NamedChoice,
    at: readonly number[],
    t: number,
  ): Promise<ProjectionWindow | undefined | LabError> =>
    about(request, ({ projectionFor }, model) => projectionFor(model, request, by).window(at, t)),

  /** Every projection, with the reason why it cannot be used for this model, if so. */
  projections: (request: LaneRequest): Promise<readonly ProjectionOffer[] | LabError> =>
    about(request, ({ projections }, model) => projections(model, request)),

  /** The text of the model, with its start replaced. */
  moveStart: async (text: string, values: StartValues) => (await textWork()).moveStart(text, values),

  /** The text of the model, with the settings and parameters with which it runs here. */
  withRun: (text: string, settings: RunSettings, set: Readonly<Record<string, number>>) =>
    answer(async () => (await textWork()).withRun(text, settings, set)),

  compare: (request: LaneRequest, ways: readonly string[]): Promise<Comparison | LabError> =>
    about(request, ({ compared }, model) => compared(model, request, ways)),

  /** All names, for completion. */
  names: async () => (await questionsWork()).names(),
};

export type LabWorker = typeof api;

expose(api);
