/** Reactions against closed forms, against each other, and by name. */

import { expect, test } from "vitest";
import { run } from "../../src/index.js";
import { machines } from "./machines.js";

const planar = machines["a planar four-bar of bodies"];
const twin = machines["a four-bar with redundant hinges in space"];
const mixed = machines["a bar, a flat body and a solid one on ball, universal and hinge"];
const cart = machines["a slider, a weld and a hinge with a push off the centre"];

test("the hinge of a driven rod carries its weight, its circular motion, and the torque that the drive needs", () => {
  // the angle is w t + a t^2/2 by a constraint on the director, the hinge is at the end of the rod
  const [m, l, J, w, a, g] = [2, 0.6, 0.05, 3, 1.5, 9.81];
  const solution = run(
    {
      taut: 1,
      parameters: { w, a },
      bodies: { rod: { mass: m, inertia: J, at: [l, 0], velocity: [0, l * w], spin: w } },
      joints: [{ ball: { between: ["world", "rod"], at: [0, 0], name: "pin" } }],
      constraints: { drive: "rod_d1_x*sin(w*t + a*t^2/2) - rod_d1_y*cos(w*t + a*t^2/2)" },
      elements: [{ gravity: [0, -g] }],
      outputs: { motor: "torque(drive, rod)", load: "norm(reaction(pin, rod))" },
    },
    { until: 1, every: 0.1, rtol: 1e-11, atol: 1e-12 },
  );
  const pin = solution.reaction("pin", { axes: "rod" });
  const drive = solution.reaction("drive");
  expect(pin).toMatchObject({ of: "pin", on: "rod", axes: "rod" });
  expect(drive).toMatchObject({ of: "drive", on: "rod", axes: "world" });
  solution.times.forEach((t, i) => {
    const [angle, rate] = [w * t + (a * t * t) / 2, w + a * t];
    // in the axes of the rod: outwards, and in the direction of turning
    expect(pin.force[0][i]).toBeCloseTo(-m * l * rate * rate + m * g * Math.sin(angle), 7);
    expect(pin.force[1][i]).toBeCloseTo(m * l * a + m * g * Math.cos(angle), 7);
    expect(pin.torque[0][i]).toBeCloseTo(0, 9);
    expect(drive.torque[0][i]).toBeCloseTo((J + m * l * l) * a + m * g * l * Math.cos(angle), 7);
    expect(Math.hypot(drive.force[0][i], drive.force[1][i])).toBe(0);
    expect(solution.of("motor")[i]).toBeCloseTo(drive.torque[0][i], 9);
    expect(solution.of("load")[i]).toBeCloseTo(Math.hypot(pin.force[0][i], pin.force[1][i]), 9);
    expect(pin.place[0][i]).toBeCloseTo(0, 9);
    expect(pin.place[1][i]).toBeCloseTo(0, 9);
  });
});

test("joints act on their two bodies with opposite forces and torques at the same place", () => {
  const pairs = [
    [planar, "B", "crank", "coupler"],
    [twin, "C", "coupler", "rocker"],
    [mixed, "elbow", "bar", "plate"],
    [mixed, "cardan", "plate", "solid"],
    [cart, "bolts", "cart", "mast"],
    [cart, "hook", "mast", "flap"],
  ] as const;
  for (const [machine, joint, first, second] of pairs) {
    const solution = run(machine, { until: 0.5, every: 0.1, rtol: 1e-9 });
    const [a, b] = [first, second].map((on) => solution.reaction(joint, { on }));
    const largest = Math.max(...a.force.flatMap((c) => Array.from(c, Math.abs)));
    expect(largest).toBeGreaterThan(0.1);
    for (const what of ["force", "torque"] as const)
      a[what].forEach((column, c) => {
        column.forEach((value, i) => {
          expect(Math.abs(value + b[what][c][i])).toBeLessThan(1e-9 * largest);
        });
      });
    a.place.forEach((column, c) => {
      column.forEach((value, i) => {
        expect(value).toBeCloseTo(b.place[c][i], 8);
      });
    });
  }
});

