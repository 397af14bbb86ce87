/** Runs experiments one after the other and collects their verdicts. */

import { append } from "../../core/index.js";
import type { Experiment, ExperimentContext, Figure, OutcomeShelf } from "./experiment.js";
import type { Item } from "./item.js";

/** What `reproduce` returns: items and figures of all experiments, and those experiments that failed. */
export interface Reproduction {
  readonly items: readonly Item[];
  readonly figures: readonly Figure[];
  /** Experiments that did not finish, with the reason. The results of the others stand. */
  readonly failed: readonly { readonly id: string; readonly reason: string }[];
}

/**
 * The experiments that `id` names: those of a paper ("ariel"), of a section ("ariel.2.2") or of an item; without it all
 * experiments.
 *
 * @example
 * selectExperiments(experiments, "gear").map(({ id }) => id);
 */
export function selectExperiments(all: readonly Experiment[], id: string | undefined): readonly Experiment[] {
  if (id === undefined) return all;
  return all.filter((e) => e.id === id || e.id.startsWith(`${id}.`) || id.startsWith(`${e.id}.`));
}

/**
 * Runs experiments one after the other and collects their verdicts. An experiment that fails is listed in `failed`, and
 * the others continue. Experiments whose outcomes are on the shelf are not run again.
 *
 * @example
 * const chosen = selectExperiments(experiments, "ascher.3.example-2");
 * const { items } = await reproduce(chosen, { quick: true, progress: () => {}, pause: async () => {} });
 * items.filter(({ verdict }) => verdict === "differs");
 */
export async function reproduce(
  experiments: readonly Experiment[],
  {
    outcomes,
    ...context
  }: Omit<ExperimentContext, "progress"> & {
    progress(fraction: number, title: string): void;
    readonly outcomes?: OutcomeShelf;
  },
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
      let outcome = outcomes?.read(experiment.id);
      if (outcome === undefined) {
        // once the run must end, this rejects before each experiment that is left, and finished results stand
        await context.pause();
        outcome = await experiment.run({ ...context, progress });
        outcomes?.write(experiment.id, outcome);
      }
      append(items, outcome.items);
      append(figures, outcome.figures);
    } catch (error) {
      failed.push({ id: experiment.id, reason: error instanceof Error ? error.message : String(error) });
    }
    progress(1);
  }
  return { items, figures, failed };
}
