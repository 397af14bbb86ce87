/** Digits of rigid bodies against references that share no code with the library, and against quaternions written out. */

import { describe, expect, test } from "vitest";
import { dop853 } from "../../../src/entry/methods.js";
import { ode, run, solve } from "../../../src/index.js";
import { cross, NewtonEuler } from "./newton-euler.js";
import { type BodyProblem, bodyProblems, distance, drawnProblem, endOf, modelOf, referenceOf } from "./problems.js";

const digits = (error: number): number => -Math.log10(error);
const solved = (problem: BodyProblem, settings: object) => run(modelOf(problem), { until: problem.until, ...settings });
const named = (name: string): BodyProblem => bodyProblems.find((problem) => problem.name === name)!;
const ends = new Map(bodyProblems.map((problem) => [problem, endOf(problem)]));

/** A single body, free or on a ball joint at the origin below its centre, as states: quaternion, then omega. */
function writtenOut(problem: BodyProblem, rtol: number) {
  const { bodies, joints, gravity, until } = problem;
  const [{ mass, inertia, at }] = bodies;
  const arm = joints.length === 0 ? 0 : Math.hypot(...at);
  const [I1, I2, I3] = [inertia[0] + mass * arm * arm, inertia[1] + mass * arm * arm, inertia[2]];
  const reference = new NewtonEuler(problem);
  const whole = Float64Array.from(reference.start);
  const { y, work } = solve(
    ode(
      (dy, _t, [a, b, c, d, w1, w2, w3]) => {
        dy[0] = (-b * w1 - c * w2 - d * w3) / 2;
        dy[1] = (a * w1 + c * w3 - d * w2) / 2;
        dy[2] = (a * w2 + d * w1 - b * w3) / 2;
        dy[3] = (a * w3 + b * w2 - c * w1) / 2;
        // arm x weight in the axes of the body
        const weight = (mass * gravity[2] * arm) / (a * a + b * b + c * c + d * d);
        dy[4] = ((I2 - I3) * w2 * w3 - weight * 2 * (c * d + a * b)) / I1;
        dy[5] = ((I3 - I1) * w3 * w1 + weight * 2 * (b * d - a * c)) / I2;
        dy[6] = ((I1 - I2) * w1 * w2) / I3;
      },
      [...whole.subarray(3, 7), ...whole.subarray(10, 13)],
    ),
    { method: dop853(), rtol, until },
  );
  whole.set(y.subarray(0, 4), 3);
  whole.set(y.subarray(4), 10);
  const { q, v } = reference.directors(whole);
  const place = q.slice(9, 12).map((x) => arm * x);
  const omega = [0, 1, 2].map((c) => y[4] * q[3 + c] + y[5] * q[6 + c] + y[6] * q[9 + c]);
  return { q: [...place, ...q.slice(3)], v: [...cross(omega, place), ...v.slice(3)], work };
}

// the condition of the free body is 3e5, so rounding alone takes up to 9 of 16 digits on some ten thousand evaluations
test.each(bodyProblems.map((problem) => [problem.name, problem] as const))(
  "%s: a reference with other steps, and a run at rtol 1e-13, agree with the reference to 6 digits",
  (_, problem) => {
    const finer = endOf({ ...problem, step: 0.8 * problem.step });
    expect(distance(finer, ends.get(problem)!)).toBeLessThan(1e-6);
    expect(distance(solved(problem, { rtol: 1e-13 }), ends.get(problem)!)).toBeLessThan(1e-6);
  },
);

describe("a body has the digits of the same body written as quaternion and angular velocity", () => {
  test.each([
    ["free body near its unstable axis", 1e-6],
    ["free body near its unstable axis", 1e-8],
    ["fast top", 1e-6],
    ["fast top", 1e-8],
    ["heavy top", 1e-6],
  ])("%s at rtol %o: at most one less, with at most a tenth more evaluations", (name, rtol) => {
    const problem = named(name);
    const end = ends.get(problem)!;
    const [body, states] = [solved(problem, { rtol }), writtenOut(problem, rtol)];
    expect(digits(distance(body, end))).toBeGreaterThan(digits(distance(states, end)) - 1);
    expect(body.work.forces).toBeLessThan(1.1 * states.work.forces);
  });
});

