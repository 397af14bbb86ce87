/**
 * A queue that anything may write to. Workers refuse jobs that ask for anything other than runs of a study in an allowed
 * folder: they write nothing elsewhere, the tables keep their bytes, and the work goes on.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, relative } from "node:path";
import { type JobsOptions, Queue } from "bullmq";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import type { JobData } from "../../src/cli/sweep/queue/job-schema.js";
import { signed } from "../../src/cli/sweep/queue/signature.js";
import { RedisServer, redisProgram } from "./redis.js";
import { root, taut, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();
const limit = patience(120_000);

const study = (until: number, alpha: unknown) => ({
  study: 1,
  name: "Swings among enemies",
  model: {
    taut: 1,
    parameters: { alpha: 1 },
    points: { a: { mass: 1, at: ["sin(alpha)", "-cos(alpha)"] } },
    elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity: [0, -9.81] }],
    run: { until },
  },
  vary: { alpha },
});
const swings = file("swings.json", JSON.stringify(study(2, { from: 0.1, to: 1.5, count: 6 })));
const endless = file("endless.json", JSON.stringify(study(1e9, [1])));
const tables = ["runs.parquet", "report.html", "manifest.json"];
const bytes = (folder: string) => tables.map((name) => readFileSync(path(join(folder, name))).toString("base64"));
/** Every file below the folder, with its content. */
const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path(folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((name) => [relative(path(folder), name), readFileSync(name, "latin1")]),
  );

interface Hostile {
  readonly data: unknown;
  readonly opts?: JobsOptions;
}

/** A hundred hostile jobs for the folder "results/queued" of the study with this id. */
function hostileJobs(id: string): Hostile[] {
  const folder = path("results/queued");
  const all = [0, 1, 2, 3, 4, 5];
  const job = (changes: object): unknown => ({ study: id, folder, indices: all, missing: all, ...changes });
  const beyond = [6, 7, 365, 4_294_967_290, 2 ** 53, 1e300, -1, 0.5, "0", "../0", null, true, [0], { toString: 0 }];
  const folders = [
    ...[
      path("victim"),
      path("results/../victim"),
      path("results/link"),
      path("results/link/"),
      "/",
      "/etc",
      "/proc/self",
    ],
    ...["../victim", ".", "", "~", "victim", `${folder}\0/../../victim`, `file://${path("victim")}`, 7, null, {}],
    ...[`/${"x".repeat(5000)}`, path("results/queued/../../victim"), path("results/queued/parts")],
  ];
  const names = ["../../../outside", "/tmp/outside", "..", "a/../../outside", "\0", "C:\\outside", "x".repeat(300)];
  const studies = ["", "../../victim", id.toUpperCase(), `${id}0`, id.slice(1), "f".repeat(64), 12, null, {}, [id]];
  const lists = [
    ...[[], [0, 0], Array.from({ length: 257 }, (_, k) => k), new Array(100_000).fill(-1), "0,1,2", { length: 3 }, 5],
    ...[null, [[0, 1]], [Number.NaN]],
  ];
  const wholes = [null, "", "job", 0, [], [1, 2], true, {}, { study: id }, JSON.parse('{"__proto__":{"study":1}}')];
  return [
    ...names.map((name) => ({ data: { name, indices: all, study: id, folder } })),
    ...names.map((name) => ({ data: job({ name }) })),
    ...beyond.map((index) => ({ data: job({ indices: [...all, index], missing: all }) })),
    ...beyond.map((index) => ({ data: job({ indices: [...all, index], missing: [index] }) })),
    ...folders.map((other) => ({ data: job({ folder: other }) })),
    ...studies.map((other) => ({ data: job({ study: other }) })),
    ...lists.map((list) => ({ data: job({ indices: list, missing: list }) })),
    ...lists.slice(0, 3).map((list) => ({ data: job({ missing: list }) })),
    { data: job({ missing: [6] }) },
    { data: job({ signature: "no" }) },
    { data: job({ extra: "x".repeat(1_000_000) }) },
    { data: job({ folder: path("victim") }), opts: { attempts: 1_000_000, backoff: 0 } },
    { data: job({ study: 1 }), opts: { attempts: 1_000_000, lifo: true } },
    ...wholes.map((data) => ({ data })),
  ];
}

