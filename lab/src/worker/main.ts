/** The library in a worker: lanes that take turns, and the questions of the page. */

import { expose } from "comlink";
import {
  catalogue,
  compare,
  modelJsonSchema,
  type NamedChoice,
  offers,
  type PreparedProjection,
  parseContender,
  parseModelText,
  prepareProjection,
  registry,
  validateModel,
} from "taut";
import { Lane } from "./lane.js";
import { moveStart } from "./move-start.js";
import { check, wordsOf } from "./problems.js";
import type { Chunk, Comparison, LabError, LaneRequest, Offers, Opened, ProjectedPoint, RunJson } from "./protocol.js";

/** Milliseconds that a lane computes before the next one and messages have their turn. */
const turn = 12;

const lanes = new Map<number, Lane>();
let deliver: ((chunk: Chunk) => void) | undefined;
let working = false;
const { port1, port2 } = new MessageChannel();
port1.onmessage = work;

/** One turn of every lane that is not done. */
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

/** Runs `question`; an error becomes its words, which survive the way to the page. */
function answer<T>(question: () => T): T | LabError {
  try {
    return question();
  } catch (error) {
    return { messages: wordsOf(error) };
  }
}

const modelOf = (text: string) => validateModel(parseModelText(text), catalogue);

let projection: { readonly key: string; readonly prepared: PreparedProjection } | undefined;

const api = {
  listen(listener: (chunk: Chunk) => void): void {
    deliver = listener;
  },

  open(id: number, generation: number, request: LaneRequest): Opened | LabError {
    lanes.delete(id);
    return answer(() => {
      const lane = new Lane(id, generation, request);
      lanes.set(id, lane);
      keepWorking();
      return lane.opened;
    });
  },

  close(id: number): void {
    lanes.delete(id);
  },

  offers({ text, settings, set }: LaneRequest): Offers | LabError {
    return answer(() => offers(modelOf(text), { settings, set }));
  },

  check,

  schema: () => modelJsonSchema(catalogue),

  result(id: number): RunJson | LabError {
    const lane = lanes.get(id);
    if (lane === undefined || !lane.done) return { messages: ["The run is not over yet."] };
    return lane.result();
  },

  /** The start, or `from` in its place, brought onto the constraints. */
  project({ text, set }: LaneRequest, by: NamedChoice, from?: readonly number[]): ProjectedPoint | LabError {
    return answer(() => {
      const key = JSON.stringify([text, set, by]);
      if (projection?.key !== key) projection = { key, prepared: prepareProjection(modelOf(text), { by, set }) };
      return projection.prepared.project(from);
    });
  },

  /** The text of the model with another start. */
  moveStart,

  async compare({ text, settings, set }: LaneRequest, ways: readonly string[]): Promise<Comparison | LabError> {
    try {
      const { formulation: _, method: __, projection: ___, step: ____, rtol: _____, ...rest } = settings;
      return await compare(modelOf(text), {
        contenders: ways.map(parseContender),
        settings: rest,
        set,
        repeats: 1,
        now: () => performance.now(),
        pause: () => new Promise((done) => setTimeout(done)),
      });
    } catch (error) {
      return { messages: wordsOf(error) };
    }
  },

  /** Names of everything there is, for completion. */
  names: () => ({
    formulation: registry.formulation.map(({ name }) => name),
    method: registry.method.map(({ name }) => name),
    projection: registry.projection.map(({ name }) => name),
  }),
};

export type LabWorker = typeof api;

expose(api);
