/**
 * Compares total time derivatives of the multipliers, by Taylor arithmetic, with differences along the motion: the
 * underlying ODE is integrated a little forwards and backwards, and its KKT multipliers are differenced.
 */

import { describe, expect, test } from "vitest";
import { compileSystem } from "../../src/compile/index.js";
import { type F64, newState, type Workspace } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { lower, parseModelText, validateModel } from "../../src/model/index.js";
import { block, driven, pendula, varying } from "../convergence/problems.js";
import { conformanceModels } from "./models.js";

const texts = Object.entries(conformanceModels).map(([name, text]) => [name, parseModelText(text)] as const);
const byHand = Object.entries({ block, driven, pendula, varying }).map(([name, { model }]) => [name, model] as const);
const systems: [string, Workspace][] = [...texts, ...byHand].flatMap(([name, data]) => {
  const workspace = compileSystem(lower(validateModel(data, catalogue), catalogue)).workspace();
  const { m = 0, constraints } = workspace.mechanics ?? {};
  if (m === 0 || workspace.opaque) return [];
  const start = newState(workspace.arena, workspace.dimension, workspace.mechanics!.n);
  start.y.set(workspace.initial);
  // models with redundant constraints have no expansion
  return constraints!.multipliers(workspace.arena.f64(m), workspace.initialTime, start.q, start.v) === "ok"
    ? [[name, workspace] as [string, Workspace]]
    : [];
});

/** KKT multipliers along the underlying ODE at t0 - 3 h … t0 + 3 h, by classical Runge-Kutta with small steps. */
function along(workspace: Workspace, h: number): F64[] {
  const { constraints, n, m } = workspace.mechanics!;
  const { arena, dimension } = workspace;
  const [s, k1, k2, k3, k4, at] = Array.from({ length: 6 }, () => newState(arena, dimension, n));
  const one = (step: number): void => {
    const stage = (out: F64, t: number, k: F64 | undefined, c: number): void => {
      for (let i = 0; i < dimension; i++) at.y[i] = s.y[i] + (k ? c * step * k[i] : 0);
      constraints.underlying(out, t, at.y);
    };
    stage(k1.y, s.t, undefined, 0);
    stage(k2.y, s.t + step / 2, k1.y, 0.5);
    stage(k3.y, s.t + step / 2, k2.y, 0.5);
    stage(k4.y, s.t + step, k3.y, 1);
    for (let i = 0; i < dimension; i++) s.y[i] += (step / 6) * (k1.y[i] + 2 * k2.y[i] + 2 * k3.y[i] + k4.y[i]);
    s.t += step;
  };
  return [-3, -2, -1, 0, 1, 2, 3].map((place) => {
    s.t = workspace.initialTime;
    s.y.set(workspace.initial);
    for (let k = 0; k < 8 * Math.abs(place); k++) one((Math.sign(place) * h) / 8);
    const lambda = arena.f64(m);
    constraints.multipliers(lambda, s.t, s.q, s.v);
    return lambda;
  });
}

const weights = { first: [-1, 9, -45, 0, 45, -9, 1].map((w) => w / 60), second: [2, -27, 270, -490, 270, -27, 2].map((w) => w / 180) }; // biome-ignore format: a table
const largest = (x: ArrayLike<number>): number => Math.max(...Array.from(x, Math.abs));

describe("with one term, Lambda is the KKT multiplier, and its rate is that along the underlying ODE", () => {
  test.each(systems)("%s", (_, workspace) => {
    const { n, m, constraints, slow: motions } = workspace.mechanics!;
    const s = newState(workspace.arena, workspace.dimension, n);
    s.y.set(workspace.initial);
    const kkt = workspace.arena.f64(m);
    constraints.multipliers(kkt, workspace.initialTime, s.q, s.v);
    const slow = motions!.expanded(1, true);
    expect(slow.evaluate(workspace.initialTime, s.q, s.v)).toBe("ok");
    // both are the same sums in another order
    for (let i = 0; i < m; i++) expect(Math.abs(slow.lambda[i] - kkt[i])).toBeLessThan(1e-11 * (1 + largest(kkt)));
    const h = 2e-3;
    const values = along(workspace, h);
    for (let i = 0; i < m; i++) {
      const difference = weights.first.reduce((sum, w, k) => sum + (w * values[k][i]) / h, 0);
      // sixth-order differences have an error of h^6 = 6e-17 times high derivatives, and 1e-15/h of rounding
      expect(Math.abs(slow.lambdaRate[i] - difference)).toBeLessThan(1e-9 * (1 + largest(slow.lambdaRate)));
    }
  });
});

describe("with two terms, S (Lambda_1 - Lambda_2) is omega^-2 times the second derivative of Lambda_1", () => {
  test.each(systems)("%s", (_, workspace) => {
    const { n, m, constraints, slow: motions, omega2 } = workspace.mechanics!;
    const { arena } = workspace;
    const s = newState(arena, workspace.dimension, n);
    s.y.set(workspace.initial);
    const [one, two] = [motions!.expanded(1, false), motions!.expanded(2, false)];
    one.evaluate(workspace.initialTime, s.q, s.v);
    two.evaluate(workspace.initialTime, s.q, s.v);
    const [difference, w, product] = [arena.f64(m), arena.f64(n), arena.f64(m)];
    for (let i = 0; i < m; i++) difference[i] = one.lambda[i] - two.lambda[i];
    constraints.newSolver().factor(two.G, s.q); // the mass at q
    constraints.addWeighted(w, two.G, difference, 1);
    constraints.multiply(product, two.G, w);
    const h = 4e-3;
    const values = along(workspace, h);
    const second = Array.from({ length: m }, (__, i) =>
      weights.second.reduce((sum, x, k) => sum + (x * values[k][i]) / (h * h), 0),
    );
    for (const [i, x] of second.entries())
      expect(Math.abs(product[i] * omega2[i] - x)).toBeLessThan(1e-6 * (1 + largest(second)));
  });
});
