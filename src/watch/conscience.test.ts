import { describe, expect, test } from "vitest";
import type { Method } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { validateModel } from "../model/index.js";
import { prepareRun, registry, run } from "../run/index.js";
import { Run } from "../solve/index.js";

const spring = { taut: 1, name: "spring", coordinates: { x: { at: 1 } }, mass: 1, potential: "x^2" };
const omega = Math.SQRT2;
const helix = {
  taut: 1,
  name: "helix",
  points: { b: { mass: 1, at: [1, 0, 0] } },
  elements: [{ gravity: [0, 0, -9.81] }],
  constraints: { radius: "x(b)^2 + y(b)^2 - 1", helix: "z(b) - 0.3*atan2(y(b), x(b))" },
};
/** A potential with a step: the force does not see it, the energy does. */
const stepped = { ...spring, name: "stepped", potential: "x^2 + where(x - 0.5, 0, 0.4)" };

/** The same method with a fault: every step takes a thousandth of the velocities away. */
const slowed = (method: Method): Method => ({
  ...method,
  bind(problem, evaluator) {
    const stepper = method.bind(problem, evaluator);
    const attempt = stepper.attempt.bind(stepper);
    stepper.attempt = (next, s, h) => {
      const status = attempt(next, s, h);
      for (let i = 0; i < next.v.length; i++) next.v[i] *= 0.999;
      return status;
    };
    return stepper;
  },
});

const energyOf = ({ conscience }: ReturnType<typeof run>) => conscience.find(({ kind }) => kind === "energy");

describe("energy under error control", () => {
  test("is kept within the printed threshold by a method that resolves the motion", () => {
    const solution = run(spring, { method: "dop853", rtol: 1e-8, until: 20 });
    expect(solution.status).toBe("ok");
    const energy = energyOf(solution)!;
    expect(energy).toMatchObject({ verdict: "kept", deviation: solution.ledger.energy!.maxDeviation });
    expect(energy.deviation).toBeLessThan(energy.threshold);
    expect(solution.warnings).toEqual([]);
  });

  test("that jumps ends the run, with time, quantity and remedy in the message", () => {
    const { status, failure, t, conscience } = run(stepped, { method: "dopri5", rtol: 1e-8, until: 20 });
    expect(status).toBe("unreliable");
    expect(failure!.message).toContain("A potential must be continuous along the motion");
    expect(failure!.message).toContain("where or sign in potential jumps by 0.4");
    expect(failure!.message).toContain("--accept energy");
    // cos(sqrt(2) t) = 0.5
    expect(failure!.t).toBeCloseTo(Math.PI / 3 / omega, 6);
    expect(t).toBeLessThan(failure!.t);
    expect(conscience[0].verdict).toBe("kept");
  });

  test("that jumps is accepted by name", () => {
    const { status, warnings, conscience } = run(stepped, {
      ...{ method: "dopri5", rtol: 1e-8, until: 20 },
      accept: ["energy"],
    });
    expect(status).toBe("ok");
    expect(warnings).toEqual([]);
    expect(conscience[0].verdict).toBe("accepted");
  });

  test("is not watched where a force takes it out, or where the model depends on time", () => {
    const damped = { ...spring, force: { x: "-0.1*x'" } };
    const driven = { ...spring, potential: "x^2 + 0.1*x*sin(t)" };
    for (const model of [damped, driven]) expect(energyOf(run(model, { until: 1 }))).toBeUndefined();
  });

  test("is watched beside a force that does no work", () => {
    const magnetic = {
      ...{ taut: 1, name: "magnetic", coordinates: { x: { at: 1 }, y: { at: 0 } }, mass: 1, potential: "x^2 + 2*y^2" },
      force: { x: "0.7*y'", y: "-0.7*x'" },
    };
    expect(energyOf(run(magnetic, { until: 10 }))?.verdict).toBe("kept");
  });
});

