/**
 * Sweeps through a real queue, with workers in processes of their own. Whichever process is killed, the table ends up
 * with the bytes of an undisturbed sweep, or the command says what is missing and can continue.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { password, RedisServer, redisProgram } from "./redis.js";
import { root, taut, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();

/** Each run takes about 20 ms, so that kills happen both between runs and during them. */
const study = {
  study: 1,
  name: "Queued swings",
  model: {
    taut: 1,
    parameters: { alpha: 1, beta: 0.5 },
    points: {
      a: { mass: 1, at: ["sin(alpha)", "-cos(alpha)"] },
      b: { mass: 1, at: ["sin(alpha) + sin(beta)", "-cos(alpha) - cos(beta)"] },
    },
    elements: [
      { rod: { between: ["origin", "a"], length: 1 } },
      { rod: { between: ["a", "b"], length: 1 } },
      { gravity: [0, -9.81] },
    ],
    run: { until: 100, rtol: 1e-8 },
  },
  random: { alpha: { uniform: [0.5, 1.5] } },
  samples: 100,
  keep: { observables: { tip: { of: "b_y", histogram: { from: -2, to: 2, bins: 16 } } } },
};
const swings = file("queued.json", JSON.stringify(study));
const tables = ["runs.parquet", "ensembles.parquet", "histograms.parquet", "report.html", "manifest.json"];
const bytes = (folder: string) => tables.map((name) => readFileSync(path(join(folder, name))).toString("base64"));
const parts = (folder: string): number => {
  try {
    return readdirSync(path(join(folder, "parts"))).filter((name) => name.endsWith(".part")).length;
  } catch {
    return 0;
  }
};
const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((done) => setTimeout(done, 50));
};
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Like `taut`, but limited only by the test's timeout, because killed workers and a busy machine take longer. */
const limit = patience(200_000);
const patiently = (args: readonly string[], during?: (pid: number) => void) => taut(args, during, limit);

