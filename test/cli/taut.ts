/** Runs the real command, as `npm run build` makes it, in processes of its own. */

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";
import { patience } from "../../scripts/patience.mjs";

export const root = join(import.meta.dirname, "../..");
const launcher = join(root, "bin/taut.js");
export const gallery = (name: string): string => join(root, "gallery", `${name}.yaml`);

export interface Outcome {
  /** null when a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that takes longer than this (ms) is killed, and its code is null. */
const usualLimit = patience(50_000);

/** Lines of progress, which long commands write every ten seconds: how many there are depends on how busy the machine is. */
const progressLines = /^\d+ % {2}.*\n/gm;

/** Runs `taut …args`. The callback `during` gets the process id, and may watch and signal the process. */
export function taut(args: readonly string[], during?: (pid: number) => void, limit = usualLimit): Promise<Outcome> {
  return run(process.execPath, [launcher, ...args], during, "", limit);
}

/** Runs many commands, one after the other, in one process. */
export async function tautBatch(commands: readonly (readonly string[])[]): Promise<Outcome[]> {
  const script = fileURLToPath(new URL("./batch.mjs", import.meta.url));
  const { code, stdout, stderr } = await run(process.execPath, [script], undefined, JSON.stringify(commands));
  if (code !== 0) throw new Error(`the batch ended with code ${code}: ${stderr}`);
  return JSON.parse(stdout) as Outcome[];
}

/** Runs a line of bash in which `taut` is the command. */
export function bash(line: string, ...args: readonly string[]): Promise<Outcome> {
  const define = `taut() { ${JSON.stringify(process.execPath)} ${JSON.stringify(launcher)} "$@"; }`;
  return run("bash", ["-c", `${define}\n${line}`, "bash", ...args]);
}

/** Commands are not told that the tests may have been started through npx; a line of bash may say so itself. */
const { npm_command: _, ...env } = process.env;

function run(
  command: string,
  args: readonly string[],
  during?: (pid: number) => void,
  input = "",
  limit = usualLimit,
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { env, timeout: limit, killSignal: "SIGKILL" });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr: stderr.replace(progressLines, "") }));
    child.stdin.on("error", () => {}).end(input);
    if (child.pid !== undefined) during?.(child.pid);
  });
}

/** A temporary folder, removed when the test file is done. */
export function temporaryFolder(): { readonly path: (name: string) => string; readonly file: typeof writeInto } {
  const folder = mkdtempSync(join(tmpdir(), "taut-cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string): string => join(folder, name);
  const file = (name: string, content: string | Uint8Array): string => writeInto(path(name), content);
  return { path, file };
}

function writeInto(path: string, content: string | Uint8Array): string {
  writeFileSync(path, content);
  return path;
}
