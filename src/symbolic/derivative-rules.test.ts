import { describe, expect, test } from "vitest";
import { choice, partials } from "./derivative-rules.js";
import { max, min, pow, rebuild, select, sin } from "./elementary.js";
import { applyWithMath, evaluateWithMath } from "./evaluate.fixture.js";
import { Graph, type Op } from "./expr.js";
import { countNodes } from "./substitute.js";

type Operation = Exclude<Op, "const" | "symbol" | "table">;

const graph = new Graph();
const symbols = ["a", "b"].map((name) => graph.symbol(name));

/** Arguments inside the domain of each operation, on both sides of zero where that is allowed. */
const places: { [op in Op]?: readonly (readonly number[])[] } = {
  sqrt: [[0.3], [7]],
  log: [[0.3], [7]],
  asin: [[-0.9], [0.2]],
  acos: [[-0.9], [0.2]],
  pow: [
    [0.7, 2.3],
    [3, -1.5],
  ],
};
const everywhere = [
  [0.4, -1.3],
  [-1.2, 0.7],
  [2.1, 3.2],
];

describe("the calculus table agrees with finite differences", () => {
  const smooth = Object.entries(partials).filter(([op, rules]) => rules.length > 0 && op !== "table");
  test.each(smooth)("%s", (name, rules) => {
    const op = name as Operation;
    const args = symbols.slice(0, rules.length);
    const e = graph.intern(op, ...args);
    for (const point of places[op] ?? everywhere) {
      const values = new Map(symbols.map((symbol, i) => [symbol.name, point[i]]));
      rules.forEach((rule, i) => {
        const derivative = evaluateWithMath(rule(e, symbols[0], symbols[1]), values);
        const at = (h: number) => applyWithMath(op, point.with(i, point[i] + h));
        // fourth-order central difference: its error h^4 f^(5)/30 and its rounding 1e-16/h are both below 1e-10 here
        const h = 1e-3;
        const difference = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
        expect(Math.abs(derivative - difference)).toBeLessThan(1e-8 * (1 + Math.abs(derivative)));
      });
    }
  });
});

test("the derivative of a power with a constant exponent has no logarithm", () => {
  const [byBase] = partials.pow;
  const e = pow(symbols[0], graph.num(2.5));
  expect(countNodes([byBase(e, e.args[0], e.args[1])])).toBe(5); // 2.5 * a^1.5
});

test("choice gives the condition and both branches", () => {
  const [a, b] = symbols;
  const values = new Map([
    ["a", 1],
    ["b", 2],
  ]);
  for (const e of [min(a, b), max(a, b), select(a, b, sin(a))]) {
    const { condition, yes, no } = choice(e) ?? expect.fail("a choice");
    const chosen = evaluateWithMath(condition, values) > 0 ? yes : no;
    expect(evaluateWithMath(chosen, values)).toBe(evaluateWithMath(e, values));
  }
  expect(choice(rebuild(sin(a), [b]))).toBeUndefined();
});
