/** `--dry-run`: lists the runs of a study. */

import { type Study, shownValue } from "../../study/index.js";
import { print, printJson } from "../terminal.js";

/** Prints a line for each run; with `json`, an object. */
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
