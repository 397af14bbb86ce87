import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalogue, parseModelText, prepareRun, validateModel } from "../../src/index.js";
import { StudyRunner, validateStudy } from "../../src/study/index.js";

const root = new URL("../../", import.meta.url);
const files = readdirSync(new URL("docs/", root), { recursive: true, encoding: "utf8" });
const pages = ["README.md", ...files.filter((file) => file.endsWith(".md")).map((file) => `docs/${file}`)];
const blocks = pages.flatMap((page) => {
  const text = readFileSync(new URL(page, root), "utf8");
  return [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml], k) => ({
    title: `${page}, example ${k + 1}`,
    yaml,
  }));
});

const isStudy = (yaml: string): boolean => yaml.startsWith("study:");

describe("examples in the documentation", () => {
  test("are found", () => {
    expect(blocks.length).toBeGreaterThan(7);
  });

  test.each(blocks.filter(({ yaml }) => !isStudy(yaml)))("$title runs to its end", ({ yaml }) => {
    const { run } = prepareRun(validateModel(parseModelText(yaml), catalogue), { keepStates: false });
    while (run.advance(Number.POSITIVE_INFINITY) === "running");
    expect(run.failure?.message).toBeUndefined();
  });

  test.each(blocks.filter(({ yaml }) => isStudy(yaml)))("$title is a study whose runs can start", ({ yaml }) => {
    const point = (x: string) => ({ mass: "m", at: [x, "beta"] });
    const model = {
      taut: 1,
      parameters: { alpha: 1, beta: 0, m: 1, k: 1 },
      points: { a: point("alpha"), b: point("2"), c: point("3*k") },
    };
    const study = validateStudy(parseModelText(yaml), () => validateModel(model, catalogue));
    expect(new StudyRunner(study).begin(study.run(study.count - 1))).toHaveProperty("run");
  });

  test("the table of elements names every built-in element", () => {
    const text = readFileSync(new URL("docs/models.md", root), "utf8");
    expect(Object.keys(catalogue).filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
