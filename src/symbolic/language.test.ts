import { describe, expect, test } from "vitest";
import { evaluateWithMath } from "./evaluate.fixture.js";
import { type Expr, Graph } from "./expr.js";
import { constants, cross, dot, functions, isVector, norm, type Vector } from "./language.js";

const graph = new Graph();
const vector = (...values: number[]) => values.map((value) => graph.num(value));
const numbers = (u: Vector) => u.map((e) => evaluateWithMath(e, new Map()));

test("every function is listed under the name that its usage shows", () => {
  for (const [name, { usage, takes }] of functions) {
    expect(usage.startsWith(`${name}(`)).toBe(true);
    expect(usage.split(",").length).toBe(takes.length);
  }
});

describe("values", () => {
  test.each([
    ["sign", [-2], -1],
    ["mod", [-1, 3], 2],
    ["mod", [5.5, 2], 1.5],
    ["hypot", [3, 4], 5],
    ["where", [1, 2, 3], 2],
    ["where", [0, 2, 3], 3],
    ["atan2", [1, -1], Math.atan2(1, -1)],
    ["min", [2, 1], 1],
    ["floor", [-0.5], -1],
  ])("%s(%j)", (name, args, expected) => {
    const value = functions.get(name)?.apply(vector(...args), expect.fail);
    expect(evaluateWithMath(value as Expr, new Map())).toBe(expected);
  });
});

test("norm of one component is its absolute value", () => {
  expect(norm([graph.symbol("x")]).op).toBe("abs");
  expect(numbers([norm(vector(3, -4)), dot(vector(1, 2, 3), vector(4, 5, 6))])).toEqual([5, 32]);
});

test("the cross product of the axes follows the right-hand rule", () => {
  expect(numbers(cross(vector(1, 0, 0), vector(0, 1, 0)) as Vector)).toEqual([0, 0, 1]);
  expect(cross(vector(1, 0), vector(0, 1))).toBe(graph.num(1));
});

test("isVector tells vectors from expressions", () => {
  expect(isVector(vector(1))).toBe(true);
  expect(isVector(graph.num(1))).toBe(false);
});

test("the tables do not contain the names of members of Object.prototype", () => {
  for (const name of ["constructor", "toString", "__proto__"]) {
    expect(functions.get(name) ?? constants.get(name)).toBeUndefined();
  }
});