describe("energy of forces whose potential is not written", () => {
  const orbit = {
    ...{ taut: 1, name: "orbit", coordinates: { x: { at: 1 }, y: { at: 0, velocity: 0.8 } }, mass: 1 },
    force: { x: "-x/(x^2 + y^2)^1.5", y: "-y/(x^2 + y^2)^1.5" },
  };
  const { force: _, ...bare } = orbit;
  const written = { ...bare, potential: "-1/sqrt(x^2 + y^2)" };

  test.each([1e-3, 1e-6, 1e-9, 1e-12])("is measured as that of the potential, at rtol %f", (rtol) => {
    const [found, known] = [orbit, written].map((model) => run(model, { method: "dop853", rtol, until: 20 }));
    expect(energyOf(found)!.verdict).toBe("kept");
    // both runs make the same steps up to rounding; the work done either way is about 10, and its accuracy rtol/1000
    const difference = Math.abs(energyOf(found)!.deviation - energyOf(known)!.deviation);
    expect(difference).toBeLessThan(Math.max(1e-2 * rtol, 1e-11));
    expect(found.ledger.energy!.maxDeviation).toBe(energyOf(found)!.deviation);
  });

  test("that fixed steps lose is noticed", () => {
    expect(energyOf(run(orbit, { method: "euler", step: 0.05, until: 20 }))!.verdict).not.toBe("kept");
  });

  test("is not watched where the forces do work around a loop", () => {
    const driven = { ...orbit, force: { x: "-x - 0.1*y", y: "-y + 0.1*x" } };
    expect(energyOf(run(driven, { until: 5 }))).toBeUndefined();
  });

  test("goes on from a checkpoint with the same bits", () => {
    const settings = { method: "dop853", rtol: 1e-8, until: 20 };
    const model = validateModel(orbit, catalogue);
    const whole = run(orbit, settings);
    const first = prepareRun(model, { settings }).run;
    first.advance(20);
    const saved = first.save();
    const { problem, options } = prepareRun(model, { settings }).run;
    const second = Run.resume(problem, options, saved);
    while (second.advance(1000) === "running");
    expect(second.solution().ledger.energy).toEqual(whole.ledger.energy);
    expect(second.solution().conscience).toEqual(whole.conscience);
  });
});

describe("energy of a motion that meets many switches", () => {
  test("has the threshold of its tolerance: steps of almost no length, which cross switches, do not loosen it", () => {
    const potential = "1.5*max(norm(a - b) - 1, 0)^2";
    const points = { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [0, 2], velocity: [0.3, 0.2] } };
    const cord = { taut: 1, name: "cord", points, potential };
    const { threshold } = energyOf(run(cord, { method: "dop853", rtol: 1e-6, until: 20 }))!;
    // some 150 steps, each of which may move an energy of 2.4 by a few times rtol in q and v
    expect(threshold).toBeLessThan(3 * 150 * 10 * 2.4e-6);
  });
});

describe("energy at fixed steps", () => {
  test("fails near the stability limit of verlet", () => {
    const solution = run(spring, { method: "verlet", step: 1.95 / omega, until: 200 });
    expect(solution.status).toBe("unreliable");
    expect(solution.failure!.message).toContain("The step is too long");
  });

  test("fails when it blows up although the run is short", () => {
    expect(run(spring, { method: "verlet", step: 2.2 / omega, until: 30 }).status).toBe("unreliable");
  });

  test("is kept by verlet at a twentieth of the period", () => {
    const solution = run(spring, { method: "verlet", step: 0.2, until: 200 });
    expect(solution.status).toBe("ok");
    expect(energyOf(solution)!.verdict).toBe("kept");
  });

  test("that drifts by more than a hundredth over many oscillations is a warning", () => {
    // the amplification of rk4 is 1 - (h omega)^6/144: the energy falls by 4 % over 100 oscillations of h omega = 0.45
    const solution = run(spring, { method: "rk4", step: 0.45 / omega, until: 200 });
    expect(solution.status).toBe("ok");
    expect(energyOf(solution)!.verdict).toBe("doubtful");
  });

  test("that a damping method loses is said to be damped and does not end the run", () => {
    const solution = run(spring, { method: "implicit-euler", step: 0.1, until: 20 });
    expect(solution.status).toBe("ok");
    expect(solution.warnings[0]).toContain("implicit-euler damps motion that its steps do not resolve");
  });

  const pendulum = (rod: object) => ({
    taut: 1,
    points: { p: { mass: 1, at: [1, 0] } },
    elements: [rod, { gravity: [0, -9.81] }],
    run: { until: 2 },
  });
  const damping = ["radau5", "tr-bdf2", "rosenbrock23", "rosenbrock4"];
  const made = (name: string): Method => registry.method.find((one) => one.name === name)!.make({});

  test.each(damping)("that %s loses where every motion is resolved ends the run: a fault is not damping", (name) => {
    const model = pendulum({ rod: { between: ["origin", "p"] } });
    const solution = run(model, { method: slowed(made(name)), rtol: 1e-6 });
    expect(solution.status).toBe("unreliable");
    expect(solution.failure!.message).toContain("The energy, which this model keeps, changed by");
  });

  test.each(["radau5", "rosenbrock4"])(
    "that %s loses beside an oscillation which its steps miss is said to be damped",
    (name) => {
      const model = pendulum({ spring: { between: ["origin", "p"], stiffness: 1e6, length: 1 } });
      const solution = run(model, { method: slowed(made(name)), rtol: 1e-6 });
      expect(solution.status).toBe("ok");
      expect(solution.warnings.join()).toContain(`${name} damps motion that its steps do not resolve`);
    },
  );
});

