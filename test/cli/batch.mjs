// Runs several commands in one process, which saves starting a process for each: `main.js` is evaluated again for every
// command, while the modules it imports stay loaded. Reads the argument lists as JSON from standard input, and prints
// the exit code, standard output and standard error of each command.

import { readFileSync } from "node:fs";

const main = new URL("../../dist/cli/main.js", import.meta.url);
const commands = JSON.parse(readFileSync(0, "utf8"));
const print = process.stdout.write.bind(process.stdout);
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

/** @type {{ code: number | string; stdout: string; stderr: string }[]} */
const outcomes = [];
for (const [k, args] of commands.entries()) {
  /** @type {Record<"stdout" | "stderr", string>} */
  const said = { stdout: "", stderr: "" };
  for (const name of /** @type {const} */ (["stdout", "stderr"]))
    process[name].write = (text) => {
      said[name] += text;
      return true;
    };
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  process.exitCode = undefined;
  await import(`${main.href}?${k}`);
  outcomes.push({ code: process.exitCode ?? 0, ...said });
}
process.exitCode = 0;
print(JSON.stringify(outcomes));
