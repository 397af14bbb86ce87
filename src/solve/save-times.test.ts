import { expect, test } from "vitest";
import { listedTimes, regularTimes, type SaveTimes } from "./save-times.js";

const all = (times: SaveTimes): number[] => {
  const list: number[] = [];
  for (; !Number.isNaN(times.time); times.take()) list.push(times.time);
  return list;
};

test("a list is taken in its order", () => {
  expect(all(listedTimes([0, 0.5, 2]))).toEqual([0, 0.5, 2]);
  expect(all(listedTimes([]))).toEqual([]);
});

test("regular times are multiples, not sums: the last is the end itself when it is a multiple", () => {
  const times = all(regularTimes(0, 10, 0.1));
  expect(times.length).toBe(101);
  expect(times[3]).toBe(3 * 0.1);
  expect(times[100]).toBe(10);
});

test("an end that is not a multiple is not a saved time", () => {
  expect(all(regularTimes(1, 2, 0.3))).toEqual([1, 1.3, 1.6, 1.9]);
});

test("backward in time the times descend", () => {
  expect(all(regularTimes(1, -1, 0.5))).toEqual([1, 0.5, 0, -0.5, -1]);
});

test("a run of no length saves the start alone", () => {
  expect(all(regularTimes(3, 3, 0.5))).toEqual([3]);
});

test("skip continues at the position of a checkpoint", () => {
  const times = regularTimes(0, 1, 0.25);
  times.skip(3);
  expect(all(times)).toEqual([0.75, 1]);
});
