import { expect, test } from "vitest";
import { writeStart } from "./initial-state.js";

test("a start is coordinates, velocities, then states; guesses of algebraic variables are handed back", () => {
  const y = new Float64Array(6);
  const guesses = writeStart(y, { q0: Float64Array.of(1, 2, 5, 6, 7), v0: Float64Array.of(3, 4) });
  expect([...y]).toEqual([1, 2, 3, 4, 5, 6]);
  expect([...guesses]).toEqual([7]);
});
