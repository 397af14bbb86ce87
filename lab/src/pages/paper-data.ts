/** The results of `taut reproduce` that ship with the lab. `scripts/paper-results.mjs` writes them. */

import type { Figure, Item } from "taut";
import papers from "../../data/papers/index.json" with { type: "json" };

/** An experiment with its results. */
export interface StoredExperiment {
  readonly id: string;
  readonly title: string;
  /** Whether the long version ran, or the short one, as `taut reproduce --quick` runs it. */
  readonly version: "full" | "short";
  readonly items: readonly Item[];
  /** Ids of items that only the other version has. */
  readonly missing: readonly string[];
  readonly figures: readonly Figure[];
}

export { papers };

/** JSON has no word for what is not a number: such a value of a curve is null. */
type Stored = readonly (Omit<StoredExperiment, "figures"> & { readonly figures: readonly StoredFigure[] })[];
type StoredFigure = Omit<Figure, "series"> & { readonly series: readonly StoredSeries[] };
type StoredSeries = Omit<Figure["series"][number], "x" | "y"> & {
  readonly x: readonly (number | null)[];
  readonly y: readonly (number | null)[];
};

const files: Readonly<Record<string, () => Promise<{ readonly default: unknown }>>> = {
  ariel: () => import("../../data/papers/ariel.json"),
  "sanz-serna": () => import("../../data/papers/sanz-serna.json"),
  gear: () => import("../../data/papers/gear.json"),
  "tao-owhadi": () => import("../../data/papers/tao-owhadi.json"),
  ascher: () => import("../../data/papers/ascher.json"),
  beyond: () => import("../../data/papers/beyond.json"),
};

/** The experiments of a paper with their results. */
export async function resultsOf(key: string): Promise<readonly StoredExperiment[]> {
  const stored = (await files[key]()).default as Stored;
  const numbers = (values: readonly (number | null)[]): Float64Array =>
    Float64Array.from(values, (value) => value ?? Number.NaN);
  return stored.map((experiment) => ({
    ...experiment,
    figures: experiment.figures.map((figure) => ({
      ...figure,
      series: figure.series.map((series) => ({ ...series, x: numbers(series.x), y: numbers(series.y) })),
    })),
  }));
}
