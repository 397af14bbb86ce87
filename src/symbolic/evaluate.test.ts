import { expect, test } from "vitest";
import { sin } from "./elementary.js";
import { applyWithMath, evaluateWithMath } from "./evaluate.fixture.js";
import { Graph } from "./expr.js";
import { add, mul } from "./simplify.js";

const graph = new Graph();
const [x, y] = [graph.symbol("x"), graph.symbol("y")];

test("values come from a map or a function", () => {
  const e = add(mul(graph.num(3), x), sin(y));
  const values = { x: 2, y: 0.5 };
  expect(evaluateWithMath(e, new Map(Object.entries(values)))).toBe(6 + Math.sin(0.5));
  expect(evaluateWithMath(e, () => 0.5)).toBe(1.5 + Math.sin(0.5));
});

test("every symbol needs a value", () => {
  expect(() => evaluateWithMath(add(x, y), new Map([["x", 1]]))).toThrow('"y" has none');
});

test("operations give the values of Math", () => {
  expect(applyWithMath("atan2", [1, 1])).toBe(Math.PI / 4);
  expect(applyWithMath("select", [0, 1, 2])).toBe(2);
  expect(applyWithMath("min", [3, 2])).toBe(2);
});
