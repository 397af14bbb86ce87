import { readFileSync } from "node:fs";
import { Script } from "node:vm";
import { expect, test } from "vitest";
import { animationFile, animationModule } from "../../../scripts/bundle-animation.mjs";
import { animationScript } from "./script.generated.js";

test("the script is what the build makes of the files beside it: after a change, run `npm run build`", async () => {
  expect(readFileSync(animationFile, "utf8")).toBe(await animationModule());
});

test("the script compiles, and cannot end its element", () => {
  expect(() => new Script(animationScript)).not.toThrow();
  expect(animationScript).not.toMatch(/<\/?script|<!--/i);
});

test("the script asks for nothing outside its figure", () => {
  expect(animationScript).not.toMatch(/https?:|fetch|import|XMLHttp|localStorage|eval|innerHTML/);
});
