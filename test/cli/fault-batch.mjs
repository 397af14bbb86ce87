// Runs commands in one process, as batch.mjs does, on a disk that fails. Reads a list of commands as JSON from standard
// input, each with its arguments and the fault: from the operation with the number `at` on, the disk changes no more
// (`lasting`, as after a kill), or only that one operation fails. Prints for each command its exit code, what it said,
// and how many operations it asked for.

import { readFileSync } from "node:fs";

const main = new URL("../../dist/cli/main.js", import.meta.url);
const { disk } = await import(new URL("../../dist/cli/disk/layer.js", import.meta.url).href);
const commands = JSON.parse(readFileSync(0, "utf8"));
const print = process.stdout.write.bind(process.stdout);
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);

let count = 0;
let fault = { at: Number.POSITIVE_INFINITY, lasting: false };
for (const name of Object.keys(disk)) {
  const operation = disk[name];
  disk[name] = (/** @type {unknown[]} */ ...args) => {
    const k = count++;
    if (k === fault.at || (fault.lasting && k > fault.at))
      throw Object.assign(new Error(`injected at ${name}`), { code: "EIO" });
    return operation(...args);
  };
}

/** @type {{ code: number | string; stdout: string; stderr: string; operations: number }[]} */
const outcomes = [];
for (const [k, { args, at, lasting }] of commands.entries()) {
  /** @type {Record<"stdout" | "stderr", string>} */
  const said = { stdout: "", stderr: "" };
  for (const name of /** @type {const} */ (["stdout", "stderr"]))
    process[name].write = (text) => {
      said[name] += text;
      return true;
    };
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args);
  process.exitCode = undefined;
  count = 0;
  fault = { at: at ?? Number.POSITIVE_INFINITY, lasting: lasting === true };
  await import(`${main.href}?${k}`);
  outcomes.push({ code: process.exitCode ?? 0, ...said, operations: count });
}
process.exitCode = 0;
print(JSON.stringify(outcomes));
