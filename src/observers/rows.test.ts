import { expect, test } from "vitest";
import { ByteReader, ByteWriter } from "../core/index.js";
import { Rows } from "./rows.js";

const filled = (width: number, length: number): Rows => {
  const rows = new Rows(width);
  for (let r = 0; r < length; r++) {
    rows.add();
    for (let c = 0; c < width; c++) rows.chunk[rows.offset + c] = r + c / 100;
  }
  return rows;
};

test("rows in several chunks can be read by entry and by column", () => {
  const rows = filled(3, 10_000);
  expect(rows.length).toBe(10_000);
  expect([rows.get(0, 0), rows.get(9_999, 2), rows.get(2_730, 1)]).toEqual([0, 9_999.02, 2_730.01]);
  expect(rows.column(1)).toEqual(Float64Array.from({ length: 10_000 }, (_, r) => r + 0.01));
  expect(rows.columns(1, 3).subarray(0, 4)).toEqual(Float64Array.of(0.01, 0.02, 1.01, 1.02));
});

test("rows wider than a chunk have a chunk each", () => {
  const rows = filled(20_000, 3);
  expect(rows.get(2, 19_999)).toBe(2 + 199.99);
});

test("growing does not move existing rows", () => {
  const rows = filled(2, 1);
  const { chunk } = rows;
  for (let i = 0; i < 100_000; i++) rows.add();
  chunk[0] = 42;
  expect(rows.get(0, 0)).toBe(42);
});

test("rows that are saved and restored continue where they were", () => {
  const rows = filled(3, 5_000);
  const to = new ByteWriter();
  rows.save(to);
  const copy = new Rows(3);
  copy.restore(new ByteReader(to.finish()));
  copy.add();
  copy.chunk.fill(7, copy.offset, copy.offset + 3);
  expect(copy.length).toBe(5_001);
  expect(copy.columns(0, 3).subarray(0, 15_000)).toEqual(rows.columns(0, 3));
});
