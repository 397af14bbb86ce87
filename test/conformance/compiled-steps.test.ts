import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSystem } from "../../src/compile/index.js";
import { errorControlled, fixed } from "../../src/controllers/index.js";
import {
  type Constraints,
  type Method,
  type Problem,
  type Projection,
  type Rate,
  rateOf,
} from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { adiabatic, ode, rigid, stiff, underlying } from "../../src/formulations/index.js";
import { methods } from "../../src/methods/index.js";
import { explicitFactories } from "../../src/methods/runge-kutta/explicit.js";
import { lower, parseModelText, validateModel } from "../../src/model/index.js";
import { newton, projections, stabilise } from "../../src/projections/index.js";
import { type Solution, type SolveOptions, solve } from "../../src/solve/index.js";
import { call, f64, get, i32, instantiate, Module, ret, when } from "../../src/wasm/index.js";

const gallery = (name: string): string => readFileSync(new URL(`../../gallery/${name}.yaml`, import.meta.url), "utf8");

const lorenz = `
taut: 1
name: Lorenz
states: { x: 1, y: 1, z: 20 }
rates: { x: 10*(y - x), y: x*(28 - z) - y, z: x*y - 8/3*z }
`;

function systemOf(text: string, set: Record<string, number> = {}) {
  return compileSystem(lower(validateModel(parseModelText(text), catalogue), catalogue, { set })).workspace();
}

/** An object with another property `compiled`. */
const withCompiled = <T extends object>(object: T, compiled: PropertyDescriptor): T =>
  Object.create(object, { compiled: { configurable: true, ...compiled } });

/** The problem with other properties `compiled` of everything that may have generated code: `make` gets the owner. */
function withOther(problem: Problem, make: (owner: { readonly compiled?: unknown }) => PropertyDescriptor): Problem {
  const plain = problem.rate;
  const rate: Rate | undefined = plain && ((dy, t, y) => plain(dy, t, y));
  if (rate !== undefined) Object.defineProperty(rate, "compiled", make(plain!));
  const constraintsOf = (constraints: Constraints | undefined): Constraints | undefined =>
    constraints && withCompiled(constraints, make(constraints));
  const { constraints, manifold, secondOrder } = problem;
  return {
    ...problem,
    ...(rate && { rate }),
    ...(secondOrder && { secondOrder: withCompiled(secondOrder, make(secondOrder)) }),
    ...(constraints && { constraints: constraintsOf(constraints)! }),
    ...(manifold && { manifold: { ...manifold, constraints: constraintsOf(manifold.constraints)! } }),
  };
}

/** The same problem without generated code, with which generated steps must agree. */
const plainly = (problem: Problem): Problem => withOther(problem, () => ({ value: undefined }));

const problems: Record<string, () => Problem> = {
  "small, straight lines": () => underlying().apply(systemOf(gallery("double-pendulum"))),
  "over tables": () => underlying().apply(systemOf(gallery("chain"), { n: 9 })),
  penalties: () => stiff({ omega: 30 }).apply(systemOf(gallery("double-pendulum"))),
  "vibrating rods": () => adiabatic({ omega: 100 }).apply(systemOf(gallery("double-pendulum"))),
  "a varying mass": () => ode().apply(systemOf(gallery("double-pendulum-angles"))),
  "rigid, small": () => rigid().apply(systemOf(gallery("double-pendulum"))),
  "rigid, over tables": () => rigid().apply(systemOf(gallery("chain"), { n: 9 })),
  "rigid, triangles": () => rigid().apply(systemOf(gallery("water-7"))),
  "rigid, a constraint of time": () => rigid().apply(systemOf(gallery("driven-pendulum"))),
  "first order, an odd dimension": () => ode().apply(systemOf(lorenz)),
};

/** Whether `bind` links generated code of the problem into a step: then there are both readings. */
function linksCode(problem: Problem, bind: (problem: Problem) => unknown): boolean {
  let linked = false;
  /** The same code, whose `link` tells that it was called. */
  const noticed = <T>(compiled: T): T =>
    typeof compiled !== "object" || compiled === null
      ? compiled
      : new Proxy(compiled, {
          get(target, key) {
            const value: unknown = Reflect.get(target, key);
            if (key !== "link" || typeof value !== "function") return key === "memory" ? value : noticed(value);
            return (...given: unknown[]) => {
              linked = true;
              return value.apply(target, given);
            };
          },
        });
  bind(withOther(problem, (owner) => ({ get: () => noticed(owner.compiled) })));
  return linked;
}

const generatedFor = (problem: Problem): Method[] =>
  methods
    .map((factory) => factory.make())
    .filter((method) => method.refuses(problem) === undefined && linksCode(problem, (p) => method.bind(p)));

const projectionsFor = (problem: Problem): Projection[] =>
  projections
    .map((factory) => factory.make())
    .filter((projection) => projection.refuses(problem) === undefined && linksCode(problem, (p) => projection.bind(p)));

const generated = generatedFor(problems["small, straight lines"]());
const methodNamed = (name: string): Method => generated.find((method) => method.name === name)!;

