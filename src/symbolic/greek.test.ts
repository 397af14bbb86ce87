import { expect, test } from "vitest";
import { greekNames, isGreek } from "./greek.js";

test("every letter has its own name", () => {
  expect(greekNames.size).toBe(34);
  for (const [letter, name] of [..."αθλπωΓΩ"].map((letter) => [letter, greekNames.get(letter)])) {
    expect(name, letter).toBeDefined();
  }
  expect(greekNames.get("θ")).toBe("theta");
  expect(greekNames.get("ω")).toBe("omega");
  expect(greekNames.get("Γ")).toBe("Gamma");
  expect(greekNames.get("Ω")).toBe("Omega");
});

test("isGreek accepts only the names of letters", () => {
  expect(isGreek("lambda")).toBe(true);
  expect(isGreek("length")).toBe(false);
  expect(isGreek("constructor")).toBe(false);
});
