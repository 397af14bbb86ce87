import { expect, test } from "vitest";
import { inWords } from "../../test/fixtures/refusal.js";
import { contradictory, doublePendulum, firstOrder, kepler, pendulum } from "../../test/fixtures/systems.js";
import type { Problem, Workspace } from "../core/index.js";
import { dampedSpring, formulations, ode, rigid, stiff, underlying } from "./index.js";

const arrays = (problem: Problem) => {
  const { arena, dimension, workspace } = problem;
  const y = arena.f64(dimension);
  y.set(workspace.initial);
  return { y, dy: arena.f64(dimension) };
};

test("underlying: accelerations of the double pendulum follow from its multipliers 1.5 and 1.25", () => {
  const problem = underlying().apply(doublePendulum());
  const { y, dy } = arrays(problem);
  expect(problem.rate!(dy, 0, y)).toBe("ok");
  // a1 = -1.5 e_x + 1.25 e_x, a2 = -1.25 e_x
  expect(dy.map((x) => x + 0)).toEqual(Float64Array.of(0, -0.5, 0, 0.5, -0.25, 0, -1.25, 0));
  expect(problem.work.forces).toBe(1);
});

test("underlying: the manifold has constraints and invariants only if the model has them", () => {
  const plain = underlying().apply(pendulum());
  expect(plain.manifold?.constraints).toBe(plain.workspace.mechanics!.constraints);
  expect(plain.manifold?.invariants).toBeUndefined();
  expect(underlying().apply(pendulum({ keepEnergy: true })).manifold?.invariants?.names).toEqual(["energy"]);
});

test("stiff: force and energy include the penalty, and there is no manifold", () => {
  const problem = stiff({ omega: 10 }).apply(pendulum());
  const { y, dy } = arrays(problem);
  y[0] = 1.5;
  problem.rate!(dy, 0, y);
  expect(dy[2]).toBe(-100 * 0.5);
  expect(problem.results!.energy!(0, y)).toBe((100 * 0.25) / 2);
  expect(problem.manifold).toBeUndefined();
  expect(problem.constraints).toBeUndefined();
});

test("springs: the multipliers are the forces omega² g of the springs, and E g + F g' with friction", () => {
  const multiplier = (problem: Problem): number => {
    const { arena, n } = problem;
    const [lambda, q, v] = [arena.f64(1), arena.f64(n), arena.f64(n)];
    q.set([1.5, 0]);
    v.set([2, 0]);
    expect(problem.results!.multipliers!(lambda, 0, q, v)).toBe("ok");
    return lambda[0];
  };
  expect(multiplier(stiff({ omega: 10 }).apply(pendulum()))).toBe(100 * 0.5);
  expect(multiplier(dampedSpring({ beta: 10 }).apply(pendulum()))).toBe(100 * 0.5 + 20 * 2);
});

test("stiff: the run's omega replaces the model's; otherwise the model's own is used", () => {
  const workspace = pendulum({ omega: 3 });
  stiff().apply(workspace);
  expect([...workspace.mechanics!.omega2]).toEqual([9]);
  stiff({ omega: 5 }).apply(workspace);
  expect([...workspace.mechanics!.omega2]).toEqual([25]);
});

test("stiff: a constraint without a stiffness is refused by name unless the run gives one", () => {
  const workspace = pendulum({ omega: 0 });
  expect(inWords(stiff().refuses(workspace))).toContain('constraint "arm" has none');
  expect(stiff({ omega: 10 }).refuses(workspace)).toBeUndefined();
  for (const omega of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => stiff({ omega })).toThrow("stiff.omega");
});

test("rigid: constraints are left to the method, so there is no complete right-hand side", () => {
  const problem = rigid().apply(pendulum());
  expect(problem.rate).toBeUndefined();
  expect(problem.constraints).toBe(problem.manifold!.constraints);
  expect(problem.secondOrder!.mechanics).toBe(problem.workspace.mechanics);
});

test("ode: a first-order system keeps its right-hand side and its invariants become the manifold", () => {
  const problem = ode().apply(kepler(0));
  const { y, dy } = arrays(problem);
  problem.rate!(dy, 0, y);
  expect(dy.map((x) => x + 0)).toEqual(Float64Array.of(0, 1, -1, 0));
  const invariants = problem.manifold!.invariants!;
  const h = problem.arena.f64(2);
  invariants.keep({ t: 0, y, q: y.subarray(0, 0), v: y.subarray(0, 0) });
  invariants.residual(h, 0, y);
  expect([...h]).toEqual([0, 0]);
  y[0] = 1.1;
  invariants.residual(h, 0, y);
  expect(h[1]).toBeCloseTo(0.1, 15);
});

test("ode: mechanics without constraints is M q'' = f - grad V", () => {
  const problem = ode().apply(pendulum({ rods: [], drag: 0.5, v: [2, 0] }));
  const { y, dy } = arrays(problem);
  problem.rate!(dy, 0, y);
  expect([...dy]).toEqual([2, 0, -1, -1]);
  expect(problem.results!.energy!(0, y)).toBe(2);
  expect(problem.manifold).toBeUndefined();
});

test("a formulation that does not fit refuses in one sentence that names another", () => {
  const plain = firstOrder((dy) => dy.fill(0), [1]);
  const refusals: [string | undefined, string][] = [
    [inWords(ode().refuses(contradictory())), 'has some, beginning with "arm". Use "underlying"'],
    [inWords(rigid().refuses(plain)), 'is a first-order system. Use "ode".'],
    [inWords(underlying().refuses(pendulum({ rods: [] }))), 'has none. Use "ode".'],
    [inWords(stiff().refuses(pendulum({ rods: [] }))), 'has none. Use "ode".'],
  ];
  for (const [refusal, text] of refusals) expect(refusal).toContain(text);
});

test("the energy makes views of an array only the first time it is called with it", () => {
  const problem = stiff().apply(doublePendulum());
  const { y } = arrays(problem);
  let views = 0;
  y.subarray = (...range: [number?, number?]) => {
    views++;
    return Float64Array.prototype.subarray.apply(y, range) as never;
  };
  for (let i = 0; i < 10; i++) problem.results!.energy!(0, y);
  expect(views).toBe(2);
});

test("every formulation has a name, a sentence and options as data, and refuses an unknown option", () => {
  expect(new Set(formulations.map(({ name }) => name)).size).toBe(formulations.length);
  for (const factory of formulations) {
    expect(factory.about).toMatch(/\.$/);
    expect(factory.make().name).toBe(factory.name);
    expect(() => factory.make({ colour: 1 })).toThrow('has no option "colour"');
  }
  const workspace: Workspace = pendulum();
  const stiffOnes = formulations.find(({ name }) => name === "stiff")!;
  stiffOnes.make({ omega: 7 }).apply(workspace);
  expect(workspace.mechanics!.omega2[0]).toBe(49);
  expect(() => stiffOnes.make({ omega: "soft" })).toThrow("stiff.omega");
});
