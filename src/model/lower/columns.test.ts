import fc from "fast-check";
import { expect, test } from "vitest";
import { hostMath } from "../../math/index.js";
import { Graph, parseScalar } from "../../symbolic/index.js";
import { compact, evaluate, uniform } from "./columns.js";

const graph = new Graph();
const [a, b] = [graph.symbol("a"), graph.symbol("b")];
const scope = { graph, lookup: (name: string) => (name === "a" ? a : name === "b" ? b : undefined) };
const read = (text: string) => parseScalar(text, scope);

test("every operation gives the values of the host's functions, even beyond the size of a chunk", () => {
  const operations: [string, (a: number, b: number) => number][] = [
    ["a + b", (x, y) => x + y],
    ["a - b", (x, y) => x - y],
    ["a*b", (x, y) => x * y],
    ["a/b", (x, y) => x / y],
    ["-a", (x) => -x],
    ["sqrt(a)", Math.sqrt],
    ["abs(a)", Math.abs],
    ["floor(a)", Math.floor],
    ["min(a, b)", Math.min],
    ["max(a, b)", Math.max],
    ["where(a, a, b)", (x, y) => (x > 0 ? x : y)],
    ["atan2(a, b)", hostMath.atan2],
    ["pow(a, b)", hostMath.pow],
    ...(["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log"] as const).map(
      (name): [string, (a: number) => number] => [`${name}(a)`, hostMath[name]],
    ),
  ];
  const count = 1300;
  const inputs = new Map([
    [a, Float64Array.from({ length: count }, (_, i) => Math.fround(i / 400 - 1))],
    [b, Float64Array.from({ length: count }, (_, i) => Math.fround(((i * 7) % 31) / 9 - 1.5))],
  ]);
  for (const [text, expected] of operations) {
    const [column] = evaluate([read(text)], inputs, count);
    const wrong = column.findIndex(
      (value, i) => !Object.is(value + 0, expected(inputs.get(a)![i], inputs.get(b)![i]) + 0),
    );
    expect(wrong, text).toBe(-1);
  }
});

test("an expression of uniform columns only has one entry", () => {
  const inputs = new Map([
    [a, uniform(2)],
    [b, Float64Array.of(1, 2, 3)],
  ]);
  const [same, varying, constant] = evaluate([read("a^2 + 1"), read("a*b"), read("7")], inputs, 3);
  expect([...same]).toEqual([5]);
  expect([...varying]).toEqual([2, 4, 6]);
  expect([...constant]).toEqual([7]);
});

test("no rows give empty columns, and equal entries are compacted into one", () => {
  expect(evaluate([read("a + 1")], new Map([[a, new Float64Array(0)]]), 0)[0]).toHaveLength(0);
  expect([...compact(Float64Array.of(3, 3, 3))]).toEqual([3]);
  fc.assert(
    fc.property(fc.array(fc.double()), (values) => {
      const column = Float64Array.from(values);
      const compacted = compact(column);
      for (let i = 0; i < column.length; i++) expect(compacted[compacted.length === 1 ? 0 : i]).toBe(column[i]);
    }),
  );
});
