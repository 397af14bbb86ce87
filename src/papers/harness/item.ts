/** One published value beside the measured one, and whether they agree. */

/** A number, several numbers, or words. */
export type Value = number | readonly number[] | string;

/** One published value beside the measured one, and whether they agree; `reproduce` collects them. */
export interface Item {
  /** Unique: `ariel.2.2.slow-amplitude`. */
  readonly id: string;
  /** Key of the paper, the first part of the id: "ariel". */
  readonly paper: string;
  /** What is compared, in words: "Section 2.2: amplitude A of the slow part at omega = 10". */
  readonly item: string;
  /** What the paper prints or states. */
  readonly published: Value;
  readonly measured: Value;
  readonly agrees: boolean;
  /** How close counts as agreement, and why. */
  readonly tolerance: string;
  /** What the reader should know, for example where a paper is wrong, and why. Empty when there is nothing to say. */
  readonly note: string;
  /** Which side is wrong where the two differ; absent while that is not known. */
  readonly wrong?: "paper" | "taut";
}

/** How a measured number is compared with a published one. */
export type Closeness =
  | { readonly relative: number; readonly why: string }
  | { readonly absolute: number; readonly why: string }
  | { readonly between: readonly [number, number]; readonly why: string };

/** An item whose verdict follows from numbers. Where the paper publishes words, `closeness` must be a range. */
export function compareNumbers(
  { wrong, ...about }: Pick<Item, "id" | "paper" | "item" | "wrong"> & { readonly note?: string },
  published: Value,
  measured: number | readonly number[],
  closeness: Closeness,
): Item {
  const list = (value: Value): readonly number[] =>
    typeof value === "number" ? [value] : typeof value === "string" ? [] : value;
  const [expected, found] = [list(published), list(measured)];
  const near = (x: number, k: number): boolean => {
    if (!Number.isFinite(x)) return false;
    if ("between" in closeness) return x >= closeness.between[0] && x <= closeness.between[1];
    const distance = Math.abs(x - expected[k]);
    return "relative" in closeness
      ? distance <= closeness.relative * Math.abs(expected[k])
      : distance <= closeness.absolute;
  };
  // an empty list of measurements never agrees, not even with an empty list of published numbers
  const complete = found.length > 0 && ("between" in closeness || expected.length === found.length);
  const agrees = complete && found.every(near);
  return {
    note: "",
    ...about,
    published,
    measured,
    agrees,
    ...(!agrees && wrong !== undefined && { wrong }),
    tolerance: `${sizeOf(closeness)} (${closeness.why})`,
  };
}

function sizeOf(closeness: Closeness): string {
  if ("between" in closeness) return `between ${closeness.between[0]} and ${closeness.between[1]}`;
  return "relative" in closeness ? `relative ${closeness.relative}` : `absolute ${closeness.absolute}`;
}
