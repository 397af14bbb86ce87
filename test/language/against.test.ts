/** Loads against something else: action and reaction leave the momenta of the whole as they are. */

import { expect, test } from "vitest";
import { parseModelText, run } from "../../src/index.js";

const end = (text: string) => {
  const found = run(parseModelText(`taut: 1\n${text}\nrun: { until: 1 }`), {
    rtol: 1e-10,
    atol: 1e-12,
    method: "dop853",
  });
  expect(found.failure).toBeUndefined();
  return found;
};
const plane = `bodies:
  a: { mass: 1, inertia: 0.3, at: [0, 0], angle: 0.4 }
  b: { mass: 2, inertia: 0.5, at: [1.5, 0.2], angle: -0.7 }
outputs:
  momentum: a' + 2*b'
  turning: "cross(a, a') + 2*cross(b, b') + 0.3*cross(a_d1, a_d1') + 0.5*cross(b_d1, b_d1')"
  spin: cross(a_d1, a_d1')
elements:`;

test.each([
  ["a push on a body", "  - push: { on: a, against: b, force: [1, 3*t], at: [0.3, 0.1] }"],
  ["a push in the axes of the body", "  - push: { on: a, against: b, force: [1, 3*t], at: [0.3, 0.1], turning: true }"],
  ["a torque", "  - torque: { on: a, against: b, torque: 2*t }"],
])("%s and its reaction keep both momenta in the plane", (_, element) => {
  const found = end(`${plane}\n${element}`);
  for (const name of ["momentum_x", "momentum_y", "turning"])
    expect(Math.abs(found.of(name).at(-1)!)).toBeLessThan(1e-8);
  expect(Math.abs(found.of("spin").at(-1)!)).toBeGreaterThan(0.1);
});

test("in space, bodies with three directors and flat ones keep both momenta", () => {
  const found = end(`bodies:
  a: { mass: 1, inertia: [0.3, 0.4, 0.5], at: [0, 0, 0], axis: [1, 2, 3], angle: 0.8 }
  b: { mass: 2, inertia: [0.3, 0.4, 0.7], at: [1, 0.2, -0.3] }
points: { p: { mass: 0.5, at: [0, 1, 0] } }
elements:
  - push: { on: a, against: b, force: [1, 3*t, -0.5], at: [0.3, 0.1, 0.2] }
  - push: { on: p, against: a, force: [0, t, 1] }
  - torque: { on: b, against: a, torque: [0.2, -0.4, t] }
outputs:
  momentum: a' + 2*b' + 0.5*p'
  turning: "cross(a, a') + 2*cross(b, b') + 0.5*cross(p, p') + 0.3*cross(a_d1, a_d1') + 0.2*cross(a_d2, a_d2') + 0.1*cross(a_d3, a_d3') + 0.4*cross(b_d1, b_d1') + 0.3*cross(b_d2, b_d2')"`);
  for (const name of ["momentum", "turning"])
    for (const axis of ["x", "y", "z"]) expect(Math.abs(found.of(`${name}_${axis}`).at(-1)!)).toBeLessThan(1e-7);
});

test("points and angles push against each other too", () => {
  const found = end(
    `points: { p: { mass: 1, at: [0, 0] }, q: { mass: 3, at: [1, 0] } }\ncoordinates: { s: { mass: 2 }, r: { mass: 4 } }\nelements:\n  - push: { on: p, against: q, force: [t, 1] }\n  - torque: { on: s, against: r, torque: 1 }\noutputs: { m: p' + 3*q', k: 2*s' + 4*r', s: { of: s } }`.replace(
      ", s: { of: s }",
      "",
    ),
  );
  for (const name of ["m_x", "m_y", "k"]) expect(Math.abs(found.of(name).at(-1)!)).toBeLessThan(1e-12);
  expect(found.of("s'").at(-1)!).toBeCloseTo(0.5, 10);
});
