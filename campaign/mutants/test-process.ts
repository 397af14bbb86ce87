/** The processes that run tests for planted bugs: started when they are needed, and again after one that did not end. */

import { type ChildProcess, fork } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Answer, Question } from "./warm.js";

export class TestProcess {
  private readonly root: string;
  private readonly apart: boolean;
  private child: ChildProcess | undefined;

  /** @param apart Every test file runs in a process of its own. */
  constructor(folder: string, apart: boolean) {
    this.root = realpathSync(folder);
    this.apart = apart;
  }

  /** Runs test files until one fails. A process that ends before it answers is a failure without a name. */
  async run({ changed, tests, seconds }: Question): Promise<Answer> {
    const child = await this.started();
    return new Promise<Answer>((resolve) => {
      const ended = (): void => {
        this.stop();
        resolve({ failed: "", complaint: "a process that does not end well", passed: {} });
      };
      child.once("exit", ended);
      child.once("message", (message) => {
        child.off("exit", ended);
        resolve(message as Answer);
      });
      child.send({ changed: changed.map((file) => join(this.root, file)), tests, seconds });
    });
  }

  stop(): void {
    const { child } = this;
    this.child = undefined;
    if (child === undefined) return;
    child.removeAllListeners("exit");
    try {
      // with the processes of its tests, which an endless loop keeps alive
      process.kill(-child.pid!, "SIGKILL");
    } catch {
      // all have ended
    }
  }

  private async started(): Promise<ChildProcess> {
    if (this.child !== undefined) return this.child;
    const program = fileURLToPath(new URL("warm.js", import.meta.url));
    const args = [this.root, this.apart ? "apart" : "together"];
    const child = fork(program, args, {
      cwd: this.root,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      detached: true,
    });
    await new Promise<void>((resolve, reject) => {
      child.once("message", () => resolve());
      child.once("exit", (code) => reject(new Error(`The process that runs tests ended with ${code} at its start.`)));
    });
    child.removeAllListeners("exit");
    this.child = child;
    return child;
  }
}
