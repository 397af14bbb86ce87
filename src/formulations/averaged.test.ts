import { describe, expect, test } from "vitest";
import { inWords } from "../../test/fixtures/refusal.js";
import { compileSystem } from "../compile/index.js";
import { errorControlled, fixed } from "../controllers/index.js";
import type { Formulation } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { dop853, dopri5, rk4 } from "../methods/index.js";
import { lower, parseModelText, validateModel } from "../model/index.js";
import { ipa } from "../projections/index.js";
import { solve } from "../solve/index.js";
import { type AveragedOptions, averaged } from "./averaged.js";
import { underlying } from "./underlying.js";

/**
 * Sanz-Serna section 4, case (i): a soft first spring and a stiff second one, stretched and with a stretching velocity.
 */
const soft = (omega2: number): string => `
taut: 1
points:
  a: { mass: 1, at: [1, 0], velocity: [0.5, -0.5] }
  b: { mass: 1, at: [${2 + 1 / omega2}, 0], velocity: [-0.5, 0.5] }
elements:
  - spring: { between: [origin, a], length: 1, stiffness: 1 }
  - rod: { between: [a, b], length: 1, omega: ${omega2} }
`;
const published: AveragedOptions = { filter: "exponential", periods: 10, steps: 60, project: false };

const systemOf = (text: string) =>
  compileSystem(lower(validateModel(parseModelText(text), catalogue), catalogue)).workspace();

/** Error in q at t = 10 against the underlying equation from the same start, and forces; RK4 with H = 1/8. */
function error(omega2: number, formulation: Formulation): { readonly q: number; readonly forces: number } {
  const start = ipa({ filter: "exponential", periods: 10, steps: 60, once: true });
  const problem = formulation.apply(systemOf(soft(omega2)));
  const macro = { method: rk4(), controller: fixed({ step: 1 / 8 }), until: 10, saveAt: [] };
  const found = solve(problem, { ...macro, projection: start, when: { when: "start" } });
  const from = solve(problem, { ...macro, until: 0, projection: start, when: { when: "start" } });
  const reference = solve(underlying().apply(systemOf(soft(omega2))), {
    method: dop853(),
    controller: errorControlled({ rtol: 1e-12 }),
    from: { t: 0, y: from.y },
    start: "assume",
    until: 10,
    saveAt: [],
  });
  const differences = Array.from(found.q, (x, k) => Math.abs(x - reference.q[k]));
  return { q: found.status === "ok" ? Math.max(...differences) : Number.POSITIVE_INFINITY, forces: found.work.forces };
}

describe("uniform in omega", () => {
  test("the published version fails at omega2 = 1e7 with H = 1/8, because R omega^2 is no longer small", () => {
    expect(error(1e7, averaged(published)).q).toBeGreaterThan(1);
  });

  test("with the smoother filter and a projected point the error is below 1e-3 at omega2 = 1e4 … 1e7, at equal cost", () => {
    const found = [1e4, 1e5, 1e6, 1e7].map((omega2) => error(omega2, averaged()));
    for (const { q } of found) expect(q).toBeLessThan(1e-3);
    expect(new Set(found.map(({ forces }) => Math.round(forces / 5000))).size).toBe(1);
  });
});

test("error-controlled macro-methods take steps of the slow motion", () => {
  const counts = [1e3, 1e5].map((omega2) => {
    const problem = averaged().apply(systemOf(soft(omega2)));
    const { work, status } = solve(problem, {
      method: dopri5(),
      controller: errorControlled({ rtol: 1e-4 }),
      projection: ipa(),
      when: { when: "start" },
      until: 10,
      saveAt: [],
    });
    expect(status).toBe("ok");
    return work.steps;
  });
  expect(Math.abs(counts[0] - counts[1])).toBeLessThanOrEqual(2);
  expect(counts[0]).toBeLessThan(60);
});

test("q' is the given velocity, not a filtered one (Sanz-Serna section 3.1)", () => {
  const workspace = systemOf(soft(1000));
  const problem = averaged().apply(workspace);
  const dy = workspace.arena.f64(8);
  expect(problem.rate!(dy, 0, workspace.initial)).toBe("ok");
  expect(Array.from(dy.subarray(0, 4))).toEqual(Array.from(workspace.initial.subarray(4)));
});

describe("refusals", () => {
  test("two weakly coupled oscillators (Sanz-Serna section 5): the fast motion is as large as the coordinates", () => {
    const workspace = systemOf(`
taut: 1
parameters: { omega: 100 }
coordinates: { q1: { mass: 1, at: 1 }, q2: { mass: 1, at: 0 } }
potential: omega/2*(q1 - q2)^2
constraints: { first: q1, second: q2 }
omega: omega
`);
    expect(inWords(averaged().refuses(workspace))).toMatch(/fast oscillations of amplitude 1 in coordinates of size 1/);
  });

  test("case (ii) of Sanz-Serna, stretched by 20/omega, counts as a small ripple", () => {
    expect(averaged().refuses(systemOf(soft(25)))).toBeUndefined();
  });

  test("zeros without a projection, a zero stiffness, a system without constraints", () => {
    expect(() => averaged({ filter: "zeros", project: false })).toThrow(/damps too little between its zeros/);
    expect(() => averaged({ omega: -1 })).toThrow("averaged.omega: must be a number above 0");
    const free = systemOf("{ taut: 1, points: { a: { mass: 1, at: [1, 0] } } }");
    expect(inWords(averaged().refuses(free))).toMatch(/needs constraints, and the model has none\. Use "ode"/);
  });
});
