/**
 * A published result in two halves: `measure` runs our code and knows nothing of what was printed, `report` compares
 * with what was. So a published number cannot leak into a measurement, and a test can hand `report` a wrong one.
 */

import type { Item, Outcome } from "../harness/index.js";
import {
  type Closeness,
  compareNumbers,
  type Experiment,
  type ExperimentContext,
  fittedOrder,
} from "../harness/index.js";

export interface BlindExperiment<Measured, Published> {
  /** `ariel.2.2`: paper and section. */
  readonly id: string;
  readonly title: string;
  measure(context: ExperimentContext): Promise<Measured>;
  report(measured: Measured, published: Published): Outcome;
}

/** A study with what its paper prints. */
export function experiment<Measured, Published>(
  blind: BlindExperiment<Measured, Published>,
  published: Published,
): Experiment {
  return {
    id: blind.id,
    paper: paperOf(blind.id),
    title: blind.title,
    run: async (context) => blind.report(await blind.measure(context), published),
  };
}

/** A number that a paper prints, and ours. */
export interface PublishedNumber {
  /** Last part of the id: `slow-amplitude`. */
  readonly name: string;
  /** What it is, in words. */
  readonly item: string;
  /** Words where the paper claims without a number; then `within` is a range. */
  readonly published: number | readonly number[] | string;
  readonly measured: number | readonly number[];
  readonly within: Closeness;
  readonly note?: string;
  /** Who is wrong where they differ. */
  readonly wrong?: "paper";
}

/** A size that is published as O(variable^exponent), measured over a window. */
export interface PowerLaw {
  readonly name: string;
  readonly item: string;
  /** For the legend of a figure. */
  readonly label: string;
  readonly exponent: number;
  readonly sizes: readonly number[];
  readonly note?: string;
}

/** Makes the items of the study `id`; `place` says where they are in the paper. */
export function itemsOf(id: string, place: string) {
  const about = ({ name, item, note, wrong }: Pick<PublishedNumber, "name" | "item" | "note" | "wrong">) => ({
    id: `${id}.${name}`,
    paper: paperOf(id),
    item: `${place}: ${item}`,
    ...(note !== undefined && { note }),
    ...(wrong !== undefined && { wrong }),
  });
  return {
    numbers: (comparison: PublishedNumber): Item =>
      compareNumbers(about(comparison), comparison.published, comparison.measured, comparison.within),

    /** The exponents of powers, by least squares over the window. */
    exponents: (over: readonly number[], powers: readonly PowerLaw[], variable = "omega"): Item[] =>
      powers.map((power) => {
        const why = `slope in log-log over ${variable} = ${over.join(", ")}, which higher terms bend by less`;
        const item = `power of ${variable} in ${power.item}`;
        return compareNumbers(about({ ...power, item }), power.exponent, fittedOrder(over, power.sizes), {
          absolute: 0.05,
          why,
        });
      }),
  };
}

/** The work of `each` on every value, with progress between `from` and `to` and a pause after each. */
export async function forEach<T, R>(
  context: ExperimentContext,
  [from, to]: readonly [number, number],
  values: readonly T[],
  each: (value: T, index: number) => R,
): Promise<R[]> {
  const results: R[] = [];
  for (const [index, value] of values.entries()) {
    results.push(each(value, index));
    context.progress(from + ((to - from) * results.length) / values.length);
    await context.pause();
  }
  return results;
}

function paperOf(id: string): string {
  return id.slice(0, id.indexOf("."));
}
