import { expect, test } from "vitest";
import { TautError } from "../core/index.js";
import { schedule } from "./schedule.js";

test("a schedule of the model or the caller is kept", () => {
  expect(schedule({ every: 0.1 }, 10, 5, 400)).toEqual({ every: 0.1 });
  expect(schedule({ saveAt: [0, 1] }, 10, 5, 400)).toEqual({ saveAt: [0, 1] });
});

test("without settings the frames divide the run; a run of no length has none", () => {
  expect(schedule({}, 10, 5, 400)).toEqual({ every: 0.025 });
  expect(schedule({}, 0, 5, 400)).toEqual({});
  expect(schedule({}, 10, 5, undefined)).toEqual({});
});

test("large states get fewer frames", () => {
  const { every } = schedule({}, 10, 500_001, 400);
  expect(10 / every!).toBeGreaterThan(50);
  expect(10 / every!).toBeLessThan(100);
});

test.each([1e-9, 1e-300])("an interval of %s is refused, and the one that the message advises is not", (every) => {
  for (const [span, width] of [
    [10, 6],
    [10.7, 1234],
    [3e-7, 17],
  ]) {
    const small = every * Math.min(1, span);
    expect(() => schedule({ every: small }, span, width, undefined)).toThrow(TautError);
    try {
      schedule({ every: small }, span, width, undefined);
    } catch (error) {
      const { where, what } = error as TautError;
      expect(where).toBe("run.every");
      const advised = Number(/every (\S+) or more/.exec(what)![1]);
      expect(schedule({ every: advised }, span, width, undefined)).toEqual({ every: advised });
    }
  }
});
