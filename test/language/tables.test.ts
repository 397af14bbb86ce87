import { describe, expect, test } from "vitest";
import { compileSystem, lower, run, validateModel } from "../../src/index.js";
import { interpolated } from "../../src/model/interpolate.js";
import { evaluatePiecewise } from "../../src/symbolic/index.js";

const values = (table: ReturnType<typeof interpolated>, xs: readonly number[], order = 0) =>
  xs.map((x) => evaluatePiecewise(table, order, x));

describe("interpolation", () => {
  const x = [-1, -0.2, 0.1, 0.7, 1.5, 2];
  const between = [-0.95, -0.3, 0, 0.4, 1.1, 1.99];

  test("a cubic spline reproduces every cubic, its three derivatives included", () => {
    const f = [
      (u: number) => 2 - u + 0.5 * u ** 2 + 3 * u ** 3,
      (u: number) => -1 + u + 9 * u ** 2,
      (u: number) => 1 + 18 * u,
      () => 18,
    ];
    const table = interpolated("f", { x, y: x.map(f[0]) }, "cubic", "refuse");
    for (const [order, derivative] of f.entries())
      values(table, between, order).forEach((value, k) => {
        expect(Math.abs(value - derivative(between[k]))).toBeLessThan(1e-11);
      });
    expect(table.joint).toBe("smooth");
  });

  test("three points give the parabola and two the line, whatever the kind", () => {
    const parabola = interpolated("p", { x: [0, 1, 3], y: [0, 1, 9] }, "cubic", "refuse");
    expect(values(parabola, [0.5, 2])).toEqual([0.25, 4]);
    for (const by of ["linear", "pchip", "cubic"] as const)
      expect(values(interpolated("l", { x: [0, 2], y: [1, 5] }, by, "refuse"), [0, 0.5, 2])).toEqual([1, 2, 5]);
  });

  test("pchip has the published slopes and does not overshoot", () => {
    // scipy.interpolate.PchipInterpolator([0, 1, 2, 4], [0, 1, 1.5, 1.5]): slopes 1.25, 0.6666…, 0, 0
    const table = interpolated("p", { x: [0, 1, 2, 4], y: [0, 1, 1.5, 1.5] }, "pchip", "extend");
    expect(values(table, [0, 1, 2, 4], 1).map((d) => Number(d.toFixed(12)))).toEqual([1.25, 0.666666666667, 0, 0]);
    const fine = values(
      table,
      Array.from({ length: 401 }, (_, k) => k / 100),
    );
    expect(Math.max(...fine)).toBeLessThanOrEqual(1.5);
    fine.slice(1).forEach((value, k) => {
      expect(value).toBeGreaterThanOrEqual(fine[k] - 1e-15);
    });
  });

  test("a periodic spline of a sine is periodic, twice differentiable at the joint, and accurate to fourth order", () => {
    const error = (n: number) => {
      const xs = Array.from({ length: n + 1 }, (_, k) => (2 * Math.PI * k) / n);
      const table = interpolated("s", { x: xs, y: xs.map((u) => Math.sin(u)).with(n, 0) }, "cubic", {
        period: 2 * Math.PI,
      });
      const at = Array.from({ length: 101 }, (_, k) => -7 + 0.31 * k);
      for (const order of [0, 1, 2]) {
        const [a, b] = values(table, [2 * Math.PI - 1e-9, 2 * Math.PI + 1e-9], order);
        expect(Math.abs(a - b)).toBeLessThan(1e-7);
      }
      return Math.max(...values(table, at).map((value, k) => Math.abs(value - Math.sin(at[k]))));
    };
    const rate = Math.log2(error(20) / error(40));
    expect(rate).toBeGreaterThan(3.7);
  });

  test("outside the points the value is held, goes on with the last slope, or does not exist; the last point exists", () => {
    const points = { x: [0, 1, 2], y: [0, 1, 4] };
    expect(values(interpolated("h", points, "linear", "hold"), [-1, 2, 3])).toEqual([0, 4, 4]);
    expect(values(interpolated("e", points, "linear", "extend"), [-1, 2, 3])).toEqual([-1, 4, 7]);
    expect(values(interpolated("r", points, "linear", "refuse"), [-1e-9, 0, 2, 2 + 1e-9])).toEqual([
      Number.NaN,
      0,
      4,
      Number.NaN,
    ]);
  });
});

