/** A real Redis server for tests: on a free loopback port, in a folder of its own, with a password, started and stopped at will. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRedis } from "../../scripts/find-redis.mjs";

export const redisProgram = findRedis();

export const password = "correct-horse-battery";

async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

export class RedisServer {
  readonly port: number;
  private readonly folder = mkdtempSync(join(tmpdir(), "taut-redis-"));
  private child: ChildProcess | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.begin();
    return server;
  }

  get url(): string {
    return `redis://:${password}@127.0.0.1:${this.port}`;
  }

  /** Start, or start again with what the append-only file has. */
  async begin(): Promise<void> {
    const child = spawn(redisProgram!, ["-"], { stdio: ["pipe", "pipe", "inherit"] });
    this.child = child;
    // on standard input the password is in nobody's list of processes
    child.stdin!.end(
      [
        "bind 127.0.0.1",
        `port ${this.port}`,
        `requirepass ${password}`,
        `dir ${this.folder}`,
        "appendonly yes",
        "appendfsync always",
        'save ""',
        "maxmemory-policy noeviction",
      ].join("\n"),
    );
    await new Promise<void>((resolve, reject) => {
      child.on("exit", (code) => reject(new Error(`redis-server ended with code ${code}`)));
      child.stdout!.setEncoding("utf8").on("data", (text: string) => {
        if (text.includes("Ready to accept connections")) resolve();
      });
    });
  }

  /** Stop it the hard way. */
  async kill(): Promise<void> {
    const { child } = this;
    if (child === undefined || child.exitCode !== null) return;
    const gone = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await gone;
  }

  /** Kill it, lose its files, and begin anew on the same port. */
  async forget(): Promise<void> {
    await this.kill();
    rmSync(join(this.folder, "appendonlydir"), { recursive: true, force: true });
    await this.begin();
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
