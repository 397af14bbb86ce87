import { describe, expect, test } from "vitest";
import { load } from "../../test/reference/gallery.js";
import { catalogue } from "../elements/index.js";
import { validateModel } from "../model/index.js";
import type { Choice } from "./choice.js";
import { prepareRun } from "./run.js";
import { run } from "./run-model.js";
import type { RunSettings } from "./settings.js";

const chosen = (name: string, settings: RunSettings = {}): Choice =>
  prepareRun(validateModel(load(name), catalogue), { settings, keepStates: false }).choice;

describe("the choice of a run whose settings name nothing", () => {
  test("rigid rods: the underlying equation by one explicit method, stabilised", () => {
    expect(chosen("double-pendulum")).toMatchObject({
      formulation: "underlying",
      method: "dop853",
      projection: { name: "stabilise", corrections: 1 },
    });
    expect(chosen("double-pendulum", { rtol: 1e-3 }).method).toBe("dopri5");
    expect(chosen("double-pendulum", { method: "adams" }).projection).toBe("stabilise");
  });

  test("a problem that may become stiff gets an implicit method in reserve", () => {
    expect(chosen("robertson").method).toEqual({ name: "auto", explicit: "dop853", implicit: "bdf" });
    expect(chosen("robertson", { rtol: 1e-4 }).method).toMatchObject({ implicit: "radau5" });
    // 32 unknowns are too many for complex factorisations, unless slow oscillations turn very often
    for (const rtol of [1e-6, 1e-4]) {
      expect(chosen("damped-cable", { rtol, until: 0.5 }).method).toMatchObject({ implicit: "bdf" });
      expect(chosen("damped-cable", { rtol, until: 2 }).method).toMatchObject({ implicit: "radau5" });
    }
    expect(chosen("slider-crank").method).toMatchObject({ implicit: "radau5" });
    expect(chosen("pendulum", { formulation: "stiff" }).method).toMatchObject({ name: "auto" });
  });

  test("conservative mechanics gets no implicit method, because nothing damps it, also where the mass varies", () => {
    for (const name of ["pendulum", "spring-pendulum", "four-bar", "double-pendulum-angles"])
      expect(chosen(name).method).toBe("dop853");
  });

  /** Angles with M(q) that stiff springs of frequency near `omega` connect, with friction between neighbours. */
  const angles = (omega: number, friction: number): object => {
    const names = Array.from({ length: 14 }, (_, i) => `a${i}`);
    const pairs = names.slice(1).map((b, i) => [names[i], b]);
    return {
      taut: 1,
      coordinates: Object.fromEntries(names.map((a) => [a, { at: 1 }])),
      kinetic: [
        ...names.map((a) => `(1 + 0.3*cos(${a}))*${a}'^2`),
        ...pairs.map(([a, b]) => `0.2*cos(${a} - ${b})*${a}'*${b}'`),
      ].join(" + "),
      potential: [...pairs.map(([a, b]) => `${omega ** 2}*(${a} - ${b})^2`), ...names.map((a) => `-9*cos(${a})`)].join(
        " + ",
      ),
      force: Object.fromEntries(names.slice(1).map((a, i) => [a, `-${friction}*(${a}' - ${names[i]}')`])),
    };
  };
  const chosenFor = (data: object, settings: RunSettings) =>
    prepareRun(validateModel(data, catalogue), { settings, keepStates: false }).choice;

  test("the reserve follows the eigenvalues: Radau near the imaginary axis, BDF near the real one", () => {
    // 28 unknowns, more than those up to which Radau is chosen for its few steps
    const [ringing, decaying] = [angles(500, 1), angles(5, 2000)];
    expect(chosenFor(ringing, { until: 10 }).method).toMatchObject({ explicit: "dop853", implicit: "radau5" });
    expect(chosenFor(decaying, { until: 10 }).method).toMatchObject({ explicit: "dop853", implicit: "bdf" });
    // loose tolerances: stable steps of order 5 are short near the imaginary axis
    expect(chosenFor(ringing, { until: 10, rtol: 1e-3 }).method).toMatchObject({ explicit: "dop853" });
    expect(chosenFor(angles(1, 0), { until: 1, rtol: 1e-3 }).method).toBe("dopri5");
    // here they turn by some 500 radians
    expect(chosenFor(angles(50, 1), { until: 5, rtol: 1e-3 }).method).toMatchObject({ explicit: "dop853" });
  });

  /** A fast transient at the rate `decay` beside an oscillation of `frequency` that is at rest: both follow slow motions. */
  const beside = (decay: number, frequency: number): object => ({
    taut: 1,
    states: { a: 1, b: 0, c: 1 },
    rates: {
      a: `-${decay}*(a - cos(t)) - sin(t)`,
      b: `${frequency}*(c - cos(t)) - ${0.01 * frequency}*(b - sin(t)) + cos(t)`,
      c: `-${frequency}*(b - sin(t)) - ${0.01 * frequency}*(c - cos(t)) - sin(t)`,
    },
  });

  test("an oscillation decides the reserve however much faster other parts decay", () => {
    const [data, until] = [beside(2e4, 500), 6];
    expect(chosenFor(data, { until }).method).toMatchObject({ first: "implicit", implicit: "radau5" });
    const forces = (method: string) => run(data, { method, until }).work.forces;
    // BDF cannot step over the oscillation; with it in reserve the run takes a hundred times as many evaluations
    expect(forces("auto")).toBeLessThan(2 * forces("radau5"));
  });

  test("conservative mechanics has a reserve where an oscillation turns often, sooner at loose tolerances", () => {
    const still = { ...angles(50, 0), force: {} };
    expect(chosenFor(still, { until: 10, rtol: 1e-3 }).method).toMatchObject({ implicit: "radau5" });
    expect(chosenFor(still, { until: 10, rtol: 1e-6 }).method).toBe("dop853");
    expect(chosenFor(still, { until: 1, rtol: 1e-3 }).method).toBe("dopri5");
    expect(chosenFor({ ...angles(500, 0), force: {} }, { until: 10, rtol: 1e-6 }).method).toMatchObject({
      implicit: "radau5",
    });
  });

  test("an implicit method begins where the start is stiff for the whole run", () => {
    const decaying = angles(5, 2000);
    expect(chosenFor(decaying, { until: 100 })).toMatchObject({
      method: { first: "implicit" },
      reason: expect.stringMatching(/transients at the start decay at the rate [\d.e+]+, so bdf begins/),
    });
    expect(chosenFor(decaying, { until: 0.1 }).method).not.toHaveProperty("first");
    expect(chosen("van-der-pol").method).toMatchObject({ first: "implicit" });
  });

  test("the rigid view: error control by Radau, a fixed step by RATTLE", () => {
    expect(chosen("pendulum", { formulation: "rigid" }).method).toBe("radau5");
    expect(chosen("pendulum", { formulation: "rigid", step: 0.01 }).method).toBe("rattle");
  });

  test("a start that makes stiff springs vibrate is followed by its actions, unless it is to be made consistent", () => {
    expect(chosen("double-pendulum-soft").formulation).toBe("adiabatic");
    expect(chosen("double-pendulum-soft", { start: "project" }).formulation).toBe("underlying");
    expect(chosen("double-pendulum-soft", { method: "dop853" }).formulation).toBe("underlying");
    // on the constraints, with a stiffness that is given: nothing vibrates
    for (const name of ["double-pendulum", "pendulum"])
      expect(chosen(name, { omega: 100 }).formulation).toBe("underlying");
  });

  test("with a fixed step there is no second method", () => {
    expect(chosen("kepler", { step: 0.01 }).method).toBe("dop853");
  });

  test("the name auto means the same as no name, and halves that are named are kept", () => {
    for (const name of ["double-pendulum", "robertson"]) expect(chosen(name, { method: "auto" })).toEqual(chosen(name));
    const method = { name: "auto", implicit: "rosenbrock4" };
    expect(chosen("robertson", { method }).method).toEqual({ ...method, explicit: "dop853" });
    expect(chosen("pendulum", { method: { name: "auto", explicit: "gbs" } }).method).toMatchObject({ explicit: "gbs" });
  });

  test("halves that cannot be used are refused by name", () => {
    const refused = (half: object) => () => chosen("robertson", { method: { name: "auto", ...half } });
    expect(refused({ implicit: "bfd" })).toThrow(
      /run\.method: auto\.implicit: there is no method "bfd"\. Did you mean "bdf"/,
    );
    expect(refused({ explicit: "rk4" })).toThrow(/auto\.explicit: must be a method with error control; got "rk4"/);
    expect(refused({ third: "rk4" })).toThrow(/no option "third"/);
  });

  test("the reason is one sentence", () => {
    for (const name of ["double-pendulum", "robertson", "kepler", "spring-pendulum", "slider-crank"])
      expect(chosen(name).reason).toMatch(/^[A-Z0-9][^.]*\.$/);
  });
});
