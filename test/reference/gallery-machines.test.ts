import { describe, expect, test } from "vitest";
import { run } from "../../src/index.js";
import { load } from "./gallery.js";

/**
 * Machines of the gallery against references that share no bodies or joints with them: positions in closed form, or the same
 * machine in as few coordinates as it has degrees of freedom. Positions agree to 1e-8.
 */

const tight = { rtol: 1e-11, atol: 1e-13 };
type Point = readonly [number, number];

/** A machine of the gallery at the time `until`; values by name. */
function machine(file: string, until: number): (name: string) => number {
  const result = run(load(file), { until, ...tight });
  expect(result.failure).toBeUndefined();
  expect(result.status).toBe("ok");
  return (name) => {
    const values = result.of(name);
    return values[values.length - 1];
  };
}

/** The point at these distances from two others, on the left of the line from the first to the second if `side` is 1. */
function meet([px, py]: Point, r: number, [qx, qy]: Point, s: number, side: 1 | -1): Point {
  const d = Math.hypot(qx - px, qy - py);
  const [ux, uy] = [(qx - px) / d, (qy - py) / d];
  const x = (d * d + r * r - s * s) / (2 * d);
  const h = side * Math.sqrt(r * r - x * x);
  return [px + x * ux - h * uy, py + x * uy + h * ux];
}

