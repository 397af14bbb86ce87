/** A hundred replicas of seven waters in a heat bath give one radial distribution, on threads and through a queue. */

import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { patience } from "../../scripts/patience.mjs";
import { password, RedisServer, redisProgram } from "./redis.js";
import { gallery, root, taut, temporaryFolder } from "./taut.js";

const { path, file } = temporaryFolder();
const limit = patience(200_000);
const data = parse(readFileSync(join(root, "studies/water-7.yaml"), "utf8"));
/** The study in studies/, with shorter runs. */
const study = {
  ...data,
  model: gallery("water-7"),
  run: { ...data.run, until: 4 },
  keep: { ...data.keep, after: 1 },
};
const waters = file("waters.json", JSON.stringify(study));
const tables = ["runs.parquet", "ensembles.parquet", "histograms.parquet", "report.html", "manifest.json"];
const rowsOf = async (name: string) =>
  parquetReadObjects({ file: await asyncBufferFromFile(path(join("threads", name))) });

describe("100 Langevin replicas of seven waters", { timeout: limit }, () => {
  test("on threads, all differ, and are merged into a radial distribution with errors", async () => {
    const { code, stderr } = await taut(
      ["sweep", waters, "--out", path("threads"), "--threads", "2"],
      undefined,
      limit,
    );
    expect([code, stderr]).toEqual([0, ""]);
    const runs = await rowsOf("runs.parquet");
    expect(new Set(runs.map((row) => row["oxygens mean"])).size).toBe(100);

    const bins = (await rowsOf("histograms.parquet")).filter(({ observable }) => observable === "oxygens");
    expect(bins).toHaveLength(60);
    // every distance is counted once, and those of a cluster that has not evaporated are between 2 and 8 Å
    expect(bins.reduce((sum, { from, to, density }) => sum + density * (to - from), 0)).toBeCloseTo(1, 12);
    for (const { density, error } of bins) expect(error > 0).toBe(density > 0);
    // neighbours are 2.8 Å from each other, the length of a hydrogen bond, and never closer than 2.3 Å
    const highest = bins.reduce((most, bin) => (bin.density > most.density ? bin : most));
    expect(highest.from).toBeGreaterThan(2.6);
    expect(highest.to).toBeLessThan(3.2);
    expect(bins.filter(({ to }) => to < 2.3).every(({ density }) => density === 0)).toBe(true);
  });

  describe.skipIf(redisProgram === undefined)("through the queue", () => {
    let server: RedisServer | undefined;
    const workers: ChildProcess[] = [];
    afterAll(async () => {
      for (const worker of workers) worker.kill("SIGKILL");
      await server?.remove();
    });

    test("with two workers, give the same bytes as threads", { timeout: limit }, async () => {
      server = await RedisServer.start();
      const env = { ...process.env, TAUT_QUEUE: `redis://:${password}@127.0.0.1:${server.port}` };
      const command = [join(root, "bin/taut.js"), "worker", "--queue", "--threads", "1", "--results", path(".")];
      for (let k = 0; k < 2; k++) workers.push(spawn(process.execPath, command, { env, stdio: "ignore" }));
      const { code } = await taut(["sweep", waters, "--out", path("queue"), "--queue", server.url], undefined, limit);
      expect(code).toBe(0);
      for (const name of tables)
        expect(readFileSync(path(join("queue", name))).equals(readFileSync(path(join("threads", name)))), name).toBe(
          true,
        );
    });
  });
});
