/** Parts of the library that are loaded when they are needed, because the library is what a visitor of the lab waits for. */

import { loadParts } from "virtual:parts";
import { type Model, type NamedChoice, TautError } from "taut";
import { serverGone } from "./limits.js";
import type { LaneRequest } from "./protocol.js";

/** What is being loaded; if it does not arrive, the error says so in a sentence. */
export const arriving = <T>(loading: Promise<T>): Promise<T> =>
  loading.catch(() => {
    throw new TautError("", serverGone);
  });

/**
 * What `make` returns. The methods, formulations and projections that the model and the settings name are loaded first; where
 * `make` fails without others, those that an automatic choice often needs, and then all, so that the message of an error is that
 * of the whole library.
 */
export async function withParts<T>(model: Model, { settings }: LaneRequest, make: () => T): Promise<T> {
  await arriving(loadParts([...namedIn(model.run ?? {}), ...namedIn(settings)]));
  for (const more of [["auto"], undefined])
    try {
      return make();
    } catch (error) {
      if (!(error instanceof TautError)) throw error;
      await arriving(loadParts(more));
    }
  return make();
}

const namedIn = (run: { readonly [kind in "formulation" | "method" | "projection"]?: NamedChoice }): string[] =>
  [run.formulation, run.method, run.projection]
    .filter((choice): choice is NamedChoice => choice !== undefined)
    .map((choice) => (typeof choice === "string" ? choice : String(choice.name)));
