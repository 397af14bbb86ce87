/** Lines and columns of a model's text. */

import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { Finder } from "./places.js";

/** Finds places in a text of YAML or JSON. */
export function placesIn(text: string, file: string): Finder {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: "silent", stringKeys: true });
  return (keys) => {
    let node: unknown = document.contents;
    let at = 0;
    for (const key of keys) {
      if (isAlias(node)) node = node.resolve(document);
      if (isMap(node)) {
        const pair = node.items.find(({ key: each }) => isScalar(each) && String(each.value) === String(key));
        if (pair === undefined) break;
        at = startOf(pair.key) ?? at;
        node = pair.value;
        if (isScalar(node)) at = startOf(node) ?? at;
      } else if (isSeq(node) && typeof key === "string") {
        // the short form of an element is its main parameter, whose name is not in the text
      } else if (isSeq(node)) {
        const item = node.items[Number(key)];
        if (item === undefined) break;
        at = startOf(item) ?? at;
        node = item;
      } else break;
    }
    const { line, col } = lines.linePos(at);
    return `${file}:${line}:${col}`;
  };
}

const startOf = (node: unknown): number | undefined => (node as Node | null)?.range?.[0];