describe("digits at the end of the motion", () => {
  test.each([
    ["free body near its unstable axis", "dop853"],
    ["free body near its unstable axis", "dopri5"],
    ["free body near its unstable axis", "gbs"],
    ["free body near its unstable axis", "adams"],
    ["free body near its unstable axis", "radau5"],
    ["fast top", "radau5"],
    ["heavy top", "radau5"],
    ["fast top", "dop853"],
    ["fast top", "gbs"],
    ["fast top", "adams"],
    ["heavy top", "dop853"],
    ["two hinged bodies", "dop853"],
    ["spinning chain", "dop853"],
  ])("%s by %s: at least 5 at rtol 1e-6", (name, method) => {
    const problem = named(name);
    const end = ends.get(problem)!;
    expect(digits(distance(solved(problem, { method, rtol: 1e-6 }), end))).toBeGreaterThan(5);
  });

  test.each([
    // errors of bdf are of one sign for many steps, and the saddle multiplies what they add up to
    ["bdf", 3, 1e-6],
    ["rosenbrock4", 2, 1e-6],
    ["tr-bdf2", 2, 1e-4],
  ])("free body near its unstable axis by %s: at most %i less than -log10(rtol) at rtol %o", (method, less, rtol) => {
    const problem = named("free body near its unstable axis");
    const found = digits(distance(solved(problem, { method, formulation: "underlying", rtol }), ends.get(problem)!));
    expect(found).toBeGreaterThan(digits(rtol) - less);
  });

  test.each(["implicit-midpoint", "gauss4", "gauss6"])("a free body by %s keeps its energy to rounding", (method) => {
    const problem = named("free body near its unstable axis");
    const { series, status } = solved(problem, { method, step: problem.until / 400 });
    expect(status).toBe("ok");
    const energy = series.series(series.columns.indexOf("energy"));
    // 400 steps, each of which may lose some roundings of an energy of the order of 1
    for (const e of energy) expect(Math.abs(e - energy[0])).toBeLessThan(1e-11);
  });

  test("free body near its unstable axis by gauss4 in 400 steps: 5", () => {
    const problem = named("free body near its unstable axis");
    const found = solved(problem, { method: "gauss4", step: problem.until / 400 });
    expect(digits(distance(found, ends.get(problem)!))).toBeGreaterThan(5);
  });

  test("nine of ten drawn problems at rtol 1e-5 and 1e-9 reach -log10(rtol) - 1, divided by their condition", () => {
    const missed: string[] = [];
    const seeds = [0, 1, 2, 3, 4, 5, 6, 7];
    for (const seed of seeds) {
      const problem = drawnProblem(seed);
      const { end, condition } = referenceOf(problem, 2);
      for (const rtol of [1e-5, 1e-9]) {
        const found = digits(distance(solved(problem, { rtol }), end) / condition);
        if (!(found > digits(rtol) - 1)) missed.push(`${problem.name} at ${rtol}: ${found}`);
      }
    }
    expect(missed.length, missed.join("; ")).toBeLessThanOrEqual((2 * seeds.length) / 10);
  });
});

test("a body that turns in the plane has its angle after 100 radians to rtol", () => {
  const model = { taut: 1, bodies: { disc: { mass: 1, inertia: 2, at: [0, 0], angle: 0.3, spin: 5 } } };
  for (const rtol of [1e-5, 1e-8]) {
    const { q, v } = run(model, { rtol, until: 20 });
    const [c, s] = [Math.cos(100.3), Math.sin(100.3)];
    expect(distance({ q, v }, { q: [0, 0, c, s], v: [0, 0, -5 * s, 5 * c] })).toBeLessThan(10 * rtol);
  }
});

test("a lamina, which has two directors, tumbles as Euler's equations say, to 5 digits at rtol 1e-6", () => {
  const lamina: BodyProblem = {
    ...{ name: "lamina", until: 5, step: 0.05, joints: [], gravity: [0, 0, -9.81] },
    bodies: [
      {
        mass: 1,
        inertia: [1, 2, 3],
        at: [0, 0, 0],
        velocity: [1, 2, 3],
        axis: [1, 2, 3],
        angle: 0.7,
        spin: [0.1, 6, 0.2],
      },
    ],
  };
  const solution = solved(lamina, { rtol: 1e-6 });
  expect(solution.q).toHaveLength(9);
  expect(distance(solution, endOf(lamina))).toBeLessThan(1e-5);
});
