/** The `taut` command. Data on standard output, talk on standard error, errors as one message and an exit code. */

import { Command, CommanderError } from "commander";
import { addCompareCommand } from "./compare-command.js";
import { exitCode, explainError } from "./exit.js";
import { addExplainCommand } from "./explain-command.js";
import { addImportCommand } from "./import-command.js";
import { addLabCommand } from "./lab-command.js";
import { addProjectCommand } from "./project-command.js";
import { addReproduceCommand } from "./reproduce-command.js";
import { addRunCommand } from "./run-command.js";
import { addStatusCommand } from "./status-command.js";
import { addSweepCommand } from "./sweep-command.js";
import { say } from "./terminal.js";
import { version } from "./version.js";
import { addWorkerCommand } from "./worker-command.js";

const hint = "(add --help for the options)";
const program = new Command("taut")
  .description(
    "Stiff and constrained mechanics at the speed of the slow motion.\n\n" +
      "A model file (YAML or JSON) says what moves and what holds it together: points, rods and springs, or any " +
      "coordinates with energies and constraints. The files in gallery/ are a good start.",
  )
  .version(version, "-V, --version", "print the version")
  .helpOption("-h, --help", "show this; after a command, its options")
  .helpCommand("help [command]", "show the options of a command")
  .showHelpAfterError(hint)
  .exitOverride();
program.addHelpText(
  "after",
  `
Examples:
  taut run gallery/double-pendulum.yaml                 where it ends, the forces in the rods, the work
  taut run gallery/double-pendulum.yaml --out results   the same, with results/report.html
  taut run gallery/chain.yaml --set n=50 --until 5
  taut explain gallery/double-pendulum-soft.yaml        freedom, frequencies, start, advice
  taut project gallery/four-bar.yaml                    a start that satisfies the constraints
  taut compare gallery/pendulum.yaml --methods dop853,dopri5,rigid/rattle
  taut sweep studies/double-pendulum.yaml       many runs: grids, ensembles, tables, plots
  taut reproduce --list                                 published experiments that can be repeated
  taut lab                                              all of it in the browser

Results go to standard output, everything else to standard error; --json makes results readable for programs.
Exit codes: 0 ok, 1 internal, 2 usage, 3 invalid model, 4 numerical failure, 5 partial sweep, 130 interrupted.`,
);
for (const add of [
  addRunCommand,
  addExplainCommand,
  addProjectCommand,
  addCompareCommand,
  addSweepCommand,
  addWorkerCommand,
  addStatusCommand,
  addReproduceCommand,
  addImportCommand,
  addLabCommand,
])
  add(program);
for (const command of program.commands) command.exitOverride().showHelpAfterError(hint);

// a closed pipe (`taut run … | head`) is not an error; a full disk is
process.stdout.on("error", ({ code }: { code?: string }) => {
  if (code !== "EPIPE") say(`standard output: it cannot be written (${code}).`);
  process.exit(process.exitCode || (code === "EPIPE" ? exitCode.ok : exitCode.usage));
});
process.stderr.on("error", () => {});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  else {
    const { message, code } = explainError(error);
    say(message);
    process.exitCode = code;
  }
}
