/** Systems with algebraic variables, of index 1 and 2; their variables are measured as multipliers. */

import { stiffProblems } from "../stiff.js";
import { type Case, named } from "./case.js";

const index1 = [{ method: "radau5" }, { method: "dop853", formulation: "underlying" }];

const algebraic = (
  name: string,
  index: 1 | 2,
  parts: Case["model"],
  until: number,
  y: readonly number[],
  lambda: readonly number[],
): Case => ({
  name,
  kind: `index ${index}`,
  model: named(name, parts),
  until,
  reference: () => ({ y, lambda }),
  ways: [{ method: "radau5" }],
});

const e = Math.exp;

export const algebraicCases: readonly Case[] = [
  algebraic(
    "linear, index 1",
    1,
    { states: { x: 1 }, algebraic: ["z"], rates: { x: "-z" }, constraints: { c: "z - 2*x + sin(t)" } },
    3,
    // x' = -2 x + sin t
    [1.2 * e(-6) + (2 * Math.sin(3) - Math.cos(3)) / 5],
    [2.4 * e(-6) + (4 * Math.sin(3) - 2 * Math.cos(3)) / 5 - Math.sin(3)],
  ),
  algebraic(
    "cubic, index 1",
    1,
    { states: { y: 2 }, algebraic: { z: 1 }, rates: { y: "-z - 3*z^3" }, constraints: { c: "z + z^3 - y" } },
    3,
    [e(-3) + e(-9)],
    [e(-3)],
  ),
  {
    ...algebraic(
      "Robertson with its sum kept",
      1,
      {
        states: { a: 1, b: 0 },
        algebraic: { c: 0 },
        rates: { a: "-0.04*a + 1e4*b*c", b: "0.04*a - 1e4*b*c - 3e7*b^2" },
        constraints: { sum: "a + b + c - 1" },
      },
      1e11,
      stiffProblems[1].reference.slice(0, 2),
      stiffProblems[1].reference.slice(2),
    ),
    stiff: true,
  },
  algebraic(
    "Ascher, Qin and Reich, nu = 1",
    2,
    {
      parameters: { nu: 1 },
      states: { x1: 1, x2: 1 },
      algebraic: ["z"],
      rates: { x1: "(2 - t)*nu*z + (1 + nu)*exp(t)", x2: "(nu - 1)*z + (1 + (nu - 1)/(2 - t))*exp(t)" },
      constraints: { line: "(t + 2)*x1 + (t^2 - 4)*x2 - (t^2 + t - 2)*exp(t)" },
    },
    1,
    [e(1), e(1)],
    [-e(1)],
  ),
  algebraic(
    "turning on a circle, index 2",
    2,
    // x = (cos t², sin t²): the rates without z would leave the circle
    {
      states: { x: 1, y: 0 },
      algebraic: ["z"],
      rates: { x: "-2*t*y + x*(1 - z)", y: "2*t*x + y*(1 - z)" },
      constraints: { circle: "x^2 + y^2 - 1" },
    },
    3,
    [Math.cos(9), Math.sin(9)],
    [1],
  ),
  algebraic(
    "decay along a parabola, index 2",
    2,
    // a = e^-t, b = e^(-2t), z = e^t
    {
      states: { a: 1, b: 1 },
      algebraic: { z: 1 },
      rates: { a: "-a^2*z", b: "-2*b" },
      constraints: { c: "a^2 - b" },
    },
    1.5,
    [e(-1.5), e(-3)],
    [e(1.5)],
  ),
].map((one) => (one.kind === "index 1" && one.stiff !== true ? { ...one, ways: index1 } : one));
