/** The worker that runs the library: it advances the lanes in turns, and answers the requests of the page. */

import { expose } from "comlink";
import {
  catalogue,
  type Model,
  type NamedChoice,
  offers,
  type PreparedProjection,
  type ProjectionWindow,
  prepareProjection,
  registry,
  TautError,
  validateModel,
} from "taut";
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
} from "./protocol.js";
import type { Timing } from "./turns.js";
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

const textWork = () => import("./text.js");

async function modelOf({ text, data }: LaneRequest): Promise<Model> {
  return validateModel(data ?? (await textWork()).parseModelText(text), catalogue);
}

let projection: { readonly key: string; readonly prepared: PreparedProjection } | undefined;

/** A prepared projection; the last one is kept, because it is usually needed again. */
async function projectionFor(request: LaneRequest, by: NamedChoice): Promise<PreparedProjection> {
  const { text, set, settings } = request;
  const { omega } = settings;
  const key = JSON.stringify([text, set, by, omega]);
  if (projection?.key !== key) {
    const options = { by, set, ...(omega !== undefined && { omega }) };
    projection = { key, prepared: prepareProjection(await modelOf(request), options) };
  }
  return projection.prepared;
}

const api = {
  listen(listener: (chunk: Chunk) => void): void {
    deliver = listener;
  },

  open(id: number, generation: number, request: LaneRequest): Promise<Opened | LabError> {
    changes++;
    lanes.delete(id);
    wanted.set(id, generation);
    return answer(async () => {
      const lane = new Lane(id, generation, await modelOf(request), request);
      // the lane may have been closed or opened again while its text was read
      if (wanted.get(id) === generation) lanes.set(id, lane);
      keepWorking();
      return lane.opened;
    });
  },

  close(id: number): void {
    changes++;
    lanes.delete(id);
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
    return answer(async () => {
      const { timeLanes } = await import("./time-lanes.js");
      return timeLanes(await modelOf(requests[0]), requests, () => mine === changes);
    });
  },

  offers(request: LaneRequest): Promise<Offers | LabError> {
    const { settings, set } = request;
    return answer(async () => offers(await modelOf(request), { settings, set }));
  },

  explain(request: LaneRequest): Promise<Explained | LabError> {
    const { settings, set } = request;
    return answer(async () => (await import("./explain.js")).explained(await modelOf(request), settings, set));
  },

  check: async (text: string) => (await textWork()).check(text),

  schema: async () => (await textWork()).schema(),

  /** Items to insert into a model with these points or bodies. */
  snippets: async (places: readonly string[], dimension: number) => (await textWork()).snippets(places, dimension),

  result(id: number): RunJson | LabError {
    const lane = lanes.get(id);
    if (lane === undefined) return { messages: ["The run was stopped, and its result was not kept. Run it again."] };
    if (!lane.done) return { messages: ["The run has not finished yet. Wait until it has."] };
    return lane.result();
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
  project(
    request: LaneRequest,
    by: NamedChoice,
    from?: readonly number[],
    t?: number,
  ): Promise<ProjectedPoint | LabError> {
    return answer(async () => (await projectionFor(request, by)).project(from, t));
  },

  /** The window of a filtering projection around a point; undefined for other projections. */
  projectionWindow(
    request: LaneRequest,
    by: NamedChoice,
    at: readonly number[],
    t: number,
  ): Promise<ProjectionWindow | undefined | LabError> {
    return answer(async () => (await projectionFor(request, by)).window(at, t));
  },

  /** Every projection, with the reason why it cannot be used for this model, if so. */
  projections(request: LaneRequest): Promise<readonly ProjectionOffer[] | LabError> {
    return answer(async () => {
      const model = await modelOf(request);
      const { set, settings } = request;
      const omega = settings.omega === undefined ? {} : { omega: settings.omega };
      return registry.projection.map(({ name }): ProjectionOffer => {
        try {
          prepareProjection(model, { by: name, set, ...omega });
          return { name };
        } catch (error) {
          return { name, refusal: wordsOf(error).join(" ") };
        }
      });
    });
  },

  /** The text of the model, with its start replaced. */
  moveStart: async (text: string, values: StartValues) => (await textWork()).moveStart(text, values),

  /** The text of the model, with the settings and parameters with which it runs here. */
  withRun: (text: string, settings: RunSettings, set: Readonly<Record<string, number>>) =>
    answer(async () => (await textWork()).withRun(text, settings, set)),

  compare(request: LaneRequest, ways: readonly string[]): Promise<Comparison | LabError> {
    const { formulation: _, method: __, projection: ___, step: ____, rtol: _____, ...rest } = request.settings;
    return answer(async () => {
      const { compare, parseContender } = await import("./compare.js");
      return compare(await modelOf(request), {
        contenders: ways.map(parseContender),
        settings: rest,
        set: request.set,
        repeats: 1,
        now: () => performance.now(),
        pause: () => new Promise((done) => setTimeout(done)),
      });
    });
  },

  /** All names, for completion. */
  names: () => ({
    formulation: registry.formulation.map(({ name }) => name),
    method: registry.method.map(({ name }) => name),
    projection: registry.projection.map(({ name }) => name),
  }),
};

export type LabWorker = typeof api;

expose(api);
