import { expect, test } from "vitest";
import { exp, Graph, gradient, mul, neg, parseScalar, sub, substitute } from "../../symbolic/index.js";
import { inversePowers, weightOf } from "./inverse-powers.js";

const graph = new Graph();
const [r, u, square, cube] = ["r", "u", "u2", "u3"].map((name) => graph.symbol(name));
const read = (text: string) =>
  parseScalar(text, { graph, lookup: (name) => ({ r, u })[name], names: () => ["r", "u"] });

test.each(["3*u", "4*((1.3*u)^12 - (1.3*u)^6)", "4*((1.3*u)^12 - (1.3*u)^6) - 0.7*u + 2", "(u - 2*u^2)*(1 + u^3) - 5"])(
  "the weight of %s agrees with differentiation",
  (text) => {
    const V = read(text);
    const weight = weightOf(inversePowers(V, r, u)!, square, cube);
    const [slope] = gradient(V, [u]);
    for (const value of [0.3, 0.9, 1.7]) {
      const at = new Map([
        [u, graph.num(value)],
        [square, graph.num(value ** 2)],
        [cube, graph.num(value ** 3)],
      ]);
      const [own, other] = substitute([weight, mul(slope, cube)], at).map((e) =>
        e.op === "const" ? e.value : Number.NaN,
      );
      expect(Math.abs(own - other)).toBeLessThan(1e-13 * Math.abs(other) + 1e-13);
    }
  },
);

test("an energy that is not a sum of powers of 1/r is left to differentiation", () => {
  expect(inversePowers(exp(neg(r)), r, u)).toBeUndefined();
  expect(inversePowers(sub(u, r), r, u)).toBeUndefined();
  expect(inversePowers(exp(u), r, u)).toBeUndefined();
  expect(inversePowers(read("u^50"), r, u)).toBeUndefined();
});
