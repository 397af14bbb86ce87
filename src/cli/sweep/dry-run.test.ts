import { afterEach, expect, test, vi } from "vitest";
import type { Study } from "../../study/index.js";
import { printRuns } from "./dry-run.js";

afterEach(() => vi.restoreAllMocks());

function printed(seed: number | undefined, json: boolean): string {
  let text = "";
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    text += chunk;
    return true;
  });
  const run = () => ({ values: { m: 2 }, settings: { ...(seed !== undefined && { seed }) } });
  printRuns({ count: 1, run, hash: () => "0123456789abcdef0123" } as unknown as Study, json);
  return text;
}

test("a line has the number of the run, the beginning of its hash, its values, and the seed if there is one", () => {
  expect(printed(undefined, false)).toBe("0  0123456789abcdef  m = 2\n");
  expect(printed(7, false)).toBe("0  0123456789abcdef  m = 2, seed = 7\n");
});

test("as JSON", () => {
  expect(JSON.parse(printed(7, true))).toEqual({ run: 0, hash: "0123456789abcdef0123", values: { m: 2 }, seed: 7 });
  expect(JSON.parse(printed(undefined, true))).not.toHaveProperty("seed");
});
