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
