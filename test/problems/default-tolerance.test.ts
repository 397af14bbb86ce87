/** What a tolerance means when only rtol is given: sizes are learnt, units do not matter, and rounding is respected. */

import { describe, expect, test } from "vitest";
import { type Model, prepareRun, run } from "../../src/index.js";
import { stiffProblems } from "./stiff.js";

const methods = ["dop853", "dopri5", "adams", "gbs", "radau5", "bdf", "rosenbrock4", "auto"];

/** A spring pendulum and its rate, in units of which the length is `unit`; at rest at the start. */
const springPendulum = (unit: number): Model =>
  ({
    taut: 1,
    name: "spring pendulum",
    points: { a: { mass: 1, at: [1.25 * unit, 0.5 * unit] } },
    elements: [{ spring: { between: ["origin", "a"], length: unit, stiffness: 30 } }, { gravity: [0, -9.75 * unit] }],
  }) as unknown as Model;

describe.each(methods)("%s", (method) => {
  test("takes the same steps in metres and in units of 2^-30 and 2^30 m, bit for bit", () => {
    const settings = { method, rtol: 1e-6, until: 3 };
    const { y, work } = run(springPendulum(1), settings);
    for (const unit of [2 ** -30, 2 ** 30]) {
      const other = run(springPendulum(unit), settings);
      expect(other.work).toEqual(work);
      expect(Array.from(other.y, (x) => x / unit)).toEqual([...y]);
    }
  });

  test("goes on from a checkpoint with the sizes that it had learnt", () => {
    const settings = { method, rtol: 1e-5, until: 2 };
    const straight = run(springPendulum(1), settings);
    for (const steps of [1, 7, 30]) {
      const { run: begun, workspace } = prepareRun(springPendulum(1), { settings });
      begun.advance(steps);
      const checkpoint = begun.save();
      workspace.release();
      const resumed = prepareRun(springPendulum(1), { settings, checkpoint });
      resumed.run.advance(Number.POSITIVE_INFINITY);
      const { y, work } = resumed.run.solution();
      resumed.workspace.release();
      expect(y).toEqual(straight.y);
      expect(work).toEqual(straight.work);
    }
  });
});

test("an orbit in metres and seconds, at a few digits of the exact one", () => {
  const [sun, r, v] = [1.32712440018e20, 1.47e11, 3.03e4];
  const model = {
    taut: 1,
    name: "orbit",
    states: { x: r, y: 0, u: 0, v },
    rates: { x: "u", y: "v", u: `-${sun}*x/(x^2 + y^2)^1.5`, v: `-${sun}*y/(x^2 + y^2)^1.5` },
  } as unknown as Model;
  const semiaxis = 1 / (2 / r - (v * v) / sun);
  const until = 2 * Math.PI * Math.sqrt(semiaxis ** 3 / sun);
  const { y } = run(model, { method: "dop853", rtol: 1e-9, until });
  expect(Math.hypot(y[0] - r, y[1]) / r).toBeLessThan(1e-7);
});

test.each(["radau5", "bdf"])(
  "%s finds components of 1e-13 beside others of 1e-3 (E5) to 5 digits at rtol 1e-5",
  (method) => {
    const { model, until, reference } = stiffProblems.find(({ name }) => name === "E5")!;
    const { y } = run(model as unknown as Model, { method, rtol: 1e-5, until });
    for (const [i, x] of reference.entries()) expect(Math.abs(y[i] / x - 1)).toBeLessThan(1e-5);
  },
);

/** Three points on stiff damped springs, which move in a plane that is not one of the axes. */
function springs(stiffness: number): Model {
  const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
  const names = ["origin", "a", "b", "d"];
  const links = [0, 1, 2].map((i) => [names[i], names[i + 1]]);
  return {
    taut: 1,
    name: "stiff springs",
    points: Object.fromEntries([1, 2, 3].map((i) => [names[i], { mass: 1, at: [i * c, i * s, 0] }])),
    elements: [
      ...links.map((between) => ({ spring: { between, length: 1, stiffness } })),
      ...links.map((between) => ({ damper: { between, damping: Math.sqrt(stiffness) } })),
      { gravity: [0, 0, -9.81] },
    ],
  } as unknown as Model;
}

// with the absolute tolerance rtol / 1000 it takes radau5 140,723 evaluations, and bdf 63,920 for a thirtieth of the way
test.each([
  ["radau5", 35_000],
  ["bdf", 80_000],
])("%s at rtol 1e-10 does not fight rounding of stiff springs: at most %i evaluations", (method, evaluations) => {
  const { status, work } = run(springs(1e8), { method, rtol: 1e-10, until: 2 });
  expect(status).toBe("ok");
  expect(work.forces).toBeLessThan(evaluations);
});

describe("a tolerance that rounding cannot deliver", () => {
  /** A difference of large numbers moves y by about 1e-13 at random. */
  const cancelling = {
    taut: 1,
    name: "cancelling",
    states: { x: 1000, y: 1e-6 },
    rates: { x: "-0.1*x", y: "-1e6*(y - 1e-6*sin(t)) + (x*(1 + 1e-3) - x - 1e-3*x)*1e6" },
  } as unknown as Model;

  test.each(["bdf", "dop853"])("ends %s with a sentence instead of millions of evaluations", (method) => {
    const { status, failure, work } = run(cancelling, { method, rtol: 1e-8, atol: 1e-14, until: 10 });
    expect(status).toBe("step-too-small");
    expect(failure?.component).toBe("y");
    expect(failure?.message).toMatch(
      /the tolerance must be above what rounding allows; that of "y" is 1e-14, and rounding of its rate moves it by .* Loosen rtol, or give atol of at least/,
    );
    expect(work.forces).toBeLessThan(400_000);
  });

  test("with sizes learnt, the same run ends well", () => {
    const { status, work } = run(cancelling, { method: "bdf", rtol: 1e-8, until: 10 });
    expect(status).toBe("ok");
    expect(work.forces).toBeLessThan(3000);
  });

  test("is a warning for bodies too, whose errors are measured in their own axes", () => {
    const top = {
      ...{ taut: 1, name: "top" },
      bodies: { top: { mass: 1, inertia: [1, 2, 3], at: [0, 0, 0], spin: [1, 2, 3] } },
    };
    const { warnings } = run(top, { method: "dop853", rtol: 1e-15, until: 1e-3 });
    expect(warnings.join(" ")).toContain("rtol must be at least 2e-15, ten units of rounding");
  });

  test("is a warning where rtol itself is below ten units of rounding", () => {
    const settings = { method: "dop853", until: 0.1 };
    expect(run(springPendulum(1), { ...settings, rtol: 1e-15 }).warnings).toEqual([
      "rtol must be at least 2e-15, ten units of rounding, to say anything about errors; it is 1e-15. Raise it.",
    ]);
    expect(run(springPendulum(1), { ...settings, rtol: 1e-13 }).warnings).toEqual([]);
  });
});
