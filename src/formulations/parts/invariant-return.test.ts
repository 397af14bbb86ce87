import { expect, test } from "vitest";
import { prepareRun, type RunSettings, run } from "../../run/index.js";

const kepler = {
  taut: 1 as const,
  coordinates: ["x", "y"],
  mass: 1,
  potential: "-1/sqrt(x^2 + y^2)",
  initial: { x: 0.5, y: 0, "x'": 0, "y'": "sqrt(3)" },
  invariants: { energy: "(x'^2 + y'^2)/2 - 1/sqrt(x^2 + y^2)", momentum: "x*y' - y*x'" },
};
/** A spiral and its radius, which is not an invariant. */
const spiral = {
  taut: 1 as const,
  states: { x: 1, y: 0 },
  rates: { x: "-y - 0.1*x", y: "x - 0.1*y" },
  invariants: { radius: "x^2 + y^2" },
};

test.each([
  ["(2.3), Kepler", kepler, {}],
  ["(2.4), Kepler", kepler, { integral: true }],
  ["(2.4), a spiral", spiral, { integral: true }],
] as const)("%s: invariants that are off return at the rate gamma, h' = -gamma h", (_, model, options) => {
  const gamma = 3;
  const { problem } = prepareRun(model, {
    settings: { formulation: { name: "stabilised", gamma, ...options }, method: "rk4", step: 0.1, until: 1 },
  });
  const { arena, dimension: n } = problem;
  const invariants = problem.manifold!.invariants!;
  const [y, dy, h, H] = [arena.f64(n), arena.f64(n), arena.f64(2), arena.f64(2 * n)];
  y.set([0.7, 0.2, -0.3, 1.1].slice(0, n));
  invariants.residual(h, 0, y);
  invariants.jacobian(H, 0, y);
  expect(problem.rate!(dy, 0, y)).toBe("ok");
  for (let i = 0; i < invariants.count; i++) {
    const slope = dy.reduce((sum, v, k) => sum + v * H[i * n + k], 0);
    expect(Math.abs(h[i])).toBeGreaterThan(0.1);
    // rounding times the condition of H H^T, some 1e4 where the gradients of Kepler's invariants are
    expect(slope).toBeCloseTo(-gamma * h[i], 10);
  }
});

test("(2.4) turns a spiral into the circle on which it began", () => {
  const formulation = { name: "stabilised", integral: true };
  const { y } = run(spiral, { formulation, method: "dop853", rtol: 1e-10, until: 10 });
  expect(y[0]).toBeCloseTo(Math.cos(10), 8);
  expect(y[1]).toBeCloseTo(Math.sin(10), 8);
});

test("projected invariants (2.5) by radau5 keep energy and momentum ten times better than radau5 alone, to the tolerance", () => {
  const deviations = (settings: RunSettings) => {
    const { status, ledger } = run(kepler, { ...settings, rtol: 1e-6, until: 20, keepStates: false });
    expect(status).toBe("ok");
    return Object.values(ledger.invariants!).map(({ maxDeviation }) => maxDeviation);
  };
  const [energy, momentum] = deviations({ formulation: "dae", method: "radau5" });
  const [freeEnergy] = deviations({ formulation: "ode", method: "radau5", projection: "none" });
  expect(energy).toBeLessThan(1e-7);
  expect(momentum).toBeLessThan(1e-7);
  expect(freeEnergy / energy).toBeGreaterThan(10);
});

test("an invariant that may depend on t is refused as an integral, and so are systems without invariants", () => {
  const settings = (formulation: RunSettings["formulation"]): RunSettings => ({ formulation, until: 1 });
  const moving = { ...spiral, invariants: { moving: "x - t" } };
  expect(() => run(moving, { ...settings({ name: "stabilised", integral: true }) })).toThrow("reads t");
  const { invariants: _, ...bare } = spiral;
  expect(() => run(bare, { ...settings("stabilised") })).toThrow("first-order system");
  expect(() => run(bare, { ...settings("dae") })).toThrow("neither algebraic variables nor invariants");
});
