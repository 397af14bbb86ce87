import { describe, expect, test } from "vitest";
import type { State } from "../core/index.js";
import { distances, shellFraction } from "./distances.js";

const found = (q: number[], ...args: Parameters<typeof distances>): number[] => {
  const all: number[] = [];
  distances(...args)({ q: Float64Array.from(q) } as unknown as State, (d) => all.push(d));
  return all;
};

/** Three points of a plane that are followed by a number which belongs to none of them. */
const plane = [1, 1, 4, 5, 1, -11, 1000];

describe("distances", () => {
  test("in the plane, every pair of a group once", () => {
    const group = Int32Array.of(0, 2, 4);
    expect(found(plane, group, group, 2, undefined)).toEqual([5, 12, Math.hypot(3, 16)]);
  });

  test("in space, between two groups, without the distance of a point to itself", () => {
    const q = [1, 2, 3, 3, 5, 9, 1, 2, 10];
    expect(found(q, Int32Array.of(0), Int32Array.of(0, 3, 6), 3, undefined)).toEqual([7, 7]);
  });

  test("of nearest images in a periodic box", () => {
    expect(found(plane, Int32Array.of(0), Int32Array.of(4), 2, [10, 10])).toEqual([2]);
  });
});

test("a shell holds its fraction of an ideal gas in one, two and three dimensions", () => {
  expect(shellFraction([10], 1, 2)).toBeCloseTo(0.2, 14);
  expect(shellFraction([10, 5], 1, 2)).toBeCloseTo((3 * Math.PI) / 50, 14);
  expect(shellFraction([10, 5, 4], 1, 2)).toBeCloseTo((28 * Math.PI) / 600, 14);
});
