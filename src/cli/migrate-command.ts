/** `taut migrate FILE`: brings a model file to the present version of the format. */

import { basename, dirname } from "node:path";
import type { Command } from "commander";
import { migrateText } from "../model/index.js";
import { writeFiles } from "./disk/write.js";
import { readText } from "./files.js";
import { print, remark } from "./terminal.js";

export function addMigrateCommand(program: Command): void {
  program
    .command("migrate")
    .argument("<file>", "model file (YAML or JSON)")
    .summary("bring a model file to the present version of the format")
    .description(
      "Print a model file in the present version of the format. Comments, order and layout stay as they are; the changes are listed on standard error. A file of the present version is not changed.",
    )
    .option("--write", "replace the file instead of printing it")
    .addHelpText("after", "\nExamples:\n  taut migrate old.yaml > new.yaml\n  taut migrate model.yaml --write")
    .action((file: string, { write }: { readonly write?: boolean }) => {
      const { text, changes } = migrateText(readText(file), file);
      for (const change of changes) remark(change);
      if (changes.length === 0) remark(`${file} has the present version of the format.`);
      if (write !== true) print(text);
      else if (changes.length > 0) writeFiles(dirname(file), { [basename(file)]: text });
    });
}
