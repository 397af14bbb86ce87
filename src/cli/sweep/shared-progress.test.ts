import { expect, test } from "vitest";
import { SharedProgress } from "./shared-progress.js";

test("runs that are over count whole, those under way by their fraction, in the memory of all threads", () => {
  const first = new SharedProgress();
  const second = new SharedProgress(first.memory, 1);
  first.progress(0.25);
  second.progress(0.5);
  expect(first.done).toBe(0.75);
  second.finished("ok");
  expect([first.done, first.failed]).toEqual([1.25, 0]);
  first.finished("diverged");
  expect([second.done, second.failed, second.stopped]).toEqual([2, 1, false]);
  first.stop();
  expect(second.stopped).toBe(true);
});

test("the last thread that has a slot of its own fits into the memory", () => {
  const first = new SharedProgress();
  const last = new SharedProgress(first.memory, 255);
  last.progress(0.5);
  first.progress(0.25);
  expect(first.done).toBe(0.75);
});
