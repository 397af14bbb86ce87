/** The address of the first page's model in the stage: its springs in the first lane, its rods in the second. */

import data from "virtual:opening";
import { pack } from "../state/link.js";
import type { Links } from "../worker/opening.js";

export async function openingLink(links: Links): Promise<string> {
  const springs = { formulation: "stiff", method: "dopri5", projection: "none", omega: links };
  const lanes = links === "rigid" ? [{}] : [springs, {}];
  return `#/lab/${await pack({ v: 1, text: data.text, lanes, set: {} })}`;
}
