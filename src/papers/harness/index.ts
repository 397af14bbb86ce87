/** Run experiments one after the other and gather their verdicts. */

import type { Experiment, ExperimentContext, Figure, Item } from "./item.js";

export * from "./item.js";

export interface Reproduction {
  readonly items: readonly Item[];
  readonly figures: readonly Figure[];
  /** Experiments that did not finish, with the reason; the others stand. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

/** `ID` names a paper ("ariel"), a section ("ariel.2.2") or an item; nothing selects all. */
export function selectExperiments(all: readonly Experiment[], id: string | undefined): readonly Experiment[] {
  if (id === undefined) return all;
  return all.filter((e) => e.id === id || e.id.startsWith(`${id}.`) || id.startsWith(`${e.id}.`));
}

export async function reproduce(
  experiments: readonly Experiment[],
  context: Omit<ExperimentContext, "progress"> & { progress(fraction: number, title: string): void },
): Promise<Reproduction> {
  const items: Item[] = [];
  const figures: Figure[] = [];
  const failed: { id: string; reason: string }[] = [];
  for (const [k, experiment] of experiments.entries()) {
    const progress = (fraction: number): void => {
      context.progress((k + fraction) / experiments.length, experiment.title);
    };
    progress(0);
    try {
      // when the run is to end, this rejects for every experiment left, and what is finished stands
      await context.pause();
      const outcome = await experiment.run({ ...context, progress });
      items.push(...outcome.items);
      figures.push(...outcome.figures);
    } catch (error) {
      failed.push({ id: experiment.id, reason: error instanceof Error ? error.message : String(error) });
    }
    progress(1);
  }
  return { items, figures, failed };
}
