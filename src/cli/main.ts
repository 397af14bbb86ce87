/**
 * The `taut` command. Results go to standard output and messages to standard error; an error is one message and an exit
 * code.
 */

import { Command, CommanderError } from "commander";
import { addCheckCommand } from "./check-command.js";
import { addCompareCommand } from "./compare-command.js";
import { addCompletionCommand } from "./completion-command.js";
import { exitCode, explainError } from "./exit.js";
import { addExplainCommand } from "./explain-command.js";
import { addExportCommand } from "./export-command.js";
import { addGalleryCommand } from "./gallery-command.js";
import { addImportCommand } from "./import-command.js";
import { addLabCommand } from "./lab-command.js";
import { addMcpCommand } from "./mcp-command.js";
import { addMigrateCommand } from "./migrate-command.js";
import { addNewCommand } from "./new-command.js";
import { addPlotCommand } from "./plot-command.js";
import { addProjectCommand } from "./project-command.js";
import { addReproduceCommand } from "./reproduce-command.js";
import { addRunCommand } from "./run-command.js";
import { addStatusCommand } from "./status-command.js";
import { addSweepCommand } from "./sweep-command.js";
import { beQuiet, say } from "./terminal.js";
import { version } from "./version.js";
import { addWorkerCommand } from "./worker-command.js";

const hint = "(use --help to list the options)";
const program = new Command("taut")
  .description(
    "Stiff and constrained mechanics at the speed of the slow motion.\n\n" +
      "A model file (YAML or JSON) says what moves and what holds it together: points, rods and springs, or any " +
      "coordinates with energies and constraints. The files in gallery/ are good examples to start from.",
  )
  .version(version, "-V, --version", "print the version")
  .helpOption("-h, --help", "show this help; after a command, show its options")
  .helpCommand("help [command]", "show the options of a command")
  .option("-q, --quiet", "print results and errors only: no progress, no remarks")
  .hook("preAction", (_, command) => {
    beQuiet(command.optsWithGlobals().quiet === true);
  })
  .showHelpAfterError(hint)
  .exitOverride();
program.addHelpText(
  "after",
  `
Examples:
  taut new crank.yaml --template linkage                write a model with comments to start from
  taut gallery                                          list the models that come with taut
  taut run pendulum                                     run one of them by its name
  taut run gallery/double-pendulum.yaml                 print the final state, the rod forces and the work
  taut run gallery/double-pendulum.yaml --out results   the same, and write results/report.html
  taut run gallery/chain.yaml --set n=50 --until 5      change a parameter and the end time
  taut explain gallery/double-pendulum-soft.yaml        degrees of freedom, frequencies, start, advice
  taut project gallery/four-bar.yaml                    find a start that satisfies the constraints
  taut compare gallery/pendulum.yaml --methods dop853,dopri5,rigid/rattle
  taut sweep studies/double-pendulum.yaml               many runs: grids, ensembles, tables, plots
  taut reproduce --list                                 list the published experiments that can be repeated
  taut plot results --x bob_x --y bob_y'                draw columns of a result, such as a phase portrait
  taut lab                                              do all of this in the browser

Results go to standard output and messages to standard error; with --json, results are printed as JSON.
Exit codes: 0 ok, 1 internal error, 2 wrong usage, 3 invalid model, 4 numerical failure, 5 partial sweep, 130 interrupted.`,
);
for (const add of [
  addRunCommand,
  addExplainCommand,
  addProjectCommand,
  addCompareCommand,
  addSweepCommand,
  addWorkerCommand,
  addStatusCommand,
  addCheckCommand,
  addReproduceCommand,
  addImportCommand,
  addNewCommand,
  addGalleryCommand,
  addMigrateCommand,
  addPlotCommand,
  addExportCommand,
  addCompletionCommand,
  addLabCommand,
  addMcpCommand,
])
  add(program);
for (const command of program.commands) command.exitOverride().showHelpAfterError(hint);

// a closed pipe (`taut run … | head`) is not an error; a full disk is
process.stdout.on("error", ({ code }: { code?: string }) => {
  if (code !== "EPIPE") say(`standard output cannot be written (${code}).`);
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
