import { describe, expect, test } from "vitest";
import { cos, floor, min, pow, select, sin, sqrt } from "./elementary.js";
import { ExpressionError } from "./errors.js";
import { Graph } from "./expr.js";
import type { LanguageFunction, Value } from "./language.js";
import { add, div, mul, neg, sub } from "./simplify.js";
import { parse, parseScalar, type Scope } from "./value.js";

const graph = new Graph();
const num = (value: number) => graph.num(value);
const [a, b, t] = ["a", "b", "t"].map((name) => graph.symbol(name));
const point = (name: string, dimension = 2) =>
  ["x", "y", "z"].slice(0, dimension).map((c) => graph.symbol(`${name}_${c}`));
const [p, q, p3, q3, line] = [point("p"), point("q"), point("p3", 3), point("q3", 3), point("line", 1)];

const known = new Map<string, Value>([
  ...Object.entries({ a, b, t, p, q, p3, q3, line }),
  ["a'", graph.symbol("a'")],
  ["p'", point("p'")],
  ["theta", graph.symbol("theta")],
]);
const scope: Scope = { graph, lookup: (name) => known.get(name), names: () => known.keys() };
const read = (text: string) => parse(text, scope);

describe("scalars", () => {
  test.each<[string, Value]>([
    ["a + b*2", add(a, mul(b, num(2)))],
    ["-a^2", neg(mul(a, a))],
    ["a/b - t", sub(div(a, b), t)],
    ["sin(a)*cos(b)", mul(sin(a), cos(b))],
    ["a'", graph.symbol("a'")],
    ["2*pi", num(2 * Math.PI)],
    ["e^a", pow(num(Math.E), a)],
    ["where(a, b, t)", select(a, b, t)],
    ["mod(a, b)", sub(a, mul(b, floor(div(a, b))))],
    ["hypot(a, b)", sqrt(add(mul(a, a), mul(b, b)))],
    ["min(a, sign(-3))", min(a, num(-1))],
    ["pow(a, 2)", mul(a, a)],
  ])("%s", (text, expected) => expect(read(text)).toBe(expected));
});

describe("vectors", () => {
  test.each<[string, Value]>([
    ["p + q", [add(p[0], q[0]), add(p[1], q[1])]],
    ["p - [1, a]", [sub(p[0], num(1)), sub(p[1], a)]],
    ["-p", [neg(p[0]), neg(p[1])]],
    ["a*p", [mul(a, p[0]), mul(a, p[1])]],
    ["p*a", [mul(a, p[0]), mul(a, p[1])]],
    ["p/a", [div(p[0], a), div(p[1], a)]],
    ["p'", point("p'")],
    [
      "cross(p3, q3)",
      [0, 1, 2].map((i) => {
        const [j, k] = [(i + 1) % 3, (i + 2) % 3];
        return sub(mul(p3[j], q3[k]), mul(p3[k], q3[j]));
      }),
    ],
  ])("%s", (text, expected) => expect(read(text)).toEqual(expected));

  test.each<[string, Value]>([
    ["dot(p, q)", add(mul(p[0], q[0]), mul(p[1], q[1]))],
    ["norm(p)", sqrt(add(mul(p[0], p[0]), mul(p[1], p[1])))],
    ["cross(p, q)", sub(mul(p[0], q[1]), mul(p[1], q[0]))],
    ["y(p - q)", sub(p[1], q[1])],
    ["z(p3)", p3[2]],
    ["x([a])", a],
    ["norm(line)", read("abs(x(line))")],
  ])("%s", (text, expected) => expect(read(text)).toBe(expected));
});

describe("errors name the column and what to write instead", () => {
  test.each([
    ["thta + 1", 1, 'did you mean "theta"?'],
    ["1 + Theta", 5, 'did you mean "theta"?'],
    ["zzzzz", 1, "known here: a, b, t"],
    ["sin", 1, "write sin(a)"],
    ["sine(a)", 1, 'did you mean "sin"?'],
    ["a(b)", 1, "write a*(…)"],
    ["b'", 1, 'not its time derivative "b\'"'],
    ["p''", 1, "not its time derivative \"p''\""],
    ["sin(a, b)", 1, "takes 1 argument; got 2; write sin(a)"],
    ["2 + atan2(a)", 5, "takes 2 arguments; got 1; write atan2(y, x)"],
    ["sin()", 1, "takes 1 argument; got 0"],
    ["sin(p)", 5, "needs a scalar here; this is a vector with 2 components"],
    ["norm(a)", 6, "needs a vector here; this is a scalar"],
    ["p + 1", 3, "cannot be added or subtracted"],
    ["p - p3", 3, "2 and 3 components"],
    ["p*q", 2, "dot(u, v) or cross(u, v)"],
    ["1/p", 2, "norm(u)"],
    ["p^2", 2, "dot(u, u)"],
    ["2^p", 2, "exponent must be a scalar"],
    ["dot(p, p3)", 1, "2 and 3 components"],
    ["cross(line, line)", 1, "2 or 3 components"],
    ["z(p)", 1, "the vector has 2 components"],
    ["[a, p]", 5, "component must be a scalar"],
    ["constructor", 1, 'unknown name "constructor"'],
    ["__proto__", 1, 'unknown name "__proto__"'],
    ["toString(a)", 1, 'unknown function "toString"'],
    ["hasOwnProperty", 1, 'unknown name "hasOwnProperty"'],
    ["this", 1, 'unknown name "this"'],
  ])("%s", (text, position, part) => {
    try {
      read(text);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      expect(error.sentence).toContain(part);
      expect(error.position).toBe(position);
      return;
    }
    expect.fail("was not refused");
  });
});

test("a name that the model defines takes precedence over pi and e", () => {
  const own: Scope = { graph, lookup: (name) => (name === "e" ? a : undefined) };
  expect(parse("e + pi", own)).toBe(add(a, num(Math.PI)));
});

test("the scope may add functions, which take precedence", () => {
  const twice: LanguageFunction = {
    usage: "twice(u)",
    takes: ["vector"],
    apply: ([u]) => [...(u as []), ...(u as [])],
  };
  const own: Scope = {
    ...scope,
    functions: new Map([
      ["twice", twice],
      ["sin", { ...twice, takes: ["scalar"], apply: () => b }],
    ]),
  };
  expect(parse("twice(p)", own)).toEqual([...p, ...p]);
  expect(parse("sin(a)", own)).toBe(b);
  expect(() => parse("twise(p)", own)).toThrow('did you mean "twice"?');
});

test("parseScalar refuses a vector", () => {
  expect(parseScalar("dot(p, p)", scope).op).toBe("add");
  expect(() => parseScalar("p", scope)).toThrow(/a scalar is needed; this is a vector with 2 components/);
});

test("a sum of 5,000 terms does not overflow the stack", () => {
  expect(parseScalar("a+".repeat(4999).concat("b"), scope)).toBeDefined();
  expect(parseScalar(`${"(-".repeat(99)}a${")".repeat(99)}`, scope)).toBe(neg(a));
});
