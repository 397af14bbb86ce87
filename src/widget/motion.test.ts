import { expect, test } from "vitest";
import { link, point, scene } from "../scene/scene.fixture.js";
import { Motion } from "./motion.js";
import { sharedBounds } from "./picture.js";

const made = scene({
  points: [point(0, { name: "bob" }), point(-1, { name: "pivot", at: [0, 0] })],
  links: [link(1, 0)],
});

/** A bob at (t^2, 0) with its velocity, at times 0, 1 and 2. */
function falling(): Motion {
  const motion = new Motion({ scene: made, names: ["x", "y", "x'", "y'"], n: 2 });
  const rows = (times: number[]) => ({
    times: Float64Array.from(times),
    states: Float64Array.from(times.flatMap((t) => [t * t, 0, 2 * t, 0])),
    tensions: Float64Array.from(times, (t) => -3 * t),
  });
  motion.add(rows([0, 1]));
  motion.add(rows([2]));
  return motion;
}

test("between frames the places follow the cubic through positions and velocities", () => {
  const motion = falling();
  expect(motion.count).toBe(3);
  expect(motion.reached).toBe(2);
  for (const t of [0, 0.3, 1, 1.5, 2]) expect(motion.placesNear(t)[0]).toBeCloseTo(t * t, 12);
  expect([motion.rowAt(-1), motion.rowAt(0.99), motion.rowAt(1), motion.rowAt(9)]).toEqual([0, 0, 1, 2]);
});

test("tensions are parts of the strongest one", () => {
  expect([falling().tension(0, 0), falling().tension(1, 0), falling().tension(2, 0)]).toEqual([-0, -0.5, -1]);
});

test("a run backwards finds its frames", () => {
  const motion = new Motion({ scene: made, names: ["x", "y"], n: 0 });
  motion.add({ times: Float64Array.of(0, -1, -2), states: new Float64Array(6), tensions: new Float64Array(3) });
  expect([motion.rowAt(-0.5), motion.rowAt(-1.5), motion.rowAt(-7)]).toEqual([0, 1, 2]);
});

test("the bounds of a picture contain all motions, and have an extent where the motion has none", () => {
  const { low, high } = sharedBounds([falling()]);
  expect([low[0], high[0]]).toEqual([0, 4]);
  expect(high[1] - low[1]).toBeGreaterThan(0.5);
  const still = new Motion({ scene: made, names: ["x", "y"], n: 0 });
  const nothing = sharedBounds([still]);
  expect([...nothing.low, ...nothing.high].every(Number.isFinite)).toBe(true);
});
