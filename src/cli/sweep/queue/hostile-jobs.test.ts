import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { allowedFolder } from "./allowed-folder.js";
import { checkedJob, checkRuns, type JobData } from "./job-schema.js";
import { checkSignature, signed } from "./signature.js";

const job: JobData = { study: "a".repeat(64), folder: "/elsewhere/swings", indices: [0, 1, 2], missing: [1] };
const key = "sixteen letters!";

describe("what a job may ask for", () => {
  test("is taken as it is where nothing is wrong", () => {
    expect(checkedJob({ ...job })).toEqual(job);
    expect(() => checkRuns(job, 3)).not.toThrow();
  });

  test("is refused where the study has no such run", () => {
    expect(() => checkRuns(job, 2)).toThrow("the study has the runs 0 to 1; the job asks for run 2");
  });

  test.each([
    ["a run that is not among its indices", { missing: [7] }, "7 is not"],
    ["a path that is not absolute", { folder: "../x" }, "absolute path"],
    ["a run twice", { indices: [1, 1] }, "different runs"],
    ["another field", { name: "../../x" }, "name"],
  ])("is refused with %s", (_, changed, said) => {
    expect(() => checkedJob({ ...job, ...changed })).toThrow(said);
  });
});

describe("a signature", () => {
  test("is accepted from the same key for the same job", () => {
    expect(() => checkSignature(signed(job, key), key)).not.toThrow();
  });

  test.each([
    ["another key", signed(job, "another key of 16")],
    ["another job", { ...signed(job, key), missing: [2] }],
    ["no signature", job],
    ["a part of one", { ...signed(job, key), signature: signed(job, key).signature!.slice(0, 63) }],
  ])("is refused from %s", (_, wrong) => {
    expect(() => checkSignature(wrong, key)).toThrow("TAUT_QUEUE_KEY");
  });
});

describe("the folder of a job", () => {
  const root = mkdtempSync(join(tmpdir(), "taut-allowed-"));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  const [results, outside] = [join(root, "results"), join(root, "outside")];
  for (const folder of [join(results, "swings"), outside]) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "study.json"), "{}");
  }
  symlinkSync(outside, join(results, "way-out"));

  test("is found by its last name within --results", () => {
    expect(allowedFolder(job, results).path).toBe(join(results, "swings"));
  });

  test.each([outside, join(results, "way-out"), join(results, "..", "outside")])("%s is refused", (folder) => {
    expect(() => allowedFolder({ ...job, folder }, results)).toThrow("must be a result folder within");
  });

  test("is asked for where --results does not exist", () => {
    expect(() => allowedFolder(job, join(root, "nowhere"))).toThrow("does not exist on this machine");
  });
});
