/** RATTLE where the mass depends on q or a force reads v: its map, its energy over long times, and what it costs. */

import { describe, expect, test } from "vitest";
import {
  consistentStart,
  after as endOf,
  reversalDefect,
  symplecticDefect,
} from "../../../test/fixtures/constrained-maps.js";
import { order } from "../../../test/fixtures/stepping.js";
import { compileSystem } from "../../compile/index.js";
import type { Method, Problem } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { ode, rigid } from "../../formulations/index.js";
import { run } from "../../index.js";
import { lower, validateModel } from "../../model/index.js";
import { composition, rattle, variationalEuler } from "../index.js";
import { rattleOneFactory } from "./rattle.js";
import { shake } from "./shake.js";

interface Model {
  readonly name: string;
  readonly [key: string]: unknown;
}

/** A crank and a rod that slides, in angles, closed by one constraint. */
const sliderCrank: Model = {
  name: "slider-crank in angles",
  parameters: { l: 3, psi0: "asin(sin(0.7)/3)" },
  coordinates: { theta: { at: 0.7, velocity: 2 }, psi: { at: "psi0", velocity: "2*cos(0.7)/(l*cos(psi0))" } },
  kinetic:
    "theta'^2/2 + l^2/24*psi'^2 + ((sin(theta)*theta' + l/2*sin(psi)*psi')^2 + (l/2*cos(psi)*psi')^2)/2 + (sin(theta)*theta' + l*sin(psi)*psi')^2/4",
  potential: "9.81*l/2*sin(psi)",
  constraints: { loop: "sin(theta) - l*sin(psi)" },
};
const doublePendulum: Model = {
  name: "double pendulum in angles",
  coordinates: { a: { at: 1, velocity: 0.2 }, b: { at: 0.5, velocity: -0.3 } },
  kinetic: "a'^2 + b'^2/2 + a'*b'*cos(a - b)",
  potential: "-2*cos(a) - cos(b)",
};
const sphericalPendulum: Model = {
  name: "spherical pendulum in angles",
  coordinates: { polar: { at: 1, velocity: 0.1 }, azimuth: { at: 0, velocity: 0.8 } },
  kinetic: "(polar'^2 + sin(polar)^2*azimuth'^2)/2",
  potential: "-cos(polar)",
};
/** Terms of the kinetic energy that are linear in v, with M(q), and a constraint that mixes all coordinates. */
const gyroscope: Model = {
  name: "gyroscope",
  coordinates: { x: { at: 1, velocity: 0 }, y: { at: 0, velocity: 0.5 }, z: { at: 0.5, velocity: 0 } },
  kinetic: "(x'^2 + y'^2)*(1 + x^2/4)/2 + z'^2/2 + 0.7*(x*y' - y*x')",
  potential: "(x^2 + 2*y^2 + z^2)/2",
  constraints: { bowl: "z - (x^2 + y^2)/2" },
};
/** A constant mass in a magnetic field. */
const magnetic: Model = {
  name: "magnetic",
  coordinates: { x: { at: 1, velocity: 0 }, y: { at: 0, velocity: 0.4 }, z: { at: 0, velocity: 0.3 } },
  mass: { x: 2, y: 2, z: 2 },
  potential: "2*z",
  force: { x: "3*y'", y: "-3*x'" },
  constraints: { rod: "x^2 + y^2 + z^2 - 1" },
};

const problemOf = (model: Model): Problem => {
  const system = compileSystem(lower(validateModel({ taut: 1, ...model }, catalogue), catalogue));
  return (model.constraints === undefined ? ode() : rigid()).apply(system);
};
const models = [sliderCrank, doublePendulum, sphericalPendulum, gyroscope, magnetic];
const withPotential = [sliderCrank, doublePendulum, sphericalPendulum, gyroscope];

