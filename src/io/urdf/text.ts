/** A model of a robot as YAML that can be read and edited: sections and bodies as blocks, short entries on one line. */

import { Document, isCollection, isMap, isPair, isScalar, visit } from "yaml";
import type { ModelData } from "../../model/index.js";

/** How deep each section is written in blocks, where that is more than its entries. */
const depths = new Map([
  ["define", 3],
  ["bodies", 2],
  ["joints", 2],
  ["elements", 2],
  ["draw", 2],
]);

export function urdfText(model: ModelData): string {
  const document = new Document(model, { aliasDuplicateObjects: false });
  const { contents } = document;
  for (const pair of isMap(contents) ? contents.items : []) {
    const { key, value } = pair;
    const section = isScalar(key) ? String(key.value) : "";
    if (!isCollection(value)) continue;
    if (section === "parameters" || section === "run") value.flow = true;
    else flowBelow(value, depths.get(section) ?? 1);
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** Writes collections on one line from a depth on. */
function flowBelow(collection: unknown, depth: number): void {
  visit(collection as Parameters<typeof visit>[0], {
    Collection(_, node, path) {
      if (path.filter((each) => isCollection(each) && !isPair(each)).length >= depth) node.flow = true;
    },
  });
}
