/**
 * Brings the text of a model file to the present version of the format. Each version knows what has changed since the one
 * before, as edits of the text, so that comments, order and layout stay as they are. A file of the present version is not
 * changed.
 */

import { type Document, isMap, isScalar, type Node, type Pair, parseDocument } from "yaml";
import { fail, show } from "./model-errors.js";

/** The version that `validateModel` reads. */
export const formatVersion = 1;

/** A change of the text: the characters from `from` to `to` become `text`. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** What is changed, in a sentence. */
  readonly says: string;
}

/** The step from one version to the next. */
export interface Migration {
  readonly to: number;
  edits(document: Document.Parsed): readonly Edit[];
}

/** Files from before the format had versions say nothing, or give the version as text. */
const toFirst: Migration = { to: 1, edits: () => [] };

/** All steps, in order. */
const migrations: readonly Migration[] = [toFirst];

export interface Migrated {
  readonly text: string;
  /** A sentence for every change; none if the file has the present version. */
  readonly changes: readonly string[];
}

/**
 * The text of a model file in the present version of the format, and what was changed. Throws a `ModelError` if it is not
 * a model, or if a later version of taut has written it.
 */
export function migrateText(text: string, file: string, steps: readonly Migration[] = migrations): Migrated {
  const last = steps[steps.length - 1].to;
  const changes: string[] = [];
  const found = versionOf(text, file, last);
  for (const step of steps.filter(({ to }) => to > found.version)) {
    const document = parsed(text, file);
    const edits = [...step.edits(document), versionEdit(document, text, step.to)];
    text = edited(text, edits);
    for (const { says } of edits) changes.push(says);
  }
  return { text, changes };
}

function parsed(text: string, file: string): Document.Parsed {
  const document = parseDocument(text, { logLevel: "silent", stringKeys: true });
  if (document.errors.length > 0) fail(file, `this is not YAML: ${document.errors[0].message.split("\n")[0]}`);
  if (!isMap(document.contents)) fail(file, "a model must be a map; this file is not. Name a model file.");
  return document;
}

function versionOf(text: string, file: string, last: number): { readonly version: number } {
  const value = entryOf(parsed(text, file), "taut")?.value;
  if (value === undefined || value === null) return { version: 0 };
  const given = isScalar(value) ? value.value : undefined;
  // a version as text was never valid
  if (typeof given === "string" && /^\d+$/.test(given)) return { version: 0 };
  if (typeof given !== "number" || !Number.isInteger(given) || given < 0)
    return fail(`${file}: taut`, `must be a version, a whole number; got ${show(given)}. Write taut: ${last}.`);
  if (given > last)
    return fail(
      `${file}: taut`,
      `this is version ${given} of the format; versions up to ${last} are known here. Use a later version of taut.`,
    );
  return { version: given };
}

/** The entry of a key at the top of a file. */
export function entryOf(document: Document.Parsed, key: string): Pair | undefined {
  const { contents } = document;
  return isMap(contents) ? contents.items.find((pair) => isScalar(pair.key) && pair.key.value === key) : undefined;
}

/** Replaces a scalar, key or value, by a text. */
export function replaced(node: unknown, text: string, says: string): Edit {
  const [from, to] = (node as Node).range!;
  return { from, to, text, says };
}

/** Writes the version: in place of an earlier one, or as the first entry. */
function versionEdit(document: Document.Parsed, text: string, version: number): Edit {
  const entry = entryOf(document, "taut");
  if (entry?.value !== undefined && entry.value !== null)
    return replaced(entry.value, String(version), `taut: the version of the format is ${version}.`);
  const { contents } = document;
  const [from] = contents!.range;
  const isFlow = isMap(contents) && contents.flow;
  const at = isFlow ? from + 1 : from;
  const quote = text.trimStart().startsWith("{") ? '"' : "";
  const added = isFlow ? ` ${quote}taut${quote}: ${version},` : `taut: ${version}\n`;
  return { from: at, to: at, text: added, says: `taut: the version of the format, ${version}, was added.` };
}

/** The text with edits, which must not overlap. */
function edited(text: string, edits: readonly Edit[]): string {
  let result = text;
  for (const { from, to, text: piece } of [...edits].sort((a, b) => b.from - a.from))
    result = result.slice(0, from) + piece + result.slice(to);
  return result;
}
