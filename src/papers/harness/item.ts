/**
 * One reference value beside the measured one, and a verdict. The kind of an item says where the reference comes from,
 * and only items whose reference a paper prints count as agreement with what was published.
 */

/** A number, several numbers, or words. */
export type Value = number | readonly number[] | string;

/**
 * Where a reference comes from: "printed" means a number, a curve or a sentence of the paper; "recomputed" means that the
 * paper has the experiment without the number, and an independent computation supplies it; "ours" means that the paper
 * says nothing and the reference is a claim of this project.
 */
export type Kind = "printed" | "recomputed" | "ours";

/** "same magnitude" is the best verdict where the tolerance is a factor: it is not agreement. */
export type Verdict = "agrees" | "same magnitude" | "differs";

/**
 * What a tolerance rests on: the digits that are printed, statistics of this run, the
 * accuracy of our own computation, the higher terms that a power law leaves out, words of the paper that we read as a
 * range, or our own claim.
 */
export type Basis = "digits" | "statistics" | "accuracy" | "asymptotics" | "words" | "claim";

/** How close is close enough, set before the run. */
export interface Tolerance {
  /** "relative 0.1", "between 1 and 10". */
  readonly size: string;
  readonly basis: Basis;
  readonly why: string;
}

/** One reference value beside the measured one, with a verdict; `reproduce` collects them. */
export interface Item {
  /** Unique: `ariel.2.2.slow-amplitude`. */
  readonly id: string;
  /** Key of the paper, the first part of the id: "ariel". */
  readonly paper: string;
  /** Section, table, figure or equation of the paper: "Section 2.2". */
  readonly place: string;
  /** What is compared, in words: "amplitude A of the slow part at omega = 10". */
  readonly item: string;
  readonly kind: Kind;
  /** What `kind` says: what the paper prints or states, what an independent computation gives, or what we claim. */
  readonly reference: Value;
  readonly measured: Value;
  readonly verdict: Verdict;
  readonly tolerance: Tolerance;
  /** What the reader should know. Empty when there is nothing to say. */
  readonly note: string;
  /** Given where the two differ because the paper is wrong: the counter-example that runs beside the item, under the
   * paper's own assumptions. */
  readonly proof?: string;
  /** Given where the two differ and the cause is likely but not proven. */
  readonly likely?: string;
}

/** How a measured number is compared with its reference. A `factor` either way is the same magnitude, not agreement. */
export type Closeness = { readonly basis: Basis; readonly why: string } & (
  | { readonly relative: number }
  | { readonly absolute: number }
  | { readonly between: readonly [number, number] }
  | { readonly factor: number }
);

/** What an item says of itself before it is measured. */
export type About = Pick<Item, "id" | "paper" | "place" | "item" | "kind" | "proof" | "likely"> & {
  readonly note?: string;
};

/** An item whose verdict follows from numbers. Where the reference is words, `closeness` must be a range. */
export function compareNumbers(
  about: About,
  reference: Value,
  measured: number | readonly number[],
  closeness: Closeness,
): Item {
  const list = (value: Value): readonly number[] =>
    typeof value === "number" ? [value] : typeof value === "string" ? [] : value;
  const [expected, found] = [list(reference), list(measured)];
  // an empty list of measurements never agrees, not even with an empty list of references
  const isComplete = found.length > 0 && ("between" in closeness || expected.length === found.length);
  const isClose = isComplete && found.every((x, k) => isNear(x, expected[k], closeness));
  const verdict = !isClose ? "differs" : "factor" in closeness ? "same magnitude" : "agrees";
  return itemOf(about, reference, measured, verdict, {
    size: sizeOf(closeness),
    basis: closeness.basis,
    why: closeness.why,
  });
}

/** An item whose verdict was found otherwise. Causes of a difference are kept only where there is one. */
export function itemOf(
  { proof, likely, ...about }: About,
  reference: Value,
  measured: Value,
  verdict: Verdict,
  tolerance: Tolerance,
): Item {
  const differs = verdict === "differs";
  return {
    note: "",
    ...about,
    ...{ reference, measured, verdict, tolerance },
    ...(differs && proof !== undefined && { proof }),
    ...(differs && likely !== undefined && { likely }),
  };
}

function isNear(x: number, expected: number, closeness: Closeness): boolean {
  if (!Number.isFinite(x)) return false;
  if ("between" in closeness) return x >= closeness.between[0] && x <= closeness.between[1];
  if ("factor" in closeness) {
    const ratio = x / expected;
    return ratio >= 1 / closeness.factor && ratio <= closeness.factor;
  }
  const distance = Math.abs(x - expected);
  return "relative" in closeness ? distance <= closeness.relative * Math.abs(expected) : distance <= closeness.absolute;
}

function sizeOf(closeness: Closeness): string {
  if ("between" in closeness) return `between ${closeness.between[0]} and ${closeness.between[1]}`;
  if ("factor" in closeness) return `a factor of ${closeness.factor} either way`;
  // as few digits as show the size: 1.01e-5, not 0.000010100000000000002
  const short = (x: number): number => Number(x.toPrecision(6));
  return "relative" in closeness ? `relative ${short(closeness.relative)}` : `absolute ${short(closeness.absolute)}`;
}

/** How many items of each kind there are, and how many of them have each verdict. */
export interface Counts {
  readonly items: number;
  readonly agree: number;
  readonly sameMagnitude: number;
  readonly differ: number;
}

/**
 * Counts verdicts, kind by kind; only the items of kind "printed" compare with what was published.
 *
 * @example
 * countByKind([]).printed; // { "items": 0, "agree": 0, "sameMagnitude": 0, "differ": 0 }
 */
export function countByKind(items: readonly Pick<Item, "kind" | "verdict">[]): Readonly<Record<Kind, Counts>> {
  const of = (kind: Kind): Counts => {
    const own = items.filter((item) => item.kind === kind);
    const count = (verdict: Verdict): number => own.filter((item) => item.verdict === verdict).length;
    return {
      items: own.length,
      agree: count("agrees"),
      sameMagnitude: count("same magnitude"),
      differ: count("differs"),
    };
  };
  return { printed: of("printed"), recomputed: of("recomputed"), ours: of("ours") };
}
