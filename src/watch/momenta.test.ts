import { expect, test } from "vitest";
import { rodSystem } from "../../test/fixtures/systems.js";
import type { Mechanics, Points } from "../core/index.js";
import { momenta } from "./momenta.js";

const mechanics = (points: Points | undefined, masses: readonly number[]): Mechanics => {
  const workspace = rodSystem({ name: "points", masses, rods: [], q: [], v: [] });
  return { ...workspace.mechanics!, points } as Mechanics;
};

test("in space the angular momentum is sum r x p", () => {
  // the four masses of the fixture have eight coordinates; six of them form two points here
  const points: Points = { dimension: 3, coordinates: Int32Array.of(0, 1, 2, 3, 4, 5) };
  const watch = momenta(mechanics(points, [1, 1, 1, 1]), new Float64Array(8))!;
  const out = new Float64Array(6);
  watch.measure(out, Float64Array.of(1, 2, 3, 0, 0, 1, 0, 0), Float64Array.of(4, 5, 6, 1, 0, 0, 9, 9));
  expect(watch.names).toEqual(["px", "py", "pz", "Lx", "Ly", "Lz"]);
  // (1,2,3) x (4,5,6) = (-3, 6, -3); (0,0,1) x (1,0,0) = (0, 1, 0)
  expect([...out]).toEqual([5, 5, 6, -3, 7, -3]);
});

test("on a line there is linear momentum only", () => {
  const points: Points = { dimension: 1, coordinates: Int32Array.of(1) };
  const watch = momenta(mechanics(points, [3]), new Float64Array(2))!;
  const out = new Float64Array(1);
  watch.measure(out, Float64Array.of(0, 0), Float64Array.of(0, 2));
  expect([watch.names, out[0]]).toEqual([["px"], 6]);
});

test("without points there are no momenta", () => {
  expect(momenta(mechanics(undefined, [1]), new Float64Array(2))).toBeUndefined();
});
