import { expect, test } from "vitest";
import { toNpz } from "../export/npz.js";
import { readNpz } from "./npz.js";

test("an archive that would unpack to more than the longest file is refused before it is unpacked", () => {
  const bytes = toNpz([{ name: "t", data: Float64Array.of(0, 1) }]);
  expect(Array.from(readNpz(bytes).times)).toEqual([0, 1]);
  // the entry of t in the directory, whose place stands at the end of the archive, says how long its array is
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  view.setUint32(view.getUint32(bytes.length - 6, true) + 24, 3_000_000_000, true);
  expect(() => readNpz(bytes)).toThrow("its arrays must have at most 2000000000 bytes together, and have more");
});
