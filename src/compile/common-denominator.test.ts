import { expect, test } from "vitest";
import { add, div, type Expr, Graph, mul, sqrt, sub, topologicalOrder } from "../symbolic/index.js";
import { withoutDenominator } from "./common-denominator.js";

const graph = new Graph();
const [x, y, u] = ["x", "y", "u"].map((name) => graph.symbol(name));
const one = graph.num(1);
const length = sqrt(add(mul(x, x), mul(y, y)));
const over = (e: Expr): Expr => mul(e, div(one, length));

test("a row divided by a length loses the division, and its curvature loses the square root", () => {
  const { row, scale, scaled } = withoutDenominator(
    new Map([
      [0, over(x)],
      [3, over(y)],
    ]),
  );
  expect([...row]).toEqual([
    [0, x],
    [3, y],
  ]);
  expect(scale).toBe(length);
  const curvature = sub(over(u), mul(over(x), div(div(one, length), length)));
  expect(topologicalOrder([scaled(curvature)]).map(({ op }) => op)).not.toContain("sqrt");
  expect(scaled(u)).toBe(mul(length, u));
});

test("a row without a common denominator stays as it is", () => {
  const row = new Map([
    [0, over(x)],
    [1, y],
  ]);
  const { row: same, scale, scaled } = withoutDenominator(row);
  expect(same).toBe(row);
  expect(scale).toBe(one);
  expect(scaled(u)).toBe(u);
});

test("a quotient by the length is as good as a product with its reciprocal", () => {
  const { row, scale } = withoutDenominator(
    new Map([
      [0, over(x)],
      [1, div(y, length)],
    ]),
  );
  expect(scale).toBe(length);
  expect([...row.values()]).toEqual([x, y]);
});
