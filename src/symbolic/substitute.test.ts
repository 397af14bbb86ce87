import { expect, test } from "vitest";
import { sin } from "./elementary.js";
import { Graph } from "./expr.js";
import { add, mul, sub } from "./simplify.js";
import { countNodes, substitute, symbolsOf } from "./substitute.js";

const graph = new Graph();
const [x, y, z] = ["x", "y", "z"].map((name) => graph.symbol(name));

test("all replacements happen simultaneously", () => {
  const swap = new Map([
    [x, y],
    [y, x],
  ]);
  expect(substitute([sub(x, y), x], swap)).toEqual([sub(y, x), y]);
});

test("the result is simplified", () => {
  expect(substitute([mul(sin(x), add(y, z))], new Map([[x, graph.num(0)]]))).toEqual([graph.num(0)]);
  expect(substitute([sub(x, y)], new Map([[y, x]]))).toEqual([graph.num(0)]);
});

test("whole subexpressions can be replaced", () => {
  const e = mul(sin(x), x);
  expect(substitute([e], new Map([[sin(x), z]]))).toEqual([mul(z, x)]);
});

test("an expression that contains no key is returned as it is, and no node is built", () => {
  const e = mul(sin(x), y);
  const { size } = graph;
  expect(substitute([e], new Map([[z, x]]))[0]).toBe(e);
  expect(graph.size).toBe(size);
});

test("deep expressions do not overflow the stack", () => {
  let e = x;
  let expected = y;
  for (let i = 0; i < 50_000; i++) [e, expected] = [sin(e), sin(expected)];
  expect(substitute([e], new Map([[x, y]]))[0]).toBe(expected);
});

test("symbols are listed once, in the order they were made", () => {
  expect(symbolsOf([add(z, x), mul(x, sin(z))])).toEqual([x, z]);
  expect(symbolsOf([graph.num(1)])).toEqual([]);
});

test("nodes are counted once", () => {
  expect(countNodes([mul(sin(x), sin(x)), sin(x)])).toBe(3);
});
