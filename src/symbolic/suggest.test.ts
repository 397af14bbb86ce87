import { expect, test } from "vitest";
import { editDistance, nearest } from "./suggest.js";

test.each([
  ["", "", 0],
  ["abc", "abc", 0],
  ["abc", "", 3],
  ["kitten", "sitting", 3],
  ["theta", "tehta", 1],
  ["omega", "omga", 1],
])("the distance from %j to %j is %i", (a, b, expected) => {
  expect(editDistance(a, b)).toBe(expected);
  expect(editDistance(b, a)).toBe(expected);
});

test("a distance beyond the bound is not computed exactly", () => {
  expect(editDistance("abcdef", "uvwxyz", 2)).toBe(3);
  expect(editDistance("a", "abcdef", 2)).toBe(3);
});

test("the nearest name is found, but only if it is near enough", () => {
  const names = ["theta", "omega", "length", "k2", "x"];
  expect(nearest("thta", names)).toBe("theta");
  expect(nearest("OMEGA", names)).toBe("omega");
  expect(nearest("lenght", names)).toBe("length");
  expect(nearest("k", names)).toBe("k2");
  expect(nearest("q", names)).toBeUndefined();
  expect(nearest("stiffness", names)).toBeUndefined();
});

test("the first of several equally near names is chosen", () => expect(nearest("k3", ["k1", "k2"])).toBe("k1"));

test("a name of a million characters takes no time", () => {
  expect(nearest("a".repeat(1e6), ["alpha"])).toBeUndefined();
});
