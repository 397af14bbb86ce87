import { expect, test } from "vitest";
import { halvesOf } from "./halves.js";

test("the halves are views: writing to a half changes the array", () => {
  const halves = halvesOf(2);
  const y = Float64Array.of(1, 2, 3, 4);
  halves(y).v[0] = 7;
  expect([...y]).toEqual([1, 2, 7, 4]);
  expect([...halves(y).q]).toEqual([1, 2]);
});

test("an array seen before gives the same views, whatever the order of calls", () => {
  const halves = halvesOf(1);
  const arrays = Array.from({ length: 20 }, () => new Float64Array(2));
  const first = arrays.map(halves);
  for (const order of [
    [3, 1, 2],
    [19, 0, 19],
    [5, 5, 4],
  ]) {
    for (const i of order) expect(halves(arrays[i])).toBe(first[i]);
  }
});

test("views are still right for more arrays than it remembers", () => {
  const halves = halvesOf(1);
  const arrays = Array.from({ length: 200 }, (_, i) => Float64Array.of(i, -i));
  for (let round = 0; round < 2; round++) {
    for (const [i, y] of arrays.entries()) expect([halves(y).q[0], halves(y).v[0]]).toEqual([i, -i]);
  }
});
