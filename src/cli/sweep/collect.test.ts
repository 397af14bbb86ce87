import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { encodePart, type Row, StudyRunner, validateStudy } from "../../study/index.js";
import { writeSealed } from "../disk/write.js";
import { collect } from "./collect.js";
import { SweepFolder } from "./folder.js";

const folder = new SweepFolder(mkdtempSync(join(tmpdir(), "taut-parts-")));
afterAll(() => rmSync(folder.path, { recursive: true, force: true }));

const study = validateStudy(
  {
    study: 1,
    model: {
      taut: 1,
      parameters: { v: 1 },
      points: { a: { mass: 1, at: [0, 0], velocity: ["v", 0] } },
      run: { until: 1 },
    },
    vary: { v: { from: 1, to: 2, count: 5 } },
  },
  () => {
    throw new Error("the model is in the study");
  },
);
const runner = new StudyRunner(study);
const rowOf = (index: number): Row => {
  const begun = runner.begin(study.run(index));
  if (!("run" in begun)) return begun;
  begun.run.advance(10_000);
  return begun.finish().row;
};
const good = rowOf(0);
const { columns } = runner;
const batch = "0123456789abcdef0123";

/** Rows that a process with access to the folder, or a faulty version, could have written. */
const forged: readonly [string, Row | undefined, readonly string[], string][] = [
  ["an index at the count of the study", { ...good, index: 5 }, columns, study.id],
  ["an index that makes arrays too long", { ...good, index: 4_294_967_290 }, columns, study.id],
  ["a negative index", { ...good, index: -1 }, columns, study.id],
  ["a fraction as index", { ...good, index: 0.5 }, columns, study.id],
  ["the hash of another run", { ...good, index: 1 }, columns, study.id],
  ["other columns", good, [...columns].reverse(), study.id],
  ["too few numbers", { ...good, numbers: good.numbers.slice(1) }, columns, study.id],
];

test.each(forged)("a part with %s is reported as damaged, and no row of it is counted", (_, row, names, id) => {
  folder.clear();
  folder.begin(study);
  folder.writePart(batch, { study: study.id, columns, rows: [rowOf(2)] });
  folder.writePart(batch, { study: id, columns: names, rows: [row!] });
  const { results, damaged } = collect(runner, [folder]);
  expect(damaged).toHaveLength(1);
  expect(results.counts()).toEqual({ ok: 1, missing: 4 });
  expect(results.rows).toHaveLength(5);
});

test("a part whose name states other runs than it holds is damaged, and files that are not parts are ignored", () => {
  folder.clear();
  folder.begin(study);
  folder.writePart(batch, { study: study.id, columns, rows: [good] });
  const [name] = folder.partNames();
  const parts = join(folder.path, "parts");
  writeSealed(parts, name.replace("-1.part", "-3.part"), encodePart({ study: study.id, columns, rows: [good] }));
  for (const other of ["..part", "x-1-99999999999.part", `${batch}-nonsense-1e9.part`, "notes.txt"])
    writeFileSync(join(parts, other), "");
  expect(readdirSync(parts)).toHaveLength(6);
  const { results, damaged } = collect(runner, [folder]);
  expect(damaged).toEqual([name.replace("-1.part", "-3.part")]);
  expect(results.counts()).toEqual({ ok: 1, missing: 4 });
});

test("a study in a result folder that names a model file is refused, so that no other file is read", () => {
  folder.clear();
  writeFileSync(join(folder.path, "study.json"), JSON.stringify({ study: 1, model: "/etc/passwd" }));
  expect(() => folder.readStudy()).toThrow("the study must contain its model, and this one names a file");
});