describe("machines of the gallery against references", () => {
  test("the engine turns as one coordinate with the kinetic energy of all its parts", () => {
    const of = machine("engine", 0.3);
    const root = "sqrt(l^2 - r^2*sin(phi - k*pi/2)^2)";
    const [s, c] = ["r*sin(phi - k*pi/2)", "r*cos(phi - k*pi/2)"];
    const ds = `(-${s} - ${s}*${c}/${root})`;
    const single = run(
      {
        taut: 1,
        parameters: { r: 0.04, l: 0.14, J: 0.03, rod: 0.4, piston: 0.5 },
        coordinates: { phi: { velocity: 60 } },
        kinetic: `phi'^2/2*(J + sum(k, 0, 3, piston*${ds}^2 + rod*((${ds} - ${s})^2 + (${c})^2)/4 + rod*l^2/12*(${c})^2/${root}^2))`,
        force: { phi: "30 - 0.1*phi'" },
      },
      { until: 0.3, ...tight },
    );
    expect(of("shaft_angle")).toBeCloseTo(single.q[0], 8);
    const [r, l, phi] = [0.04, 0.14, single.q[0]];
    for (const [k, sign] of [
      [0, 1],
      [2, -1],
    ])
      expect(sign * of(`piston[${k}]_x`)).toBeCloseTo(
        sign * r * Math.cos(phi) + Math.sqrt(l * l - (r * Math.sin(phi)) ** 2),
        8,
      );
  });

  test("the ram of the quick-return follows the arm, whose direction is that of the crank pin", () => {
    const [r, d, l, t] = [0.1, 0.25, 0.6, 1.37];
    const of = machine("quick-return", t);
    const angle = Math.atan2(d + r * Math.sin(2 * Math.PI * t), r * Math.cos(2 * Math.PI * t));
    expect(of("ram_x")).toBeCloseTo(l * Math.cos(angle), 8);
    expect(of("pivot_angle")).toBeCloseTo(angle - Math.atan2(d, r), 8);
  });

  test("the coupler of the Watt linkage is where two circles meet", () => {
    const t = 2.3;
    const of = machine("watt", t);
    const theta = 0.4 * Math.sin(2 * t) ** 2;
    const top: Point = [-1 + Math.cos(theta), 0.25 + Math.sin(theta)];
    const foot = meet(top, 0.5, [1, -0.25], 1, -1);
    expect(of("coupler_middle_x")).toBeCloseTo((top[0] + foot[0]) / 2, 8);
    expect(of("coupler_middle_y")).toBeCloseTo((top[1] + foot[1]) / 2, 8);
  });

  test("the foot of Jansen's leg is where circles with his lengths meet, at the angle that the motor has reached", () => {
    const of = machine("jansen", 2.1);
    const angle = of("motor_angle");
    const hub: Point = [-0.38, -0.078];
    const pin: Point = [0.15 * Math.cos(angle), 0.15 * Math.sin(angle)];
    const knee = meet(pin, 0.5, hub, 0.415, -1);
    const heel = meet(pin, 0.619, hub, 0.393, 1);
    const hip = meet(hub, 0.401, knee, 0.558, 1);
    const ankle = meet(hip, 0.394, heel, 0.367, -1);
    const toe = meet(ankle, 0.657, heel, 0.49, -1);
    expect(of("foot_toe_x")).toBeCloseTo(toe[0], 8);
    expect(of("foot_toe_y")).toBeCloseTo(toe[1], 8);
    expect(angle).toBeGreaterThan(2 * Math.PI);
  });

  test("the Stewart platform has the pose from which the lengths of its legs were computed", () => {
    const t = 1.9;
    const of = machine("stewart", t);
    expect(of("plate_x")).toBeCloseTo(0.15 * Math.sin(t), 8);
    expect(of("plate_y")).toBeCloseTo(0, 8);
    expect(of("plate_z")).toBeCloseTo(0.8 + 0.1 * Math.sin(3 * t), 8);
    expect(of("plate_d1_y")).toBeCloseTo(Math.sin(0.3 * Math.sin(2 * t)), 8);
  });

  test("the plate of the delta robot is where three spheres meet, and does not tilt", () => {
    const t = 1.3;
    const of = machine("delta-robot", t);
    const swing = [0.3 * Math.sin(2 * t) ** 2, 0.25 * Math.sin(3 * t) ** 2, 0.2 * Math.sin(4 * t) ** 2];
    const centres = swing.map((angle, k) => {
      const [out, turn] = [0.2 + 0.25 * Math.cos(angle) - 0.05, (2 * Math.PI * k) / 3];
      return [out * Math.cos(turn), out * Math.sin(turn), -0.25 * Math.sin(angle)];
    });
    const plate = ["x", "y", "z"].map((axis) => of(`plate_${axis}`));
    // Newton's method on the three spheres, from below, as a reference for the place
    const p = [0, 0, -0.6];
    for (let step = 0; step < 30; step++) {
      const rows = centres.map((c) => c.map((x, i) => p[i] - x));
      const right = rows.map((row) => (0.36 - row.reduce((sum, x) => sum + x * x, 0)) / 2);
      const det = (a: readonly (readonly number[])[]): number =>
        a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) -
        a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
        a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
      const all = det(rows);
      const move = [0, 1, 2].map((c) => det(rows.map((row, r) => row.map((x, k) => (k === c ? right[r] : x)))) / all);
      for (const [i, x] of move.entries()) p[i] += x;
    }
    for (const [i, x] of plate.entries()) expect(x).toBeCloseTo(p[i], 8);
    expect(of("plate_d1_x")).toBeCloseTo(1, 8);
    expect(of("plate_d2_y")).toBeCloseTo(1, 8);
  });

  test("the gyroscope moves as the angles of its rings and its rotor do", () => {
    const of = machine("gyroscope", 1);
    const single = run(
      {
        taut: 1,
        parameters: { A: (3 * 0.0036 + 0.0009) / 12, C: 0.0018, m: 0.2, d: 0.1 },
        coordinates: { psi: 0, nod: 0, phi: { velocity: 150 } },
        kinetic:
          "0.003*psi'^2/2 + (0.001*nod'^2 + 0.0015*psi'^2*sin(nod)^2 + 0.002*psi'^2*cos(nod)^2)/2 + m*d^2/2*(nod'^2 + psi'^2*cos(nod)^2) + A/2*(nod'^2 + psi'^2*cos(nod)^2) + C/2*(phi' + psi'*sin(nod))^2",
        potential: "m*9.81*d*sin(nod)",
      },
      { until: 1, ...tight },
    );
    expect(of("turn_angle")).toBeCloseTo(single.q[0], 8);
    expect(of("nod_angle")).toBeCloseTo(single.q[1], 8);
    expect(of("spindle_angle")).toBeCloseTo(single.q[2], 7);
  });

  test("the differential shares its torque as two coordinates do", () => {
    const of = machine("differential", 2);
    const star = (0.3 * (3 * 0.0009 + 0.0004)) / 12 + 0.3 * 0.0025;
    const single = run(
      {
        taut: 1,
        parameters: { cage: 0.015 + star, J: 0.00125, spin: ((0.3 * 0.0009) / 2) * (25 / 9) },
        coordinates: { c: 0, x: 0 },
        kinetic: "cage/2*c'^2 + J/2*((c' + x')^2 + (c' - x')^2) + spin/2*x'^2",
        force: { c: "4 - 0.02*(c' + x') - 0.08*(c' - x')", x: "-0.02*(c' + x') + 0.08*(c' - x')" },
      },
      { until: 2, ...tight },
    );
    expect(of("cage_angle") / 100).toBeCloseTo(single.q[0] / 100, 8);
    expect(of("left_angle") / 100).toBeCloseTo(single.q[1] / 100, 8);
    expect(of("left_angle") + of("right_angle")).toBeCloseTo(0, 7);
  });

  test("the follower is as high as the radius of the cam under it", () => {
    const t = 0.77;
    const of = machine("cam", t);
    expect(of("follower_tip_y")).toBeCloseTo(0.05 - 0.01 * Math.cos(50 * t), 9);
    expect(of("follower_tip_x")).toBeCloseTo(0, 9);
  });

  test("the load of the crane swings as a pendulum with a moving support", () => {
    const of = machine("crane", 5);
    const single = run(
      {
        taut: 1,
        parameters: { l: 3, T: 2 * Math.PI * Math.sqrt(3 / 9.81) },
        coordinates: { theta: 0 },
        mass: 1,
        force: { theta: "-9.81/l*sin(theta) - where(T - t, 2*2*pi/T^2*sin(2*pi*t/T), 0)/l*cos(theta)" },
      },
      { until: 5, ...tight, maxStep: 0.05 },
    );
    expect(of("load_x") - 2).toBeCloseTo(3 * Math.sin(single.q[0]), 8);
    expect(of("load_y")).toBeCloseTo(-3 * Math.cos(single.q[0]), 8);
  });

  test("the scissor lift is as high as its bars say, for any number of stages", () => {
    for (const n of [2, 5]) {
      const result = run(load("scissor-lift"), { until: 2.2, set: { n }, ...tight });
      expect(result.status).toBe("ok");
      const width = 0.9 - 0.3 * Math.sin(1.1) ** 2;
      const top = result.of("top");
      expect(top[top.length - 1]).toBeCloseTo(n * Math.sqrt(1 - width * width), 8);
    }
  });

  test("the quarter car comes to rest after the bump", () => {
    const result = run(load("wishbone"), { until: 12, ...tight });
    expect(result.status).toBe("ok");
    for (const name of ["car_y'", "wheel_y'"]) expect(Math.abs(result.of(name).at(-1)!)).toBeLessThan(1e-4);
  });
});
