import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { picture } from "../../scripts/readme-picture.mjs";

test("the moving picture of the README is what its two runs give", () => {
  const file = new URL("../../docs/pictures/two-views.svg", import.meta.url);
  expect(readFileSync(file, "utf8")).toBe(picture());
});
