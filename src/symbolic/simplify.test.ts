import { describe, expect, test } from "vitest";
import { sqrt } from "./elementary.js";
import { evaluateWithMath } from "./evaluate.fixture.js";
import { Graph } from "./expr.js";
import { add, div, mul, neg, sub } from "./simplify.js";
import { countNodes } from "./substitute.js";

const graph = new Graph();
const [x, y] = [graph.symbol("x"), graph.symbol("y")];
const num = (value: number) => graph.num(value);

describe("constants", () => {
  test("fold exactly", () => {
    expect(add(num(0.1), num(0.2))).toBe(num(0.1 + 0.2));
    expect(sub(num(1), num(3))).toBe(num(-2));
    expect(mul(num(0.1), num(3))).toBe(num(0.1 * 3));
    expect(div(num(1), num(3))).toBe(num(1 / 3));
    expect(neg(num(2))).toBe(num(-2));
  });

  test("stay operations where folding would not be finite", () => {
    expect(div(num(1), num(0)).op).toBe("div");
    expect(div(num(0), num(0)).op).toBe("div");
    expect(mul(num(1e200), num(1e200)).op).toBe("mul");
    expect(add(num(1.1e308), num(1.2e308)).op).toBe("add");
  });
});

describe("neutral elements", () => {
  test.each([
    ["x + 0", add(x, num(0)), x],
    ["0 + x", add(num(0), x), x],
    ["x - 0", sub(x, num(0)), x],
    ["0 - x", sub(num(0), x), neg(x)],
    ["x * 1", mul(x, num(1)), x],
    ["x * -1", mul(x, num(-1)), neg(x)],
    ["x * 0", mul(x, num(0)), num(0)],
    ["x / 1", div(x, num(1)), x],
    ["x / -1", div(x, num(-1)), neg(x)],
    ["0 / x", div(num(0), x), num(0)],
    ["x - x", sub(x, x), num(0)],
    ["x + x", add(x, x), mul(num(2), x)],
  ])("%s", (_, built, expected) => expect(built).toBe(expected));
});

describe("signs", () => {
  test.each([
    ["-(-x)", neg(neg(x)), x],
    ["x + (-y)", add(x, neg(y)), sub(x, y)],
    ["(-x) + y", add(neg(x), y), sub(y, x)],
    ["x - (-y)", sub(x, neg(y)), add(x, y)],
    ["(-x) - (-y)", sub(neg(x), neg(y)), sub(y, x)],
    ["(-x)*(-y)", mul(neg(x), neg(y)), mul(x, y)],
    ["(-x)*y", mul(neg(x), y), neg(mul(x, y))],
    ["(-x)/y", div(neg(x), y), neg(div(x, y))],
    ["x/(-y)", div(x, neg(y)), neg(div(x, y))],
    ["(-x)/(-y)", div(neg(x), neg(y)), div(x, y)],
    ["-(2*x)", neg(mul(num(2), x)), mul(num(-2), x)],
    ["x + (-2)*y", add(x, mul(num(-2), y)), sub(x, mul(num(2), y))],
    ["x - (-2)*y", sub(x, mul(num(-2), y)), add(x, mul(num(2), y))],
    ["x + (-2)", add(x, num(-2)), sub(x, num(2))],
    ["(-2)/x", div(num(-2), x), neg(div(num(2), x))],
  ])("%s", (_, built, expected) => expect(built).toBe(expected));
});

describe("products", () => {
  test("have one constant, in front", () => {
    expect(mul(num(3), mul(num(2), x))).toBe(mul(num(6), x));
    expect(mul(mul(num(3), x), mul(num(2), y))).toBe(mul(num(6), mul(x, y)));
    expect(mul(x, mul(num(2), y))).toBe(mul(num(2), mul(x, y)));
    expect(mul(num(2), mul(mul(num(0.5), x), y))).toBe(mul(x, y));
    expect(mul(num(3), div(num(2), x))).toBe(div(num(6), x));
  });

  test("of constants that overflow or underflow are left alone", () => {
    const e = mul(num(1e200), mul(num(1e200), x));
    expect(evaluateWithMath(e, new Map([["x", 1e-300]])) / 1e100).toBeCloseTo(1, 12);
    const tiny = mul(num(1e-200), mul(num(1e-200), x));
    expect(evaluateWithMath(tiny, new Map([["x", 1e300]])) / 1e-100).toBeCloseTo(1, 12);
  });

  test("do not depend on the order of their factors", () => expect(mul(x, y)).toBe(mul(y, x)));

  test("undo square roots", () => expect(mul(sqrt(x), sqrt(x))).toBe(x));
});

describe("quotients by powers of two are exact products", () => {
  test.each([2, -4, 0.125, 2 ** 1000, 2 ** -1000])("x / %f", (d) => expect(div(x, num(d))).toBe(mul(x, num(1 / d))));
  test.each([3, 0.1, 2 ** 1023, 2 ** -1074])("but not x / %f", (d) => expect(div(x, num(d)).op).toBe("div"));
});

test("sums are not reassociated", () => {
  const e = add(num(1e20), sub(x, num(1e20)));
  expect(countNodes([e])).toBe(4);
  expect(evaluateWithMath(e, new Map([["x", 1]]))).toBe(0);
});
