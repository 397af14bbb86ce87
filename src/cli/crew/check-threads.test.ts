import { expect, test } from "vitest";
import { checkThreads } from "./check-threads.js";

test("from 1 to 1024 threads are possible, and nothing else", () => {
  for (const threads of [1, 2, 1023, 1024]) expect(checkThreads("--threads", threads)).toBe(threads);
  for (const threads of [0, -1, 1.5, 1025, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => checkThreads("--threads", threads)).toThrow(/^--threads: must be a whole number from 1 to 1024/);
});
