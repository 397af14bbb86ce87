/**
 * Where the data of a file stands in its text: errors get the file, the line and the column of what they are about. The
 * text is kept beside the data and read again only when there is an error. The reader of texts brings along the function
 * that finds places, so that bundles that read no text do not contain a parser.
 */

import { ModelError } from "../core/errors.js";
import { allErrors, ModelErrors, path } from "./model-errors.js";

/** Finds the place of a path: of its value, or of the key of a map or list, or of the nearest parent. */
export type Finder = (keys: readonly (string | number)[]) => string | undefined;

interface Source {
  /** Reads the text again. */
  places(): Finder;
}

/** The files from which data was read, the main one first; a file that is included has the sections that it brings. */
const sources = new WeakMap<object, readonly (Source & { readonly keys?: ReadonlySet<string> })[]>();

/** Remembers the text of `data`. */
export function rememberSource(data: unknown, source: Source): void {
  if (typeof data === "object" && data !== null) sources.set(data, [source]);
}

/** Data that is made from other data stands where that does; `keys` are the paths that come from the second. */
export function takeSource(data: object, from: unknown, included?: unknown, keys?: ReadonlySet<string>): void {
  const own = sourcesOf(from);
  const theirs = sourcesOf(included).map((source) => ({ ...source, ...(keys && { keys }) }));
  if (own.length + theirs.length > 0) sources.set(data, [...own, ...theirs]);
}

function sourcesOf(data: unknown) {
  return (typeof data === "object" && data !== null ? sources.get(data) : undefined) ?? [];
}

/** Runs `work` on data; errors get their places in the text from which it was read. */
export function withPlaces<T>(data: unknown, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    throw located(error, data);
  }
}

/** The error with places in the text of `data`; the same error if they are not known. */
export function located(error: ModelError, data: unknown): ModelError {
  const all = sourcesOf(data);
  if (all.length === 0 || allErrors(error).every(({ place }) => place !== undefined)) return error;
  const documents = all.map((source) => source.places());
  const errors = allErrors(error).map((each) => {
    if (each.place !== undefined) return each;
    const keys = keysOf(each.where);
    const which = all.findIndex((source) => source.keys?.has(path(...keys.slice(0, 2))) === true);
    const place = documents[Math.max(0, which)](keys);
    return place === undefined ? each : new ModelError(each.where, each.what, place);
  });
  return errors.length === 1 ? errors[0] : new ModelErrors(errors);
}

/** The keys of a path: `elements[2].rod` has "elements", 2, "rod". */
export function keysOf(where: string): (string | number)[] {
  const keys: (string | number)[] = [];
  const piece = /\.?([A-Za-z_][\w'-]*)|\[(\d+)\]|\["([^"]*)"\]/y;
  for (let match = piece.exec(where); match !== null; match = piece.exec(where))
    keys.push(match[1] ?? match[3] ?? Number(match[2]));
  return keys;
}
