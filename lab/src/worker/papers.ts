/** The experiments of `taut reproduce`, in a worker of their own that the page ends when the reader leaves it. */

import { loadParts } from "virtual:parts";
import { expose } from "comlink";
import { type Figure, type Item, reproduce } from "taut";
import { experiments } from "taut/papers";

const api = {
  /** Runs one experiment in its short version. */
  async run(
    id: string,
    progress: (fraction: number) => void,
  ): Promise<{ readonly items: readonly Item[]; readonly figures: readonly Figure[]; readonly failed: string }> {
    await loadParts();
    const { items, figures, failed } = await reproduce(
      experiments.filter((experiment) => experiment.id === id),
      { quick: true, progress, pause: () => new Promise((done) => setTimeout(done)) },
    );
    return { items, figures, failed: failed[0]?.reason ?? "" };
  },
};

export type PapersWorker = typeof api;

expose(api);
