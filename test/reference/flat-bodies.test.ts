/** Bodies with a singular Euler tensor have fewer directors and still move correctly. */

import { expect, test } from "vitest";
import { catalogue } from "../../src/elements/index.js";
import { lower, run, validateModel } from "../../src/index.js";

const settings = { until: 3, rtol: 1e-11, atol: 1e-12 };

test("a bar on a ball joint swings in its plane as a pendulum with its moment about the end", () => {
  const [m, J, l, g] = [2, 0.3, 0.6, 9.81];
  const bar = {
    taut: 1,
    bodies: { bar: { mass: m, inertia: [0, J, J], at: [l, 0, 0] } },
    joints: [{ ball: { between: ["world", "bar"], at: [0, 0, 0] } }],
    elements: [{ gravity: [0, 0, -g] }],
  };
  const single = { taut: 1, coordinates: { a: { at: 0 } }, mass: J + m * l * l, potential: `${m * g * l}*sin(a)` };
  const [one, other] = [run(bar, { ...settings }), run(single, { ...settings })];
  expect(one.q).toHaveLength(6);
  expect(Math.abs(one.q[0] - l * Math.cos(other.q[0]))).toBeLessThan(1e-8);
  expect(Math.abs(one.q[2] - l * Math.sin(other.q[0]))).toBeLessThan(1e-8);
});

test("a lamina on a hinge along its edge swings as a pendulum", () => {
  const [m, I1, I2, l, g] = [2, 0.3, 0.5, 0.6, 9.81];
  const door = {
    taut: 1,
    bodies: { door: { mass: m, inertia: [I1, I2, I1 + I2], at: [l, 0, 0] } },
    joints: [{ hinge: { between: ["world", "door"], at: [0, 0, 0], axis: [0, 1, 0] } }],
    elements: [{ gravity: [0, 0, -g] }],
  };
  const single = { taut: 1, coordinates: { a: { at: 0 } }, mass: I2 + m * l * l, potential: `${m * g * l}*sin(a)` };
  const [one, other] = [run(door, { ...settings }), run(single, { ...settings })];
  expect(one.q).toHaveLength(9);
  expect(Math.abs(one.q[0] - l * Math.cos(other.q[0]))).toBeLessThan(1e-8);
  expect(Math.abs(one.q[2] - l * Math.sin(other.q[0]))).toBeLessThan(1e-8);
});

test("water as a body, which a note says is flat, turns like its three atoms on rods", () => {
  const [mO, mH, r, half] = [16, 1, 0.9572, (104.52 / 2) * (Math.PI / 180)];
  const [x, y] = [r * Math.cos(half), r * Math.sin(half)];
  const whole = mO + 2 * mH;
  const centre = (2 * mH * x) / whole;
  // about the axis of symmetry, about the line of the hydrogens' direction, about the normal
  const I1 = 2 * mH * y * y;
  const I2 = mO * centre * centre + 2 * mH * (x - centre) ** 2;
  const spin = [1.3, -0.7, 0.4];
  const [vO, vH1, vH2] = [
    [-centre, 0],
    [x - centre, y],
    [x - centre, -y],
  ].map(([a, b]) => ({ at: [a, b, 0], velocity: [-spin[2] * b, spin[2] * a, spin[0] * b - spin[1] * a] }));
  const atoms = {
    taut: 1,
    points: { o: { mass: mO, ...vO }, h1: { mass: mH, ...vH1 }, h2: { mass: mH, ...vH2 } },
    elements: [
      ["o", "h1"],
      ["o", "h2"],
      ["h1", "h2"],
    ].map((between) => ({ rod: { between } })),
  };
  const body = { taut: 1, bodies: { water: { mass: whole, inertia: [I1, I2, I1 + I2], at: [0, 0, 0], spin } } };
  expect(lower(validateModel(body, catalogue), catalogue).notes).toEqual([
    expect.stringContaining("bodies.water: the body is flat"),
  ]);
  const [one, other] = [run(atoms, { ...settings }), run(body, { ...settings })];
  expect(other.q).toHaveLength(9);
  const place = (a: number, b: number) => [0, 1, 2].map((i) => other.q[i] + a * other.q[3 + i] + b * other.q[6 + i]);
  const expected = [...place(-centre, 0), ...place(x - centre, y), ...place(x - centre, -y)];
  expected.forEach((value, i) => {
    expect(Math.abs(one.q[i] - value)).toBeLessThan(1e-8);
  });
});

test("a body in the plane has one director, and a bar on a pin swings as a pendulum", () => {
  const [m, J, l, g] = [2, 0.3, 0.6, 9.81];
  const bar = {
    taut: 1,
    bodies: { bar: { mass: m, inertia: J, at: [l, 0] } },
    joints: [{ ball: { between: ["world", "bar"], at: [0, 0] } }],
    elements: [{ gravity: [0, -g] }],
  };
  const single = { taut: 1, coordinates: { a: { at: 0 } }, mass: J + m * l * l, potential: `${m * g * l}*sin(a)` };
  const [one, other] = [run(bar, { ...settings }), run(single, { ...settings })];
  expect(one.q).toHaveLength(4);
  expect(Math.abs(one.q[1] - l * Math.sin(other.q[0]))).toBeLessThan(1e-8);
});
