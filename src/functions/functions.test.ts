import { describe, expect, test } from "vitest";
import type { Formulation, Method } from "../core/index.js";
import { baumgarte, regularised, rigid, stiff, underlying } from "../formulations/index.js";
import { adams, bdf, dop853, dopri5, gbs, radau5, rattle, rosenbrock4, shake } from "../methods/index.js";
import type { NamedChoice } from "../model/index.js";
import { newton, stabilise } from "../projections/index.js";
import { type RunSettings, run } from "../run/index.js";
import { solve } from "../solve/index.js";
import { ode, secondOrder } from "./index.js";

describe("ode", () => {
  const oscillator = ode(
    (dy, _t, y) => {
      dy[0] = y[1];
      dy[1] = -y[0];
    },
    [1, 0],
    { names: ["x", "u"] },
  );

  test.each([dopri5(), dop853(), adams(), gbs(), bdf(), radau5(), rosenbrock4()])("is solved by $name", (method) => {
    const { status, y } = solve(oscillator, { method, rtol: 1e-8, until: 2 });
    expect(status).toBe("ok");
    expect(y[0]).toBeCloseTo(Math.cos(2), 5);
    expect(y[1]).toBeCloseTo(-Math.sin(2), 5);
  });

  test("with its Jacobian an implicit method takes no differences", () => {
    const stiffDecay = (jacobian?: (J: Float64Array) => void) =>
      ode((dy, t, y) => (dy[0] = -1e4 * (y[0] - Math.cos(t)) - Math.sin(t)), [1], { ...(jacobian && { jacobian }) });
    const options = { method: radau5(), rtol: 1e-6, until: 1 };
    const [differences, given] = [stiffDecay(), stiffDecay((J) => (J[0] = -1e4))].map((one) => solve(one, options));
    expect(given.y[0]).toBeCloseTo(Math.cos(1), 6);
    expect(given.work.forces).toBeLessThan(differences.work.forces);
  });

  test("a start with another number of entries than names is refused", () => {
    expect(() => ode(() => {}, [1, 2], { names: ["x"] })).toThrow(/one number for each of 1 names; it has 2/);
  });
});

