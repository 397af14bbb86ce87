import { describe, expect, test } from "vitest";
import { Graph } from "./expr.js";
import { toText } from "./print.js";
import { mul } from "./simplify.js";
import { parseScalar } from "./value.js";

const graph = new Graph();
const scope = { graph, lookup: (name: string) => (name === "pi" ? undefined : graph.symbol(name)) };
for (const name of "abcdxyz") graph.symbol(name); // so that ids are in alphabetical order
const read = (text: string) => parseScalar(text, scope);

describe("has as few brackets as possible, and is parsed as the same node", () => {
  test.each([
    "a + b - c",
    "a - (b - c)",
    "a - (b + c)",
    "a/b/c",
    "a/(b*c)",
    "a*b/c",
    "(a + b)*(c + d)",
    "-x^2",
    "(-x)^y",
    "x^-y",
    "x^y^z",
    "(x^y)^z",
    "2^x",
    "(a + b)^3",
    "sin(x)^2",
    "(a/b)^2",
    "x^16",
    "(x^16)^2",
    "2*x*y",
    "-2*x*y",
    "2*(x/y)",
    "-a*b",
    "-a/b",
    "-(a + b)",
    "-2/x",
    "3 - 2*x",
    "where(x, a, -b)",
    "atan2(y, x) + min(a, b)",
    "1e-7*x",
    "1e+21 - x''",
  ])("%s", (text) => expect(toText(read(text))).toBe(text));
});

test.each([
  ["x*x*x", "x^3"],
  ["(x*x)*(x*x)", "x^4"],
  ["x^3*x", "x*x^3"],
  ["x/4", "0.25*x"],
  ["(a + (b + c))", "b + c + a"],
  ["a*(b*c)", "b*c*a"],
  ["x + -y", "x - y"],
  ["x^-2", "1/x^2"],
  ["2*pi", "6.283185307179586"],
])("%s is printed as %s", (text, expected) => expect(toText(read(text))).toBe(expected));

test("a small graph whose text would be astronomically long is refused", () => {
  let e = read("x + y");
  for (let i = 0; i < 100; i++) e = mul(read("x"), parseScalar("f + 1/f", { graph, lookup: () => e }));
  expect(() => toText(e)).toThrow(/at most 100000 characters/);
  expect(() => toText(read("a + b"), { length: 4 })).toThrow(/at most 4/);
});