describe("momenta", () => {
  const dumbbell = {
    taut: 1,
    name: "dumbbell",
    points: { a: { mass: 1, at: [0, 0], velocity: [1, 0.5] }, b: { mass: 2, at: [1, 0], velocity: [0, -1] } },
    elements: [{ spring: { between: ["a", "b"], stiffness: 30 } }],
  };
  const named = (model: object): string[] =>
    run(model, { until: 2 }).conscience.flatMap(({ kind, quantity }) => (kind.endsWith("momentum") ? [quantity] : []));

  test("are watched where the model has the symmetry, and only there", () => {
    expect(named(dumbbell)).toEqual(["px", "py", "Lz"]);
    expect(named({ ...dumbbell, elements: [...dumbbell.elements, { gravity: [0, -9.81] }] })).toEqual(["px"]);
    expect(named({ ...dumbbell, elements: [{ spring: { between: ["origin", "b"], stiffness: 3 } }] })).toEqual(["Lz"]);
  });

  test("are not watched where a force acts in a part of space that the start does not reach", () => {
    const potential = "where(norm(a) - 3, (norm(a) - 3)^2, 0)";
    expect(named({ ...dumbbell, potential })).toEqual([]);
  });

  test("are not watched where the model depends on time: a rod that turns lies along x at the start only", () => {
    const bead = {
      taut: 1,
      name: "bead on a turning rod",
      points: { a: { mass: 1, at: [1, 0], velocity: [0, 1] } },
      constraints: { rod: "x(a)*sin(t) - y(a)*cos(t)" },
    };
    expect(named(bead)).toEqual([]);
    expect(run(bead, { until: 2, rtol: 1e-6 }).status).toBe("ok");
  });

  test("are the same in units of a nanometre, from rest", () => {
    const resting = (unit: number) => ({
      taut: 1,
      name: "hanging",
      points: { a: { mass: 1, at: [1.25 * unit, 0.5 * unit] } },
      elements: [{ spring: { between: ["origin", "a"], length: unit, stiffness: 30 } }, { gravity: [0, -9.75 * unit] }],
    });
    for (const unit of [1, 1e-9, 1e9]) expect(named(resting(unit))).toEqual([]);
  });
});

describe("angles in constraints and potentials", () => {
  test("a bead goes down a helix over many turns, as fast as on its inclined plane", () => {
    const { status, of } = run(helix, { until: 3, rtol: 1e-10, method: "dop853" });
    expect(status).toBe("ok");
    const z = of("b_z");
    // z'' = -g p^2 / (1 + p^2)
    expect(z[z.length - 1]).toBeCloseTo((-9.81 * 0.09 * 9) / (2 * 1.09), 7);
  });

  test.each(["dop853", "radau5", "rattle"])("energy is kept over the cut by %s", (method) => {
    const solution = run(helix, { until: 3, method, ...(method === "rattle" ? { step: 1e-3 } : { rtol: 1e-8 }) });
    expect(solution.status).toBe("ok");
    expect(energyOf(solution)!.verdict).toBe("kept");
  });

  test("a torsion spring winds up over more than a turn", () => {
    const torsion = {
      taut: 1,
      name: "torsion spring",
      points: { b: { mass: 1, at: [1, 0], velocity: [0, 10] } },
      elements: [{ rod: { between: ["origin", "b"] } }],
      potential: "atan2(y(b), x(b))^2/2",
    };
    // theta'' = -theta with theta'(0) = 10: theta(pi/2) = 10, more than one and a half turns
    const { status, q } = run(torsion, { until: Math.PI / 2, rtol: 1e-10, method: "dop853" });
    expect(status).toBe("ok");
    expect(q[0]).toBeCloseTo(Math.cos(10), 7);
    expect(q[1]).toBeCloseTo(Math.sin(10), 7);
  });
});

