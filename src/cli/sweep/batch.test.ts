import { describe, expect, it } from "vitest";
import { batchesOf } from "./batch.js";

describe("batches", () => {
  const indices = Array.from({ length: 10_000 }, (_, k) => (7 * k) % 10_000);
  const batches = batchesOf("study", indices, 2);

  it("hold every run once, in the order given", () => {
    expect(batches.flatMap((batch) => batch.indices)).toEqual(indices);
  });

  it("shrink from large ones to single runs, each at most an eighth of the runs that are left", () => {
    const sizes = batches.map((batch) => batch.indices.length);
    expect(sizes[0]).toBe(256);
    expect(sizes.slice(-8)).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    let left = indices.length;
    for (const size of sizes) {
      expect(size).toBeLessThanOrEqual(Math.ceil(left / 8));
      left -= size;
    }
  });

  it("are named by the study and the runs", () => {
    const again = batchesOf("study", indices, 2);
    const other = batchesOf("another", indices, 2);
    expect(again.map(({ name }) => name)).toEqual(batches.map(({ name }) => name));
    expect(new Set([...batches, ...other].map(({ name }) => name)).size).toBe(2 * batches.length);
  });
});
