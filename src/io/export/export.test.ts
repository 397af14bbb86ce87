import { unzipSync } from "fflate";
import { parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { encodeTable } from "./index.js";

const columns = [
  { name: "t", data: Float64Array.of(0, 0.1, 1e-300, -0) },
  { name: 'a, "b"', data: Float64Array.of(Math.PI, 2 ** -1074, -1.7976931348623157e308, 0.1 + 0.2) },
];

test("CSV numbers are read back exactly, and names with commas or quotes are quoted", () => {
  const [header, ...rows] = new TextDecoder().decode(encodeTable(columns, "csv")).trim().split("\n");
  expect(header).toBe('t,"a, ""b"""');
  expect(rows.map((row) => Number(row.split(",")[1]))).toEqual(Array.from(columns[1].data));
});

test("a CSV table may be longer than the parts in which it is written", () => {
  const data = Float64Array.from({ length: 100_000 }, (_, k) => k / 7);
  const rows = new TextDecoder().decode(encodeTable([{ name: "x", data }], "csv")).split("\n");
  expect(rows.slice(1, -1).map(Number)).toEqual(Array.from(data));
});

test("Parquet columns are read back exactly", async () => {
  const bytes = encodeTable(columns, "parquet");
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const rows = await parquetReadObjects({ file });
  expect(rows.map((row) => row[columns[1].name])).toEqual(Array.from(columns[1].data));
});

test("NPZ holds one NumPy array per column, aligned and exact", () => {
  const files = unzipSync(encodeTable(columns, "npz"));
  const bytes = files["t.npy"];
  const header = new DataView(bytes.buffer, bytes.byteOffset).getUint16(8, true);
  expect((10 + header) % 64).toBe(0);
  expect(new TextDecoder().decode(bytes.subarray(10, 10 + header))).toContain("'shape': (4,)");
  const view = new DataView(bytes.buffer, bytes.byteOffset + 10 + header);
  expect(Array.from({ length: 4 }, (_, i) => view.getFloat64(8 * i, true))).toEqual(Array.from(columns[0].data));
});
