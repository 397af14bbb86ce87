/**
 * The claims of the methods for rigid constraints, as properties of their maps on the constraint manifold, for two rigid
 * triangles and for a body in a field. Properties that a method does not claim must fail.
 */

import { describe, expect, test } from "vitest";
import type { Method, Problem } from "../../src/core/index.js";
import { lieCayley, lincs, rattle, settle } from "../../src/methods/index.js";
import { consistentStart, reversalDefect, symplecticDefect } from "../fixtures/constrained-maps.js";
import { rigidProblem, twoTriangles } from "../fixtures/molecules.js";
import { step } from "../fixtures/stepping.js";

/** An asymmetric body whose third axis is pulled down, with a free centre; turning about the vertical changes nothing. */
const magnet = {
  name: "magnet",
  bodies: {
    body: {
      mass: 2,
      inertia: [1, 1.7, 2.2],
      at: [0.3, 0, 0.1],
      axis: [1, 2, 3],
      angle: 0.7,
      spin: [0.5, -0.8, 0.6],
      velocity: [0.1, 0, 0.2],
    },
  },
  potential: "1.5*z(body_d3) + 0.4*x(body)^2 + 0.4*y(body)^2",
};
const triangles = (): Problem => rigidProblem(twoTriangles);
const body = (): Problem => rigidProblem(magnet);
const lamina = (): Problem =>
  rigidProblem({
    ...magnet,
    bodies: { body: { ...magnet.bodies.body, inertia: [1, 1.5, 2.5] } },
    potential: "z(body_d1)",
  });

const pinned = (): Problem =>
  rigidProblem({
    bodies: magnet.bodies,
    joints: [{ ball: { between: ["world", "body"], at: [0, 0.2, 0] } }],
    elements: [{ gravity: [0, 0, -3] }],
  });

interface Claim {
  readonly title: string;
  readonly method: Method;
  readonly problem: () => Problem;
  readonly symplectic: boolean;
  readonly reversible: boolean;
}
const claim = (
  title: string,
  method: Method,
  problem: () => Problem,
  symplectic: boolean,
  reversible: boolean,
): Claim => ({
  title,
  method,
  problem,
  symplectic,
  reversible,
});

const claims: readonly Claim[] = [
  claim("rattle on triangles", rattle(), triangles, true, true),
  claim("settle on triangles", settle(), triangles, true, true),
  claim("lincs on triangles", lincs(), triangles, false, false),
  claim("rattle on a body", rattle(), body, true, true),
  claim("lie-cayley of order 2 on a body", lieCayley(), body, true, true),
  claim("lie-cayley of order 1 on a body", lieCayley({ order: 1 }), body, true, false),
  claim("lie-cayley of order 2 on a lamina", lieCayley(), lamina, true, true),
  claim("lie-cayley of order 2 on a heavy top", lieCayley(), pinned, true, true),
];

describe("sum dq ^ dp on the manifold over 6 steps of 0.1; differences are good to 1e-7", () => {
  test.each(claims)("$title", ({ method, problem, symplectic }) => {
    const defect = symplecticDefect(method, problem, 0.1, 6);
    if (symplectic) expect(defect).toBeLessThan(1e-7);
    else expect(defect).toBeGreaterThan(1e-5);
  });
});

describe("50 steps of 0.05 forward and 50 with the velocity reversed", () => {
  test.each(claims)("$title", ({ method, problem, reversible }) => {
    const defect = reversalDefect(method, problem(), 0.05, 50);
    if (reversible) expect(defect).toBeLessThan(1e-10);
    else expect(defect).toBeGreaterThan(1e-8);
  });
});

/** Largest change of sum m q x v about z, and of sum m v, over 1,000 steps. */
function momentumChange(method: Method, problem: Problem): number {
  const { inverseMass } = problem.workspace.mechanics!;
  const s = consistentStart(problem);
  const momenta = (): number[] => {
    const sums = [0, 0, 0];
    for (let i = 0; i < problem.n; i += 3) {
      sums[0] += (s.q[i] * s.v[i + 1] - s.q[i + 1] * s.v[i]) / inverseMass![i];
      sums[1] += s.v[i] / inverseMass![i];
      sums[2] += s.v[i + 2] / inverseMass![i];
    }
    return problem.workspace.name === "magnet" ? [sums[0]] : sums;
  };
  const before = momenta();
  const stepper = method.bind(problem);
  stepper.start(s);
  let worst = 0;
  for (let k = 0; k < 10; k++) {
    step(stepper, problem, s, 0.05, 100);
    momenta().forEach((value, i) => {
      worst = Math.max(worst, Math.abs(value - before[i]));
    });
  }
  return worst;
}

describe("momenta without external forces, over 1,000 steps", () => {
  test.each(claims.filter(({ problem }) => problem === triangles || problem === body))(
    "$title keeps them to rounding",
    ({ method, problem }) => {
      expect(momentumChange(method, problem())).toBeLessThan(1e-11);
    },
  );
});
