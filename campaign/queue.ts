/**
 * Sweeps through a queue, while workers, the sweep (the asker) and Redis are killed, workers are stopped beyond their
 * lock, cut off from Redis, or have a full disk or a clock that jumps: the tables keep their bytes.
 */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RedisServer, redisProgram } from "../test/cli/redis.js";
import type { Campaign, Dice, Outcome } from "./campaign.js";
import { Command, taut, wait } from "./command.js";

const study = {
  study: 1,
  model: {
    taut: 1,
    parameters: { alpha: 1 },
    points: { a: { mass: 1, at: ["sin(alpha)", "-cos(alpha)"] } },
    elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity: [0, -9.81] }],
    run: { until: 150 },
  },
  vary: { alpha: { from: 0.1, to: 1.5, count: 40 } },
};
const tables = ["runs.parquet", "report.html", "manifest.json"];
const tablesIn = (folder: string): string => tables.map((name) => readFileSync(join(folder, name), "base64")).join();

/** A connection to Redis that can be stopped: nothing passes, and nothing is closed. */
class Wire {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private isStopped = false;

  private constructor(target: number) {
    this.server = createServer((near) => {
      const far = connect(target, "127.0.0.1");
      for (const [from, to] of [
        [near, far],
        [far, near],
      ]) {
        this.sockets.add(from);
        from.on("data", (data) => to.write(data)).on("close", () => to.destroy());
        from.on("error", () => to.destroy());
        if (this.isStopped) from.pause();
      }
    });
  }

  static async to(target: number): Promise<Wire> {
    const proxy = new Wire(target);
    await new Promise<void>((done) => proxy.server.listen(0, "127.0.0.1", done));
    return proxy;
  }

  url(of: RedisServer): string {
    const address = this.server.address();
    return of.url.replace(`:${of.port}`, `:${typeof address === "object" && address !== null ? address.port : 0}`);
  }

  async partition(ms: number): Promise<void> {
    this.isStopped = true;
    for (const socket of this.sockets) socket.pause();
    await wait(ms);
    this.isStopped = false;
    for (const socket of this.sockets) socket.resume();
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }
}

/** One sweep with a disturbance of each drawn kind. */
class Sweep {
  private readonly folder: string;
  private readonly redis: RedisServer;
  private readonly proxy: Wire;
  private asker: Command;
  private workers: Command[] = [];

  constructor(folder: string, redis: RedisServer, proxy: Wire) {
    this.folder = folder;
    this.redis = redis;
    this.proxy = proxy;
    this.asker = this.ask(this.again());
    this.workers.push(this.worker(), this.worker());
  }

  private ask(args: readonly string[]): Command {
    return new Command([...args, "--queue", this.redis.url]);
  }

  /** Continues the sweep, or begins it if it was killed before that. */
  private again(): readonly string[] {
    const out = join(this.folder, "out");
    const isBegun = existsSync(join(out, "study.json"));
    return ["sweep", ...(isBegun ? [out, "--resume"] : [join(this.folder, "../study.json"), "--out", out])];
  }

  private worker(env: NodeJS.ProcessEnv = {}): Command {
    const args = ["worker", "--queue", "--threads", "1", "--lock", "1", "--results", this.folder];
    return new Command(args, { TAUT_QUEUE: this.proxy.url(this.redis), ...env });
  }

  private preloaded(file: string, env: NodeJS.ProcessEnv): Command {
    return this.worker({ NODE_OPTIONS: `--require ${join(process.cwd(), file)}`, ...env });
  }

  async disturb(kind: string): Promise<void> {
    const worker = this.workers[0];
    switch (kind) {
      case "worker killed":
        await worker.kill();
        this.workers[0] = this.worker();
        return;
      case "worker stopped":
        worker.signal("SIGSTOP");
        await wait(3500);
        worker.signal("SIGCONT");
        return;
      case "asker killed":
        if (!this.asker.isRunning) return;
        await this.asker.kill();
        this.asker = this.ask(this.again());
        return;
      case "Redis killed":
        await this.redis.kill();
        await this.redis.begin();
        return;
      case "partition":
        return this.proxy.partition(3500);
      case "clock jumps":
        await worker.kill();
        this.workers[0] = this.preloaded("test/cli/jumping-clock.cjs", {});
        return;
      case "worker's full disk":
        await worker.kill();
        this.workers[0] = this.preloaded("test/cli/faulty-disk.cjs", { TAUT_TEST_DISK: "full:1500" });
    }
  }

  /** Waits for the end; a worker whose disk is full gives way to a sound one, and an asker that gave up asks again. */
  async finish(): Promise<string | undefined> {
    await this.workers[0].kill();
    this.workers[0] = this.worker();
    for (let k = 0; k < 5; k++) {
      const { code, stderr } = await this.asker.ended;
      if (code === 0) return undefined;
      if (stderr.includes("internal error") || k === 4) return `the sweep ended with code ${code}: ${stderr}`;
      this.asker = this.ask(this.again());
    }
    return undefined;
  }

  async end(): Promise<void> {
    for (const each of [this.asker, ...this.workers]) {
      each.signal("SIGCONT");
      await each.kill();
    }
  }
}

const kinds = [
  "worker killed",
  "asker killed",
  "Redis killed",
  "worker stopped",
  "partition",
  "clock jumps",
  "worker's full disk",
];

async function round(dice: Dice, folder: string, whole: string, events: readonly string[]): Promise<Outcome[]> {
  mkdirSync(folder);
  const redis = await RedisServer.start();
  const proxy = await Wire.to(redis.port);
  const sweep = new Sweep(folder, redis, proxy);
  try {
    for (const kind of events) {
      await wait(dice.between(300, 2500));
      await sweep.disturb(kind);
    }
    const failure =
      (await sweep.finish()) ?? (tablesIn(join(folder, "out")) === whole ? undefined : "the tables differ");
    return events.map((kind, k) => ({
      ...{ kind, ended: failure === undefined ? "same tables" : "failed" },
      ...(failure !== undefined && k === 0 && { failure: `${events.join(", ")}: ${failure}` }),
    }));
  } finally {
    await sweep.end();
    proxy.close();
    await redis.remove();
  }
}

export const queue: Campaign = {
  about:
    "Workers, askers and Redis are killed, stopped, cut off, or have full disks and jumping clocks: tables keep their bytes.",
  async run(dice, goesOn, report) {
    if (redisProgram === undefined)
      throw new Error("there is no redis-server on this machine; install one, or set TAUT_REDIS");
    const folder = mkdtempSync(join(tmpdir(), "taut-queue-"));
    try {
      writeFileSync(join(folder, "study.json"), JSON.stringify(study));
      const { code, stderr } = await taut(["sweep", join(folder, "study.json"), "--out", join(folder, "whole")]);
      if (code !== 0) throw new Error(stderr);
      const whole = tablesIn(join(folder, "whole"));
      for (let k = 0; goesOn(k); k++) {
        const events = Array.from({ length: 4 }, () => dice.pick(kinds));
        for (const outcome of await round(dice, join(folder, `round-${k}`), whole, events)) report(outcome);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
