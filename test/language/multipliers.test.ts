/** Forces that read multipliers: which runs take them, what is refused, and where they stop. */

import { describe, expect, test } from "vitest";
import { catalogue } from "../../src/elements/index.js";
import { offers, parseModelText, run } from "../../src/index.js";
import { validateModel } from "../../src/model/index.js";

const model = (text: string): unknown => parseModelText(`taut: 1\n${text}`);

/** A block under a moving load on a floor; its friction is linear in the multiplier. */
const block = model(`
points: { block: { mass: 2, at: [0, 0], velocity: [3, 0] } }
elements: [gravity: [0, -10]]
constraints: { floor: block_y }
force: { block_x: 0.3*lambda(floor) }
run: { until: 0.5 }`);

/**
 * A rod that is pushed along a floor with its lower end ahead. K = 1/m + l^2 cos^2(a)/J - mu l^2 sin(a) cos(a)/J, which
 * for m = l = 1 and J = 1/3 vanishes where mu = (1 + 3 cos^2(a))/(3 sin(a) cos(a)): at a = 1.1626 for mu = 1.4.
 */
const rod = (mu: number, angle = 1.3): unknown =>
  model(`
parameters: { mu: ${mu}, m: 1, l: 1, a0: ${angle}, J: m*l^2/3 }
coordinates:
  x: { mass: m, at: 0, velocity: -9 }
  y: { mass: m, at: l*sin(a0), velocity: -2*l*cos(a0) }
  a: { mass: J, at: a0, velocity: -2 }
potential: 9.81*m*y
constraints: { contact: y - l*sin(a) }
force:
  x: -mu*abs(lambda(contact))*tanh((x' + l*sin(a)*a')/0.001)
  a: -mu*abs(lambda(contact))*tanh((x' + l*sin(a)*a')/0.001)*l*sin(a)
run: { until: 0.3 }`);

describe("forces that read multipliers", () => {
  test("a block slides on with the deceleration of its friction", () => {
    const { q, v, failure } = run(block, { method: "dop853", rtol: 1e-12 });
    expect(failure).toBeUndefined();
    // lambda = -20, so that the force is -6 and the deceleration 3
    expect(q[0]).toBeCloseTo(3 * 0.5 - (3 / 2) * 0.25, 12);
    expect(v[0]).toBeCloseTo(1.5, 12);
  });

  test("the stiff view reads omega^2 g, with its exact Jacobian", () => {
    const soft = (method: string) =>
      run(block, { formulation: "stiff", method, omega: 200, rtol: 1e-9, atol: 1e-11, start: "assume" });
    const [explicit, implicit] = [soft("dop853"), soft("radau5")];
    expect(explicit.failure ?? implicit.failure).toBeUndefined();
    expect(Math.abs(explicit.q[0] - implicit.q[0])).toBeLessThan(1e-7);
    // the block bounces on its spring about g = -20/omega^2, so that the mean deceleration is 3
    expect(Math.abs(explicit.q[0] - 1.125)).toBeLessThan(2e-3);
  });

  test("multipliers of a joint are a vector whose size has no slope at zero", () => {
    const pinned = model(`
bodies: { arm: { mass: 1, inertia: 0.2, at: [0.5, 0] } }
joints: [ball: { name: pin, between: [world, arm], at: [0, 0] }]
elements:
  - gravity: [0, -9.81]
  - torque: { on: arm, torque: "-0.1*norm(lambda(pin))*tanh(10*cross(arm_d1, arm_d1'))" }
outputs: { load: norm(lambda(pin)) }
run: { until: 2 }`);
    const found = run(pinned, { rtol: 1e-8 });
    expect(found.failure).toBeUndefined();
    expect(found.warnings).toEqual([]);
    expect(found.of("load").at(-1)).toBeGreaterThan(5);
    // without gravity and motion the pin carries nothing, and norm(lambda) has no slope there
    const resting = { ...(pinned as object), elements: (pinned as { elements: unknown[] }).elements.slice(1) };
    expect(run(resting, { until: 0.1 }).failure).toBeUndefined();
  });

  test("friction and states beside coordinates share a model", () => {
    const heated = model(`
points: { block: { mass: 2, at: [0, 0], velocity: [3, 0] } }
elements: [gravity: [0, -10]]
constraints: { floor: block_y }
states: { wear: 0 }
rates: { wear: block_x'/10 }
force: { block_x: "(0.3 + wear)*lambda(floor)" }
run: { until: 0.5 }`);
    const { y, failure } = run(heated, { method: "dop853", rtol: 1e-11 });
    expect(failure).toBeUndefined();
    // x'' = -10 (0.3 + x/10): x = 3 sin t - 3 (1 - cos t)
    expect(y[0]).toBeCloseTo(3 * Math.sin(0.5) - 3 * (1 - Math.cos(0.5)), 10);
  });

  test("a rod in the paradox of Painlevé is refused at its start, by name", () => {
    expect(run(rod(1.4), { method: "dopri5" }).failure).toBeUndefined();
    const { failure, t } = run(rod(1.4, 1.1));
    expect(t).toBe(0);
    expect(failure?.message).toMatch(/lambda\(contact\).*Painlevé/);
  });

  test.each([
    ["dopri5", "underlying"],
    ["radau5", "underlying"],
    ["radau5", "rigid"],
  ])(
    "%s, %s: a run ends where the matrix of the multipliers becomes singular, with the time",
    (method, formulation) => {
      // K = (1 - t)/2, and lambda = -20/(1 - t)
      const ending = { ...(block as object), force: { block: ["0.3*lambda(floor)", "t*lambda(floor)"] } };
      const { failure, t } = run(ending, { method, formulation, until: 2, rtol: 1e-6 });
      // radau5 alone meets its own iteration first, and has the time only
      expect(failure?.message).toMatch(formulation === "rigid" ? /diverged at t = 1/ : /lambda\(floor\).*Painlevé/);
      expect(Math.abs(t - 1)).toBeLessThan(1e-3);
    },
  );

  test("multipliers that redundant constraints leave open are refused by name, others are not", () => {
    const twice = (read: string): unknown =>
      model(`
points: { block: { mass: 2, at: [0, 0], velocity: [3, 0] }, other: { mass: 1, at: [0, 1] } }
constraints: { floor: block_y, again: 2*block_y, wall: other_x }
elements: [gravity: [1, -10]]
force: { block_x: 0.3*lambda(${read}) }
run: { until: 0.5 }`);
    const { failure } = run(twice("floor"));
    expect(failure?.message).toMatch(/"floor" are not unique, because "again" is redundant/);
    expect(run(twice("wall")).failure).toBeUndefined();
  });

  test("methods and formulations that do not know multipliers refuse by data", () => {
    const taken = (list: readonly { readonly name: string; readonly refusal?: string }[]): string[] =>
      list.filter(({ refusal }) => refusal === undefined).map(({ name }) => name);
    const model = validateModel(block, catalogue);
    const { formulation } = offers(model);
    expect(taken(formulation).sort()).toEqual(["rigid", "stiff", "underlying"]);
    const refused = formulation.find(({ name }) => name === "baumgarte")!.refusal;
    expect(refused).toMatch(/read lambda\(floor\)/);
    const { method } = offers(model, { settings: { formulation: "rigid" } });
    expect(taken(method)).toEqual(["radau5", "auto"]);
  });
});
