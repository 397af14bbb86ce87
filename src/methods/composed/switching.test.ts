import { describe, expect, test } from "vitest";
import { solver } from "../../../test/problems/solved.js";
import { stiffProblems } from "../../../test/problems/stiff.js";
import { compileSystem } from "../../compile/index.js";
import { errorControlled } from "../../controllers/index.js";
import { estimateFrom, type Method, newState, type Problem } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { ode } from "../../formulations/index.js";
import { SpectralRadius } from "../../linalg/spectral-radius.js";
import { lower, validateModel } from "../../model/index.js";
import { type RunSettings, run } from "../../run/index.js";
import { Run, solve } from "../../solve/index.js";
import { bdf, dop853, dopri5, radau5, switching } from "../index.js";

const problemOf = (data: object): Problem =>
  ode().apply(compileSystem(lower(validateModel(data, catalogue), catalogue)));

/** y follows cos(t) at a rate that rises from 1 to 1e5 before t = 1.5 and falls again after it. */
const passing = {
  taut: 1,
  states: { y: 1 },
  rates: { y: "-(1 + 1e5*exp(-(8*(t - 1.5))^6))*(y - cos(t)) - sin(t)" },
  run: { until: 30 },
};

describe("estimates of the spectral radius", () => {
  const radius = (data: object, rounds: number): number => {
    const problem = problemOf(data);
    const { workspace } = problem;
    const s = newState(problem.arena, problem.dimension, problem.n);
    s.t = workspace.initialTime;
    s.y.set(workspace.initial);
    const pacer = errorControlled({ rtol: 1e-6 }).bind(problem.dimension);
    return new SpectralRadius({ ...problem, rate: problem.rate! }).estimate(pacer, s, rounds)!;
  };

  test("find a decay beside slower ones", () => {
    const data = { taut: 1, states: { x: 1, y: 2 }, rates: { x: "-1000*x + y", y: "x - y" } };
    expect(Math.abs(radius(data, 4) / 1000 - 1)).toBeLessThan(1e-3);
  });

  test("find a pair of damped eigenvalues, whose products turn in the plane of the pair", () => {
    // x'' = -2 0.7 100 x' - 100^2 x
    const data = {
      taut: 1,
      states: { x: 1, v: 0.1, slow: 1 },
      rates: { x: "v", v: "-1e4*x - 140*v + slow", slow: "-slow" },
    };
    expect(Math.abs(radius(data, 3) / 100 - 1)).toBeLessThan(1e-3);
  });

  test("find the frequency of an oscillator from any initial direction", () => {
    const data = { taut: 1, coordinates: { x: 1 }, mass: { x: 1 }, potential: "5000*x^2" };
    expect(Math.abs(radius(data, 1) / 100 - 1)).toBeLessThan(0.01);
  });
});

