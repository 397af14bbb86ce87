import { expect, test } from "vitest";
import { sin } from "./elementary.js";
import { Graph } from "./expr.js";
import { topologicalOrder, useCounts } from "./order.js";
import { add, mul } from "./simplify.js";

const graph = new Graph();
const [x, y] = [graph.symbol("x"), graph.symbol("y")];

test("every node appears once, after its arguments", () => {
  const sum = add(x, y);
  const outputs = [mul(sum, sin(sum)), sin(sum)];
  const order = topologicalOrder(outputs);
  expect(new Set(order).size).toBe(order.length);
  expect(order).toEqual([x, y, sum, sin(sum), outputs[0]]);
  order.forEach((e, i) => {
    for (const arg of e.args) expect(order.indexOf(arg)).toBeLessThan(i);
  });
});

test("the order contains only nodes that the outputs need", () => {
  mul(x, graph.num(17));
  expect(topologicalOrder([y])).toEqual([y]);
  expect(topologicalOrder([])).toEqual([]);
});

test("a chain of 100,000 operations does not overflow the stack", () => {
  let e = x;
  for (let i = 0; i < 100_000; i++) e = sin(e);
  expect(topologicalOrder([e]).length).toBe(100_001);
});

test("a node counts once for each argument position and each output", () => {
  const square = mul(x, x);
  const counts = useCounts([square, add(square, y), square]);
  expect(counts.get(x)).toBe(2);
  expect(counts.get(square)).toBe(3);
  expect(counts.get(y)).toBe(1);
});
