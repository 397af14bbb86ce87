/** The pages of the site that people write, and the blocks of code in them. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../cli/taut.js";

export interface Block {
  readonly language: string;
  /** The name of the file that the block is, "[crank.yaml]" after the language. */
  readonly file?: string;
  readonly text: string;
}

export const markdownIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => join(folder, file))
    .sort();

/** The fenced blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^```([a-z]+)(?: \[(.+)\])?([^\n]*)\n([\s\S]*?)^```$/gm)]
    .filter(([, , , more]) => more.trim() !== "fails")
    .map(([, language, file, , body]) => ({ language, ...(file !== undefined && { file }), text: body }));
}