test("explicit Runge–Kutta methods, Verlet, RATTLE, SHAKE and SETTLE have both readings", () => {
  const names = generated.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(explicitFactories.map(({ name }) => name)));
  const keeping = generatedFor(problems["rigid, small"]()).map(({ name }) => name);
  expect(keeping).toEqual(expect.arrayContaining(["rattle", "rattle-1", "shake", "rattle-4"]));
  expect(generatedFor(problems["rigid, triangles"]()).map(({ name }) => name)).toContain("settle");
  expect(generatedFor(problems.penalties()).map(({ name }) => name)).toContain("verlet");
});

const options = (method: Method, adaptive: boolean, more: Partial<SolveOptions> = {}): SolveOptions => ({
  method,
  controller: adaptive ? errorControlled({ rtol: 1e-5 }) : fixed({ step: 0.01 }),
  until: 0.7,
  every: 0.13,
  ...more,
});

function expectSame(a: Solution, b: Solution): void {
  expect(a.status).toBe(b.status);
  expect(Array.from(a.y)).toEqual(Array.from(b.y));
  expect(a.trajectory.states()).toEqual(b.trajectory.states());
  expect(a.work).toEqual(b.work);
}

describe("a step in one call has the bits and the counts of the plain step", () => {
  for (const [name, make] of Object.entries(problems))
    for (const method of generatedFor(make())) {
      test(`${method.name}: ${name}`, () => {
        const problem = make();
        for (const adaptive of method.estimatesError ? [true, false] : [false]) {
          const how = options(method, adaptive);
          expectSame(solve(problem, how), solve(plainly(problem), how));
        }
      });
    }
});

test("both norms in generated steps have the bits of the controller's norms", () => {
  const problem = problems["over tables"]();
  const atol = Array.from({ length: problem.dimension }, (_, i) => 1e-7 * (1 + i));
  for (const norm of ["rms", "max"] as const) {
    const how = options(methodNamed("dop853"), true, { controller: errorControlled({ rtol: 1e-7, atol, norm }) });
    expectSame(solve(problem, how), solve(plainly(problem), how));
  }
});

test("a right-hand side that fails inside a step is counted and reported as in the plain step", () => {
  const problem = problems["first order, an odd dimension"]();
  const { memory, code, link } = problem.rate!.compiled!;
  const module = new Module();
  const rate = module.hostFunction("rate", ["f64", "i32", "i32"], "i32");
  module.func("failing", { t: "f64", y: "i32", dy: "i32" }, "i32", (_, p) => [
    when(f64.gt(get(p.t), f64.const(0.305)), [ret(i32.const(3))]),
    call(rate, get(p.t), get(p.y), get(p.dy)),
  ]);
  const { failing } = instantiate(module, memory, { rate: code });
  const failsLater: Problem = {
    ...problem,
    rate: rateOf({
      code: failing,
      memory,
      link,
      judge(result, evaluations) {
        problem.work.forces += evaluations;
        return result === -1 ? "ok" : "singular";
      },
    }),
  };
  for (const method of generated) {
    const how = options(method, method.estimatesError === true);
    const [a, b] = [solve(failsLater, how), solve(plainly(failsLater), how)];
    expect(a.failure?.status).toBe("singular");
    expect(a.failure).toEqual(b.failure);
    expectSame(a, b);
  }
});

describe("projections in one call", () => {
  const projected = (problem: Problem, projection: Projection): Solution =>
    solve(problem, options(methodNamed("dopri5"), true, { projection, until: 2 }));

  test("stabilisation has both readings", () => {
    const names = projectionsFor(problems["over tables"]()).map(({ name }) => name);
    expect(names).toContain("stabilise");
  });

  const complete = Object.entries(problems).filter(([, make]) => make().rate !== undefined);
  for (const [name, make] of complete)
    for (const projection of projectionsFor(make()))
      test(`${projection.name} has the bits and the counts of the separate routines: ${name}`, () => {
        const problem = make();
        expectSame(projected(problem, projection), projected(plainly(problem), projection));
      });

  test("each level of stabilisation has the bits and the counts of the separate routines", () => {
    const problem = problems["over tables"]();
    for (const level of ["position", "velocity"] as const)
      expectSame(projected(problem, stabilise({ level })), projected(plainly(problem), stabilise({ level })));
  });

  test("corrections in straight-line code agree with the routines over tables to rounding, with the same number of solves", () => {
    const problem = problems["small, straight lines"]();
    const constraints = Object.create(problem.manifold!.constraints!, { corrections: { value: undefined } });
    const overTables = { ...problem, manifold: { ...problem.manifold, constraints } };
    const [a, b] = [problem, overTables].map((p) => projected(p, stabilise({ alpha: 0.9 })));
    // straight-line code factorises again for the velocities, where the routines may reuse the factorisation
    const { factorisations, jacobians, ...others } = b.work;
    expect(a.work).toMatchObject(others);
    expect(a.work.factorisations).toBeGreaterThanOrEqual(factorisations);
    expect(a.work.jacobians).toBeGreaterThanOrEqual(jacobians);
    // the difference is a few rounding errors, carried over 2 units of time
    for (let i = 0; i < a.y.length; i++) expect(Math.abs(a.y[i] - b.y[i])).toBeLessThan(1e-13);
    const exact = projected(problem, newton());
    for (let i = 0; i < a.y.length; i++) expect(Math.abs(a.y[i] - exact.y[i])).toBeLessThan(1e-4);
  });
});
