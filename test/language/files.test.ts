import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { explainError } from "../../src/cli/exit.js";
import { readModel } from "../../src/cli/files.js";
import { explain, run } from "../../src/index.js";

let folder = "";
const put = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const refusal = (text: string): string => {
  try {
    readModel(put("wrong.yaml", text));
  } catch (error) {
    return explainError(error).message.replaceAll(`${folder}/`, "");
  }
  return "";
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "taut-files-"));
  mkdirSync(join(folder, "parts"));
  put("parts/road.csv", "s,height,note\n0,0,a\n1,0.1,b\n2,0.05,c\n");
  put(
    "parts/shared.yaml",
    "taut: 1\nparameters: { k: 40 }\ndefine:\n  pull: { on: [p], parameters: { F: 1 }, force: F*p }\nlet: { slow: 0.1*t }\n",
  );
  put("outside.csv", "x,y\n0,0\n1,1\n");
});

const model = `# a comment
$schema: https://example.org/taut.json
taut: 1
include: parts/shared.yaml
tables: { road: { file: parts/road.csv, x: s, y: height, by: linear, outside: hold } }
points: { a: { mass: 1, at: [1, 0] } }
elements: [pull: { on: a, F: -k }]
outputs: { h: road(t), s: slow }
run: { until: 1, every: 0.5 }
`;

test("a model includes sections of other files and takes the points of a table from a CSV file", () => {
  const solution = run(readModel(put("model.yaml", model)));
  expect(solution.of("h")).toEqual(Float64Array.of(0, 0.05, 0.1));
  expect(solution.of("s")[2]).toBeCloseTo(0.1, 15);
  expect(solution.of("a_x")[2]).toBeCloseTo(Math.cos(Math.sqrt(40)), 4);
});

test("files outside the folder, missing files and columns, collisions and wrong lines are refused with their places", () => {
  const points = "points: { a: { mass: 1, at: [1, 0] } }";
  expect(refusal(`taut: 1\n${points}\ninclude: ../x.yaml\n`)).toMatch(
    /^include \(wrong\.yaml:3:10\): a file must be in the folder of the model or below it; got "\.\.\/x\.yaml"/,
  );
  expect(refusal(`taut: 1\n${points}\ninclude: [/etc/passwd]\n`)).toMatch(
    /^include\[0\] \(wrong\.yaml:3:11\): a file must be/,
  );
  expect(refusal(`taut: 1\n${points}\ninclude: none.yaml\n`)).toMatch(/does not exist beside the model/);
  expect(refusal(`taut: 1\n${points}\ninclude: parts/shared.yaml\nparameters: { k: 1 }\n`)).toMatch(
    /parameters\.k is defined here and in "parts\/shared\.yaml"/,
  );
  const table = (words: string) => refusal(`taut: 1\n${points}\ntables: { road: { ${words} } }\n`);
  expect(table("file: parts/road.csv, x: way")).toMatch(
    /^tables\.road\.x \(wrong\.yaml:3:\d+\): there is no column "way".*s, height, note/,
  );
  expect(table("file: parts/road.csv, y: note")).toMatch(/line 2 is "0,0,a"/);
  symlinkSync("/etc", join(folder, "link"));
  expect(table("file: link/hostname")).toMatch(/leads out of it/);
});

test("folders and pipes beside a model, and very many files, are refused and not waited for", () => {
  const points = "points: { a: { mass: 1, at: [1, 0] } }";
  expect(refusal(`taut: 1\n${points}\ninclude: parts\n`)).toMatch(/"parts" must be a file beside the model/);
  execFileSync("mkfifo", [join(folder, "pipe.csv")]);
  expect(refusal(`taut: 1\n${points}\ntables: { road: { file: pipe.csv } }\n`)).toMatch(
    /"pipe\.csv" must be a file beside the model/,
  );
  put("parts/springs.yaml", "elements: []\n");
  const many = Array.from({ length: 101 }, () => "parts/springs.yaml").join(", ");
  expect(refusal(`taut: 1\n${points}\ninclude: [${many}]\n`)).toMatch(
    /a model may include at most 100 files; this one names 101/,
  );
});

test("the files of a model together are bounded, also if one file is named often", () => {
  const points = "points: { a: { mass: 1, at: [1, 0] } }";
  put("parts/long.csv", `x,y,${"z".repeat(11_000_000)}\n0,0\n1,1\n`);
  const tables = (count: number) =>
    Array.from({ length: count }, (_, k) => `f${k}: { file: parts/long.csv }`).join(", ");
  expect(refusal(`taut: 1\n${points}\ntables: { ${tables(1)} }\n`)).toBe("");
  expect(refusal(`taut: 1\n${points}\ntables: { ${tables(1000)} }\n`)).toMatch(
    /^tables\.f1\.file \(wrong\.yaml:3:\d+\): the files that a model names may have 20000000 characters together/,
  );
});

test("an error names some columns of a table that has very many", () => {
  put("parts/wide.csv", `${"name,".repeat(100_000)}\n`);
  const message = refusal("taut: 1\ntables: { f: { file: parts/wide.csv, x: none } }\n");
  expect(message).toMatch(/there is no column "none"/);
  expect(message.length).toBeLessThan(1000);
});

test("two dots in front of a name do not lead out of the folder", () => {
  put("..dots.yaml", "parameters: { k: 3 }\n");
  expect(refusal("taut: 1\npoints: { a: { mass: 1, at: [1, 0] } }\ninclude: ..dots.yaml\n")).toBe("");
});

test("an error in an included file has its place there", () => {
  put("parts/bad.yaml", "let:\n  wrong: 2*nothing\n");
  const points = "points: { a: { mas: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] } }";
  const message = refusal(`taut: 1\ninclude: parts/bad.yaml\n${points}\n`);
  expect(message).toContain("points.a.mas (wrong.yaml:3:21)");
  expect(message).toContain("let.wrong (parts/bad.yaml:2:10)");
});

test("what is wrong in tables, names of let and laws is listed with places when a run or an explanation begins", () => {
  const text = `taut: 1
tables: { f: { x: [0, 1], y: [0, 1, 2] } }
let: { a: 2*b, b: a }
coordinates: { x: { mass: 1 } }
force: { x: 2*w }
`;
  const model = readModel(put("several.yaml", text));
  for (const begin of [() => run(model, { until: 1 }), () => explain(model)]) {
    let message = "";
    try {
      begin();
    } catch (error) {
      message = explainError(error).message.replaceAll(`${folder}/`, "");
    }
    expect(message.split("\n").map((line) => line.split(": ")[0])).toEqual([
      "tables.f (several.yaml:2:11)",
      "let.a (several.yaml:3:11)",
      "force.x (several.yaml:5:13)",
    ]);
  }
});
