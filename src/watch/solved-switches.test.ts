/** Laws that switch with multipliers or algebraic variables: their steps end there, or the run ends with the reason. */

import { describe, expect, test } from "vitest";
import { run } from "../run/index.js";

const methods = ["auto", "dopri5", "dop853", "adams", "gbs", "radau5", "bdf", "rosenbrock4"];
const ln2 = Math.log(2);
const oscillator = { coordinates: { x: { at: 1 } }, mass: 1, potential: "x^2/2", constraints: { same: "w - x" } };

/** The end at t = 2 in closed form. */
const solved: readonly (readonly [string, object, () => readonly number[]])[] = [
  [
    "a rate that switches with a state, beside an algebraic variable",
    {
      states: { x: 1, s: 0 },
      ...{ algebraic: { z: 1 }, rates: { x: "z", s: "where(x - 0.5, 1, -3)" }, constraints: { c: "z + x" } },
    },
    () => [Math.exp(-2), ln2 - 3 * (2 - ln2)],
  ],
  [
    "a rate that switches with an algebraic variable",
    { states: { s: 0 }, algebraic: { z: 0.5 }, rates: { s: "where(z - 1, 3, 1)" }, constraints: { c: "z - s" } },
    () => [4],
  ],
  [
    "an algebraic equation that jumps with a state",
    { states: { s: 0 }, algebraic: { z: 0.5 }, rates: { s: "z" }, constraints: { c: "z - where(s - 1, 2, 1)" } },
    () => [3],
  ],
  [
    "a rate that switches with an algebraic variable and and with time",
    { states: { s: 0 }, algebraic: { z: 0 }, rates: { s: "where(z, 3, 1)" }, constraints: { c: "z - 2*s + 1 + t" } },
    // z = 2 s - 1 - t passes zero at t = 1
    () => [4],
  ],
  [
    "an equation of index 2 with a kink",
    {
      states: { x: 0, y: 0 },
      ...{ algebraic: { z: 0 }, rates: { x: "1", y: "z" }, constraints: { c: "y - abs(x - 0.5) + 0.5" } },
    },
    () => [2, 1],
  ],
  [
    "a force that jumps with a variable beside coordinates",
    { ...oscillator, algebraic: { w: 1 }, force: { x: "where(w - 0.3, -2, 1)" } },
    () => {
      // x = -2 + 3 cos t down to 0.3, then about 1
      const first = Math.acos(2.3 / 3);
      const [x, v, t] = [0.3, -3 * Math.sin(first), 2 - first];
      const [c, s] = [Math.cos(t), Math.sin(t)];
      return [1 + (x - 1) * c + v * s, -(x - 1) * s + v * c];
    },
  ],
  [
    "a rate beside coordinates that jumps with a variable",
    { ...oscillator, algebraic: { w: 1 }, states: { s: 0 }, rates: { s: "where(w - 0.3, 5, 1)" } },
    () => [Math.cos(2), -Math.sin(2), 2 + 4 * Math.acos(0.3)],
  ],
];

describe.each(solved)("%s", (name, model, exactly) => {
  // Rosenbrock methods difference the rate in time alone, which passes back over a switch that moves with time
  const fitting = name.includes("time") ? methods.filter((method) => method !== "rosenbrock4") : methods;
  test.each(fitting)("ends the steps of %s", (method) => {
    const { status, warnings, y } = run({ taut: 1, ...model }, { method, rtol: 1e-8, until: 2 });
    expect([status, ...warnings]).toEqual(["ok"]);
    // ten tolerances
    exactly().forEach((value, k) => {
      expect(Math.abs(y[k] - value)).toBeLessThan(1e-7 * (1 + Math.abs(value)));
    });
  });
});

const rod = { rod: { name: "rod", between: ["origin", "p"] } };
const pendulum = { taut: 1, points: { p: { mass: 1, at: [1, 0] } }, elements: [rod, { gravity: [0, -9.81] }] };