describe.skipIf(redisProgram === undefined)(
  redisProgram === undefined ? "queues (skipped: no redis-server on this machine)" : "queues",
  { timeout: limit },
  () => {
    let server: RedisServer;
    const workers = new Set<ChildProcess>();

    beforeAll(async () => {
      server = await RedisServer.start();
      const { code } = await patiently(["sweep", swings, "--out", path("whole")]);
      expect(code).toBe(0);
    }, limit);
    afterEach(async () => {
      for (const worker of workers) await end(worker, "SIGKILL");
      workers.clear();
    });
    afterAll(() => server?.remove());

    /** A worker in a working folder of its own. */
    function worker(...args: readonly string[]): ChildProcess {
      const home = path(`home-${workers.size}-${Math.trunc(performance.now())}`);
      mkdirSync(home);
      const command = [join(root, "bin/taut.js"), "worker", "--queue", "--threads", "1", "--lock", "2", ...args];
      if (!args.includes("--results")) command.push("--results", path("."));
      const env = { ...process.env, TAUT_QUEUE: server.url };
      const child = spawn(process.execPath, command, { cwd: home, env, stdio: ["ignore", "ignore", "pipe"] });
      workers.add(child);
      return child;
    }

    async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const gone = new Promise<number | null>((done) => child.once("exit", done));
      child.kill(signal);
      return gone;
    }

    const sweep = (folder: string) => patiently(["sweep", swings, "--out", path(folder), "--queue", server.url]);

    test("give the same bytes as threads, with a worker that joins late and one that leaves", async () => {
      const first = worker();
      const asked = sweep("plain");
      await until(() => parts("plain") > 0);
      worker();
      await sleep(500);
      expect(await end(first, "SIGINT")).toBe(0);
      const { code, stderr } = await asked;
      expect([code, stderr]).toEqual([0, ""]);
      expect(bytes("plain")).toEqual(bytes("whole"));
      const status = await taut(["status", path("plain"), "--queue", server.url, "--json"]);
      const { done, queue } = JSON.parse(status.stdout);
      expect(done).toBe(100);
      expect(queue).toMatchObject({ waiting: 0, active: 0, failed: 0 });
      expect(queue.workers.length).toBe(1);
    });

    test("survive workers that are killed at random times", async () => {
      const asked = sweep("killed");
      for (let k = 0; k < 3; k++) {
        const victim = worker();
        await until(() => parts("killed") > k);
        await sleep(50 + 300 * ((k * 0.37) % 1));
        await end(victim, "SIGKILL");
      }
      worker();
      const { code, stderr } = await asked;
      expect([code, stderr]).toEqual([0, ""]);
      expect(bytes("killed")).toEqual(bytes("whole"));
    });

    test("survive a server that is killed and restarts with its data, and one that restarts empty", async () => {
      worker();
      const asked = sweep("restarted");
      await until(() => parts("restarted") > 0);
      await server.kill();
      await sleep(500);
      await server.begin();
      const seen = parts("restarted");
      await until(() => parts("restarted") > seen);
      // a server that restarts empty has lost every batch, so the sweep must continue from the folder alone
      await server.forget();
      const { code, stderr } = await asked;
      expect([code, stderr]).toEqual([0, ""]);
      expect(bytes("restarted")).toEqual(bytes("whole"));
    });

    test("survive a sweep command that is killed: workers continue, and --resume adds only what is missing", async () => {
      worker();
      const killed = await patiently(["sweep", swings, "--out", path("orphan"), "--queue", server.url], (pid) => {
        void until(() => parts("orphan") > 0).then(() => process.kill(pid, "SIGKILL"));
      });
      expect(killed.code).toBeNull();
      // a part is damaged meanwhile, as by a write that was cut short
      const name = readdirSync(path("orphan/parts")).find((part) => part.endsWith(".part"))!;
      truncateSync(path(join("orphan/parts", name)), 50);
      const resumed = await patiently(["sweep", path("orphan"), "--resume", "--queue", server.url]);
      expect([resumed.code, resumed.stderr]).toEqual([0, ""]);
      expect(bytes("orphan")).toEqual(bytes("whole"));
    });

    test("report what is missing when workers cannot write, and --resume completes the sweep", async () => {
      const blind = worker("--results", path("not-mounted"));
      let talk = "";
      blind.stderr!.setEncoding("utf8").on("data", (text) => {
        talk += text;
      });
      const asked = patiently(["sweep", swings, "--out", path("blind"), "--queue", server.url], (pid) => {
        void until(() => talk.includes("does not exist on this machine") && existsSync(path("blind/parts")))
          .then(() => sleep(500))
          .then(() => process.kill(pid, "SIGINT"));
      });
      const { code, stderr } = await asked;
      expect(code).toBe(130);
      expect(stderr).toMatch(
        /Interrupted: 100 of 100 runs are missing \(0-99\)\. Continue with: taut sweep .* --resume/,
      );
      expect(talk).toContain("Mount it, or give its path with --results.");
      await end(blind, "SIGKILL");
      const resumed = await patiently(["sweep", path("blind"), "--resume"]);
      expect(resumed.code).toBe(0);
      expect(bytes("blind")).toEqual(bytes("whole"));
    });

    test("never show the password, and fail with one line when it is wrong or no server answers", async () => {
      const wrong = `redis://:wrong-secret@127.0.0.1:${server.port}`;
      const noServer = "redis://:other-secret@127.0.0.1:1";
      const outcomes = await Promise.all([
        taut(["sweep", swings, "--out", path("refused"), "--queue", wrong]),
        taut(["worker", "--queue", wrong, "--results", path(".")]),
        taut(["status", path("whole"), "--queue", noServer]),
        taut(["worker", "--queue", noServer, "--results", path(".")]),
        taut(["worker", "--queue", "http://127.0.0.1", "--results", path(".")]),
      ]);
      expect(outcomes.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2]);
      for (const { stdout, stderr } of outcomes) {
        expect(stdout).toBe("");
        expect(stderr.trim().split("\n")).toHaveLength(1);
        expect(stderr).not.toMatch(/secret/);
      }
      expect(outcomes[0].stderr).toContain(
        `the server at 127.0.0.1:${server.port} does not accept this user name and password.`,
      );
      expect(outcomes[2].stderr).toContain("the server at 127.0.0.1:1 cannot be reached (ECONNREFUSED)");

      // the password is neither in the folder nor in the list of processes
      for (const folder of ["orphan"])
        for (const name of ["manifest.json", "study.json", "report.html"])
          expect(readFileSync(path(join(folder, name)), "utf8")).not.toContain(password);
      if (process.platform !== "linux") return;
      const launched = [join(root, "bin/taut.js"), "worker", "--results", path(".")];
      const shown = spawn(process.execPath, [...launched, "--queue", server.url], {
        stdio: ["ignore", "ignore", "pipe"],
      });
      workers.add(shown);
      await new Promise<void>((ready) => {
        shown.stderr!.setEncoding("utf8").on("data", (text: string) => {
          if (text.includes("Taking work from")) ready();
        });
      });
      const line = readFileSync(`/proc/${shown.pid}/cmdline`, "utf8");
      expect(line).not.toBe("");
      expect(line).not.toContain(password);
    });
  },
);
