/**
 * An experiment in two halves: `measure` runs this library and does not see the published values, `report` compares the
 * measurement with them. So a published number cannot leak into a measurement, and a test can hand `report` a wrong one.
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
  /** Paper and section: `ariel.2.2`. */
  readonly id: string;
  readonly title: string;
  measure(context: ExperimentContext): Promise<Measured>;
  report(measured: Measured, published: Published): Outcome;
}

/** The experiment that compares a measurement with what the paper prints. */
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

/** A number that a paper prints, and the measured one. */
export interface PublishedNumber {
  /** Last part of the id: `slow-amplitude`. */
  readonly name: string;
  /** What is compared, in words. */
  readonly item: string;
  /** Words where the paper makes a claim without a number; `within` is a range then. */
  readonly published: number | readonly number[] | string;
  readonly measured: number | readonly number[];
  readonly within: Closeness;
  readonly note?: string;
  /** Given where the paper is known to be wrong; it counts only if the two differ. */
  readonly wrong?: "paper";
}

/** A size that is published as O(variable^exponent), measured at several values of the variable. */
export interface PowerLaw {
  readonly name: string;
  readonly item: string;
  /** For the legend of a figure. */
  readonly label: string;
  readonly exponent: number;
  readonly sizes: readonly number[];
  readonly note?: string;
}

/** Makes the items of the experiment `id`; `place` says where in the paper they are. */
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

    /** One item for each power law: its exponent by least squares over the values `over` of the variable. */
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

/** Calls `each` on every value in turn, reports progress between `from` and `to`, and pauses after each call. */
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