describe("a method made of an explicit and an implicit one", () => {
  // standard problems with published solutions; every method of the suite is allowed 30 tolerances
  test.each(["Robertson to 1e11", "van der Pol 1e6", "HIRES", "Oregonator", "Kaps 1e-8"])(
    "solves %s to the tolerance, in the steps of the implicit one plus a short explicit start",
    (name) => {
      const problem = stiffProblems.find((one) => one.name === name)!;
      const solveBy = solver(problem);
      for (const implicit of [bdf(), radau5()]) {
        const alone = solveBy(implicit, 1e-6);
        const { error, work, failure } = solveBy(switching(dop853(), implicit), 1e-6, 100_000);
        expect([failure, alone.failure]).toEqual([undefined, undefined]);
        expect(error).toBeLessThan(30);
        expect(work.steps).toBeLessThan(1.5 * alone.work.steps + 200);
      }
    },
  );

  const settings = { method: { name: "auto", explicit: "dopri5", implicit: "radau5" }, rtol: 1e-6 } as const;

  test("hands over where the problem turns stiff and back where it no longer is", () => {
    const { handovers, y, status } = run(passing, { ...settings, keepStates: false });
    expect(status).toBe("ok");
    expect(Math.abs(y[0] - Math.cos(30))).toBeLessThan(30e-6);
    expect(handovers.map(({ to }) => to)).toEqual(["radau5", "dopri5"]);
    // the rate reaches 1000 at t = 1.5 -+ 0.161
    expect(handovers[0].t).toBeGreaterThan(1.3);
    expect(handovers[0].t).toBeLessThan(1.45);
    expect(handovers[1].t).toBeGreaterThan(1.55);
    for (const { reason } of handovers) expect(reason).toMatch(/\d/);
  });

  test("names stability as the reason only where steps are near its bound, and otherwise the fast components", () => {
    const decay = { taut: 1, states: { y: 2 }, rates: { y: "-500*(y - cos(t)) - sin(t)" }, run: { until: 3 } };
    const spring = {
      taut: 1,
      states: { x: 1, v: 0.1, slow: 1 },
      rates: { x: "v", v: "-1e6*x - 1400*v + slow", slow: "-slow" },
      run: { until: 3 },
    };
    const reasons = [passing, decay, spring].flatMap((data) =>
      [1e-4, 1e-7, 1e-10].flatMap((rtol) => {
        const { handovers } = run(data, { ...settings, rtol, keepStates: false, until: 3 });
        return handovers.filter(({ to }) => to === "radau5").map(({ reason }) => reason);
      }),
    );
    let [bound, fast] = [0, 0];
    for (const reason of reasons) {
      const [, h, stable] = /h = (\S+), of (\S+) that are stable/.exec(reason)!.map(Number);
      // numbers are shown with three digits
      if (reason.startsWith("stability, not accuracy, limits its steps")) {
        bound++;
        expect(h / stable).toBeGreaterThan(0.445);
      } else {
        fast++;
        expect(h / stable).toBeLessThan(0.455);
        expect(Number(/components that are (\S+) times as fast as the motion/.exec(reason)![1])).toBeGreaterThan(4.9);
      }
    }
    expect(bound).toBeGreaterThan(0);
    expect(fast).toBeGreaterThan(0);
  });

  test("is the explicit method, bit for bit, where nothing is stiff", () => {
    const orbit = {
      taut: 1,
      states: { x: 0.4, y: 0, u: 0, v: 2 },
      rates: { x: "u", y: "v", u: "-x/(x^2 + y^2)^1.5", v: "-y/(x^2 + y^2)^1.5" },
      run: { until: 20 },
    };
    for (const rtol of [1e-3, 1e-6, 1e-10]) {
      const by = (method: RunSettings["method"]) => run(orbit, { method: method!, rtol, keepStates: false });
      const [one, two] = [by("dop853"), by({ name: "auto", explicit: "dop853", implicit: "bdf" })];
      expect(two.handovers).toEqual([]);
      expect(two.y).toEqual(one.y);
      expect(two.work.steps).toBe(one.work.steps);
      // the cost of the estimates
      expect(two.work.forces).toBeLessThan(1.05 * one.work.forces + 10);
    }
  });

  test("tries the implicit method on a fast oscillation that must be resolved, and gives it up with longer and longer pauses", () => {
    const data = {
      taut: 1,
      coordinates: { x: { at: 1 }, z: { at: 1 } },
      mass: 1,
      potential: "5e5*x^2 + z^2/2",
      run: { until: 20 },
    };
    const by = (method: RunSettings["method"]) => run(data, { method: method!, rtol: 1e-2, keepStates: false });
    const [one, two] = [by("dop853"), by({ name: "auto", explicit: "dop853", implicit: "radau5" })];
    expect(two.status).toBe("ok");
    // in 3200 oscillations, doubling pauses allow about ten trials of at most 50 steps
    expect(two.handovers.length).toBeLessThan(24);
    expect(two.work.steps).toBeLessThan(1.5 * one.work.steps);
  });

  test("begins again as a new run: with the first method, its own hand-overs and the same bits", () => {
    const problem = problemOf(passing);
    const options = { method: switching(dopri5(), radau5()), controller: errorControlled({ rtol: 1e-6 }), until: 1.5 };
    const again = new Run(problem, { ...options, saveAt: [] });
    again.advance(Number.POSITIVE_INFINITY);
    const first = again.solution();
    // the run ends with the implicit method
    expect(first.handovers.map(({ to }) => to)).toEqual(["radau5"]);
    again.restart();
    again.advance(Number.POSITIVE_INFINITY);
    const { handovers, y, work } = again.solution();
    expect({ handovers, y, work }).toEqual({ handovers: first.handovers, y: first.y, work: first.work });
  });

  test("says why there was no hand-over", () => {
    const notes = (rate: string, until: number, first?: "implicit"): string =>
      run(
        { taut: 1, states: { y: 1 }, rates: { y: rate }, run: { until } },
        { method: { ...settings.method, ...(first && { first }) }, rtol: 1e-6, keepStates: false },
      ).notes.join(" ");
    expect(notes("-(y - cos(t))", 20)).toMatch(/radau5 was not needed: the steps of dopri5 reached 0\.\d+ of/);
    expect(notes("-1000*(y - cos(t))", 0.1)).toMatch(
      /no hand-over: .* not for long enough to pay for a trial of radau5/,
    );
    expect(notes("-1e6*(y - cos(t))", 20, "implicit")).toMatch(/radau5 made all steps/);
  });

  /** A method whose steps fail because of component 1. */
  const helpless: Method = {
    ...bdf(),
    name: "helpless",
    bind(problem) {
      const error = problem.arena.f64(problem.dimension);
      return {
        error: estimateFrom(error, 1),
        start: () => "ok",
        attempt: () => "diverged",
        accept() {},
        moved() {},
        diagnosis: { culprit: 1 },
      };
    },
  };

  test("names the component that the active method blames for a failure", () => {
    const { failure } = solve(problemOf({ taut: 1, states: { x: 1, y: 1 }, rates: { x: "-2*x", y: "-y" } }), {
      method: switching(helpless, helpless),
      controller: errorControlled({ rtol: 1e-5 }),
      until: 2,
    });
    expect(failure?.component).toBe("y");
  });

  test("continues with the explicit method when the implicit one fails", () => {
    const solution = solve(problemOf({ taut: 1, states: { y: 1 }, rates: { y: "-1000*(y - cos(t))" } }), {
      method: switching(dopri5(), helpless),
      controller: errorControlled({ rtol: 1e-5 }),
      until: 2,
    });
    expect(solution.status).toBe("ok");
    expect(solution.handovers[1]).toMatchObject({ from: "helpless", to: "dopri5" });
    expect(solution.handovers[1].reason).toContain("failed");
  });
});
