/** Compares every way to solve Newton's systems (c B - J) x = r with J by differences of F. */

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSystem } from "../../../compile/index.js";
import type { Formulation, Problem } from "../../../core/index.js";
import { catalogue } from "../../../elements/index.js";
import { ode, rigid, stiff, underlying } from "../../../formulations/index.js";
import { lower, parseModelText, validateModel } from "../../../model/index.js";
import { alpha, beta, gamma } from "./coefficients.js";
import { ConstrainedSystem } from "./constrained-system.js";
import { OdeSystem } from "./ode-system.js";
import { SecondOrderSystem } from "./second-order-system.js";
import type { Point, StageSystem } from "./stage-system.js";
import { UnderlyingSystem } from "./underlying-system.js";

const problemOf = (data: unknown, formulation: Formulation, set?: Record<string, number>): Problem =>
  formulation.apply(compileSystem(lower(validateModel(data, catalogue), catalogue, set ? { set } : {})));

/** Four coordinates, a dense mass block, nonlinear forces, constraints that read t. */
const small = (force: Record<string, string>) => ({
  taut: 1,
  name: "small",
  coordinates: ["x", "y", "u", "w"],
  mass: [
    {
      of: ["x", "y"],
      matrix: [
        [2, 0.5],
        [0.5, 1.5],
      ],
    },
    {
      of: ["u", "w"],
      matrix: [
        [0.7, 0],
        [0, 3],
      ],
    },
  ],
  potential: "x^2*u + sin(y*w) + 30*(x - w)^2",
  force,
  constraints: { a: "x^2 + y^2*u - 2 - 0.3*sin(2*t)", b: "u*w + cos(x*t) + y - 1" },
  initial: { x: 1.1, y: 0.7, u: 0.9, w: -0.4, "x'": 0.5, "y'": -0.3, "u'": 0.8, "w'": 0.2 },
});
const damping = { x: "-3*x' + 0.5*u'*x", w: "-(w')^3 + x*y'" };
const chain = parseModelText(readFileSync(new URL("../../../../gallery/chain.yaml", import.meta.url), "utf8"));
const reaction = {
  taut: 1,
  name: "reaction",
  states: { a: 1, b: 0.2, c: 0.1 },
  rates: { a: "-0.04*a + 100*b*c", b: "0.04*a - 100*b*c - 300*b^2 + sin(t)", c: "300*b^2" },
};

/** A pseudo-random sequence. */
function* noise(): Generator<number> {
  for (let x = 0.3; ; ) {
    x = (x * 3.97 * (1 - x) + 0.013) % 1;
    yield 2 * x - 1;
  }
}
const numbers = noise();
const fill = (w: Float64Array, size = 1) => {
  for (let i = 0; i < w.length; i++) w[i] = size * numbers.next().value!;
};

/** J by central differences of F, column by column. */
function jacobian(system: StageSystem, t: number, p: Point): number[][] {
  const [after, before] = [system.newPoint(), system.newPoint()];
  return Array.from(p.w, (x, j) => {
    const d = 1e-6 * (1 + Math.abs(x));
    p.w[j] = x + d;
    system.rate(after, t, p);
    p.w[j] = x - d;
    system.rate(before, t, p);
    p.w[j] = x;
    return Array.from(after.w, (f, i) => (f - before.w[i]) / (2 * d));
  });
}

/** The largest entry of (c B - J) x - r, where the entries of r are of size 1. */
function defect(
  J: number[][],
  n: number,
  c: [number, number],
  x: [Point, Point],
  r: [Float64Array, Float64Array],
): number {
  const size = x[0].w.length;
  let worst = 0;
  for (let i = 0; i < size; i++) {
    const b = i < n ? 1 : 0;
    let re = b * (c[0] * x[0].w[i] - c[1] * x[1].w[i]) - r[0][i];
    let im = b * (c[0] * x[1].w[i] + c[1] * x[0].w[i]) - r[1][i];
    let scale =
      Math.abs(r[0][i]) + Math.abs(r[1][i]) + b * Math.hypot(...c) * (Math.abs(x[0].w[i]) + Math.abs(x[1].w[i]));
    for (let j = 0; j < size; j++) {
      re -= J[j][i] * x[0].w[j];
      im -= J[j][i] * x[1].w[j];
      scale += Math.abs(J[j][i]) * (Math.abs(x[0].w[j]) + Math.abs(x[1].w[j]));
    }
    worst = Math.max(worst, Math.hypot(re, im) / (scale + 0.1));
  }
  return worst;
}

const second = (problem: Problem) => new SecondOrderSystem(problem, problem.rate!.jacobian!()!);
const cases: [string, () => Problem, (problem: Problem) => StageSystem][] = [
  ["a first-order system", () => problemOf(reaction, ode()), (p) => new OdeSystem(p)],
  ["stiff springs, dense", () => problemOf(small(damping), stiff({ omega: 50 })), second],
  ["stiff springs, sparse", () => problemOf(chain, stiff({ omega: 100 }), { n: 30 }), second],
  ["index 1, dense", () => problemOf(small(damping), rigid()), (p) => new UnderlyingSystem(p)],
  ["index 1 of formulation underlying", () => problemOf(small(damping), underlying()), (p) => new UnderlyingSystem(p)],
  ["index 1, sparse", () => problemOf(chain, rigid(), { n: 30 }), (p) => new UnderlyingSystem(p)],
  ["index 2, dense", () => problemOf(small(damping), rigid()), (p) => new ConstrainedSystem(p, "velocities")],
  ["index 2, sparse", () => problemOf(chain, rigid(), { n: 30 }), (p) => new ConstrainedSystem(p, "velocities")],
  ["index 2 with positions, dense", () => problemOf(small(damping), rigid()), (p) => new ConstrainedSystem(p, "both")],
  [
    "index 2 with positions, sparse",
    () => problemOf(chain, rigid(), { n: 30 }),
    (p) => new ConstrainedSystem(p, "both"),
  ],
  ["index 3, dense", () => problemOf(small(damping), rigid()), (p) => new ConstrainedSystem(p, "positions")],
  ["index 3, sparse", () => problemOf(chain, rigid(), { n: 30 }), (p) => new ConstrainedSystem(p, "positions")],
];

describe("(c B - J) x = r for c = gamma/h and (alpha + i beta)/h, to the accuracy of the differences", () => {
  test.each(cases)("%s", (_, make, bind) => {
    const problem = make();
    const system = bind(problem);
    const [t, h] = [0.4, 1e-3];
    const p = system.newPoint();
    const kick = system.newPoint().y;
    fill(kick, 1e-3);
    for (let i = 0; i < p.y.length; i++) p.y[i] = problem.workspace.initial[i] + kick[i];
    fill(p.lambda);
    const J = jacobian(system, t, p);

    expect(system.linearise(t, p, h)).toBe("ok");
    expect(system.factor(h)).toBe("ok");
    const [x, y, none] = [system.newPoint(), system.newPoint(), system.newPoint()];
    fill(x.w);
    let r: [Float64Array, Float64Array] = [x.w.slice(), none.w];
    system.solve(x);
    expect(defect(J, p.y.length, [gamma / h, 0], [x, none], r)).toBeLessThan(1e-5);
    fill(x.w);
    fill(y.w);
    r = [x.w.slice(), y.w.slice()];
    system.solveComplex(x, y);
    expect(defect(J, p.y.length, [alpha / h, beta / h], [x, y], r)).toBeLessThan(1e-5);
  });
});
