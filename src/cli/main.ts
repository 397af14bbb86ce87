/**
 * The `taut` command. Results go to standard output and messages to standard error; an error is one message and an exit
 * code.
 */

import { Command, CommanderError } from "commander";
import { asCalled } from "./called.js";
import { exitCode, explainError } from "./exit.js";
import { beQuiet, say } from "./terminal.js";
import { version } from "./version.js";

type AddCommand = (to: Command) => void;

/** The commands in the order of the help. One command loads its own code only, because reading the code of all takes longer than many runs. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  run: async () => (await import("./run-command.js")).addRunCommand,
  explain: async () => (await import("./explain-command.js")).addExplainCommand,
  project: async () => (await import("./project-command.js")).addProjectCommand,
  compare: async () => (await import("./compare-command.js")).addCompareCommand,
  sweep: async () => (await import("./sweep-command.js")).addSweepCommand,
  worker: async () => (await import("./worker-command.js")).addWorkerCommand,
  status: async () => (await import("./status-command.js")).addStatusCommand,
  check: async () => (await import("./check-command.js")).addCheckCommand,
  reproduce: async () => (await import("./reproduce-command.js")).addReproduceCommand,
  import: async () => (await import("./import-command.js")).addImportCommand,
  new: async () => (await import("./new-command.js")).addNewCommand,
  gallery: async () => (await import("./gallery-command.js")).addGalleryCommand,
  migrate: async () => (await import("./migrate-command.js")).addMigrateCommand,
  plot: async () => (await import("./plot-command.js")).addPlotCommand,
  export: async () => (await import("./export-command.js")).addExportCommand,
  completion: async () => (await import("./completion-command.js")).addCompletionCommand,
  lab: async () => (await import("./lab-command.js")).addLabCommand,
  mcp: async () => (await import("./mcp-command.js")).addMcpCommand,
};

const hint = "(use --help to list the options)";
const program = new Command("taut")
  .description(
    "Stiff and constrained mechanics at the speed of the slow motion.\n\n" +
      "A model file (YAML or JSON) says what moves and what holds it together: points, rods and springs, or any " +
      "coordinates with energies and constraints. `taut gallery` lists examples to start from.",
  )
  .version(version, "-V, --version", "print the version")
  .helpOption("-h, --help", "show this help; after a command, show its options")
  .helpCommand("help [command]", "show the options of a command")
  .option("-q, --quiet", "print results and errors only: no progress, no remarks")
  .hook("preAction", (_, command) => {
    beQuiet(command.optsWithGlobals().quiet === true);
  })
  .configureOutput({
    writeOut: (text) => {
      process.stdout.write(asCalled(text));
    },
    writeErr: (text) => {
      process.stderr.write(asCalled(text));
    },
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
  taut run crank.yaml                                   print the final state, the rod forces and the work
  taut run crank.yaml --out results                     the same, and write results/report.html
  taut run chain --set n=50 --until 5                   change a parameter and the end time
  taut explain double-pendulum-soft                     degrees of freedom, frequencies, start, advice
  taut project four-bar                                 find a start that satisfies the constraints
  taut compare pendulum --methods dop853,dopri5,rigid/rattle
  taut sweep study.yaml                                 many runs: grids, ensembles, tables, plots
  taut reproduce --list                                 list the published experiments that can be repeated
  taut plot results --x bob_x --y bob_y'                draw columns of a result, such as a phase portrait
  taut lab                                              do all of this in the browser

Results go to standard output and messages to standard error; with --json, results are printed as JSON.
Exit codes: 0 ok, 1 internal error, 2 wrong usage, 3 invalid model, 4 numerical failure, 5 partial sweep, 130 interrupted.`,
);
// everything that lists the commands or completes them knows them all, and so does the message about a misspelt name
const asked = process.argv.slice(2).find((word) => !word.startsWith("-")) ?? "";
const isOne = Object.hasOwn(commands, asked) && asked !== "completion";
for (const [name, load] of Object.entries(commands)) if (!isOne || name === asked) (await load())(program);
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