describe("invariants of the user", () => {
  const lotka = {
    taut: 1,
    name: "prey and predators",
    states: { x: 1, y: 0.5 },
    rates: { x: "x - x*y", y: "x*y - y" },
    invariants: { h: "x - log(x) + y - log(y)" },
  };
  const verdictOf = ({ conscience }: ReturnType<typeof run>) => conscience.find(({ kind }) => kind === "invariants");

  test("are kept within the printed threshold", () => {
    const solution = run(lotka, { method: "dop853", rtol: 1e-8, until: 20, projection: "none" });
    expect(solution.status).toBe("ok");
    expect(verdictOf(solution)).toMatchObject({ quantity: "h", verdict: "kept" });
    expect(verdictOf(solution)!.deviation).toBe(solution.ledger.invariants.h.maxDeviation);
  });

  test("that the equations do not keep end the run with their name", () => {
    const wrong = { ...lotka, invariants: { h: "x - log(x) + y" } };
    const { status, failure } = run(wrong, { method: "dop853", rtol: 1e-8, until: 20, projection: "none" });
    expect(status).toBe("unreliable");
    expect(failure!.message).toContain('The invariant "h", which this model keeps');
    expect(failure!.message).toContain("--accept invariants");
  });

  test("are lost by fixed steps that are too long", () => {
    const solution = run(lotka, { method: "euler", step: 0.1, until: 60, projection: "none" });
    expect(verdictOf(solution)!.verdict).not.toBe("kept");
  });

  test("of mechanics are watched beside the energy", () => {
    const data = {
      ...{ taut: 1, name: "orbit", coordinates: { x: { at: 1 }, y: { at: 0, velocity: 0.8 } }, mass: 1 },
      potential: "-1/sqrt(x^2 + y^2)",
      invariants: { area: "x*y' - y*x'" },
    };
    const kinds = run(data, { until: 5, rtol: 1e-8 }).conscience.map(({ kind, verdict }) => `${kind} ${verdict}`);
    expect(kinds).toEqual(["energy kept", "invariants kept"]);
  });
});

describe("states that are shown", () => {
  const crank = { velocity: [2.4, -1.8] };
  const parallelogram = {
    taut: 1,
    name: "parallelogram",
    points: {
      a: { mass: 1, at: [0.6, 0.8], ...crank },
      b: { mass: 1, at: [2.6, 0.8], ...crank },
      post: { fixed: true, at: [2, 0] },
    },
    elements: [
      { rod: { between: ["origin", "a"] } },
      { rod: { between: ["a", "b"] } },
      { rod: { between: ["post", "b"] } },
      { gravity: [0, -1] },
    ],
  };

  test.each([1e-4, 1e-6])("stay on the branch of a parallelogram that passes its flat position at rtol %f", (rtol) => {
    // index 1 does not keep the rods: without care a projection near the flat position finds the other branch
    const method = { name: "radau5", index: 1 };
    const solution = run(parallelogram, { formulation: "rigid", method, rtol, until: 6 });
    const [ax, ay, bx, by] = solution.q;
    // the coupler stays parallel to the ground; the rods drift by the tolerance of each of some hundred steps
    expect(Math.hypot(bx - ax - 2, by - ay)).toBeLessThan(1e3 * rtol);
    expect(solution.passages.length).toBeGreaterThan(0);
  });

  test.each(["underlying", "rigid"])("are kept where the branch is kept: %s", (formulation) => {
    const solution = run(parallelogram, {
      formulation,
      method: formulation === "rigid" ? "radau5" : "dopri5",
      rtol: 1e-6,
      until: 6,
    });
    expect(solution.status).toBe("ok");
    expect(energyOf(solution)!.verdict).toBe("kept");
  });
});

test.each(["gbs", "dop853", "adams", "radau5"])("a motion that grows by orders in a step is kept: %s", (method) => {
  for (const at of [1e-14, 1])
    for (const rtol of [1e-6, 1e-9]) {
      const model = { taut: 1, coordinates: { x: { at, mass: 1 } }, potential: "-x^2/2" };
      const solution = run(model, { method, rtol, until: 30 });
      expect(solution.status).toBe("ok");
      expect(energyOf(solution)!.verdict).toBe("kept");
      expect(Math.abs(solution.of("x").at(-1)! / (at * Math.cosh(30)) - 1)).toBeLessThan(100 * rtol);
    }
});

test("a structure at rest keeps its constraints and momenta, although rounding moves it", () => {
  const hanging = {
    taut: 1,
    points: {
      p: { mass: 2, at: [0.1, -1] },
      l: { fixed: true, at: [-1, 0] },
      r: { fixed: true, at: [1, 0] },
    },
    elements: [{ rod: { between: ["l", "p"] } }, { rod: { between: ["r", "p"] } }, { gravity: [0, -9.81] }],
  };
  for (const p of [
    [0.1, -1],
    [0, -1],
    [0.3, -0.7],
  ]) {
    const model = { ...hanging, points: { ...hanging.points, p: { mass: 2, at: p } } };
    for (const method of ["rattle", "rattle-4"]) {
      const solution = run(model, { method, formulation: "rigid", step: 0.001, until: 1 });
      expect(solution.status).toBe("ok");
      expect(solution.warnings).toEqual([]);
      expect(solution.conscience.map(({ verdict }) => verdict)).not.toContain("doubtful");
    }
  }
});
