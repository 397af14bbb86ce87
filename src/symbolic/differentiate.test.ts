import { describe, expect, test } from "vitest";
import { gradient, hessian, jacobian, tangent } from "./differentiate.js";
import { abs, exp, floor, log, max, min, pow, select, sin, sqrt } from "./elementary.js";
import { evaluateWithMath } from "./evaluate.fixture.js";
import { type Expr, Graph } from "./expr.js";
import { add, div, mul, neg, sub } from "./simplify.js";
import { countNodes } from "./substitute.js";

const graph = new Graph();
const [x, y, z] = ["x", "y", "z"].map((name) => graph.symbol(name));
const num = (value: number) => graph.num(value);
const at = (e: Expr, ...[vx, vy = 0, vz = 0]: number[]) =>
  evaluateWithMath(e, (name) => ({ x: vx, y: vy, z: vz })[name]);

describe("gradient", () => {
  test("equals the textbook result", () => {
    expect(gradient(mul(x, y), [x, y, z])).toEqual([y, x, num(0)]);
    expect(gradient(mul(x, x), [x])).toEqual([mul(num(2), x)]);
    expect(gradient(exp(mul(num(3), x)), [x])).toEqual([mul(num(3), exp(mul(num(3), x)))]);
    expect(gradient(num(5), [x])).toEqual([num(0)]);
    expect(gradient(x, [x, x])).toEqual([num(1), num(1)]);
  });

  test("cancels the half of a spring's energy: k (r - l) (x - y)/r", () => {
    const [k, l] = [graph.symbol("k"), graph.symbol("l")];
    const r = sqrt(add(pow(sub(x, y), num(2)), pow(z, num(2))));
    const [slope] = gradient(mul(num(0.5), mul(k, pow(sub(r, l), num(2)))), [x]);
    const byHand = mul(mul(div(num(1), r), mul(k, sub(r, l))), sub(x, y));
    expect(slope).toBe(byHand);
  });

  test("treats a variable that is an operation as independent", () => {
    const u = sin(x);
    expect(gradient(mul(u, x), [u, x])).toEqual([x, u]);
  });

  test("of floor is zero, and of abs the sign", () => {
    expect(gradient(floor(x), [x])).toEqual([num(0)]);
    const [slope] = gradient(abs(x), [x]);
    expect([at(slope, -2), at(slope, 0), at(slope, 3)]).toEqual([-1, 0, 1]);
  });

  test("costs a small multiple of the cost of the function", () => {
    const symbols = Array.from({ length: 50 }, (_, i) => graph.symbol(`c${i}`));
    const product = symbols.map((s) => sin(s)).reduce(mul);
    expect(countNodes(gradient(product, symbols))).toBeLessThan(5 * countNodes([product]));
  });

  test("of a chain of 20,000 operations does not overflow the stack", () => {
    let e = x;
    for (let i = 0; i < 20_000; i++) e = sin(e);
    expect(at(gradient(e, [x])[0], 0)).toBe(1);
    expect(at(tangent([e], new Map([[x, num(1)]]))[0], 0)).toBe(1);
  });
});

describe("a branch that is not taken cannot spoil a derivative", () => {
  const guarded: [string, Expr, (x: number) => number][] = [
    ["where(x, sqrt(x), 0)", select(x, sqrt(x), num(0)), (v) => (v > 0 ? 0.5 / Math.sqrt(v) : 0)],
    ["where(x, x^1.5, 0)", select(x, pow(x, num(1.5)), num(0)), (v) => (v > 0 ? 1.5 * Math.sqrt(v) : 0)],
    [
      "3*where(x, log(x), -x)^2",
      mul(num(3), pow(select(x, log(x), neg(x)), num(2))),
      (v) => (v > 0 ? (6 * Math.log(v)) / v : 6 * v),
    ],
    ["min(x, where(x, log(x), 1))", min(x, select(x, log(x), num(1))), (v) => (v > 0 ? 1 / v : 1)],
    ["max(x, 0)^1.5", pow(max(x, num(0)), num(1.5)), (v) => (v > 0 ? 1.5 * Math.sqrt(v) : 0)],
  ];
  test.each(guarded)("%s", (_, e, expected) => {
    const [slope] = gradient(e, [x]);
    const [rate] = tangent([e], new Map([[x, num(1)]]));
    for (const value of [-2, 0, 0.5, 3]) {
      expect(at(slope, value)).toBeCloseTo(expected(value), 14);
      expect(at(rate, value)).toBeCloseTo(expected(value), 14);
    }
  });

  test("second derivative of where(x, x^1.5, 0)", () => {
    const [{ expr }] = hessian(select(x, pow(x, num(1.5)), num(0)), [x]);
    expect([at(expr, -2), at(expr, 0), at(expr, 4)]).toEqual([0, 0, 0.375]);
  });
});

describe("tangent", () => {
  test("is a total time derivative when coordinates move at their velocities", () => {
    const [vx, vy] = [graph.symbol("vx"), graph.symbol("vy")];
    const rates = new Map([
      [x, vx],
      [y, vy],
    ]);
    expect(tangent([mul(x, y), z, x], rates)).toEqual([add(mul(y, vx), mul(x, vy)), num(0), vx]);
  });

  test("is zero when the function does not depend on what moves", () => {
    expect(tangent([mul(x, y)], new Map())).toEqual([num(0)]);
    expect(tangent([mul(x, y)], new Map([[z, num(1)]]))).toEqual([num(0)]);
  });
});

describe("jacobian", () => {
  test("lists rows without structural zeros", () => {
    expect(jacobian([mul(x, y), sin(z), num(3)], [x, y, z]).map(({ row, col }) => [row, col])).toEqual([
      [0, 0],
      [0, 1],
      [1, 2],
    ]);
  });

  test("leaves out entries that cancel", () => expect(jacobian([sub(add(x, y), x)], [y]).length).toBe(1));
});

describe("hessian", () => {
  test("lists the lower triangle without structural zeros", () => {
    const f = add(mul(mul(x, x), y), sin(z));
    const entries = hessian(f, [x, y, z]);
    expect(entries.map(({ row, col }) => [row, col])).toEqual([
      [0, 0],
      [1, 0],
      [2, 2],
    ]);
    expect(entries[0].expr).toBe(mul(num(2), y));
    expect(entries[1].expr).toBe(mul(num(2), x));
  });

  test("of a linear function is empty", () => expect(hessian(sub(mul(num(3), x), y), [x, y])).toEqual([]));
});
