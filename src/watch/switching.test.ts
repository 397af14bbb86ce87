import { describe, expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { validateModel } from "../model/index.js";
import { prepareRun, registry, run } from "../run/index.js";

/** A push of 10 ms at t = 50 on an oscillator at rest. */
const pushed = {
  taut: 1,
  name: "pushed",
  coordinates: { x: { at: 0 } },
  mass: 1,
  potential: "x^2/2",
  force: { x: "where(t - 50, where(50.01 - t, 100, 0), 0)" },
};
const exact = 100 * (Math.cos(10 - 0.01) - Math.cos(10));

/** A pendulum from the side, with a force on its mass. */
function pendulum(force: string): object {
  return {
    points: { p: { mass: 1, at: [1, 0] } },
    elements: [{ rod: { between: ["origin", "p"] } }, { gravity: [0, -9.81] }],
    force: { p: force },
  };
}

const names = (isControlled: boolean): string[] =>
  registry.method
    .filter(({ name, make }) => (make({}).estimatesError === true) === isControlled && name !== "composition")
    .map(({ name }) => name)
    .filter((method) => accepts(method, isControlled ? { rtol: 1e-6 } : { step: 0.05 }));

/** Whether a method can be used with the model at all. */
function accepts(method: string, pace: object): boolean {
  try {
    return run(pushed, { method, ...pace, until: 0.1 }).status === "ok";
  } catch {
    return false;
  }
}

test.each([1e-3, 1e-4, 1e-5, 1e-6, 1e-7])("a wave that passes a mass twice is met both times, rtol %d", (rtol) => {
  const force = { x: "where(9e-4 - (x - 3*(t - 50))^2, 100, 0)" };
  const wave = { ...pushed, name: "wave", force };
  const { status, q } = run(wave, { method: "dopri5", rtol, until: 60 });
  expect(status).toBe("ok");
  const reference = run(wave, { method: "dop853", rtol: 1e-10, atol: 1e-12, maxStep: 0.005, until: 60 });
  expect(Math.abs(q[0] - reference.q[0])).toBeLessThan(Math.max(20 * rtol, 1e-5));
});

describe("a law whose switch moves past a state", () => {
  // at the start both switches are met, and the motion a = t crosses one of them at once
  const rates = { a: "where(a - sin(3*t), -1, 1) + 0.3*where(a - 0.3*t, 1, 0)" };
  const first = { taut: 1, name: "first order", states: { a: 0 }, rates };
  const wave = {
    ...pushed,
    name: "wave over a mass at rest",
    force: { x: "where(x - 3*(t - 50) + 0.03, where(3*(t - 50) + 0.03 - x, 100, 0), 0)" },
  };

  test.each(["rosenbrock23", "rosenbrock4", "dopri5", "radau5", "trapezoidal"])(
    "is passed, not held, by %s",
    (method) => {
      for (const [model, until] of [
        [first, 0.6],
        [wave, 55],
      ] as const) {
        const { status, failure, y } = run(model, { method, rtol: 1e-5, until });
        expect(failure?.message).toBeUndefined();
        expect(status).toBe("ok");
        const reference = run(model, { method: "dop853", rtol: 1e-10, atol: 1e-12, maxStep: 0.003, until });
        y.forEach((value, k) => {
          expect(Math.abs(value - reference.y[k])).toBeLessThan(2e-3 * Math.max(1, Math.abs(reference.y[k])));
        });
      }
    },
  );
});

describe("a push that is given as a function of time", () => {
  test.each(names(true))("is not stepped over by %s", (method) => {
    const solution = run(pushed, { method, rtol: 1e-6, atol: 1e-8, until: 60 });
    // from rest, only the push decides; a second-order method at this tolerance ends within a part in 500
    expect(Math.abs(solution.q[0] - exact)).toBeLessThan(2e-3 * Math.abs(exact));
    expect(solution.status).toBe("ok");
  });

  test.each(names(false))("is not stepped over by fixed steps of %s", (method) => {
    const solution = run(pushed, { method, step: 0.05, until: 51, accept: ["energy"] });
    // one step of 0.01 makes v = 1 in every method, and the rest is the error of twenty steps of 0.05
    const [x, v] = [100 * (Math.cos(0.99) - Math.cos(1)), 100 * (Math.sin(1) - Math.sin(0.99))];
    const noise = method === "langevin" ? 3 : 0;
    expect(Math.hypot(solution.q[0] - x, solution.v[0] - v)).toBeLessThan(0.1 + noise);
    for (const at of [50, 50.01]) expect(Array.from(solution.times).some((t) => Math.abs(t - at) < 1e-12)).toBe(true);
  });

  test("is met backwards in time", () => {
    const data = { ...pushed, force: { x: "where(t + 50, 0, where(t + 50.01, 100, 0))" } };
    const solution = run(data, { method: "dop853", rtol: 1e-9, until: -60 });
    expect(solution.q[0]).toBeCloseTo(exact, 6);
  });

  test("leaves saved times as they are", () => {
    const { times } = run(pushed, { method: "verlet", step: 0.05, until: 60, every: 0.5 });
    expect(Array.from(times)).toEqual(Array.from({ length: 121 }, (_, k) => k / 2));
  });

  test.each([
    ["dopri5", { rtol: 1e-6 }],
    ["bdf", { rtol: 1e-6 }],
    ["verlet", { step: 0.05 }],
  ])("is met with the same bits by %s after a checkpoint near it", (method, pace) => {
    const model = validateModel(pushed, catalogue);
    const settings = { method, ...pace, until: 60 };
    const whole = run(pushed, settings);
    const { run: first, workspace } = prepareRun(model, { settings });
    const ends: number[] = [];
    while (first.advance(1) === "running") {
      if (Math.abs(first.state.t - 50) > 0.5) continue;
      const again = prepareRun(model, { settings, checkpoint: first.save() });
      again.run.advance(Number.POSITIVE_INFINITY);
      ends.push(again.run.solution().q[0]);
      again.workspace.release();
    }
    workspace.release();
    expect(ends.length).toBeGreaterThan(1);
    expect(new Set(ends)).toEqual(new Set([whole.q[0]]));
  });

  test("that switches without end is a warning", () => {
    const data = { ...pushed, force: { x: "where(sin(1/(t - 1)), 1, 0)" } };
    const { warnings } = run(data, { method: "verlet", step: 0.01, until: 2 });
    expect(warnings.join()).toContain("follow each other too closely");
    expect(warnings.join()).toContain("force");
  });
});

describe("a switch that depends on the state", () => {
  /** A wall that is passed in a thousandth of a second and takes 0.3 of the energy 0.5. */
  const wall = {
    taut: 1,
    name: "wall",
    coordinates: { x: { at: 0, velocity: 1 } },
    mass: 1,
    force: { x: "where(x - 5, where(5.001 - x, -300, 0), 0)" },
  };

  test.each([
    ["dopri5", { rtol: 1e-8 }],
    ["dop853", { rtol: 1e-10 }],
    ["radau5", { rtol: 1e-8 }],
    ["adams", { rtol: 1e-8 }],
    ["auto", { rtol: 1e-8 }],
    ["verlet", { step: 0.01 }],
    ["rk4", { step: 0.01 }],
    ["gauss4", { step: 0.01 }],
  ])("is met by %s, although a step could pass over it", (method, pace) => {
    const { v, status } = run(wall, { method, ...pace, until: 10 });
    expect(status).toBe("ok");
    expect(v[0]).toBeCloseTo(Math.sqrt(1 - 0.6), 7);
  });

  test("is crossed without loss of order by fixed steps", () => {
    // x'' = floor(x): 0 until x = 1 at t = 0.5, then parabolas from one integer to the next
    const steps = {
      taut: 1,
      name: "steps",
      coordinates: { x: { at: 0.5, velocity: 1 } },
      mass: 1,
      force: { x: "floor(x)" },
    };
    let [x, v, left] = [1, 1, 2.5];
    for (;;) {
      const time = (-v + Math.sqrt(v * v + 2 * x)) / x;
      if (time > left) break;
      v += x * time;
      x++;
      left -= time;
    }
    const exactly = x + v * left + (x * left * left) / 2;
    for (const method of ["verlet", "rk4"]) {
      const { q } = run(steps, { method, step: 0.01, until: 3 });
      expect(q[0]).toBeCloseTo(exactly, 9);
    }
    const { q, work } = run(steps, { method: "dopri5", rtol: 1e-8, until: 3 });
    expect(q[0]).toBeCloseTo(exactly, 7);
    // 2,289 evaluations without it
    expect(work.forces).toBeLessThan(700);
  });

  test("along which the motion stays does not stop a run that passed it before", () => {
    const stuck = { ...pushed, coordinates: { x: { at: 1 } }, force: { x: "-0.3*sign(x')" } };
    const { status, q } = run(stuck, { method: "rk4", step: 0.01, until: 20 });
    expect(status).toBe("ok");
    // the amplitude falls by 0.6 in every half turn, from 1 to -0.4 and then to rest at -0.2
    expect(Math.abs(q[0] + 0.2)).toBeLessThan(0.02);
  });

  /** Half oscillations about 0.6 and -0.6 lead from 2 by way of -0.8 to -0.4, where friction holds the mass from t = 2 pi on. */
  const slider = { taut: 1, coordinates: { x: { at: 2 } }, mass: 1, force: { x: "-x - 0.6*sign(x')" } };
  const controlled = registry.method
    .filter(({ name, make }) => make({}).estimatesError === true && !["composition"].includes(name))
    .map(({ name }) => name)
    .filter((method) => accepts(method, { rtol: 1e-6 }));

  test.each(controlled)("on which dry friction holds a mass ends a run of %s, with the law and the time", (method) => {
    const moving = run(slider, { method, rtol: 1e-6, until: 6 });
    expect([moving.status, ...moving.warnings]).toEqual(["ok"]);
    expect(moving.q[0]).toBeCloseTo(-0.6 + 0.2 * Math.cos(6), 3);
    const held = run(slider, { method, rtol: 1e-6, until: 8 });
    expect(held.status).toBe("unreliable");
    expect(held.failure!.message).toContain("it comes to stay on one: where or sign in force.x drives it back");
    expect(held.failure!.message).toContain("tanh(v/0.001) for sign(v)");
    expect(Math.abs(held.t - 2 * Math.PI)).toBeLessThan(2e-3);
    expect(Math.abs(held.q[0] + 0.4)).toBeLessThan(1e-4);
    // rosenbrock4 made 10 million attempts before
    expect(held.work.steps + held.work.rejected).toBeLessThan(20_000);
  });

  const holding: readonly (readonly [string, object, number])[] = [
    [
      "a belt that takes a mass along",
      { coordinates: { x: { at: 0 } }, mass: 1, force: { x: "-x - sign(x' - 0.5)" } },
      Math.PI / 6,
    ],
    [
      "a mass at rest under a growing force",
      { coordinates: { x: { at: 0 } }, mass: 1, force: { x: "0.3*t - 0.6*sign(x')" } },
      0,
    ],
    ["a relay", { states: { T: 15 }, rates: { T: "where(T - 20, 0, 5) - 0.1*T" } }, 10 * Math.log(35 / 30)],
    ["friction in a bearing", pendulum("-2*sign(x(p')*y(p) - y(p')*x(p))*[y(p), -x(p)]"), 3.22536],
  ];
  test.each(holding)("holds the motion: %s", (_, data, at) => {
    for (const method of ["auto", "gbs", "radau5", "bdf", "adams"]) {
      const { status, failure, t } = run({ taut: 1, ...data }, { method, rtol: 1e-6, until: 5 });
      expect([method, status]).toEqual([method, "unreliable"]);
      expect(failure!.message).toContain("it comes to stay on one");
      expect(Math.abs(t - at)).toBeLessThan(1e-3);
    }
  });

  test("that the motion passes again and again is located every time", () => {
    // parabolas with the period 4 sqrt 2
    const bang = { taut: 1, coordinates: { x: { at: 1 } }, mass: 1, force: { x: "-sign(x)" } };
    for (const method of ["auto", "gbs", "dopri5", "radau5", "adams"]) {
      const { status, warnings, q } = run(bang, { method, rtol: 1e-6, until: 40 * Math.SQRT2 + 1 });
      expect([method, status, ...warnings]).toEqual([method, "ok"]);
      expect(Math.abs(q[0] - 0.5)).toBeLessThan(1e-5);
    }
  });

  test("that attempts pass only because they are much too long does not hold a run up", () => {
    // a ball falls on a damped spring: the steps of the fall are too long for the spring
    const ball = {
      taut: 1,
      coordinates: { x: { at: 2 } },
      mass: 1,
      force: { x: "-1 - 100*min(x, 0) - 5*where(x, 0, x')" },
    };
    const { status, warnings, work, q } = run(ball, { rtol: 1e-8, until: 30 });
    expect([status, ...warnings]).toEqual(["ok"]);
    expect(q[0]).toBeCloseTo(-0.01, 8);
    expect(work.steps + work.rejected).toBeLessThan(400);
  });

  test("in which a constraint jumps ends the run with its name", () => {
    const rail = {
      taut: 1,
      name: "rail",
      points: { b: { mass: 1, at: [0, 0], velocity: [1, 0] } },
      constraints: { rail: "y(b) - where(x(b) - 1, 0.1, 0)" },
    };
    const { status, failure } = run(rail, { until: 3 });
    expect(status).toBe("unreliable");
    expect(failure!.message).toContain("where or sign in constraints.rail jumps by 0.1 at t = 1");
    expect(run(rail, { until: 3, accept: ["constraints"] }).status).not.toBe("unreliable");
  });

  test("with a constraint that goes on smoothly is passed", () => {
    const rail = {
      taut: 1,
      name: "rail",
      points: { b: { mass: 1, at: [0, 0], velocity: [1, 0] } },
      elements: [{ gravity: [0, -9.81] }],
      constraints: { rail: "y(b) - where(x(b) - 1, 0.1*(x(b) - 1)^2, 0)" },
    };
    for (const pace of [{ rtol: 1e-8 }, { method: "rk4", step: 0.01 }])
      expect(run(rail, { until: 3, ...pace }).status).toBe("ok");
  });

  test("is met with the same bits after a checkpoint", () => {
    const model = validateModel(wall, catalogue);
    const settings = { method: "dopri5", rtol: 1e-8, until: 6 };
    const whole = run(wall, settings);
    const { run: first, workspace } = prepareRun(model, { settings });
    const ends: number[] = [];
    while (first.advance(1) === "running") {
      const again = prepareRun(model, { settings, checkpoint: first.save() });
      again.run.advance(Number.POSITIVE_INFINITY);
      ends.push(again.run.solution().q[0]);
      again.workspace.release();
    }
    workspace.release();
    expect(new Set(ends)).toEqual(new Set([whole.q[0]]));
  });
});

describe("states beside coordinates", () => {
  const mass = { taut: 1, coordinates: { x: { at: 1, velocity: 1 } }, mass: 1 };
  // pushes of a thousandth of a second, of size 1
  const pulse = (x: string): string => `where(${x}, where(0.001 - (${x}), 1000, 0), 0)`;
  const models: readonly (readonly [string, object, readonly number[]])[] = [
    ["whose rates switch with a coordinate", { states: { c: 0 }, rates: { c: pulse("x - 6") } }, [11, 1, 1]],
    [
      "with which a force switches",
      { states: { c: 0 }, rates: { c: "1" }, force: { x: pulse("c - 5") } },
      [11 + 4.9995, 2, 10],
    ],
    [
      "with which and with time a force switches",
      { states: { c: 0 }, rates: { c: "2" }, force: { x: pulse("c - t - 5") } },
      [11 + 4.9995, 2, 20],
    ],
    [
      "whose rates switch with themselves",
      { states: { c: 0, d: 2 }, rates: { c: "where(d - 1, 0, 1)", d: "-0.25" } },
      [11, 1, 6, -0.5],
    ],
  ];
  test.each(models)("%s: steps end there", (_, data, exactly) => {
    for (const method of ["auto", "dopri5", "radau5", "bdf", "gbs", "adams"]) {
      const { status, warnings, y, work } = run({ ...mass, ...data }, { method, rtol: 1e-8, until: 10 });
      expect([method, status, ...warnings]).toEqual([method, "ok"]);
      // ten tolerances
      exactly.forEach((value, k) => {
        expect(Math.abs(y[k] - value)).toBeLessThan(1e-7 * (1 + Math.abs(value)));
      });
      // bdf and adams begin again at order 1 after each of the switches
      expect(work.steps).toBeLessThan(400);
    }
    // fixed steps are shortened, and their order is kept
    const { y } = run({ ...mass, ...data }, { method: "rk4", step: 0.1, until: 10 });
    exactly.forEach((value, k) => {
      expect(Math.abs(y[k] - value)).toBeLessThan(1e-6);
    });
  });

  test("that a law holds on a switch end the run with its name", () => {
    const { status, failure } = run({ ...mass, states: { c: 1 }, rates: { c: "-sign(c - 0.5*x)" } }, { until: 3 });
    expect(status).toBe("unreliable");
    expect(failure!.message).toContain("where or sign in rates.c drives it back from both sides");
  });
});
