import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { explained, kept, triedIn } from "../../campaign/mutants/index.js";
import { mutantsOf, planted } from "../../campaign/mutants/plant.js";
import { mutantsTable } from "../../campaign/mutants/table.js";
import { Tests, TestTimes } from "../../campaign/mutants/tests.js";

const plantedIn = (text: string): string[] =>
  mutantsOf("file.ts", text).map((mutant) => `${mutant.kind}: ${planted(text, mutant)}`);

describe("planted bugs", () => {
  test("constants, signs, comparisons, terms, functions and conditions are changed one at a time", () => {
    expect(plantedIn("x = a + 2 * b;")).toEqual([
      "dropped term: x = a;",
      "sign: x = a - 2 * b;",
      "constant: x = a + 3 * b;",
      "sign: x = a + 2 / b;",
    ]);
    expect(plantedIn("x = -Math.floor(y);")).toEqual(["sign: x = Math.floor(y);", "function: x = -Math.ceil(y);"]);
    expect(plantedIn("if (k < n) x -= 0.5;")).toEqual([
      "condition: if (!(k < n)) x -= 0.5;",
      "off by one: if (k <= n) x -= 0.5;",
      "sign: if (k < n) x += 0.5;",
      "constant: if (k < n) x -= 0.55;",
    ]);
  });

  test("texts, types, imports and the sentences of errors are left alone", () => {
    for (const text of [
      'const say = "a" + b;',
      ["const say = `$", "{a + 1}`;"].join(""),
      "type Three = 3;",
      'import { x } from "./2.js";',
      "throw new Error(String(1 + 1));",
    ])
      expect(plantedIn(text)).toEqual([]);
  });

  test("the lines shown are those of the file before and after", () => {
    const text = readFileSync("src/linalg/vector.ts", "utf8");
    const all = mutantsOf("src/linalg/vector.ts", text);
    expect(all.length).toBeGreaterThan(5);
    for (const mutant of all) {
      expect(text.split("\n")[mutant.line - 1]).toContain(mutant.was.split("\n")[0]);
      expect(planted(text, mutant).split("\n")[mutant.line - 1]).toContain(mutant.becomes.split("\n")[0]);
    }
  });
});

test("the table of planted bugs in CONTRIBUTING.md is that of the results", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const shown = /<!-- mutants -->\n(.*)\n<!-- \/mutants -->/s.exec(text)?.[1];
  const all = triedIn(readFileSync(kept, "utf8"));
  expect(shown).toBe(mutantsTable([...all.values()], explained()));
  // a reason belongs to a bug that was tried and not noticed
  for (const { mutant } of explained()) expect(all.get(mutant)?.verdict.noticed).toMatch(/^(not by|survived)/);
});

test("the tests that can notice a bug in a file are those that import it, the nearest first", () => {
  const tests = new Tests(".", new TestTimes("build/none.json"));
  const related = tests.relatedTo("src/math/change-of-sign.ts");
  expect(related[0]).toBe("src/math/change-of-sign.test.ts");
  expect(related).toContain("src/solve/run.test.ts");
  expect(related).not.toContain("src/wasm/module.test.ts");
  // the tests of the folder come before the others
  const folder = related.map((test) => tests.isOfFolder(test, "src/math/change-of-sign.ts"));
  expect(folder.lastIndexOf(true)).toBeLessThan(folder.indexOf(false));
  expect(tests.relatedTo("src/cli/crew/check-threads.ts")[0]).toBe("src/cli/crew/check-threads.test.ts");
});

test("tests that run what is built are told apart, and so are those that change their process", () => {
  const tests = new Tests(".", new TestTimes("build/none.json"));
  expect(["test/cli/run.test.ts", "test/e2e/lab-size.test.ts"].map((test) => tests.usesBuilt(test))).toEqual([
    true,
    true,
  ]);
  expect(tests.usesBuilt("src/math/root.test.ts")).toBe(false);
  expect(tests.needsOwnProcess("src/math/root.test.ts")).toBe(false);
});

test("within a limit of time, a test that takes too long makes room for shorter ones", () => {
  const times = new TestTimes("build/none.json");
  for (const [test, seconds] of Object.entries({ a: 1, b: 100, c: 2, d: 3 })) times.learn(test, seconds);
  const tests = new Tests(".", times);
  expect(tests.within(["a", "b", "c", "d"], 5)).toEqual(["a", "c"]);
  expect(tests.within(["b", "a"], 5)).toEqual(["b"]);
  expect(tests.shortestFirst(["b", "d", "a"])).toEqual(["a", "d", "b"]);
});
