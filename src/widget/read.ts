/** From the text of a model to what is needed to draw its start. No part of the solver is loaded for this. */

import { sceneOf } from "../analysis/scene/scene-of.js";
import { lazyStateNames, stateLength, writeStart } from "../compile/index.js";
import { ModelError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import {
  checkedModel,
  lower,
  type Model,
  parseModelText,
  quantityFor,
  readQuantity,
  withFiles,
  withPlaces,
} from "../model/index.js";
import type { Described, ReadRequest } from "./protocol.js";

/** Reads a file; an error of the network is not caught. */
export type Fetching = (address: string) => Promise<{ readonly ok: boolean; text(): Promise<string> }>;

/** A file beside the model that has not been read yet. */
class Unread extends Error {
  readonly file: string;

  constructor(file: string) {
    super(file);
    this.file = file;
  }
}

/** The model of a text, with the files that it names beside itself. */
export async function readModel({ text, file, address }: ReadRequest, fetching: Fetching): Promise<Model> {
  const data = parseModelText(text, { file });
  const known = new Map<string, string>();
  for (;;) {
    try {
      const whole = withPlaces(data, () =>
        withFiles(data, (name, where) => {
          const found = known.get(name);
          if (found !== undefined) return found;
          if (address === undefined)
            throw new ModelError(
              where,
              `a model inside a page cannot name files; this one names "${name}". Put the model into a file beside it.`,
            );
          throw new Unread(name);
        }),
      );
      return checkedModel(whole, catalogue);
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      known.set(error.file, await fetched(error.file, new URL(error.file, address).href, fetching));
    }
  }
}

async function fetched(name: string, address: string, fetching: Fetching): Promise<string> {
  const answer = await fetching(address).catch(() => undefined);
  if (answer?.ok === true) return answer.text();
  throw new ModelError(name, "does not exist beside the model. Put it into the folder of the model.");
}

export function describe(model: Model, generation: number): Described {
  const lowered = lower(model, catalogue);
  const names = lazyStateNames(lowered)();
  const start = new Float64Array(stateLength(lowered));
  writeStart(start, lowered);
  return {
    kind: "described",
    generation,
    title: model.name ?? "Model",
    scene: sceneOf(lowered, { names }),
    names,
    t0: lowered.t0,
    start,
    parameters: numbersOf(model),
    omega: lowered.omega,
  };
}

/** Those parameters that are plain numbers, with or without a unit. */
function numbersOf(model: Model): Record<string, number> {
  const all = Object.entries(model.parameters ?? {}).map(([name, value]) => {
    const isQuantity = typeof value === "string" && model.units !== undefined && readQuantity(value) !== undefined;
    return [name, isQuantity ? quantityFor(model, name, name, value) : value] as const;
  });
  return Object.fromEntries(all.filter(([, value]) => typeof value === "number")) as Record<string, number>;
}