test("axes of a body are those of the world, turned; rods and coordinates have forces only", () => {
  const solution = run(cart, { until: 0.5, every: 0.25 });
  const [world, turned] = ["world", "flap"].map((axes) => solution.reaction("hook", { on: "flap", axes }));
  for (const what of ["force", "torque"] as const)
    solution.times.forEach((_, i) => {
      const size = (r: typeof world): number => Math.hypot(...r[what].map((c) => c[i]));
      expect(size(turned)).toBeCloseTo(size(world), 9);
      const d = [1, 2, 3].map((k) => ["x", "y", "z"].map((c) => solution.of(`flap_d${k}_${c}`)[i]));
      d.forEach((axis, k) => {
        const along = axis.reduce((sum, x, c) => sum + x * world[what][c][i], 0);
        expect(turned[what][k][i]).toBeCloseTo(along, 9);
      });
    });

  const pendulum = {
    taut: 1,
    points: { bob: { mass: 2, at: [1, 0] }, tip: { mass: 1, at: [2, 0] } },
    elements: [
      { rod: { between: ["origin", "bob"], name: "upper" } },
      { rod: { between: ["bob", "tip"], name: "lower" } },
      { gravity: [0, -9.81] },
    ],
    run: { until: 1 },
  };
  const swung = run(pendulum, { every: 0.5 });
  const lower = swung.reaction("lower", { on: "tip" });
  expect(lower.torque).toEqual([]);
  const tension = swung.multiplier("lower");
  swung.times.forEach((_, i) => {
    const dx = swung.of("tip_x")[i] - swung.of("bob_x")[i];
    // lambda is the force along the rod, since the constraint is its length
    expect(Math.abs(lower.force[0][i])).toBeCloseTo(Math.abs(tension[i] * dx), 9);
  });
});

test("multipliers and expressions of a redundant machine have values after the run", () => {
  const solution = run(twin, { until: 0.5, every: 0.25 });
  expect(solution.redundancy!.constraints).toHaveLength(3);
  expect(solution.multiplier("A_x").every(Number.isFinite)).toBe(true);
  expect(solution.of("coupler_x''").every(Number.isFinite)).toBe(true);
});

test("redundant hinges: forces in the plane and torques about the hinges are determined, the others are not", () => {
  const solution = run(twin, { until: 0.5, every: 0.25 });
  for (const name of ["A", "B", "C", "D"]) {
    const { determined } = solution.reaction(name, {
      on: name === "D" ? "rocker" : name === "C" ? "coupler" : "crank",
    });
    expect(determined).toEqual({ force: [true, true, false], torque: [false, false, true] });
  }
  const plane = run(planar, { until: 0.5, every: 0.25 });
  expect(plane.reaction("A").determined).toEqual({ force: [true, true], torque: [true] });
});

test("names that do not fit are refused with those that do", () => {
  const solution = run(mixed, { until: 0.1, every: 0.1 });
  expect(() => solution.reaction("elbo")).toThrow(/"elbo" is not a name of this model. Did you mean "elbow"/);
  expect(() => solution.reaction("elbow")).toThrow(/"elbow" acts on "bar" and "plate". Name one of them/);
  expect(() => solution.reaction("elbow", { on: "solid" })).toThrow(
    /does not act on "solid", but on "bar" and "plate"/,
  );
  expect(() => solution.reaction("ground", { axes: "bar" })).toThrow(/"bar" is a bar and has one/);
  const wrong =
    (outputs: object, more = {}) =>
    () =>
      run({ ...mixed, outputs, ...more });
  expect(wrong({ x: "torque(elbow, solid)" })).toThrow(/exerts no torque on "solid".*Known are: bar, plate/);
  expect(wrong({ x: "torque(elbow)" })).toThrow(/torque takes a joint and a body/);
  expect(wrong({ x: "torque(knee, bar)" })).toThrow(/there is no joint "knee"/);
  expect(wrong({}, { force: { bar: ["x(torque(elbow, bar))", 0, 0] } })).toThrow(
    /only outputs may read torques of joints/,
  );
});
