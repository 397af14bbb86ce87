import { describe, expect, test } from "vitest";
import { ode, secondOrder } from "./index.js";

type Out = Float64Array;

describe("functions are tried once at the start", () => {
  const length = (g: Out, _t: number, [x, y]: Out): void => {
    g[0] = Math.hypot(x, y) - 1;
  };
  const rod = { names: ["rod"], g: length };
  const still = (a: Out): void => void a.fill(0);
  const start = { q: [1, 0], v: [0, 0] };
  const G = (out: Out, _t: number, [x, y]: Out): void => {
    out[0] = x / Math.hypot(x, y);
    out[1] = y / Math.hypot(x, y);
  };

  const wrongG = (out: Out, t: number, q: Out): void => {
    G(out, t, q);
    out[1] += 1;
  };

  test.each([
    ["returned", () => ode((_dy, _t, y) => [-y[0]], [1]), /^ode: .* write dy\[0\] \("y0"\).*returns is not read/],
    ["left out", () => ode((dy) => (dy[0] = 1), [1, 2], { names: ["x", "u"] }), /write dy\[1\] \("u"\).*every call/],
    ["added to", () => ode((dy, _t, y) => (dy[0] += y[0]), [1]), /must not read dy\[0\]/],
    ["random", () => ode((dy) => (dy[0] = Math.random()), [1]), /one result for one state/],
    [
      "returned",
      () => secondOrder(() => [0, -9.81], start),
      /^secondOrder: .* write a\[0\] \("q0"\).*returns is not read/,
    ],
    [
      "left out of g",
      () => secondOrder(still, start, { constraints: { names: ["rod"], g: () => {} } }),
      /^g: .* write g\[0\] \("rod"\)/,
    ],
    [
      "left out of G",
      () => secondOrder(still, start, { constraints: { ...rod, jacobian: (out) => (out[0] = 1) } }),
      /^jacobian: .* write G\[1\] \("rod by q1"\)/,
    ],
  ])("results that are %s are refused", (_what, make, message) => {
    expect(make).toThrow(message);
  });

  test.each([
    [
      "a Jacobian of the rate",
      () => ode((dy, _t, y) => (dy[0] = -3 * y[0]), [1], { jacobian: (J) => (J[0] = 3) }),
      /^jacobian: .* for "y0" by y0 it gives 3 at the start, and differences of the rate give -3\./,
    ],
    [
      "a Jacobian of constraints",
      () => secondOrder(still, start, { constraints: { ...rod, jacobian: wrongG } }),
      /^jacobian: .* for "rod" by q1 it gives 1 at the start, and differences of g give 0\./,
    ],
    [
      "a curvature",
      () => secondOrder(still, start, { constraints: { ...rod, curvature: (c) => (c[0] = 0) } }),
      /^curvature: .* for "rod" it gives 0/,
    ],
  ])("%s that is another function is refused", (_what, make, message) => {
    expect(make).toThrow(message);
  });

  test.each([
    ["with a kink at the start", (y: number) => Math.abs(y), (y: number) => Math.sign(y), 0],
    [
      "that oscillates faster than any difference",
      (y: number) => Math.sin(1e7 * y),
      (y: number) => 1e7 * Math.cos(1e7 * y),
      1,
    ],
    ["that is defined on one side only", (y: number) => Math.sqrt(y), (y: number) => 0.5 / Math.sqrt(y), 0],
    ["with a pole near the start", (y: number) => 1 / y ** 12, (y: number) => -12 / y ** 13, 1e-3],
  ])("a right Jacobian of a function %s is taken", (_what, f, slope, at) => {
    expect(() =>
      ode((dy, _t, y) => (dy[0] = f(y[0])), [at], { jacobian: (J, _t, y) => (J[0] = slope(y[0])) }),
    ).not.toThrow();
  });

  test("right derivatives of constraints are taken at any scale", () => {
    for (const scale of [1e-9, 1, 1e9]) {
      const circle = {
        names: ["rod"],
        g: (g: Out, _t: number, [x, y]: Out) => g.set([x * x + y * y - scale * scale]),
        jacobian: (out: Out, _t: number, [x, y]: Out) => out.set([2 * x, 2 * y]),
        curvature: (c: Out, _t: number, _q: Out, [u, w]: Out) => c.set([2 * (u * u + w * w)]),
      };
      expect(() => secondOrder(still, { q: [scale, 0], v: [0, 0] }, { constraints: circle })).not.toThrow();
    }
  });
});
