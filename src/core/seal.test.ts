import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { seal, unseal } from "./seal.js";

const bytes = Uint8Array.from({ length: 70 }, (_, k) => (37 * k) % 256);
const native = (data: Uint8Array) => createHash("sha256").update(data).digest();

test("sealed bytes can be read back with the digest that made the seal, and with no other", () => {
  for (const data of [bytes, new Uint8Array(0)]) {
    expect(unseal(seal(data))).toEqual(data);
    expect(unseal(seal(data, native), native)).toEqual(data);
    expect(unseal(seal(data), native)).toBeUndefined();
  }
});

test("a flipped bit, a missing byte and an added byte are noticed", () => {
  const sealed = seal(bytes);
  for (let bit = 0; bit < 8 * sealed.length; bit++) {
    const damaged = Uint8Array.from(sealed);
    damaged[bit >> 3] ^= 1 << (bit & 7);
    expect(unseal(damaged)).toBeUndefined();
  }
  for (let length = 0; length < sealed.length; length++) expect(unseal(sealed.subarray(0, length))).toBeUndefined();
  expect(unseal(Uint8Array.of(...sealed, 0))).toBeUndefined();
});
