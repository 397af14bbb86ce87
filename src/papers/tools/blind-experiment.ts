/**
 * An experiment in two halves: `measure` runs this library and does not see the published values, `report` compares the
 * measurement with them. So a published number cannot leak into a measurement, and a test can hand `report` a wrong one.
 */

import {
  type About,
  type Closeness,
  compareNumbers,
  type Experiment,
  type ExperimentContext,
  fittedOrder,
  type Item,
  itemOf,
  type Kind,
  type Outcome,
  type Value,
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

/** The reference of an item. Its key is the kind: exactly one of them is given. */
export type Reference =
  | { readonly printed: Value; readonly recomputed?: undefined; readonly ours?: undefined }
  | { readonly recomputed: Value; readonly printed?: undefined; readonly ours?: undefined }
  | { readonly ours: Value; readonly printed?: undefined; readonly recomputed?: undefined };

/** What an item says besides its reference. */
interface Words {
  /** Last part of the id: `slow-amplitude`. */
  readonly name: string;
  /** What is compared, in words. */
  readonly item: string;
  readonly note?: string;
  /** See `Item`; both count only if the two differ. */
  readonly proof?: string;
  readonly likely?: string;
}

/** A reference and a measured number. Where the reference is words, `within` is a range. */
export type Comparison = Words &
  Reference & { readonly measured: number | readonly number[]; readonly within: Closeness };

/** A size that is O(variable^exponent), measured at several values of the variable. The exponent is printed unless `kind`
 * says otherwise. */
export interface PowerLaw extends Words {
  /** For the legend of a figure. */
  readonly label: string;
  readonly exponent: number;
  readonly sizes: readonly number[];
  readonly kind?: Kind;
}

/** Makes the items of the experiment `id`; `place` says where in the paper they are. */
export function itemsOf(id: string, place: string) {
  const about = ({ name, item, note, proof, likely }: Words, kind: Kind): About => ({
    ...{ id: `${id}.${name}`, paper: paperOf(id), place, item, kind },
    ...(note !== undefined && { note }),
    ...(proof !== undefined && { proof }),
    ...(likely !== undefined && { likely }),
  });
  return {
    numbers: (comparison: Comparison): Item => {
      const { kind, value } = referenceOf(comparison);
      return compareNumbers(about(comparison, kind), value, comparison.measured, comparison.within);
    },

    /** An item whose measurement is words, which agree or not. */
    words: (claim: Words & Reference & { readonly measured: string; readonly agrees: boolean }): Item => {
      const { kind, value } = referenceOf(claim);
      return itemOf(about(claim, kind), value, claim.measured, claim.agrees ? "agrees" : "differs", {
        ...{ size: "yes or no", basis: "words", why: "the claim is in words" },
      });
    },

    /** One item for each power law: its exponent by least squares over the values `over` of the variable. */
    exponents: (over: readonly number[], powers: readonly PowerLaw[], variable = "omega"): Item[] =>
      powers.map((power) => {
        const why = `slope in log-log over ${variable} = ${over.join(", ")}, which higher terms bend by less`;
        const item = `power of ${variable} in ${power.item}`;
        return compareNumbers(
          about({ ...power, item }, power.kind ?? "printed"),
          power.exponent,
          fittedOrder(over, power.sizes),
          { absolute: 0.05, basis: "asymptotics", why },
        );
      }),
  };
}

function referenceOf(reference: Reference): { readonly kind: Kind; readonly value: Value } {
  if (reference.printed !== undefined) return { kind: "printed", value: reference.printed };
  if (reference.recomputed !== undefined) return { kind: "recomputed", value: reference.recomputed };
  return { kind: "ours", value: reference.ours };
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
