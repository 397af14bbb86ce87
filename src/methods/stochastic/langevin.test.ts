import { describe, expect, it } from "vitest";
import { inWords } from "../../../test/fixtures/refusal.js";
import { handOn, initialState, order, run, step } from "../../../test/fixtures/stepping.js";
import { doublePendulum, pendulum } from "../../../test/fixtures/systems.js";
import { compileSystem } from "../../compile/index.js";
import { ode, rigid, stiff, underlying } from "../../formulations/index.js";
import { catalogue, lower, parseModelText, validateModel } from "../../index.js";
import { dopri5, gaussNewtonZs, langevin, rattle, shake, verlet, zs } from "../index.js";

const compiled = (text: string) =>
  compileSystem(lower(validateModel(parseModelText(text), catalogue), catalogue)).workspace();

describe("langevin", () => {
  it.each([
    ["gla", 1],
    ["baoab", 2],
  ] as const)("%s without noise gives a damped motion, whose velocity has order %s", (kind, expected) => {
    const text = `{ taut: 1, coordinates: { x: { at: 1 } }, mass: 2, potential: 9*x^2 }`;
    // x'' + 0.8 x' + 9 x = 0 from (1, 0)
    const [rate, frequency] = [0.4, Math.sqrt(9 - 0.16)];
    const exact = -Math.exp(-rate * 2) * (9 / frequency) * Math.sin(frequency * 2);
    const errors = [200, 400, 800].map((n) => {
      const problem = ode().apply(compiled(text));
      return Math.abs(run(langevin({ kT: 0, friction: 0.8, order: kind }), problem, 2 / n, n).v[0] - exact);
    });
    expect(Math.abs(order(errors) - expected)).toBeLessThan(0.1);
  });

  it("gives the same motion around shake as around rattle, because the bath keeps only the tangential part of a velocity", () => {
    const ends = [shake(), rattle()].map((inner) =>
      run(langevin({ inner, kT: 0.3 }), rigid().apply(doublePendulum()), 0.02, 50),
    );
    ends[0].y.forEach((value, k) => {
      expect(value).toBeCloseTo(ends[1].y[k], 10);
    });
  });

  it("takes one force per step, because new velocities do not invalidate the forces", () => {
    const [free, held] = [stiff().apply(doublePendulum()), rigid().apply(doublePendulum())];
    run(langevin({ inner: verlet() }), free, 1e-3, 100);
    run(langevin(), held, 1e-3, 100);
    expect([free.work.forces, held.work.forces]).toEqual([101, 101]);
  });

  it("draws velocities at the start that satisfy the constraints and depend on the seed", () => {
    const drawn = [1, 1, 2].map((seed) => {
      const problem = rigid().apply(doublePendulum());
      const s = initialState(problem);
      const gdot = problem.arena.f64(2);
      expect(langevin({ seed, thermal: true }).bind(problem).drawStart!(s)).toBe("ok");
      problem.constraints!.gdot(gdot, s.t, s.q, s.v);
      expect(Math.max(...gdot.map(Math.abs))).toBeLessThan(1e-14);
      return Array.from(s.v);
    });
    expect(drawn[0]).toEqual(drawn[1]);
    expect(drawn[0]).not.toEqual(drawn[2]);
  });

  it("has noise that depends on the number of the step, so that a resumed run has the same noise", () => {
    const problem = stiff().apply(doublePendulum());
    const method = langevin({ inner: verlet(), seed: 3 });
    const whole = run(method, problem, 1e-3, 6);
    const [s, first, second] = [initialState(problem), method.bind(problem), method.bind(problem)];
    first.start(s);
    step(first, problem, s, 1e-3, 3);
    second.start(s);
    handOn(first, second);
    step(second, problem, s, 1e-3, 3);
    expect(s.y).toEqual(whole.y);
  });

  it("draws velocities with the covariance of a mass with blocks", () => {
    const text = `
{ taut: 1, coordinates: [a, b], potential: a^2 + b^2, mass: [{ of: [a, b], matrix: [[2, 1], [1, 3]] }] }`;
    const problem = ode().apply(compiled(text));
    const [sum, count] = [[0, 0, 0], 4000];
    for (let seed = 0; seed < count; seed++) {
      const s = initialState(problem);
      langevin({ seed, thermal: true, kT: 5 }).bind(problem).drawStart!(s);
      const [a, b] = s.v;
      [a * a, a * b, b * b].forEach((x, k) => {
        sum[k] += x / count;
      });
    }
    // M^-1 = [[3, -1], [-1, 2]]/5; four standard errors of a mean of squares, sqrt(2/count) each
    const error = 4 * Math.sqrt(2 / count);
    [3, -1, 2].forEach((x, k) => {
      expect(Math.abs(sum[k] - x)).toBeLessThan(error * 3);
    });
  });

  it("takes a temperature in kelvin if the model has units", () => {
    const text = (units: string) => `{ taut: 1, ${units} coordinates: [x], mass: 1, potential: x^2 }`;
    const problem = ode().apply(compiled(text("units: eV-A-amu,")));
    const ends = [{ temperature: 300 }, { kT: 300 * problem.workspace.units!.boltzmann }].map((options) =>
      run(langevin(options), problem, 0.1, 5),
    );
    expect(ends[0].y).toEqual(ends[1].y);
    expect(inWords(langevin({ temperature: 300 }).refuses(ode().apply(compiled(text("")))))).toContain(
      "declares no units",
    );
  });

  it.each([
    [{ kT: -1 }, "langevin.kT: must be a number of at least 0; got -1."],
    [{ kT: 1, temperature: 300 }, "langevin.temperature: must not be given together with kT; got 300."],
    [{ friction: Number.NaN }, "langevin.friction: must be a number of at least 0; got NaN."],
    [{ seed: 0.5 }, "langevin.seed: must be a whole number of at least 0; got 0.5."],
    [{ form: "heavy" as "mass" }, 'langevin.form: must be "mass" or "plain"; got "heavy".'],
    [{ order: "abobo" as "gla" }, 'langevin.order: must be "gla" or "baoab"; got "abobo".'],
    [{ inner: dopri5() }, 'langevin.inner: must be a method with fixed steps; got "dopri5"'],
    [
      { inner: zs(), order: "baoab" as const },
      'langevin.order: "baoab" must be made of kicks and drifts; got the method "zs"',
    ],
  ])("refuses %o", (options, message) => {
    expect(() => langevin(options)).toThrow(message);
  });

  it("refuses problems in one sentence", () => {
    expect(inWords(langevin().refuses(underlying().apply(pendulum())))).toContain('Use "rk4"');
    expect(inWords(langevin({ inner: verlet() }).refuses(rigid().apply(pendulum())))).toContain(
      'method "langevin", inner "verlet"',
    );
    expect(inWords(langevin({ inner: gaussNewtonZs() }).refuses(rigid().apply(pendulum())))).toContain("tangential");
  });
});
