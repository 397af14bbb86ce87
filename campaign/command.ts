/** Runs the real command, as `npm run build` makes it. */

import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { encodeCheckpoint } from "../src/cli/checkpoint.js";
import { digestOf } from "../src/cli/disk/read.js";
import { seal } from "../src/core/index.js";
import type { PreparedRun } from "../src/run/index.js";

const launcher = join(process.cwd(), "bin/taut.js");

/** The bytes of a checkpoint file. */
export const encodedCheckpoint = (prepared: PreparedRun): Uint8Array => seal(encodeCheckpoint(prepared), digestOf);

export interface Ended {
  /** null when a signal ended the process. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A process of the command that can be signalled. */
export class Command {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  private said = { stdout: "", stderr: "" };

  constructor(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    if (!existsSync("dist/cli/main.js")) throw new Error("the command is not built: run `npm run build` first");
    const options: SpawnOptions = { env: { ...process.env, ...env }, stdio: ["ignore", "pipe", "pipe"] };
    const child = spawn(process.execPath, [launcher, ...args], options);
    this.child = child;
    for (const name of ["stdout", "stderr"] as const)
      child[name]!.setEncoding("utf8").on("data", (text: string) => {
        this.said[name] += text;
      });
    this.ended = new Promise((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, ...this.said }));
    });
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  signal(name: NodeJS.Signals): void {
    if (this.isRunning) this.child.kill(name);
  }

  async kill(): Promise<void> {
    this.signal("SIGKILL");
    await this.ended;
  }
}

export const taut = (args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ended> => new Command(args, env).ended;

export const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