describe.skipIf(redisProgram === undefined)(
  redisProgram === undefined ? "hostile queues (skipped: no redis-server on this machine)" : "hostile queues",
  { timeout: limit },
  () => {
    let server: RedisServer;
    let client: Redis;
    let queue: Queue;
    let id: string;
    const workers = new Set<ChildProcess>();

    beforeAll(async () => {
      server = await RedisServer.start();
      client = new Redis(server.url, { maxRetriesPerRequest: null });
      queue = new Queue("taut", { connection: client });
      for (const folder of ["results", "outside"]) mkdirSync(path(folder));
      const { code, stdout } = await taut(["sweep", swings, "--out", path("whole"), "--json"]);
      expect(code).toBe(0);
      id = JSON.parse(stdout).study;
      cpSync(path("whole"), path("victim"), { recursive: true });
      symlinkSync(path("victim"), path("results/link"));
    }, limit);
    afterEach(async () => {
      for (const worker of workers) await killed(worker);
      workers.clear();
      await queue.obliterate({ force: true });
    });
    afterAll(async () => {
      await queue?.close();
      client?.disconnect();
      await server?.remove();
    });

    /** A worker for the folder "results", and what it has said so far. */
    function worker(
      env: NodeJS.ProcessEnv = {},
      ...args: readonly string[]
    ): { child: ChildProcess; talk: () => string } {
      const command = [join(root, "bin/taut.js"), "worker", "--queue", "--threads", "1", "--lock", "1", ...args];
      const child = spawn(process.execPath, command, {
        env: { ...process.env, TAUT_QUEUE: server.url, ...env },
        stdio: ["ignore", "ignore", "pipe"],
      });
      workers.add(child);
      let talk = "";
      child.stderr!.setEncoding("utf8").on("data", (text) => {
        talk += text;
      });
      return { child, talk: () => talk };
    }

    async function killed(child: ChildProcess): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((done) => child.once("exit", done));
      child.kill("SIGKILL");
      await gone;
    }

    const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
      while (!(await condition())) await new Promise((done) => setTimeout(done, 50));
    };

    const sweep = (study: string, folder: string) =>
      taut(["sweep", study, "--out", path(join("results", folder)), "--queue", server.url], undefined, limit);

    test("a hundred hostile jobs write nothing outside, alter no table, and the worker goes on", async () => {
      const hostile = hostileJobs(id);
      expect(hostile.length).toBeGreaterThanOrEqual(100);
      const victim = contents("victim");
      const asked = sweep(swings, "queued");
      await until(async () => (await queue.getWaitingCount()) > 0);
      await queue.addBulk(
        hostile.map(({ data, opts }, k) => ({
          name: "batch",
          data,
          opts: { ...opts, jobId: `enemy-${k}`, lifo: true },
        })),
      );
      // data that is not even JSON, written past the client
      await client.hset("bull:taut:broken", { name: "batch", data: "{", opts: "{}", timestamp: "0" });
      await client.rpush("bull:taut:wait", "broken");

      const { child, talk } = worker({}, "--results", path("results"));
      const { code, stderr } = await asked;
      expect([code, stderr]).toEqual([0, ""]);
      await until(async () => (await queue.getFailedCount()) >= hostile.length);
      expect(child.exitCode).toBeNull();
      for (const k of hostile.keys()) expect(talk()).toContain(`Batch enemy-${k}: `);
      expect(talk()).toContain("the job is refused. job.name: ");
      expect(talk()).toContain("job.indices: the study has the runs 0 to 5; the job asks for run 365.");
      expect(talk()).toContain(`must be a result folder within this worker's --results`);

      expect(bytes("results/queued")).toEqual(bytes("whole"));
      expect(contents("victim")).toEqual(victim);
      expect(readdirSync(path("outside"))).toEqual([]);
      expect(readdirSync(path("results")).sort()).toEqual(["link", "queued"]);
      expect(readdirSync(path(".")).sort()).toEqual(
        ["endless.json", "outside", "results", "swings.json", "victim", "whole"].sort(),
      );
      const merged = await taut(["sweep", path("results/queued"), "--merge", "--json"]);
      expect(JSON.parse(merged.stdout).status).toEqual({ ok: 6 });
    });

    test("with a key, jobs that are not signed with it are refused and named, and signed ones are run", async () => {
      const key = "a key that jobs do not have";
      const job = { study: id, folder: path("results/queued"), indices: [0, 1], missing: [1] };
      const jobs: readonly JobData[] = [
        job,
        signed(job, "another key, of good length"),
        { ...signed(job, key), missing: [0] },
        { ...signed(job, key), folder: path("victim") },
      ];
      await queue.addBulk(jobs.map((data, k) => ({ name: "batch", data, opts: { jobId: `enemy-${k}` } })));
      const { talk } = worker({ TAUT_QUEUE_KEY: key });
      await until(async () => (await queue.getFailedCount()) === jobs.length);
      await until(() => talk().includes("Batch enemy-3"));
      expect(talk()).toContain("Batch enemy-0: the job is refused. job.signature: must be there");
      for (const k of [1, 2, 3])
        expect(talk()).toContain(`Batch enemy-${k}: the job is refused. job.signature: must be made with`);
      const args = ["sweep", swings, "--out", path("results/signed"), "--queue", server.url];
      const asked = await new Promise<number | null>((done) => {
        const env = { ...process.env, TAUT_QUEUE_KEY: key };
        spawn(process.execPath, [join(root, "bin/taut.js"), ...args], { env, stdio: "ignore" }).on("close", done);
      });
      expect(asked).toBe(0);
      expect(bytes("results/signed")).toEqual(bytes("whole"));
    });

    test("a worker needs --results or a key, and a short key is refused", async () => {
      const none = worker();
      const short = worker({ TAUT_QUEUE_KEY: "short" });
      const codes = [none, short].map(({ child }) => new Promise((done) => child.once("close", done)));
      expect(await Promise.all(codes)).toEqual([2, 2]);
      expect(none.talk()).toMatch(/^--results: is needed/);
      expect(short.talk()).toMatch(/^TAUT_QUEUE_KEY: must have at least 16 characters; it has 5/);
    });

    test("a batch whose workers die three times is set aside, and the worker and the sweep name it", async () => {
      const asked = sweep(endless, "deadly");
      await until(async () => (await queue.getWaitingCount()) === 1);
      const name = (await queue.getWaiting())[0].id;
      const isLocked = async () => (await client.exists(`bull:taut:${name}:lock`)) === 1;
      for (let k = 0; k < 3; k++) {
        const { child } = worker({}, "--results", path("results"));
        await until(isLocked);
        await killed(child);
        await until(async () => !(await isLocked()));
      }
      const { talk } = worker({}, "--results", path("results"));
      const { code, stderr } = await asked;
      expect(code).toBe(5);
      expect(stderr).toContain(`Batch ${name} (runs 0) was set aside, because its workers died 3 times.`);
      await until(() => talk().includes(`Batch ${name}: its workers died 3 times, so it is set aside.`));
    });
  },
);
