import { expect, test } from "vitest";
import { ByteReader, ByteWriter } from "./bytes.js";

test("numbers, arrays, bytes and texts come back bit for bit, in order", () => {
  const to = new ByteWriter();
  const values = Float64Array.of(
    0,
    -0,
    1 / 3,
    Number.MIN_VALUE,
    Number.MAX_VALUE,
    Number.POSITIVE_INFINITY,
    Number.NaN,
  );
  to.number(-0);
  to.numbers(values);
  to.text("Größe λ");
  to.raw(Uint8Array.of(1, 2, 255));
  to.numbers(new Float64Array(5000).fill(0.1));
  const from = new ByteReader(to.finish());
  expect(from.number()).toBe(-0);
  expect(from.numbers()).toEqual(values);
  expect(from.text()).toBe("Größe λ");
  expect(from.raw()).toEqual(Uint8Array.of(1, 2, 255));
  expect(from.numbers()).toEqual(new Float64Array(5000).fill(0.1));
});

test("bytes that end too early cause an error, not a huge array", () => {
  const to = new ByteWriter();
  to.numbers([1, 2, 3]);
  const bytes = to.finish();
  expect(() => new ByteReader(bytes.subarray(0, 20)).numbers()).toThrow(RangeError);
  const lie = new ByteWriter();
  lie.number(1e12);
  expect(() => new ByteReader(lie.finish()).numbers()).toThrow(RangeError);
});