describe("forwards and back leaves rounding", () => {
  // 100 steps, each with a Newton iteration that ends within about 10 roundings of u
  test.each(models)("$name", (model) => {
    const problem = problemOf(model);
    const s = consistentStart(problem);
    const there = endOf(rattle(), problem, s, 0.02, 100);
    const before = Float64Array.from(s.y);
    s.y.set(there);
    s.t = 0.02 * 100;
    const back = endOf(rattle(), problem, s, -0.02, 100);
    expect(Math.max(...back.map((x, i) => Math.abs(x - before[i])))).toBeLessThan(1e-11);
  });

  test("with reversed velocities, where nothing reads them", () => {
    for (const model of [sliderCrank, doublePendulum, sphericalPendulum])
      expect(reversalDefect(rattle(), problemOf(model), 0.02, 100), model.name).toBeLessThan(1e-11);
  });
});

test.each(withPotential)("$name: dq ^ dp on the manifold is kept, differences are good to 1e-7", (model) => {
  expect(symplecticDefect(rattle(), () => problemOf(model), 0.1, 6)).toBeLessThan(1e-7);
});

describe("the energy oscillates by O(h^2) and does not drift", () => {
  const drift = (model: Model, step: number) => {
    const solution = run({ taut: 1, ...model }, { method: "rattle", step, until: 200 });
    expect(solution.status).toBe("ok");
    const energy = solution.series.series(solution.series.columns.indexOf("energy"));
    const size = (from: number, to: number) =>
      Math.max(...energy.subarray(from * energy.length, to * energy.length).map((e) => Math.abs(e - energy[0])));
    return { early: size(0, 0.1), late: size(0.9, 1), all: size(0, 1) };
  };
  test.each(models)("$name over 200 units of time", (model) => {
    const [coarse, fine] = [drift(model, 0.02), drift(model, 0.01)];
    expect(Math.log2(coarse.all / fine.all)).toBeGreaterThan(1.8);
    expect(fine.late).toBeLessThan(2 * fine.early + 1e-12);
  });
});

describe("orders", () => {
  const errors = (method: Method, model: Model, steps: readonly number[], until: number) => {
    const exact = run({ taut: 1, ...model }, { rtol: 1e-13, atol: 1e-13, until }).y;
    return steps.map((count) => {
      const problem = problemOf(model);
      const end = endOf(method, problem, consistentStart(problem), until / count, count);
      return Math.max(...end.map((x, i) => Math.abs(x - exact[i])));
    });
  };
  const damped = {
    ...sliderCrank,
    name: "damped crank with a torque of t",
    force: { theta: "sin(3*t) - 0.8*theta'", psi: "-0.3*psi'*theta" },
  };
  test.each([...models, damped])("2, and 4 composed: $name", (model) => {
    expect(order(errors(rattle(), model, [200, 400, 800], 2))).toBeCloseTo(2, 0.9);
    expect(order(errors(composition(rattle(), 4), model, [40, 80, 160], 2))).toBeGreaterThan(3.8);
  });
  test("1 for variational Euler with terms linear in v", () => {
    const { constraints: _, ...free } = gyroscope;
    expect(order(errors(variationalEuler(), free as Model, [1000, 2000, 4000], 1))).toBeCloseTo(1, 0.9);
  });
});

test("strong damping is stable at steps far above 2 / its rate", () => {
  const model = {
    ...doublePendulum,
    name: "in honey",
    force: { a: "-1e4*a'", b: "-1e4*b'" },
  };
  const solution = run({ taut: 1, ...model }, { method: "rattle", step: 0.05, until: 5 });
  expect(solution.status).toBe("ok");
  // creeps at 1e-4 of the torque, after a start that oscillates as the trapezoidal rule lets it
  expect(Math.abs(solution.y[0] - 1)).toBeLessThan(0.05);
});

test("a step takes about three iterations and one factorisation for them", () => {
  const { work } = run({ taut: 1, ...sliderCrank }, { method: "rattle", step: 0.01, until: 5 });
  expect(work.iterations / work.steps).toBeLessThan(4);
  expect(work.factorisations / work.steps).toBeLessThan(2.2);
});

test("shake and rattle-1 keep their constant mass, and name rattle", () => {
  for (const method of [shake(), rattleOneFactory.make({})])
    for (const model of [sliderCrank, magnetic])
      expect(method.refuses(problemOf(model))?.instead).toContain(`"rattle"`);
});
