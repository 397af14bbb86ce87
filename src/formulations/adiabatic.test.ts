import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { inWords } from "../../test/fixtures/refusal.js";
import { compileSystem } from "../compile/index.js";
import { errorControlled } from "../controllers/index.js";
import { newState, type Problem, type Workspace } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { dop853 } from "../methods/index.js";
import { lower, type Model, parseModelText, validateModel } from "../model/index.js";
import { starts } from "../papers/beyond/vibrating-pendulum.js";
import { newton } from "../projections/index.js";
import { type Solution, type SolveOptions, solve } from "../solve/index.js";
import { adiabatic, stiff, underlying } from "./index.js";

const modelOf = (text: string): Model => validateModel(parseModelText(text), catalogue);
const doublePendulum = modelOf(readFileSync(new URL("../../gallery/double-pendulum.yaml", import.meta.url), "utf8"));
const systemOf = (model = doublePendulum) => compileSystem(lower(model, catalogue)).workspace();
const run = (problem: Problem, rtol: number, more: Partial<SolveOptions> = {}): Solution =>
  solve(problem, {
    method: dop853(),
    controller: errorControlled({ rtol, atol: rtol }),
    until: 10,
    saveAt: [],
    ...(problem.manifold !== undefined && { projection: newton() }),
    ...more,
  });
const vibrating = (omega: number) => ({ t: 0, y: starts.stretching(omega) });
const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Math.max(...Array.from(a, (x, i) => Math.abs(x - b[i])));

/**
 * nu_1 = omega, nu_2 = omega (1 + s), and s falls from 0.5 through 0 at t = 0.5 apart from the force of the second
 * mode.
 */
const crossing = modelOf(`
taut: 1
coordinates:
  x: { mass: 1, at: 0, velocity: 0.3 }
  y: { mass: 1, at: 0, velocity: 0.2 }
  s: { mass: 100, at: 0.5, velocity: -1 }
constraints: { one: x, two: y*(1 + s) }
omega: 1000
`);

describe("the start of the double pendulum with stretch rates 0.5", () => {
  test("gives the modes the energy of stretching, 1/2 g'^T S^-1 g' = 0.625, for every omega", () => {
    for (const omega of [1e2, 1e4, 1e6]) {
      const problem = adiabatic({ omega }).apply(systemOf());
      const { notes } = run(problem, 1e-6, { from: vibrating(omega), until: 0.01 });
      const energies = notes[0].match(/0\.\d+/g)!.map(Number);
      // slowest first; the slow motion contributes a stretch of omega^-2 Lambda, an energy of order omega^-2
      expect(energies[0] + energies[1]).toBeCloseTo(0.625, omega === 1e2 ? 3 : 4);
    }
  });

  test("the total energy T + V + sum of J nu is conserved to the tolerance, so the force is the gradient of the potential", () => {
    const { ledger, status } = run(adiabatic({ omega: 1e3 }).apply(systemOf()), 1e-11, { from: vibrating(1e3) });
    expect(status).toBe("ok");
    expect(ledger.energy!.initial).toBeCloseTo(0.625 + 0.25, 3);
    expect(ledger.energy!.maxDeviation).toBeLessThan(1e-9);
    expect(ledger.position).toBeLessThan(1e-12);
  });

  test("the number of steps is the same for every omega, so the cost is that of the slow motion", () => {
    const forces = [1e2, 1e4, 1e8].map(
      (omega) => run(adiabatic({ omega }).apply(systemOf()), 1e-6, { from: vibrating(omega) }).work.forces,
    );
    expect(Math.max(...forces)).toBeLessThanOrEqual(1.02 * Math.min(...forces));
  });

  test("resonances on the way are reported with time, modes and an energy that decreases like omega^-1/2", () => {
    const exchanged = [1e2, 1e4].map((omega) => {
      const { notes } = run(adiabatic({ omega }).apply(systemOf()), 1e-6, { from: vibrating(omega), until: 1 });
      expect(notes.length).toBe(2);
      expect(notes[1]).toMatch(/^Fast frequency 2 passes twice frequency 1 at t = 0\.6[56]\d*: up to \S+ of energy/);
      return Number(/up to (\S+)/.exec(notes[1])![1]);
    });
    // the term that does not need an excited second mode decreases like omega^-1, so the ratio is between 10 and 100
    expect(exchanged[0] / exchanged[1]).toBeGreaterThan(9);
    expect(exchanged[0] / exchanged[1]).toBeLessThan(40);
  });
});

