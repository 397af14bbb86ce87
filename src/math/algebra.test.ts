import { expect, test } from "vitest";
import { nearest } from "./algebra.js";
import { numbers } from "./numbers.js";

test("the nearest integer of a tie is the even one, and of other numbers that of Math.round", () => {
  expect([-2.5, -1.5, -0.5, 0.5, 1.5, 2.5, 3.5].map((x) => nearest(numbers, x))).toEqual([-2, -2, 0, 0, 2, 2, 4]);
  for (const x of [-7.4, -0.1, 0.4999, 3.7, 1e9 + 0.25, 2 ** 50 + 0.75])
    expect(nearest(numbers, x)).toBe(Math.round(x) + 0);
  expect(Object.is(nearest(numbers, -0.25), 0)).toBe(true);
});
