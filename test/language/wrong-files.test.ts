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
