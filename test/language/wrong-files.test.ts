import { describe, expect, test } from "vitest";
import { explainError } from "../../src/cli/exit.js";
import { catalogue } from "../../src/elements/index.js";
import { checkedModel, lower, parseModelText } from "../../src/model/index.js";
import { wrongCouplings } from "./wrong-couplings.js";
import { wrongFiles as wrongWords } from "./wrong-files.js";
import { wrongUnits } from "./wrong-units.js";

const wrongFiles = [...wrongWords, ...wrongUnits, ...wrongCouplings];

/** The text without its marks, and the line and column of each mark. */
function unmarked(text: string): { readonly text: string; readonly places: readonly string[] } {
  const places: string[] = [];
  let plain = "";
  for (const piece of text.split("§")) {
    if (plain !== "" || piece !== text.split("§")[0]) {
      const before = plain.split("\n");
      places.push(`${before.length}:${before[before.length - 1].length + 1}`);
    }
    plain += piece;
  }
  return { text: plain, places };
}

describe("wrong files", () => {
  test("there are more than a hundred, and some for each of the newer words", () => {
    expect(wrongFiles.length).toBeGreaterThan(100);
    const words = ["let", "outputs", "tables", "sum(", "states", "gravitation", "push", "torque", "include", "units"];
    for (const word of words)
      expect(wrongFiles.filter(({ text }) => text.includes(word)).length, word).toBeGreaterThan(2);
    expect(new Set(wrongFiles.map(({ text }) => text)).size).toBe(wrongFiles.length);
  });

  test.each(wrongFiles)(
    "$title: a sentence with line and column for each problem, and exit code 3",
    ({ text, says }) => {
      const marked = unmarked(text);
      let outcome: ReturnType<typeof explainError> | undefined;
      try {
        lower(checkedModel(parseModelText(marked.text, { file: "wrong.yaml" }), catalogue), catalogue);
      } catch (error) {
        outcome = explainError(error);
      }
      expect(outcome?.code).toBe(3);
      const lines = outcome!.message.split("\n");
      for (const line of lines) {
        expect(line).toMatch(/^\S[^:]* \(wrong\.yaml:\d+:\d+\): \S.*[.?]$/);
        // names of generated parameters and placeholders begin with _
        expect(line).not.toMatch(/(?<![\w])_\w/);
      }
      const found = lines.map((line) => `${/wrong\.yaml:(\d+:\d+)/.exec(line)![1]} ${line}`);
      const expected = marked.places.map((place, k) => {
        const match = found.find((line) => line.startsWith(`${place} `) && line.includes(says[k]));
        return match ?? `${place} … ${says[k]}`;
      });
      expect([...found].sort()).toEqual([...expected].sort());
    },
  );
});

test("commas that cut an expression off inside { } and [ ] are explained", () => {
  expect(() => parseModelText("force: { b: max(1,2) }", { file: "m.yaml" })).toThrow(
    /m\.yaml:1:13: .*"max\(1".*quotes/,
  );
  expect(() => parseModelText("at: [max(1, 2), 0]", { file: "m.yaml" })).toThrow(/m\.yaml:1:6: .*quotes/);
});

test.each([
  [
    "a map that is not closed",
    "coordinates: { x: { mass: 1 }\nforce: { x: 1 }",
    /m\.yaml:2:1: a map or list in brackets is not closed/,
  ],
  ["a list that is not closed", "let: { a: [x, 2*x }", /m\.yaml:1:19: .*Add the missing "\]" before/],
  ["a colon in a text", "force: { x: -x: }", /m\.yaml:1:13: a colon inside/],
  ["an alias that was meant as a product", "potential: *x", /m\.yaml:1:12: .*alias in YAML.*quotes/],
  ["a quote that is not closed", 'potential: "x^2\n', /m\.yaml:2:1: a text in quotes is not closed/],
])("%s is explained", (_, text, expected) => {
  expect(() => parseModelText(text, { file: "m.yaml" })).toThrow(expected);
});

test("a colon without a space is explained", () => {
  const data = parseModelText("taut: 1\ncoordinates: { x: { mass:1 } }", { file: "m.yaml" });
  expect(() => checkedModel(data, catalogue)).toThrow(/m\.yaml:2:21.*a colon needs a space after it.*Write mass: 1\./);
});

test("tables of positions repeat molecules without being told", () => {
  const positions = [0, 5].flatMap((z) => [
    [0, 0, z],
    [0.9572, 0, z],
    [-0.24, 0.9266, z],
  ]);
  const molecules = (repeat: object) => ({ w: { template: "tip3p", positions, ...repeat } });
  const counts = [{}, { repeat: 2 }].map((repeat) => {
    const model = checkedModel({ taut: 1, units: "eV-Å-amu", molecules: molecules(repeat) }, catalogue);
    return lower(model, catalogue).laws.map(({ count }) => count);
  });
  expect(counts[0]).toEqual(counts[1]);
  expect(counts[0].length).toBeGreaterThan(0);
});
