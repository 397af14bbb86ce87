/** `taut explain MODEL`: describes a model before it is run, and gives advice. */

import type { Command } from "commander";
import { type Explanation, explain, explanationFacts } from "../analysis/index.js";
import { exitCode } from "./exit.js";
import { readModel } from "./files.js";
import { addChoiceOptions, inUnitsOf, type RunFlags, settingsOf, type Typed } from "./run-options.js";
import { print, printJson } from "./terminal.js";

export function addExplainCommand(program: Command): void {
  addChoiceOptions(
    program
      .command("explain")
      .argument("<model>", "model file (YAML or JSON)")
      .summary("describe a model before it is run")
      .description(
        "Examine a model and report its degrees of freedom, redundant constraints, how consistent its start is, fast and slow " +
          "frequencies, the energy of the fast motion, the method a run would choose, and advice. With --step, the first " +
          "steps (at most 400) are tried as well.",
      ),
  )
    .optionsGroup("What to print:")
    .option("--json", "print one JSON object instead of text")
    .addHelpText(
      "after",
      `
Examples:
  taut explain four-bar.yaml
  taut explain double-pendulum.yaml --omega 1e4
  taut explain pendulum.yaml --formulation stiff --method verlet --step 0.01   is that step stable?`,
    )
    .action(run);
}

function run(file: string, typed: Typed<RunFlags>): void {
  const model = readModel(file);
  const flags = inUnitsOf<RunFlags>(model, typed);
  const found = explain(model, { settings: settingsOf(flags), ...(flags.set && { set: flags.set }) });
  if (found.start !== null && found.start.status !== "ok") process.exitCode = exitCode.numerical;
  if (flags.json) printJson(found);
  else print(text(found));
}

function text(found: Explanation): string {
  return `${[
    found.model ?? "Model",
    ...explanationFacts(found).map(({ label, value }) => `  ${label.padEnd(18)} ${value}`),
    "",
    found.advice.length === 0 ? "Nothing to correct." : "advice",
    ...found.advice.map((line) => `  - ${line}`),
  ].join("\n")}\n`;
}
