/** Runs experiments one after the other and collects their verdicts. */

import type { Experiment, ExperimentContext, Figure } from "./experiment.js";
import type { Item } from "./item.js";

export interface Reproduction {
  readonly items: readonly Item[];
  readonly figures: readonly Figure[];
  /** Experiments that did not finish, with the reason. The results of the others stand. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

/** `id` names a paper ("ariel"), a section ("ariel.2.2") or an item; without it all experiments are selected. */
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
      // once the run must end, this rejects before each experiment that is left, and finished results stand
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