describe("lambda is the mean of omega^2 g", () => {
  test("at t = 0.3, omega = 2000: within 2 % of a direct run filtered over 40 fast periods; the rigid one is 30 % off", () => {
    const omega = 2000;
    const at = 0.3;
    const half = (20 * 2 * Math.PI) / (0.6 * omega);
    const samples = 4000;
    const saveAt = Array.from({ length: samples }, (_, k) => at + half * ((2 * k + 1) / samples - 1));
    const workspace = systemOf();
    const direct = run(stiff({ omega }).apply(workspace), 1e-9, {
      from: vibrating(omega),
      start: "assume",
      until: at + half,
      saveAt,
      ledger: "saved",
    });
    const { constraints, omega2 } = workspace.mechanics!;
    const [q, g] = [workspace.arena.f64(4), workspace.arena.f64(2)];
    const mean = [0, 0];
    let mass = 0;
    const states = direct.trajectory.states();
    saveAt.forEach((t, k) => {
      const x = (t - at) / half;
      const weight = (1 - x * x) ** 4;
      q.set(states.subarray(8 * k, 8 * k + 4));
      constraints.g(g, t, q);
      mass += weight;
      for (const i of [0, 1]) mean[i] += weight * omega2[i] * g[i];
    });
    const filtered = mean.map((x) => x / mass);
    const { lambda } = run(adiabatic({ omega }).apply(systemOf()), 1e-8, { from: vibrating(omega), until: at });
    const rigid = run(underlying().apply(systemOf()), 1e-8, { from: vibrating(omega), until: at });
    const size = Math.max(...filtered.map(Math.abs));
    expect(distance(lambda!, filtered) / size).toBeLessThan(0.02);
    expect(distance(rigid.lambda!, filtered) / size).toBeGreaterThan(0.3);
  });
});

describe("one vibrating constraint, which has no resonances", () => {
  /**
   * A bead on a strong spring about an ellipse, pulled along it: nu = omega |grad g| varies from omega 2/1.5 to omega 2. It
   * starts beside the ellipse at the angle `turn`, with velocities across it and along it.
   */
  const bead = (omega: number, turn: number): Model =>
    modelOf(`
taut: 1
coordinates:
  x: { mass: 1, at: (1.5 + 0.3/${omega})*cos(${turn}), velocity: 0.6*cos(${turn}) - 0.7*sin(${turn}) }
  y: { mass: 2, at: (1 + 0.3/${omega})*sin(${turn}), velocity: 0.6*sin(${turn}) + 0.7*cos(${turn}) }
potential: 0.4*y + 0.3*x*y
constraints: { ellipse: x^2/2.25 + y^2 - 1 }
omega: ${omega}
`);

  test.each([0, 0.7, 2])(
    "the foot of the stiff motion on the constraint is within O(omega^-2) of the mean, from %d",
    (turn) => {
      const distances = [50, 100, 200, 400].map((omega) => {
        const fast = stiff().apply(systemOf(bead(omega, turn)));
        const schedule = { until: 2, saveAt: [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] };
        const direct = run(fast, 1e-12, { start: "assume", ...schedule }).trajectory.states();
        const mean = run(adiabatic().apply(systemOf(bead(omega, turn))), 1e-11, schedule).trajectory.states();
        const foot = newState(fast.arena, 4, 2);
        const onto = newton().bind(underlying().apply(fast.workspace));
        const distances = schedule.saveAt.map((t, k) => {
          foot.t = t;
          foot.y.set(direct.subarray(4 * k, 4 * k + 4));
          onto.apply(foot);
          return distance(foot.q, mean.subarray(4 * k, 4 * k + 2));
        });
        return Math.max(...distances);
      });
      // the phases at those times differ between values of omega, and some of them reach the bound
      expect(Math.abs(Math.log2(distances[0] / distances[3]) / 3 - 2)).toBeLessThan(0.3);
      expect(distances[3] * 400 ** 2).toBeLessThan(1);
    },
  );
});

