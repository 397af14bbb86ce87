/** Runs the lanes of a model in turns. It is loaded after the first picture, because it brings the solver along. */

import { TautError } from "../core/index.js";
import type { Model, NamedChoice } from "../model/index.js";
import { loadParts, nameAndOptions, type RunSettings } from "../run/index.js";
import { Lane, settingsOf } from "./lane.js";
import type { Answer, RunRequest } from "./protocol.js";
import { wordsOf } from "./words.js";

/** Milliseconds that a lane computes before the next lane, or a message, has its turn. */
const turn = 12;

export class Runner {
  private readonly answer: (message: Answer) => void;
  private readonly now: () => number;
  private lanes: Lane[] = [];
  private generation = -1;

  constructor(answer: (message: Answer) => void, now: () => number) {
    this.answer = answer;
    this.now = now;
  }

  /** Ends the present runs and begins others. */
  async run(model: Model, request: RunRequest): Promise<void> {
    const { generation } = request;
    this.generation = generation;
    for (const lane of this.lanes) lane.release();
    this.lanes = [];
    try {
      const lanes: Lane[] = [];
      for (const [k, settings] of settingsOf(request).entries()) lanes.push(await opened(model, settings, request, k));
      if (generation !== this.generation) return;
      this.lanes = lanes;
      for (const { opened } of lanes) this.answer(opened);
      await this.advance(generation);
    } catch (error) {
      if (generation === this.generation) this.answer({ kind: "failed", generation, messages: wordsOf(error) });
    }
  }

  private async advance(generation: number): Promise<void> {
    while (generation === this.generation && this.lanes.some(({ done }) => !done)) {
      for (const lane of this.lanes) if (!lane.done) this.answer(lane.slice(turn, this.now));
      await pause();
    }
  }
}

/** Lets messages of the page come in. */
const pause = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(0);
  });

/** A lane with the parts that it names; if one that the model needs is missing, all are loaded. */
async function opened(model: Model, settings: RunSettings, request: RunRequest, k: number): Promise<Lane> {
  await loadParts([...namedIn(model.run ?? {}), ...namedIn(settings)]);
  try {
    return new Lane(model, settings, request, k);
  } catch (error) {
    if (!(error instanceof TautError) || !(await loadParts())) throw error;
    return new Lane(model, settings, request, k);
  }
}

const namedIn = ({
  formulation,
  method,
  projection,
}: Pick<RunSettings, "formulation" | "method" | "projection">): string[] =>
  [formulation, method, projection]
    .filter((choice): choice is NamedChoice => choice !== undefined)
    .map((choice) => nameAndOptions(choice).name);
