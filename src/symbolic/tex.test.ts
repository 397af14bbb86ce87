import { describe, expect, test } from "vitest";
import { Graph } from "./expr.js";
import { nameToTeX, toTeX } from "./tex.js";
import { parseScalar } from "./value.js";

const graph = new Graph();
const scope = { graph, lookup: (name: string) => graph.symbol(name) };
for (const name of "abcxyz") graph.symbol(name);

describe("names", () => {
  test.each([
    ["x", "x"],
    ["omega", "\\omega"],
    ["Omega", "\\Omega"],
    ["a_x", "a_{x}"],
    ["q12", "q_{12}"],
    ["theta_1", "\\theta_{1}"],
    ["omega2'", "\\dot{\\omega}_{2}"],
    ["x''", "\\ddot{x}"],
    ["v_max", "v_{\\mathrm{max}}"],
    ["a_b_c", "a_{b,c}"],
    ["length", "\\mathrm{length}"],
    ["_x", "\\mathrm{\\_x}"],
    ["\\input{x}$", "\\mathrm{?input\\{x\\}\\$}"],
  ])("%s", (name, expected) => expect(nameToTeX(name)).toBe(expected));
});

describe("expressions", () => {
  test.each([
    ["a/(b + c)", "\\frac{a}{b + c}"],
    ["sqrt(x^2 + y^2)", "\\sqrt{x^{2} + y^{2}}"],
    ["2*x*y", "2 \\, x \\, y"],
    ["-x*(a - b)", "-x \\, \\left(a - b\\right)"],
    ["sin(x)^2", "\\sin\\left(x\\right)^{2}"],
    ["asin(x)", "\\arcsin\\left(x\\right)"],
    ["atan2(y, x)", "\\operatorname{atan2}\\left(y, x\\right)"],
    ["x^y", "x^{y}"],
    ["(a/b)^2", "\\left(\\frac{a}{b}\\right)^{2}"],
    ["abs(x)", "\\left|x\\right|"],
    ["floor(x)", "\\left\\lfloor x \\right\\rfloor"],
    ["where(x, a, b)", "\\begin{cases} a & x > 0 \\\\ b & \\text{otherwise} \\end{cases}"],
    ["1.5e-7*x", "1.5 \\cdot 10^{-7} \\, x"],
    ["x + 1e30", "x + 10^{30}"],
    ["2*3^x", "2 \\cdot 3^{x}"],
    ["max(x, -1e-9)", "\\max\\left(x, -10^{-9}\\right)"],
  ])("%s", (text, expected) => expect(toTeX(parseScalar(text, scope))).toBe(expected));
});
