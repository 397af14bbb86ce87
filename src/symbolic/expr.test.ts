import { describe, expect, test } from "vitest";
import { Graph, isConst } from "./expr.js";
import { add, mul } from "./simplify.js";

describe("Graph", () => {
  test("building the same expression twice gives the same object", () => {
    const graph = new Graph();
    const [x, y] = [graph.symbol("x"), graph.symbol("y")];
    expect(graph.symbol("x")).toBe(x);
    expect(graph.num(2.5)).toBe(graph.num(2.5));
    expect(mul(add(x, y), x)).toBe(mul(x, add(y, x)));
    expect(graph.num(1)).not.toBe(graph.symbol("1"));
  });

  test("there is one zero, and it is positive", () => {
    const graph = new Graph();
    expect(graph.num(-0)).toBe(graph.num(0));
    expect(Object.is(graph.num(-0).value, 0)).toBe(true);
  });

  test("constants that differ in the last bit are different", () => {
    const graph = new Graph();
    expect(graph.num(0.1 + 0.2)).not.toBe(graph.num(0.3));
    expect(graph.num(Number.MIN_VALUE)).not.toBe(graph.num(0));
  });

  test("constants are finite", () => {
    const graph = new Graph();
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => graph.num(value)).toThrow(/must be finite/);
  });

  test("nodes of two graphs do not mix", () => {
    expect(() => add(new Graph().symbol("x"), new Graph().symbol("y"))).toThrow(/another graph/);
  });

  test("nodes cannot be changed", () => {
    const x = new Graph().symbol("x");
    expect(() => Object.assign(x, { name: "y" })).toThrow(TypeError);
  });

  test("the names of members of Object.prototype are ordinary symbols", () => {
    const graph = new Graph();
    expect(graph.symbol("__proto__")).not.toBe(graph.symbol("constructor"));
    expect(graph.symbol("__proto__").name).toBe("__proto__");
  });

  test("arguments have smaller ids than the nodes that use them", () => {
    const graph = new Graph();
    const e = mul(add(graph.symbol("x"), graph.num(3)), graph.symbol("y"));
    expect(e.args.every((arg) => arg.id < e.id)).toBe(true);
    expect(graph.size).toBe(e.id + 1);
  });

  test("isConst recognises constants, or one given constant", () => {
    const graph = new Graph();
    expect(isConst(graph.num(3))).toBe(true);
    expect(isConst(graph.num(3), 2)).toBe(false);
    expect(isConst(graph.symbol("x"), 0)).toBe(false);
  });
});