/** The angle of that pendulum with the force c v, where c is -1/2 while the rod is pulled by more than 5, and else 1/2. */
function angleWithSwitches(until: number): number {
  const pull = (a: number, w: number): number => Math.abs(w * w - 9.81 * Math.sin(a)) - 5;
  type Pair = readonly [number, number];
  const step = ([a, w]: Pair, h: number, c: number): Pair => {
    const rate = ([x, u]: Pair): Pair => [u, -9.81 * Math.cos(x) + c * u];
    const at = ([x, u]: Pair, part: number): Pair => [a + part * x, w + part * u];
    const k1 = rate([a, w]);
    const k2 = rate(at(k1, h / 2));
    const k3 = rate(at(k2, h / 2));
    const k4 = rate(at(k3, h));
    const sum = (i: 0 | 1): number => (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    return [a + sum(0), w + sum(1)];
  };
  let state: Pair = [0, 0];
  let above = pull(0, 0) > 0;
  for (let t = 0; t < until; ) {
    const h = Math.min(2e-4, until - t);
    const c = above ? -0.5 : 0.5;
    const next = step(state, h, c);
    if (pull(...next) > 0 === above) {
      state = next;
      t += h;
      continue;
    }
    let [low, high] = [0, h];
    for (let k = 0; k < 50; k++) {
      const middle = (low + high) / 2;
      if (pull(...step(state, middle, c)) > 0 === above) low = middle;
      else high = middle;
    }
    state = step(state, high, c);
    t += high;
    above = !above;
  }
  return state[0];
}

describe("forces that jump with a multiplier", () => {
  test.each(methods)("end the steps of %s where they jump", (method) => {
    const model = { ...pendulum, force: { p: "where(abs(lambda(rod)) - 5, -0.5, 0.5)*p'" } };
    const { status, q } = run(model, { method, rtol: 1e-8, until: 2 });
    expect(status).toBe("ok");
    expect(Math.abs(Math.atan2(q[1], q[0]) - angleWithSwitches(2))).toBeLessThan(1e-7);
  });

  test("read the multiplier that the motion has, not zero", () => {
    const block = {
      ...{ taut: 1, points: { block: { mass: 2, at: [0, 0], velocity: [3, 0] } }, elements: [{ gravity: [0, -10] }] },
      ...{
        constraints: { floor: "block_y" },
        force: { block_x: "where(-lambda(floor) - 15, 0.3, 0.1)*lambda(floor)" },
      },
    };
    // lambda = -20, so that the deceleration is 3
    expect(run(block, { rtol: 1e-10, until: 0.5 }).v[0]).toBeCloseTo(1.5, 10);
  });

  test.each(methods)("and change it by that end the run of %s with the reason", (method) => {
    const model = { ...pendulum, force: { p: "[where(abs(lambda(rod)) - 5, 1, -1), 0]" } };
    for (const rtol of [1e-5, 1e-7, 1e-10]) {
      const { status, failure } = run(model, { method, rtol, until: 2 });
      expect(["unreliable", "diverged"]).toContain(status);
      expect(failure!.message).toMatch(/lambda\(rod\)|where or sign in force\.p/);
      expect(failure!.message).toMatch(/no solution or jumps|no value fulfils the equations, or two do/);
    }
  });

  test("may read its size while it passes zero", () => {
    const model = { ...pendulum, force: { p: "-0.2*abs(lambda(rod))*p'" }, run: { until: 3 } };
    const [loose, tight] = [1e-6, 1e-11].map((rtol) => run(model, { method: "dop853", rtol }));
    expect([loose.status, tight.status]).toEqual(["ok", "ok"]);
    expect(Math.max(...Array.from(loose.q, (x, i) => Math.abs(x - tight.q[i])))).toBeLessThan(1e-4);
  });
});

test("an algebraic variable that jumps and thereby drives its own switch back ends the run with its name", () => {
  const model = {
    states: { s: 0 },
    algebraic: { z: 0.5 },
    rates: { s: "z" },
    constraints: { c: "z - where(s - 1, -2, 1)" },
  };
  for (const method of ["auto", "dopri5", "radau5", "bdf"]) {
    const { status, failure, work } = run({ taut: 1, ...model }, { method, rtol: 1e-7, until: 2 });
    expect([method, status]).toEqual([method, "unreliable"]);
    expect(failure!.message).toContain("where or sign in constraints.c drives it back from both sides");
    expect(work.steps).toBeLessThan(400);
  }
});
