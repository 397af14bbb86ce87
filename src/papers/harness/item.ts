/**
 * Published results against measured ones. An experiment measures; what a paper printed lives beside it as data and is
 * only ever compared with. Every item says how close is close enough, and why, before anything is run.
 */

import { hostMath } from "../../math/index.js";

/** A number, several, or words. */
export type Value = number | readonly number[] | string;

export interface Item {
  /** Unique: `ariel.2.2.slow-amplitude`. */
  readonly id: string;
  /** The paper's number in this project: "ariel". */
  readonly paper: string;
  /** What it is, in words: "Section 2.2, amplitude A of the slow solution at omega = 10". */
  readonly item: string;
  /** What the paper prints or states. */
  readonly published: Value;
  readonly measured: Value;
  readonly agrees: boolean;
  /** How close counts as agreement. */
  readonly tolerance: string;
  /** What a reader should know: where a paper is wrong, and why; empty when there is nothing to say. */
  readonly note: string;
  /** Who is wrong where they differ, once that is known. */
  readonly wrong?: "paper" | "taut";
}

/** A figure with published and measured curves side by side. */
export interface Figure {
  readonly id: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
}

export interface Axis {
  readonly label: string;
  /** Default: linear. */
  readonly scale?: "linear" | "log";
}

export interface Series {
  readonly name: string;
  readonly published: boolean;
  /** Series of one group share a colour: give a published one and its measured one the same. */
  readonly group?: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
}

export interface Outcome {
  readonly items: readonly Item[];
  readonly figures: readonly Figure[];
}

export interface ExperimentContext {
  /** Run the short version of long experiments; they state their own expectation for it. */
  readonly quick: boolean;
  /** Part of the way done, 0 to 1. */
  progress(fraction: number): void;
  /** Lets others run; long experiments await it now and then. Rejects when the run is to end. */
  pause(): Promise<void>;
  /** Where long runs leave their checkpoints when they are to end, and find them again; absent: nowhere. */
  readonly checkpoints?: CheckpointShelf;
}

export interface CheckpointShelf {
  read(name: string): Uint8Array | undefined;
  write(name: string, bytes: Uint8Array): void;
  /** Of an experiment that is over. */
  remove(name: string): void;
}

export interface Experiment {
  /** `ariel.2.2`: paper and section. */
  readonly id: string;
  readonly paper: string;
  readonly title: string;
  run(context: ExperimentContext): Promise<Outcome> | Outcome;
}

/** How a number is compared. */
export type Closeness =
  | { readonly relative: number; readonly why: string }
  | { readonly absolute: number; readonly why: string }
  | { readonly between: readonly [number, number]; readonly why: string };

/** An item whose verdict follows from numbers; what is published in words is compared with a range. */
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
  // nothing measured agrees with nothing
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

/** The slope of log y against log x by least squares: a measured order. */
export function fittedOrder(x: readonly number[], y: readonly number[]): number {
  const [u, w] = [x.map(hostMath.log), y.map(hostMath.log)];
  const mean = (a: readonly number[]): number => a.reduce((sum, v) => sum + v, 0) / a.length;
  const [mu, mw] = [mean(u), mean(w)];
  const top = u.reduce((sum, v, k) => sum + (v - mu) * (w[k] - mw), 0);
  return top / u.reduce((sum, v) => sum + (v - mu) * (v - mu), 0);
}
