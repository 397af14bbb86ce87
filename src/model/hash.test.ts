import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson, sha256 } from "./hash.js";

test("SHA-256 of the empty text and of abc equal those of FIPS 180-4", () => {
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});

test("SHA-256 agrees with Node's, also for lengths around the block size", () => {
  const one = (text: string) => {
    expect(sha256(text)).toBe(createHash("sha256").update(text, "utf8").digest("hex"));
  };
  for (let length = 50; length < 135; length++) one("x".repeat(length));
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), one));
});

test("canonical JSON does not depend on the order of keys, and is JSON", () => {
  expect(canonicalJson({ b: [1, { d: 2, c: null }], a: "x", u: undefined })).toBe('{"a":"x","b":[1,{"c":null,"d":2}]}');
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
