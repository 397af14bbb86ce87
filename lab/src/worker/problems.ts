/** Finds the errors in the text of a model, with the messages of the command line and their places. */

import { allErrors, catalogue, lower, ModelError, parseModelText, TautError, validateModel } from "taut";
import { isMap, isSeq, LineCounter, type Node, parseDocument, type Scalar } from "yaml";
import type { TextProblem } from "./protocol.js";
import { wordsOf } from "./words.js";

/** All errors in the text of a model; empty if the model is valid. */
export function check(text: string): readonly TextProblem[] {
  try {
    lower(validateModel(parseModelText(text), catalogue), catalogue);
    return [];
  } catch (error) {
    if (!(error instanceof TautError)) return wordsOf(error).map((message) => ({ message, ...whole(text) }));
    const all = error instanceof ModelError ? allErrors(error) : [error];
    return all.map(({ message, where }) => ({ message, ...place(text, where) }));
  }
}

const whole = (text: string): { from: number; to: number } => ({ from: 0, to: Math.min(text.length, 80) });

/** The range of characters that a path such as `elements[2].rod.length` or `model:3:7` refers to. */
function place(text: string, where: string): { from: number; to: number } {
  const position = /^model:(\d+):(\d+)$/.exec(where);
  if (position !== null) return lineEnd(text, Number(position[1]), Number(position[2]));
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, logLevel: "silent" });
  let node: Node | null = document.contents;
  let found: readonly [number, number] | undefined;
  for (const key of keysOf(where)) {
    if (isMap(node)) {
      const pair = node.items.find((item) => String((item.key as Scalar).value) === key);
      if (pair === undefined) break;
      found = range(pair.key as Node) ?? found;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      node = (node.items[Number(key)] as Node | undefined) ?? null;
      found = range(node) ?? found;
    } else break;
  }
  const value = range(node);
  if (found === undefined) return whole(text);
  // the range covers the key, and its value if that is a scalar
  const end = value !== undefined && !isMap(node) && !isSeq(node) ? Math.max(found[1], value[1]) : found[1];
  return { from: found[0], to: Math.min(end, endOfLine(text, found[0])) };
}

const range = (node: Node | null | undefined): readonly [number, number] | undefined =>
  node?.range ? [node.range[0], node.range[1]] : undefined;

/** The keys of a path such as `elements[2].rod["a b"]`. */
function keysOf(where: string): string[] {
  return [...where.matchAll(/\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]|([^.[\]]+)/g)].map(
    ([, index, quoted, name]) => index ?? quoted ?? name,
  );
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function lineEnd(text: string, line: number, column: number): { from: number; to: number } {
  let from = 0;
  for (let k = 1; k < line; k++) from = text.indexOf("\n", from) + 1;
  from = Math.min(from + column - 1, text.length);
  return { from: Math.max(0, Math.min(from, text.length - 1)), to: Math.max(from + 1, endOfLine(text, from)) };
}
