/** The experiments of `taut reproduce`, in a worker of their own that the page ends when the reader leaves it. */

import { expose } from "comlink";
import { type Figure, type Item, reproduce, selectExperiments } from "taut";
import { experiments, papers } from "taut/papers";

export interface PaperListing {
  readonly key: string;
  readonly title: string;
  readonly reference: string;
  readonly experiments: readonly { readonly id: string; readonly title: string }[];
}

const api = {
  list: (): readonly PaperListing[] =>
    papers.map(({ key, title, reference }) => ({
      key,
      title,
      reference,
      experiments: selectExperiments(experiments, key).map((e) => ({ id: e.id, title: e.title })),
    })),

  /** Runs one experiment in its short version. */
  async run(
    id: string,
    progress: (fraction: number) => void,
  ): Promise<{ readonly items: readonly Item[]; readonly figures: readonly Figure[]; readonly failed: string }> {
    const { items, figures, failed } = await reproduce(
      experiments.filter((experiment) => experiment.id === id),
      { quick: true, progress, pause: () => new Promise((done) => setTimeout(done)) },
    );
    return { items, figures, failed: failed[0]?.reason ?? "" };
  },
};

export type PapersWorker = typeof api;

expose(api);
