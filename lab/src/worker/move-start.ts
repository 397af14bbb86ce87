/** A model whose start is moved, as text: what was dragged can be shared, kept and run by the command line. */

import { isMap, parseDocument } from "yaml";
import type { StartValues } from "./protocol.js";

/** `values` by name of a point or coordinate; what the file says elsewhere, comments too, stays as it is. */
export function moveStart(text: string, values: StartValues): string {
  const document = parseDocument(text);
  // a whole state would win over them; its time stays
  const time = document.getIn(["begin", "time"]);
  if (document.delete("begin") && time !== undefined) document.set("time", time);
  for (const [name, value] of Object.entries(values)) {
    const velocity = name.endsWith("'");
    const point = document.getIn(["points", velocity ? name.slice(0, -1) : name], true);
    const plain = typeof value === "number" ? value : document.createNode(value, { flow: true });
    // a single point says where it starts itself; members of families and coordinates are named in `initial`
    if (isMap(point) && !point.has("repeat")) point.set(velocity ? "velocity" : "at", plain);
    else document.setIn(["initial", name], plain);
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}