const mass = (words: object) => ({
  taut: 1,
  coordinates: { x: { at: 0.3, velocity: 1, mass: 1 } },
  run: { until: 4, rtol: 1e-10, atol: 1e-12 },
  ...words,
});

test("a potential from a table gives the forces of the polynomial through it, to rounding", () => {
  const xs = [-3, -1, 0, 2, 3];
  const tabled = run(
    mass({ tables: { V: { x: xs, y: xs.map((x) => 0.5 * x ** 2 + 0.1 * x ** 3), by: "cubic" } }, potential: "V(x)" }),
  );
  const written = run(mass({ potential: "0.5*x^2 + 0.1*x^3" }));
  tabled.y.forEach((value, k) => {
    expect(Math.abs(value - written.y[k])).toBeLessThan(1e-9);
  });
});

test("implicit methods and methods with Hessians differentiate tables too", () => {
  const xs = [-3, -1, 0, 2, 3];
  const model = mass({
    tables: { V: { x: xs, y: xs.map((x) => 50 * x ** 2), by: "cubic" } },
    potential: "V(x)",
    run: { until: 1, step: 0.01 },
  });
  const exact = Math.cos(10) * 0.3 + Math.sin(10) / 10;
  const one = run(model, { method: "radau5", rtol: 1e-10, atol: 1e-12 });
  expect(Math.abs(one.y[0] - exact)).toBeLessThan(1e-8);
  expect(run(model, { method: "newmark" }).status).toBe("ok");
});

test("kinks of linear tables and held ends are listed, those of splines are not there", () => {
  const switches = (words: object) => {
    const system = compileSystem(
      lower(validateModel(mass({ tables: { f: { x: [-9, 0, 9], y: [0, 1, 0], ...words } }, force: { x: "f(x)" } }))),
    );
    return system.switches!.map(({ function: name, kind }) => `${name}: ${kind}`);
  };
  expect(switches({ by: "linear" })).toEqual(["table f: kink"]);
  expect(switches({ by: "cubic" })).toEqual([]);
  expect(switches({ by: "cubic", outside: "hold" })).toEqual(["table f: kink"]);
  expect(switches({ by: "linear", period: 20 })).toEqual(["table f: kink"]);
});

test("anchors, elements, events, outputs and sums may use tables; numbers too", () => {
  const solution = run({
    taut: 1,
    parameters: { a: 0.2 },
    tables: { road: { x: [0, 1, 2, 3], y: [0, "a", 0, 0.1], outside: "hold" } },
    let: { height: "road(2*t)" },
    define: { shove: { on: ["p"], force: "[0, road(p_x)]" } },
    points: {
      wheel: { fixed: true, at: [0, "height"] },
      body: { mass: "1 + road(1)", at: [0, 1] },
    },
    elements: [{ spring: { between: ["wheel", "body"], stiffness: 10, length: 1 } }, { shove: { on: "body" } }],
    outputs: { profile: "height", total: "sum(k, 0, 2, road(k + t))" },
    run: { until: 1, every: 0.5, events: { top: { when: "height - 0.1" } } },
  });
  expect(solution.of("profile")).toEqual(Float64Array.of(0, 0.2, 0));
  expect(solution.events.length).toBe(2);
});

test("a run that leaves a table without an outside ends there and names the table", () => {
  const { failure } = run(mass({ tables: { f: { x: [-1, 1], y: [1, 1] } }, force: { x: "f(x)" } }));
  expect(failure!.message).toContain("The table f has no values outside -1 to 1.");
});
