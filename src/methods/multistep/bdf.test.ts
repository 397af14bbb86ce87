import { describe, expect, test } from "vitest";
import { initialState, run } from "../../../test/fixtures/stepping.js";
import { firstOrder, kepler } from "../../../test/fixtures/systems.js";
import { solver } from "../../../test/problems/solved.js";
import { stiffProblems } from "../../../test/problems/stiff.js";
import { errorControlled, fixed } from "../../controllers/index.js";
import { copyState, newState, type Problem, TautError } from "../../core/index.js";
import { ode } from "../../formulations/index.js";
import { solve } from "../../solve/index.js";
import { bdf, bdfFactory } from "./bdf.js";

/** y' = lambda y with a complex lambda, as two equations. */
const testEquation = (re: number, im: number): Problem =>
  ode().apply(
    firstOrder(
      (dy, _t, y) => {
        dy[0] = re * y[0] - im * y[1];
        dy[1] = im * y[0] + re * y[1];
      },
      [1, 0],
    ),
  );

/** |y| after 400 fixed steps of length 1, which begin with Gauss collocation and continue with BDF of that order. */
const growth = (maxOrder: number, ndf: boolean, re: number, im: number): number => {
  const { y } = run(bdf({ maxOrder, ndf }), testEquation(re, im), 1, 400);
  return Math.hypot(y[0], y[1]);
};

describe("stability on y' = lambda y", () => {
  test.each([1, 2, 3, 4, 5])("order %d damps at infinity, and inside its sector, but not beyond it", (maxOrder) => {
    for (const ndf of [true, false]) {
      expect(growth(maxOrder, ndf, -1e6, 0)).toBeLessThan(1e-12);
      const angle = (ndf ? [90, 90, 80, 66, 51] : [90, 90, 86, 73, 51])[maxOrder - 1];
      // the sector to within a few degrees, at distances where the stability region could be left
      const along = (degrees: number) =>
        [0.1, 0.3, 0.6, 1, 1.5, 2, 3, 4, 5, 7, 10].map((r) => {
          const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
          return growth(maxOrder, ndf, -r * c, r * s);
        });
      expect(Math.max(...along(Math.min(angle - 2, 89.9)))).toBeLessThan(1);
      if (angle < 90) expect(Math.max(...along(angle + 4))).toBeGreaterThan(1);
    }
  });

  test("a stiff component costs nothing once it is gone", () => {
    const { work, y } = solve(
      ode().apply(
        firstOrder(
          (dy, t, y) => {
            dy[0] = -1e8 * (y[0] - Math.cos(t)) - Math.sin(t);
          },
          [0],
        ),
      ),
      { method: bdf(), controller: errorControlled({ rtol: 1e-5, atol: 1e-5 }), until: 10 },
    );
    expect(work.steps).toBeLessThan(200);
    expect(Math.abs(y[0] - Math.cos(10))).toBeLessThan(1e-6);
  });
});

describe("order and step", () => {
  test("the order rises with the requested accuracy", () => {
    const orders = [1e-2, 1e-5, 1e-9].map((rtol) => {
      const problem = ode().apply(kepler(0.1));
      const pacer = errorControlled({ rtol, atol: rtol }).bind(4);
      const stepper = bdf().bind(problem);
      const s = initialState(problem);
      const next = newState(problem.arena, 4, 0);
      const nextStep = stepper.pace!(pacer);
      stepper.start(s);
      let [h, highest] = [1e-4, 0];
      for (let k = 0; k < 300; k++) {
        const status = stepper.attempt(next, s, h);
        const norm = status === "ok" ? stepper.error!.norm(pacer, s.y, next.y) : Number.POSITIVE_INFINITY;
        if (norm <= 1) {
          stepper.accept();
          copyState(s, next);
        }
        h = nextStep(s, h, norm, norm <= 1);
        highest = Math.max(highest, stepper.error!.order - 1);
      }
      return highest;
    });
    expect(orders[0]).toBeLessThan(5);
    expect(orders[2]).toBe(5);
    expect(orders[1]).toBeGreaterThanOrEqual(orders[0]);
  });

  test("NDF takes fewer steps than BDF at the same tolerance", () => {
    const problem = stiffProblems.find(({ name }) => name === "Robertson to 1e11")!;
    const steps = [true, false].map((ndf) => solver(problem)(bdf({ ndf }), 1e-4).work.steps);
    expect(steps[0]).toBeLessThan(steps[1]);
  });

  test("J is evaluated again with every new matrix when it is symbolic, less often by differences", () => {
    const problem = stiffProblems.find(({ name }) => name === "HIRES")!;
    const { work } = solver(problem)(bdf(), 1e-5);
    expect(work.factorisations).toBeLessThan(work.steps / 3);
    expect(work.jacobians).toBeLessThanOrEqual(work.factorisations);
    const orbit = solve(ode().apply(kepler(0.3)), {
      method: bdf(),
      controller: errorControlled({ rtol: 1e-6, atol: 1e-6 }),
      until: 20,
    });
    expect(orbit.work.jacobians).toBeLessThan(orbit.work.factorisations);
  });
});

test("a state that is moved far restarts the method at order 1, a small move does not", () => {
  const orders = [1e-7, 0.1].map((move) => {
    const problem = ode().apply(kepler(0.1));
    const stepper = bdf().bind(problem);
    const pacer = errorControlled({ rtol: 1e-6, atol: 1e-6 }).bind(4);
    const s = initialState(problem);
    const next = newState(problem.arena, 4, 0);
    const nextStep = stepper.pace!(pacer);
    stepper.start(s);
    let h = 1e-4;
    for (let k = 0; k < 60; k++) {
      stepper.attempt(next, s, h);
      const norm = pacer.norm(stepper.error!.values!, s.y, next.y);
      if (norm <= 1) {
        stepper.accept();
        copyState(s, next);
      }
      h = nextStep(s, h, norm, norm <= 1);
    }
    const before = stepper.error?.order;
    s.y[0] += move;
    stepper.moved(s);
    expect(stepper.attempt(next, s, h)).toBe("ok");
    return [before, stepper.error?.order];
  });
  expect(orders[0][1]).toBe(orders[0][0]);
  expect(orders[0][0]).toBeGreaterThan(2);
  expect(orders[1][1]).toBe(2);
});

test("fixed steps need no tolerance: the first ones are Gauss collocation, and a short last step is possible", () => {
  const { status, y, work } = solve(ode().apply(kepler(0)), {
    method: bdf(),
    controller: fixed({ step: 0.01 }),
    until: 3.1234,
  });
  expect(status).toBe("ok");
  expect(work.steps).toBe(313);
  expect(Math.abs(y[0] - Math.cos(3.1234))).toBeLessThan(1e-8);
});

test("options outside their range are refused with the valid range", () => {
  expect(() => bdf({ maxOrder: 6 })).toThrow(
    new TautError("bdf.maxOrder", "must be a whole number from 1 to 5; got 6. The default is 5."),
  );
  expect(() => bdfFactory.make({ ndf: "yes" as never })).toThrow("bdf.ndf");
  expect(bdfFactory.make({ maxOrder: 2 }).order).toBe(2);
});
