/** The runs of a study, listed. */

import { type Study, shownValue } from "../../study/index.js";
import { print, printJson } from "../terminal.js";

/** A line each; with `json` one object each. */
export function printRuns(study: Study, json: boolean): void {
  for (let index = 0; index < study.count; index++) {
    const spec = study.run(index);
    const hash = study.hash(spec);
    const { values, settings } = spec;
    if (json) {
      printJson({ run: index, hash, values, ...(settings.seed !== undefined && { seed: settings.seed }) });
      continue;
    }
    const shown = Object.entries(values).map(([name, value]) => `${name} = ${shownValue(value)}`);
    if (settings.seed !== undefined) shown.push(`seed = ${settings.seed}`);
    print(`${index}  ${hash.slice(0, 16)}  ${shown.join(", ")}\n`);
  }
}
