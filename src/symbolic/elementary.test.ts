import { describe, expect, test } from "vitest";
import { abs, atan2, cos, exp, floor, log, max, min, pow, rebuild, select, sign, sin, sqrt } from "./elementary.js";
import { evaluateWithMath } from "./evaluate.fixture.js";
import { type Expr, Graph } from "./expr.js";
import { add, div, mul, neg } from "./simplify.js";
import { countNodes } from "./substitute.js";

const graph = new Graph();
const [x, y] = [graph.symbol("x"), graph.symbol("y")];
const num = (value: number) => graph.num(value);

describe("constants", () => {
  test("fold where IEEE arithmetic defines the result", () => {
    expect(sqrt(num(2))).toBe(num(Math.SQRT2));
    expect(abs(num(-2))).toBe(num(2));
    expect(floor(num(-1.5))).toBe(num(-2));
    expect(min(num(1), num(2))).toBe(num(1));
    expect(max(num(1), num(2))).toBe(num(2));
    expect(sqrt(num(-1)).op).toBe("sqrt");
  });

  test("stay symbolic in functions whose last bit differs between engines", () => {
    expect(sin(num(2)).op).toBe("sin");
    expect(pow(num(2), num(0.3)).op).toBe("pow");
  });

  test("fold in functions where every implementation is exact", () => {
    expect(sin(num(0))).toBe(num(0));
    expect(cos(num(0))).toBe(num(1));
    expect(exp(num(0))).toBe(num(1));
    expect(log(num(1))).toBe(num(0));
  });

  test("fold in functions with the implementation that the graph was given", () => {
    const own = new Graph({ functions: { sin: (a) => 10 * a, atan2: (b, a) => b - a, log: () => Number.NaN } });
    expect(sin(own.num(2))).toBe(own.num(20));
    expect(atan2(own.num(5), own.num(3))).toBe(own.num(2));
    expect(log(own.num(-1)).op).toBe("log");
    expect(cos(own.num(2)).op).toBe("cos");
  });
});

describe("pow", () => {
  test("writes small integer powers as few products", () => {
    expect(pow(x, num(0))).toBe(num(1));
    expect(pow(x, num(1))).toBe(x);
    expect(pow(x, num(2))).toBe(mul(x, x));
    expect(pow(x, num(3))).toBe(mul(mul(x, x), x));
    expect(countNodes([pow(x, num(16))])).toBe(5);
    expect(pow(x, num(17)).op).toBe("pow");
    expect(pow(x, num(-2))).toBe(div(num(1), mul(x, x)));
  });

  test.each([-16, -7, -1, 5, 11, 15])("gives the value of x^%i", (n) => {
    const value = evaluateWithMath(pow(x, num(n)), new Map([["x", 1.1]]));
    expect(Math.abs(value / 1.1 ** n - 1)).toBeLessThan(1e-14); // at most 8 roundings
  });

  test("knows square roots", () => {
    expect(pow(x, num(0.5))).toBe(sqrt(x));
    expect(pow(x, num(-0.5))).toBe(div(num(1), sqrt(x)));
    expect(pow(sqrt(x), num(4))).toBe(mul(x, x));
  });
});

describe("choices", () => {
  test("with a constant condition are decided when they are built", () => {
    expect(select(num(1), x, y)).toBe(x);
    expect(select(num(0), x, y)).toBe(y);
    expect(select(x, y, y)).toBe(y);
    expect(min(x, x)).toBe(x);
  });

  test("sign has three values", () => {
    for (const value of [-3, 0, 5]) expect(evaluateWithMath(sign(x), new Map([["x", value]]))).toBe(Math.sign(value));
    expect(sign(num(-3))).toBe(num(-1));
  });
});

test("abs ignores a sign, and repeated floor or abs collapse into one", () => {
  expect(abs(neg(x))).toBe(abs(x));
  expect(abs(abs(x))).toBe(abs(x));
  expect(floor(floor(x))).toBe(floor(x));
});

test("rebuilding a node from its own arguments gives the same node", () => {
  const nodes: Expr[] = [x, num(3), add(x, y), div(x, y), select(x, y, num(1)), atan2(x, y), pow(x, y), exp(neg(x))];
  for (const e of nodes) expect(rebuild(e, e.args)).toBe(e);
});
