/**
 * Changes the start in the text of a model, so that a dragged pose can be shared, saved and run by the command line.
 */

import { isMap, parseDocument } from "yaml";
import type { StartValues } from "./protocol.js";

/** Sets `values` by the names of points or coordinates; everything else in the file, including comments, is kept. */
export function moveStart(text: string, values: StartValues): string {
  const document = parseDocument(text);
  // a whole state in `begin` would override these values, so it is removed; its time is kept
  const time = document.getIn(["begin", "time"]);
  if (document.delete("begin") && time !== undefined) document.set("time", time);
  for (const [name, value] of Object.entries(values)) {
    const velocity = name.endsWith("'");
    const point = document.getIn(["points", velocity ? name.slice(0, -1) : name], true);
    const plain = typeof value === "number" ? value : document.createNode(value, { flow: true });
    // a single point holds its own start; those of family members and coordinates are in `initial`
    if (isMap(point) && !point.has("repeat")) point.set(velocity ? "velocity" : "at", plain);
    else document.setIn(["initial", name], plain);
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: true });
}
