import { expect, test } from "vitest";
import { fromDifferences, momentOf, valueAt } from "./motion.js";

test("a row is the running sum of its differences", () => {
  expect(fromDifferences([5, 1, -3, 0])).toEqual([5, 6, 3, 3]);
});

test("a time lies between two frames, also where frames are unevenly spaced", () => {
  const times = [0, 1, 10, 12];
  expect(momentOf(times, 0)).toEqual({ frame: 0, part: 0 });
  expect(momentOf(times, 1)).toEqual({ frame: 1, part: 0 });
  expect(momentOf(times, 7.75)).toEqual({ frame: 1, part: 0.75 });
  expect(momentOf(times, 12)).toEqual({ frame: 2, part: 1 });
});

test("times outside the run are its first and last", () => {
  expect(momentOf([2, 3], -5)).toEqual({ frame: 0, part: 0 });
  expect(momentOf([2, 3], 99)).toEqual({ frame: 0, part: 1 });
});

test("values between frames are on a straight line; one value stands for all times", () => {
  expect(valueAt([10, 20, 40], { frame: 1, part: 0.25 })).toBe(25);
  expect(valueAt([10, 20, 40], { frame: 2, part: 0 })).toBe(40);
  expect(valueAt([7], { frame: 3, part: 0.5 })).toBe(7);
});
