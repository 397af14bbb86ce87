import { describe, expect, test } from "vitest";
import { TautError } from "../core/index.js";
import { stiff, underlying } from "../formulations/index.js";
import { dop853, langevin, radau5, rattle, verlet } from "../methods/index.js";
import { newton } from "../projections/index.js";
import { run } from "./index.js";

const pendulum = {
  taut: 1,
  name: "double pendulum",
  points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] } },
  elements: [
    { rod: { name: "upper", between: ["origin", "a"], length: 1 } },
    { rod: { name: "lower", between: ["a", "b"], length: 1 } },
    { gravity: [0, -9.81] },
  ],
};

describe("values in place of names", () => {
  test.each([
    ["radau5", { method: radau5() }, { method: "radau5" }],
    ["rattle, which wants constraints", { method: rattle(), step: 0.01 }, { method: "rattle", step: 0.01 }],
    [
      "verlet in the stiff view",
      { method: verlet(), formulation: stiff({ omega: 50 }), step: 1e-3 },
      { method: "verlet", formulation: { name: "stiff", omega: 50 }, step: 1e-3 },
    ],
    ["newton", { method: dop853(), projection: newton() }, { method: "dop853", projection: "newton" }],
    [
      "newton every half unit of time",
      { formulation: underlying(), projection: newton(), when: { when: "interval", every: 0.5 } as const },
      { formulation: "underlying", projection: { name: "newton", when: "interval", every: 0.5 } },
    ],
  ])("%s gives the bits of its name", (_, values, names) => {
    const [a, b] = [values, names].map((options) => run(pendulum, { until: 2, ...options }));
    expect(a.status).toBe("ok");
    expect(a.y).toEqual(b.y);
    expect(a.work).toEqual(b.work);
    expect(a.choice.reason).toBe(b.choice.reason);
  });

  test("an option that does not exist is refused with the nearest one", () => {
    const misspelt: object = { untill: 3 };
    expect(() => run(pendulum, misspelt)).toThrow('run: there is no option "untill". Did you mean "until"?');
  });

  test("an element of one's own is used like a built-in one", () => {
    const sticky = { on: ["p"], parameters: { k: 1 }, force: "-k*p'" };
    const model = { ...pendulum, elements: [...pendulum.elements, { sticky: { on: ["b"], k: 2 } }] };
    expect(() => run(model, { until: 1 })).toThrow(/sticky/);
    const { ledger } = run(model, { until: 3, elements: { sticky } });
    expect(ledger.energy!.final).toBeLessThan(ledger.energy!.initial - 0.1);
  });
});

describe("values of a solution by name", () => {
  const solution = run(pendulum, { until: 2, every: 0.25, rtol: 1e-10 });

  test("times, coordinates, velocities and expressions at the saved times", () => {
    expect([...solution.times]).toEqual([0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]);
    expect(solution.of("b_y").at(-1)).toBe(solution.y[solution.system.names.indexOf("b_y")]);
    expect(solution.of("a_x'")[0]).toBe(0);
    for (const length of solution.of("norm(b - a)")) expect(length).toBeCloseTo(1, 10);
    const [x, y] = [solution.of("b_x"), solution.of("b_y")];
    solution.of("b_x^2 + b_y^2").forEach((r2, i) => {
      expect(r2).toBeCloseTo(x[i] ** 2 + y[i] ** 2, 12);
    });
  });

  test("multipliers at the saved times", () => {
    const saved = run(pendulum, { until: 2, every: 0.25, rtol: 1e-10, multipliers: true });
    const lambda = saved.trajectory.multipliers();
    for (const [row, name] of ["upper", "lower"].entries())
      expect([...solution.multiplier(name)]).toEqual([...lambda].filter((_, i) => i % 2 === row));
  });

  test("states between the saved times lie on the motion", () => {
    const dense = run(pendulum, { until: 2, saveAt: [0.3, 1.1], rtol: 1e-12 });
    for (const t of [0.3, 1.1]) {
      const there = solution.at(t);
      const k = dense.times.indexOf(t);
      expect(there.t).toBe(t);
      for (const name of solution.system.names) expect(there.of(name)).toBeCloseTo(dense.of(name)[k], 7);
    }
    expect(solution.at(0.5).y).toEqual(solution.trajectory.states().slice(2 * 8, 3 * 8));
  });

  test("unknown names, times outside the run, and unsaved times of a random run are refused", () => {
    expect(() => solution.of("c_x")).toThrow(TautError);
    expect(() => solution.multiplier("uper")).toThrow(/Did you mean "upper"/);
    expect(() => solution.at(3)).toThrow(/between the saved times 0 and 2; got 3/);
    const hot = run(pendulum, { until: 0.1, step: 0.01, every: 0.05, method: langevin({ kT: 1 }) });
    expect(() => hot.at(0.07)).toThrow(/must be repeatable from t = 0.05/);
  });
});
