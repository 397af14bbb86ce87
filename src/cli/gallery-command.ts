/** `taut gallery`: lists the models that come with the package. */

import type { Command } from "commander";
import { maximum } from "../core/index.js";
import { UsageError } from "./exit.js";
import { readText } from "./files.js";
import { galleryFile, galleryList, galleryNames } from "./gallery.js";
import { print, printJson } from "./terminal.js";

export function addGalleryCommand(program: Command): void {
  program
    .command("gallery")
    .argument("[name]", "print the file of this model")
    .summary("list the models that come with taut")
    .description(
      "List the models that come with taut. Commands take their names where no file of that name exists: taut run pendulum.",
    )
    .option("--json", "print one JSON object instead of text")
    .addHelpText("after", "\nExamples:\n  taut gallery\n  taut gallery pendulum > my.yaml\n  taut run pendulum")
    .action((name: string | undefined, { json }: { readonly json?: boolean }) => {
      if (name !== undefined) {
        if (!galleryNames().includes(name))
          throw new UsageError("gallery", `must be one of ${galleryNames().join(", ")}; got "${name}".`);
        print(readText(galleryFile(name)));
        return;
      }
      const all = galleryList();
      if (json) printJson(all);
      else {
        const width = maximum(all.map((each) => each.name.length));
        print(all.map((each) => `${each.name.padEnd(width)}  ${firstSentence(each.about) || each.title}\n`).join(""));
      }
    });
}

/** The first sentence of a text, in one line. */
const firstSentence = (text: string): string => /^.*?[.!?](?=\s|$)/s.exec(text)?.[0].replace(/\s+/g, " ") ?? text;
