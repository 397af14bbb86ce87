import { expect, test } from "vitest";
import { Twins } from "./twins.js";

/** Lists of variables one after the other; the first entry of each is what all candidates share. */
function twinsOf(lists: readonly (readonly number[])[], elements: readonly number[]): [number, number][] {
  const start = Int32Array.from(lists, (_, i) => lists.slice(0, i).reduce((sum, list) => sum + list.length, 0));
  const length = Int32Array.from(lists, (list) => list.length);
  const twins = new Twins(start, length, Int32Array.from(elements), Int32Array.from(lists.flat()));
  const merged: [number, number][] = [];
  // one bucket for all, as if every sum were equal
  for (const i of lists.keys()) twins.add(i, 0);
  twins.mergeLike(0, (j, i) => merged.push([j, i]));
  return merged;
}

test("variables with the same list in any order are merged, and others are not", () => {
  // 0, 2 and 4 have {1, 3} behind the shared entry 0; 1 differs in an entry, 3 in length, 5 in the number of its elements
  const lists = [
    [0, 1, 3],
    [0, 1, 2],
    [0, 3, 1],
    [0, 1, 3, 2],
    [0, 1, 3],
    [0, 1, 3],
  ];
  const merged = twinsOf(lists, [1, 1, 1, 1, 1, 2]);
  expect(merged.map((pair) => [...pair].sort())).toEqual([
    [2, 4],
    [0, 4],
  ]);
});

test("the first entry is not compared", () => {
  expect(
    twinsOf(
      [
        [2, 1],
        [0, 1],
        [1, 0],
      ],
      [1, 1, 1],
    ),
  ).toEqual([[0, 1]]);
});
