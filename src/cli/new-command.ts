/** `taut new FILE`: writes a model with comments to start from. */

import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { newTemplates } from "../model/new-templates.js";
import { called } from "./called.js";
import { makeFolder, writeFiles } from "./disk/write.js";
import { UsageError } from "./exit.js";
import { remark } from "./terminal.js";

const names = Object.keys(newTemplates);
const list = Object.entries(newTemplates).map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`);

export function addNewCommand(program: Command): void {
  program
    .command("new")
    .argument("<file>", "the file to write, such as crank.yaml")
    .summary("write a model with comments to start from")
    .description("Write a model file with comments that explain it. Without --template, a terminal asks for one.")
    .option("--template <name>", `one of ${names.join(", ")}`)
    .option("--force", "replace a file that is already there")
    .addHelpText("after", `\nTemplates:\n${list.join("\n")}\n\nExample:\n  taut new crank.yaml --template linkage`)
    .action(async (file: string, flags: { readonly template?: string; readonly force?: boolean }) => {
      if (existsSync(file) && flags.force !== true)
        throw new UsageError(file, "already exists. Choose another name, or add --force to replace it.");
      const name = flags.template ?? (process.stdin.isTTY ? await ask() : undefined);
      if (name === undefined || !Object.hasOwn(newTemplates, name))
        throw new UsageError(
          "--template",
          `must be one of ${names.join(", ")}; got ${name === undefined ? "none" : `"${name}"`}.`,
        );
      makeFolder(dirname(file));
      writeFiles(dirname(file), { [basename(file)]: newTemplates[name].text });
      remark(`${file} is a model of ${newTemplates[name].about}. Run it with: ${called} run ${file}`);
    });
}

async function ask(): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(`Which model?\n${list.join("\n")}\n> `)).trim();
  } finally {
    terminal.close();
  }
}
