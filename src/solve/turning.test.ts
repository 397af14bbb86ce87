import { describe, expect, test } from "vitest";
import { registry, run } from "../run/index.js";

/**
 * A bead that slides down a helix of radius 1 against drag, so that no energy is kept that would show a lost turn:
 * angle'' = -g p / (1 + p²) - c angle' has a solution in closed form.
 */
const [p, g, c, until] = [0.3, 9.81, 0.05, 12];
const helix = {
  taut: 1,
  points: { b: { mass: 1, at: [1, 0, 0] } },
  elements: [{ gravity: [0, 0, -g] }, { drag: { damping: c } }],
  constraints: { radius: "x(b)^2 + y(b)^2 - 1", helix: `z(b) - ${p}*atan2(y(b), x(b))` },
  run: { until },
};
const angle = ((-g * p) / (1 + p * p) / c) * (until - (1 - Math.exp(-c * until)) / c);
const turns = (height: number): number => (height / p - angle) / (2 * Math.PI);

const controlled = registry.method.filter(({ make }) => make({}).estimatesError).map(({ name }) => name);

describe("an angle that a constraint reads", () => {
  // about 26 turns; long steps of dop853 and gbs make two or three turns each unless they are shortened
  test.each(controlled)("is followed turn after turn by %s", (method) => {
    const { status, of } = run(helix, { method, rtol: 1e-5 });
    expect(status).toBe("ok");
    expect(Math.abs(turns(of("z(b)").at(-1)!))).toBeLessThan(0.2);
  });

  test.each(["dop853", "gbs"])("is followed by %s in states between steps too", (method) => {
    const { times, of } = run(helix, { method, rtol: 1e-5, every: 0.1 });
    const height = of("z(b)");
    for (const [k, t] of times.entries()) {
      const exact = ((-g * p) / (1 + p * p) / c) * (t - (1 - Math.exp(-c * t)) / c);
      expect(Math.abs(height[k] / p - exact)).toBeLessThan(0.5);
    }
  });

  test("ends a run with fixed steps that turn it by more than a quarter turn", () => {
    const fast = { ...helix, points: { b: { mass: 1, at: [1, 0, 0], velocity: [0, 20, 20 * p] } } };
    const { status, failure } = run(fast, { method: "rk4", step: 0.1 });
    expect(status).toBe("unreliable");
    expect(failure!.message).toContain("must turn by less than a quarter turn in a step");
  });
});
