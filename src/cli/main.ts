/** The `taut` command. Data on standard output, talk on standard error, errors as one message and an exit code. */

import { Command, CommanderError } from "commander";
import { exitCode, explainError } from "./exit.js";
import { addProjectCommand } from "./project-command.js";
import { addReproduceCommand } from "./reproduce-command.js";
import { addRunCommand } from "./run-command.js";
import { version } from "./version.js";

const program = new Command("taut")
  .description("Stiff and constrained mechanics at the speed of the slow motion")
  .version(version)
  .showHelpAfterError("(add --help for the options)")
  .exitOverride();
program.addHelpText(
  "after",
  `
Examples:
  taut run gallery/double-pendulum.yaml
  taut run gallery/chain.yaml --set n=50 --until 5 --out results
  taut run gallery/pendulum.yaml --formulation stiff --omega 200
  taut project gallery/four-bar.yaml
  taut reproduce 000

Exit codes: 0 ok, 1 internal, 2 usage, 3 invalid model, 4 numerical failure, 130 interrupted.`,
);
for (const add of [addRunCommand, addProjectCommand, addReproduceCommand]) add(program);
for (const command of program.commands) command.exitOverride().showHelpAfterError("(add --help for the options)");

// a closed pipe (`taut run … | head`) is not an error
process.stdout.on("error", (error: { code?: string }) =>
  process.exit(error.code === "EPIPE" ? exitCode.ok : exitCode.internal),
);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  else {
    const { message, code } = explainError(error);
    process.stderr.write(`${message}\n`);
    process.exitCode = code;
  }
}