describe("secondOrder", () => {
  const gravity = 9.81;
  const rod = {
    names: ["rod"],
    g: (g: Float64Array, _t: number, q: Float64Array) => (g[0] = Math.hypot(q[0], q[1]) - 1),
  };
  const given = {
    ...rod,
    jacobian(G: Float64Array, _t: number, [x, y]: Float64Array) {
      G[0] = x / Math.hypot(x, y);
      G[1] = y / Math.hypot(x, y);
    },
    curvature(c: Float64Array, _t: number, [x, y]: Float64Array, [u, w]: Float64Array) {
      const r = Math.hypot(x, y);
      c[0] = (u * u + w * w - ((x * u + y * w) / r) ** 2) / r;
    },
  };
  const fall = (a: Float64Array): void => {
    a[0] = 0;
    a[1] = -gravity;
  };
  const potential = (_t: number, q: Float64Array): number => 2 * gravity * q[1];
  const pendulum = (constraints: typeof rod) =>
    secondOrder(
      fall,
      { q: [1, 0], v: [0, 0] },
      { constraints, mass: [2, 2], readsVelocity: false, potential, omega: 200 },
    );
  /** The same as a model, compiled. */
  const model = {
    taut: 1,
    name: "pendulum",
    points: { a: { mass: 2, at: [1, 0] } },
    elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity: [0, -gravity] }],
  };
  const exact = run(model, { until: 1.5, rtol: 1e-12, keepStates: false });

  test.each([
    ["given derivatives", given, 1e-9, 1e-8],
    ["derivatives by differences", rod, 1e-8, 1e-6],
  ] as const)("a pendulum with %s moves as the model does, with its multiplier", (_, constraints, near, held) => {
    const system = pendulum(constraints as typeof rod);
    const options = { method: dop853(), rtol: 1e-11, until: 1.5 };
    for (const projection of [stabilise(), newton()]) {
      const { status, q, lambda, ledger } = solve(system, { ...options, formulation: underlying(), projection });
      expect(status).toBe("ok");
      for (const i of [0, 1]) expect(Math.abs(q[i] - exact.q[i])).toBeLessThan(near);
      expect(Math.abs(lambda![0] - exact.lambda![0])).toBeLessThan(100 * held);
      expect(ledger.energy!.maxDeviation).toBeLessThan(held);
    }
  });

  test.each([rattle(), shake()])("$name keeps the rod", (method) => {
    const { status, q } = solve(pendulum(given as typeof rod), {
      formulation: rigid(),
      method,
      step: 1e-3,
      until: 1.5,
    });
    expect(status).toBe("ok");
    expect(Math.hypot(q[0], q[1])).toBeCloseTo(1, 9);
    for (const i of [0, 1]) expect(Math.abs(q[i] - exact.q[i])).toBeLessThan(1e-4);
  });

  test("the stiff view, Baumgarte's and the regularised one move as the compiled model does in them", () => {
    const system = pendulum(rod);
    const ways: { formulation: Formulation; named: NamedChoice; method: Method }[] = [
      { formulation: stiff(), named: { name: "stiff", omega: 200 }, method: dop853() },
      { formulation: baumgarte({ gamma: 20 }), named: { name: "baumgarte", gamma: 20 }, method: dop853() },
      { formulation: regularised({ beta: 100 }), named: { name: "regularised", beta: 100 }, method: dop853() },
    ];
    for (const { named, ...way } of ways) {
      const { status, q } = solve(system, { ...way, rtol: 1e-10, until: 1.5 });
      const settings: RunSettings = {
        ...{ formulation: named, method: "dop853", projection: "none", rtol: 1e-10, until: 1.5 },
      };
      const compiled = run(model, { ...settings, keepStates: false });
      expect(status).toBe("ok");
      for (const i of [0, 1]) expect(Math.abs(q[i] - compiled.q[i])).toBeLessThan(1e-6);
    }
  });

  test("constraints without a formulation are refused with the formulations to give", () => {
    expect(() => solve(pendulum(rod), { method: dop853(), until: 1 })).toThrow(/has 1 constraints. Give underlying/);
  });

  test("a rod that is given twice is dropped once", () => {
    const doubled = {
      names: ["rod", "again"],
      g(g: Float64Array, _t: number, q: Float64Array) {
        g[0] = Math.hypot(q[0], q[1]) - 1;
        g[1] = g[0];
      },
    };
    const system = secondOrder(fall, { q: [1, 0], v: [0, 0] }, { constraints: doubled });
    const { status, dropped } = solve(system, {
      ...{ formulation: underlying(), projection: stabilise(), method: dop853(), rtol: 1e-9, until: 1 },
    });
    expect([status, dropped]).toEqual(["ok", ["again"]]);
  });

  test("the third bar of a parallelogram depends on the others on the manifold only, and is dropped", () => {
    // two bars hang at 0 and 2, a coupler joins their ends; a third bar hangs at 1 and holds the coupler's middle
    const bars = {
      names: ["left", "right", "coupler", "middle"],
      g(g: Float64Array, _t: number, [x1, y1, x2, y2]: Float64Array) {
        g[0] = Math.hypot(x1, y1) - 1;
        g[1] = Math.hypot(x2 - 2, y2) - 1;
        g[2] = Math.hypot(x2 - x1, y2 - y1) - 2;
        g[3] = Math.hypot((x1 + x2) / 2 - 1, (y1 + y2) / 2) - 1;
      },
    };
    const [x, y] = [0.6, -0.8];
    const down = (a: Float64Array) => a.set([0, -1, 0, -1]);
    const start = { q: [x, y, x + 2, y], v: [0, 0, 0, 0] };
    const how = { formulation: underlying(), method: dop853(), projection: newton(), rtol: 1e-9, until: 1 };
    const all = solve(secondOrder(down, start, { constraints: bars }), how);
    expect([all.status, all.dropped]).toEqual(["ok", ["middle"]]);
    const three = {
      names: bars.names.slice(0, 3),
      g: (g: Float64Array, t: number, q: Float64Array) => {
        const four = new Float64Array(4);
        bars.g(four, t, q);
        g.set(four.subarray(0, 3));
      },
    };
    const few = solve(secondOrder(down, start, { constraints: three }), how);
    // both runs keep the constraints to 1e-12, and a step of one may differ from the other's by their rounding
    all.y.forEach((value, k) => {
      expect(Math.abs(value - few.y[k])).toBeLessThan(1e-8);
    });
  });

  test("without a potential no energy is known, and the ledger has none", () => {
    const how = { method: dop853(), rtol: 1e-9, until: 1 };
    const free = { q: [1, 0], v: [0, 0] };
    expect(solve(secondOrder(fall, free), how).ledger.energy).toBeUndefined();
    expect(solve(secondOrder(fall, free, { potential }), how).ledger.energy).toBeDefined();
  });

  test("a position where a constraint depends on the other only there is refused as singular", () => {
    const touching = {
      names: ["left", "right"],
      g(g: Float64Array, _t: number, [x, y]: Float64Array) {
        g[0] = x * x + y * y - 1;
        g[1] = (x - 2) ** 2 + y * y - 1;
      },
    };
    const system = secondOrder(fall, { q: [1, 0], v: [0, 0] }, { constraints: touching });
    const { failure } = solve(system, { formulation: underlying(), method: dop853(), rtol: 1e-9, until: 1 });
    expect(failure).toMatchObject({ status: "singular", component: "right" });
  });
});
