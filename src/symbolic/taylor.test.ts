import { describe, expect, test } from "vitest";
import { gradient } from "./differentiate.js";
import {
  abs,
  acos,
  asin,
  atan,
  atan2,
  cos,
  cosh,
  exp,
  floor,
  log,
  max,
  min,
  pow,
  select,
  sin,
  sinh,
  sqrt,
  tan,
  tanh,
} from "./elementary.js";
import { evaluateWithMath } from "./evaluate.fixture.js";
import { type Expr, Graph } from "./expr.js";
import { add, div, mul, neg, sub } from "./simplify.js";
import { countNodes, substitute } from "./substitute.js";
import { taylor } from "./taylor.js";

const graph = new Graph();
const [x, y, t] = ["x", "y", "t"].map((name) => graph.symbol(name));
const num = (value: number) => graph.num(value);
const order = 5;
/** Coefficients of the paths x(t) and y(t) through (0.4, 0.7). */
const paths = { x: [0.4, 0.3, -0.2, 0.05, 0.11, -0.07], y: [0.7, -0.1, 0.25, 0.3, -0.15, 0.02] };
const at = (e: Expr, time: number) => evaluateWithMath(e, (name) => ({ x: 0.4, y: 0.7, t: time })[name]);
const seeds = new Map([
  [x, paths.x.slice(1).map(num)],
  [y, paths.y.slice(1).map(num)],
]);

/** f^(k)(0)/k! by differentiating f(x(t), y(t)) k times, an independent way to the same numbers. */
function byDerivatives(f: Expr): number[] {
  const path = (c: readonly number[]) => c.reduceRight((sum, value) => add(num(value), mul(t, sum)), num(0));
  let [e] = substitute(
    [f],
    new Map([
      [x, path(paths.x)],
      [y, path(paths.y)],
    ]),
  );
  let factorial = 1;
  return Array.from({ length: order + 1 }, (_, k) => {
    if (k > 0) [e] = gradient(e, [t]);
    if (k > 0) factorial *= k;
    return at(e, 0) / factorial;
  });
}

const functions: readonly (readonly [string, Expr])[] = [
  ["x + y - 3 x", add(x, sub(y, mul(num(3), x)))],
  ["-x y", neg(mul(x, y))],
  ["x^2 and x^5", add(pow(x, num(2)), pow(x, num(5)))],
  ["x/y", div(x, y)],
  ["1/(x y)", div(num(1), mul(x, y))],
  ["sqrt(x^2 + y^2)", sqrt(add(mul(x, x), mul(y, y)))],
  ["x^1.7", pow(x, num(1.7))],
  ["x^y", pow(x, y)],
  ["exp(x y)", exp(mul(x, y))],
  ["log(x + y)", log(add(x, y))],
  ["sin x cos y", mul(sin(x), cos(y))],
  ["tan x", tan(x)],
  ["asin x + acos y", add(asin(x), acos(mul(num(0.5), y)))],
  ["atan(x/y) + atan2(x, y)", add(atan(div(x, y)), atan2(x, y))],
  ["sinh x cosh y", mul(sinh(x), cosh(y))],
  ["tanh(x - y)", tanh(sub(x, y))],
  ["|x - y| of a negative argument", abs(sub(x, y))],
  ["min and max", mul(min(x, y), max(mul(x, y), x))],
  ["where(x - y, sqrt(x - y), x^2)", select(sub(x, y), sqrt(sub(x, y)), mul(x, x))],
  ["floor(3 x) x", mul(floor(mul(num(3), x)), x)],
];

describe("Taylor coefficients are the derivatives over k!", () => {
  test.each(functions)("%s, orders 0 to 5", (_, f) => {
    const [coefficients] = taylor([f], seeds, order);
    const expected = byDerivatives(f);
    expect(coefficients.length).toBe(order + 1);
    // the tolerance is the rounding of about a hundred operations, relative to the largest coefficient
    const size = Math.max(...expected.map(Math.abs));
    for (const [k, c] of coefficients.entries()) expect(Math.abs(at(c, 0) - expected[k])).toBeLessThan(1e-12 * size);
  });
});

describe("Taylor arithmetic", () => {
  test("gives zero for everything that does not move", () => {
    const [coefficients] = taylor([mul(sin(y), x)], new Map([[x, [num(1)]]]), 3);
    expect(coefficients).toEqual([mul(sin(y), x), sin(y), num(0), num(0)]);
  });

  test("grows with the square of the order, not exponentially like repeated differentiation", () => {
    const r = sqrt(add(mul(x, x), mul(y, y)));
    const symbols = new Map(
      [x, y].map((s) => [s, Array.from({ length: 12 }, (_, k) => graph.symbol(`${s.name}${k}`))]),
    );
    const nodes = [3, 6, 12].map((k) => countNodes(taylor([r], symbols, k)[0]));
    expect(nodes[1]).toBeLessThan(4 * nodes[0]);
    expect(nodes[2]).toBeLessThan(4 * nodes[1]);
  });

  test("of a chain of 20,000 operations does not overflow the stack", () => {
    let e = x;
    for (let i = 0; i < 20_000; i++) e = add(e, y);
    expect(at(taylor([e], seeds, 2)[0][2], 0)).toBeCloseTo(-0.2 + 20_000 * 0.25, 8);
  });
});
