import { describe, expect, test } from "vitest";
import { run } from "../run/index.js";

/** A rope between two hooks whose beads are given on a parabola, with rods of another length than their distances. */
const rope = (length: number, sag: number) => ({
  taut: 1,
  parameters: { n: 199, L: 50 },
  points: {
    bead: { repeat: "n", mass: 1, at: ["L*(i + 1)/(n + 1)", `-4*${sag}*(i + 1)/(n + 1)*(1 - (i + 1)/(n + 1))`] },
    hook: { fixed: true, at: ["L", 0] },
  },
  elements: [
    { rod: { between: ["origin", "bead[0]"], length } },
    { rod: { repeat: "n - 1", between: ["bead[i]", "bead[i+1]"], length } },
    { rod: { between: ["bead[n-1]", "hook"], length } },
  ],
  run: { until: 0 },
});

describe("a start off the constraints is moved onto them where the largest residual does not fall at every iteration", () => {
  test.each([
    [0.268, 5],
    [0.27, 5],
    [0.27, 8],
    [0.3, 8],
    [0.27, 1],
  ])("rods of length %f, given with a sag of %f", (length, sag) => {
    const { status, start } = run(rope(length, sag));
    expect(status).toBe("ok");
    expect(start!.position.before).toBeGreaterThan(1e-3);
    // newton's tolerance
    expect(start!.position.after).toBeLessThan(1e-12);
  });
});

describe("a rope of two hundred links that is given much too long is shortened until its links fit", () => {
  test.each([
    [0.255, 8],
    [0.2501, 8],
    [0.252, 40],
    [0.3, 40],
  ])("rods of length %f, given with a sag of %f", (length, sag) => {
    const { status, start, failure } = run(rope(length, sag));
    expect(failure?.message).toBeUndefined();
    expect(status).toBe("ok");
    expect(start!.position.after).toBeLessThan(1e-12);
  });
});

test("a rope that is too short for its hooks has no start, and the run says so", () => {
  const { status, failure } = run(rope(0.24, 5));
  expect(status).not.toBe("ok");
  expect(failure!.message).toContain("no consistent start was found");
});

test("a body whose spin does not fit the velocity of its centre: the change of the start is a warning", () => {
  // a pendulum that spins about its hinge while its centre is said to rest
  const model = {
    taut: 1,
    bodies: { arm: { mass: 1, inertia: 0.01, at: [1, 0], spin: -4.6 } },
    joints: [{ ball: { between: ["world", "arm"], at: [0, 0], name: "pin" } }],
    run: { until: 0 },
  };
  const { warnings, v } = run(model);
  expect(Math.abs(v[3])).toBeLessThan(0.1);
  expect(warnings).toEqual([
    expect.stringMatching(
      /^the start was changed: arm_d1_y' was given as -4\.6 and became -0\.0\d+, because of the constraint "pin_y"\./,
    ),
  ]);
});
