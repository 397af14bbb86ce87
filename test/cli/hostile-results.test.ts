/** Result folders from elsewhere: pipes and devices in the places of files, motions of other models, earlier versions. */

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { beforeAll, describe, expect, test } from "vitest";
import { patience } from "../../scripts/patience.mjs";
import { ByteWriter } from "../../src/core/index.js";
import { taut, tautBatch, temporaryFolder } from "./taut.js";

const { path } = temporaryFolder();

beforeAll(async () => {
  const { code } = await taut(["run", "pendulum", "--until", "1", "--every", "0.5", "--out", path("sound")]);
  expect(code).toBe(0);
});

/** A copy of the result in which `change` has been made to the file. */
function changed(name: string, file: string, change: (file: string) => void): string {
  cpSync(path("sound"), path(name), { recursive: true });
  rmSync(join(path(name), file), { force: true });
  change(join(path(name), file));
  return path(name);
}
const pipe = (file: string): void => void execFileSync("mkfifo", [file]);
const endless = (file: string): void => symlinkSync("/dev/zero", file);

describe("a pipe or a device in a result folder", { timeout: patience(120_000) }, () => {
  test.each([
    ["manifest.json", pipe],
    ["manifest.json", endless],
    ["model.json", pipe],
    ["trajectory.parquet", pipe],
    ["trajectory.parquet", endless],
  ])("as %s is not waited for, and is found by check", async (file, change) => {
    const folder = changed(`${file}-${change.name}`, file, change);
    const { code, stdout } = await taut(["check", folder]);
    expect([code, stdout.split("\n")[0]]).toEqual([5, `${file}: damaged`]);
    const drawn = await taut(["export", folder, path("picture.glb")]);
    expect([drawn.code, drawn.stdout]).toEqual([2, ""]);
    expect(drawn.stderr).toMatch(/damaged|must be as it was written|must be a file/);
  });

  test("as checkpoint or lock is refused", async () => {
    const resumed = await taut(["run", "pendulum", "--resume", changed("checkpoint", "checkpoint.bin", pipe)]);
    expect(resumed).toMatchObject({ code: 2, stderr: expect.stringMatching(/checkpoint\.bin: must be a file/) });
    const locked = changed("locked", ".taut.lock", pipe);
    const run = await taut(["run", "pendulum", "--until", "1", "--out", locked, "--force"]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringMatching(/is in use by another process/) });
  });
});

describe("a picture of a motion", () => {
  test("that is not the motion of its model is refused, and says what was found", async () => {
    const names = Object.keys(JSON.parse(readFileSync(path("sound/model.json"), "utf8")).points);
    expect(names).toEqual(["bob"]);
    const head = "t,bob_x,bob_y,bob_x',bob_y'";
    const found = {
      "t,foo\n0,1\n": "there is no column bob_x",
      "t,bob_x,bob_y\n0,0,1\n": "there is no column bob_x'",
      [`${head}\n`]: "no time was saved",
      [`${head}\n0,0,1,0,0\n1,NaN,1,0,0\n`]: "column bob_x has NaN in row 2",
      [`${head}\n0,0,1,0,0\n2,0,1,0,0\n1,0,1,0,0\n`]: "t = 1 follows t = 2",
      [`${head}\n1,0,1,0,0\n1,0,1,0,0\n`]: "t = 1 follows t = 1",
    };
    const folders = Object.keys(found).map((text, k) => {
      mkdirSync(path(`motion-${k}`));
      cpSync(path("sound/model.json"), path(`motion-${k}/model.json`));
      writeFileSync(path(`motion-${k}/trajectory.csv`), text);
      return path(`motion-${k}`);
    });
    const outcomes = await tautBatch(
      folders.flatMap((folder) => [".glb", ".pvd"].map((ending) => ["export", folder, `${folder}${ending}`])),
    );
    Object.values(found).forEach((sentence, k) => {
      for (const { code, stderr } of outcomes.slice(2 * k, 2 * k + 2)) {
        expect(code).toBe(2);
        expect(stderr).toContain(`${sentence}. Name a result folder`);
      }
    });
  });

  test("that goes backwards has times that ascend", async () => {
    const [ran, drawn] = await tautBatch([
      ["run", "pendulum", "--until", "-1", "--every", "0.5", "--out", path("backwards")],
      ["export", path("backwards"), path("backwards.glb")],
    ]);
    expect([ran.code, drawn.code]).toEqual([0, 0]);
    const bytes = readFileSync(path("backwards.glb"));
    const json = JSON.parse(bytes.subarray(20, 20 + bytes.readUInt32LE(12)).toString()) as {
      readonly accessors: readonly { readonly min?: number[]; readonly max?: number[] }[];
      readonly animations: readonly { readonly samplers: readonly { readonly input: number }[] }[];
    };
    const { min, max } = json.accessors[json.animations[0].samplers[0].input];
    expect([min, max]).toEqual([[0], [6]]);
  });
});

test("a description of a folder whose files are missing or damaged is refused", async () => {
  const folder = changed("without-report", "report.html", () => {});
  const { code, stderr } = await taut(["export", folder, join(folder, "ro-crate-metadata.json")]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/report\.html" must be as it was written; it is missing\. Run it again\./);
});

test("results of versions before the first with digests are refused with a sentence that says so", async () => {
  const columns = ["t", "bob_x", "bob_y", "bob_x'", "bob_y'"];
  const columnData = columns.map((name) => ({ name, data: Float64Array.of(0, 1), type: "DOUBLE" as const }));
  const folder = changed("earlier", "trajectory.parquet", (file) =>
    writeFileSync(file, new Uint8Array(parquetWriteBuffer({ columnData }))),
  );
  const { digest: _, files: __, ...data } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(data));
  const checkpoint = new ByteWriter();
  checkpoint.text("taut checkpoint file 1");
  checkpoint.text("{}");
  const saved = changed("earlier-checkpoint", "checkpoint.bin", (file) => writeFileSync(file, checkpoint.finish()));
  const [from, exported, checked, resumed] = await tautBatch([
    ["run", "pendulum", "--from", folder],
    ["export", folder, path("earlier.npz")],
    ["check", folder],
    ["run", "pendulum", "--resume", saved],
  ]);
  expect([from, exported, checked, resumed].map(({ code }) => code)).toEqual([2, 2, 2, 2]);
  for (const { stderr } of [from, exported])
    expect(stderr).toMatch(/it has no digest, which files of taut 0\.1\.0 and later have: an earlier version or/);
  expect(checked.stderr).toMatch(/its manifest\.json has no digests, which results of taut 0\.1\.0 and later have/);
  expect(resumed.stderr).toMatch(/was written by a version before 0\.1\.0 and has no digest/);
});

test("the lab is not written to the root of the file system by an empty name, nor where nothing can be made", async () => {
  const [empty, impossible] = await tautBatch([
    ["lab", "--export", ""],
    ["lab", "--export", "/proc/lab"],
  ]);
  expect(empty).toMatchObject({ code: 2, stderr: expect.stringMatching(/must be the name of a folder; it is empty/) });
  expect(impossible).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/nothing can be written to "\/proc\/lab"/),
  });
});