describe("generated code", () => {
  /** The same problem without generated code. */
  const plainly = (workspace: Workspace, omega: number): Problem => {
    const { slow, ...mechanics } = workspace.mechanics!;
    return adiabatic({ omega }).apply({
      ...workspace,
      mechanics: { ...mechanics, slow: { expanded: slow!.expanded } },
    });
  };
  const beadOnEllipse = modelOf(`
taut: 1
coordinates: { x: { mass: 1, at: 1.5, velocity: 0.6 }, y: { mass: 2, at: 0, velocity: 0.7 } }
potential: 0.4*y + 0.3*x*y
constraints: { ellipse: x^2/2.25 + y^2 - 1 + 0.1*sin(t) }
`);

  test.each([
    ["two rods", doublePendulum, 1e3],
    ["one moving constraint", beadOnEllipse, 50],
  ])("%s: the closed form agrees with the eigenvectors to rounding, along the motion", (_, model, omega) => {
    const [one, other] = [adiabatic({ omega }).apply(systemOf(model)), plainly(systemOf(model), omega)];
    expect(one.rate!.compiled).toBeDefined();
    expect(other.rate!.compiled).toBeUndefined();
    const states = run(other, 1e-8, { until: 4, saveAt: [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4] }).trajectory.states();
    const { dimension } = one;
    for (let k = 0; k < 8; k++) {
      const [a, b] = [one, other].map(({ arena, n, rate, hooks }) => {
        const [s, dy] = [newState(arena, dimension, n), arena.f64(dimension)];
        s.t = 0.5 * (k + 1);
        s.y.set(states.subarray(k * dimension, (k + 1) * dimension));
        hooks!.observer!.step!(s, () => undefined); // as after an accepted step
        expect(rate!(dy, s.t, s.y)).toBe("ok");
        return dy;
      });
      // gaps and angles are a few tenths, so only a few units in the last place are lost
      expect(distance(a, b)).toBeLessThan(1e-12);
    }
  });

  test("a crossing is found at the same time and reported in the same words", () => {
    const [one, other] = [adiabatic().apply(systemOf(crossing)), plainly(systemOf(crossing), 1000)].map(
      (problem) => run(problem, 1e-6, { until: 2 }).failure!,
    );
    expect(one.message.replace(/\d+\.\d+/g, "")).toBe(other.message.replace(/\d+\.\d+/g, ""));
    expect(one.t).toBeCloseTo(other.t, 6);
  });
});

describe("without fast energy", () => {
  test("it is the rigid motion", () => {
    const rigid = run(underlying().apply(systemOf()), 1e-10);
    const mean = run(adiabatic({ omega: 1e7 }).apply(systemOf()), 1e-10);
    // the start on g = 0 is 1e-14 away from the slow manifold, which is an energy of 1e-14
    expect(distance(mean.q, rigid.q)).toBeLessThan(1e-9);
  });
});

describe("where actions are not defined", () => {
  test("a crossing of excited frequencies ends the run there, with the time and the frequencies", () => {
    const { failure } = run(adiabatic().apply(systemOf(crossing)), 1e-6, { until: 2 });
    expect(failure?.status).toBe("singular");
    expect(failure!.t).toBeGreaterThan(0.49);
    expect(failure!.t).toBeLessThan(0.51);
    expect(failure!.message).toMatch(/^singular at t = 0\.\d+.*: the fast frequencies 1 and 2 meet \(\S+ and \S+\)/);
  });

  test("modes that are not excited may cross", () => {
    const still = modelOf(`
taut: 1
coordinates: { x: { mass: 1, at: 0 }, y: { mass: 1, at: 0 }, s: { mass: 100, at: 0.5, velocity: -1 } }
constraints: { one: x, two: y*(1 + s) }
omega: 1000
`);
    expect(run(adiabatic().apply(systemOf(still)), 1e-6, { until: 1 }).status).toBe("ok");
  });

  test("unsupported models are refused in one sentence", () => {
    const chain = modelOf(`
taut: 1
points: { p: { repeat: 70, mass: 1, at: ["i + 1", 0] } }
elements:
  - rod: { between: [origin, "p[0]"], length: 1 }
  - rod: { repeat: 69, between: ["p[i]", "p[i+1]"], length: 1 }
omega: 100
`);
    expect(inWords(adiabatic().refuses(systemOf(chain)))).toMatch(
      /at most 64 constraints, because it finds the fast modes at every evaluation, and the model has 70\. Use "stiff"/,
    );
    const varying = modelOf(`
taut: 1
coordinates: { x: { at: 1 }, y: { at: 0, velocity: 1 } }
kinetic: (1 + x^2)*x'^2/2 + y'^2/2
constraints: { circle: x^2 + y^2 - 1 }
omega: 100
`);
    expect(inWords(adiabatic().refuses(systemOf(varying)))).toMatch(/needs a constant mass/);
  });
});
