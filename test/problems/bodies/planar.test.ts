/** Bodies in the plane by every method with error control, against their angle from the equation of a pendulum. */

import { describe, expect, test } from "vitest";
import { dop853 } from "../../../src/entry/methods.js";
import { ode, registry, run, solve } from "../../../src/index.js";

const length = 0.8;
const mass = 1.3;
const inertia = 0.07;
const gravity = 9.81;
const until = 1.5;
const rtol = 1e-6;

/** A body on a pin at its end; `angle` is measured from the horizontal. */
const pendulum = {
  taut: 1,
  bodies: { arm: { mass, inertia, at: [(length / 2) * Math.cos(0.3), (length / 2) * Math.sin(0.3)], angle: 0.3 } },
  joints: [{ ball: { name: "pin", between: ["world", "arm"], at: [0, 0] } }],
  elements: [{ gravity: [0, -gravity] }],
  run: { until },
};

const [angle] = solve(
  ode(
    (dy, _t, [a, w]) => {
      dy[0] = w;
      dy[1] = (-mass * gravity * (length / 2) * Math.cos(a)) / (inertia + mass * (length / 2) ** 2);
    },
    [0.3, 0],
  ),
  { method: dop853(), rtol: 1e-12, until },
).y;

const controlled = registry.method.filter(({ make }) => make({}).estimatesError).map(({ name }) => name);

describe.each(controlled)("%s", (method) => {
  // errors of a few hundred tolerances add up over the steps of low-order methods
  test("a pendulum ends at the angle of its equation to 5e-4 at rtol 1e-6", () => {
    const solution = run(pendulum, { method, rtol });
    expect(solution.status).toBe("ok");
    const [x, y] = ["x", "y"].map((axis) => solution.of(`${axis}(arm_d1)`).at(-1)!);
    expect(Math.hypot(x - Math.cos(angle), y - Math.sin(angle))).toBeLessThan(5e-4);
  });

  test("a free body turns by spin times time to 5e-4", () => {
    const free = { taut: 1, bodies: { b: { mass, inertia, at: [0.5, 0], spin: 2 } }, run: { until } };
    const solution = run(free, { method, rtol });
    expect(solution.status).toBe("ok");
    const [x, y] = ["x", "y"].map((axis) => solution.of(`${axis}(b_d1)`).at(-1)!);
    expect(Math.hypot(x - Math.cos(2 * until), y - Math.sin(2 * until))).toBeLessThan(5e-4);
  });
});
