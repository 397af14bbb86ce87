/** Rows that are saved between steps are about as accurate as the ends of steps, where a fast decay limits the steps and elsewhere. */

import { expect, test } from "vitest";
import { type RunOptions, run } from "../../src/index.js";

const models = {
  "fast decay": { taut: 1, states: { x: 1, y: 1 }, rates: { x: "-1000*x + 1000*cos(t)", y: "-y" } },
  Robertson: {
    taut: 1,
    states: { a: 1, b: 0, c: 0 },
    rates: { a: "-0.04*a + 1e4*b*c", b: "0.04*a - 1e4*b*c - 3e7*b^2", c: "3e7*b^2" },
  },
  "Van der Pol": { taut: 1, states: { x: 2, v: 0 }, rates: { x: "v", v: "5*(1 - x^2)*v - x" } },
  "stiff spring": {
    taut: 1,
    coordinates: { x: { mass: 1, at: 1 }, y: { mass: 1, at: 0.001 } },
    potential: "x^2/2 + 5000*(y - 0.001*x)^2",
    force: { y: "-20*y'" },
  },
} as const;
const spans = { "fast decay": 1, Robertson: 1, "Van der Pol": 15, "stiff spring": 5 } as const;
const columns = { "fast decay": ["x", "y"], Robertson: ["a", "b", "c"], "Van der Pol": ["x", "v"] } as const;
const names = Object.keys(models) as (keyof typeof models)[];
const inside = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9];

/** The errors of rows, in tolerances of values that are at least a tenth of the largest. */
function errors(name: keyof typeof models, saveAt: number[], settings: RunOptions, rtol: number): number[] {
  const options = { until: spans[name], saveAt };
  const found = run(models[name], { ...settings, ...options, rtol });
  const reference = run(models[name], { ...options, method: "radau5", rtol: 1e-12 });
  expect(found.status).toBe("ok");
  const worst = saveAt.map(() => 0);
  for (const column of name === "stiff spring" ? ["x", "y", "x'", "y'"] : columns[name]) {
    const [a, b] = [found.of(column), reference.of(column)];
    const largest = b.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    for (let i = 0; i < worst.length; i++)
      worst[i] = Math.max(worst[i], Math.abs(a[i] - b[i]) / (rtol * Math.max(Math.abs(b[i]), 0.1 * largest)));
  }
  return worst;
}

test.each(names.flatMap((name) => [1e-4, 1e-6].map((rtol) => [name, rtol] as const)))(
  "%s, rtol %s: rows inside steps of dop853 are within 3 tolerances, or 3 times the errors of the ends",
  (name, rtol) => {
    const settings = { method: "dop853" };
    const ends = [...run(models[name], { ...settings, rtol, until: spans[name] }).of("t")];
    const worst = Math.max(...errors(name, ends, settings, rtol));
    const between = ends.slice(1).flatMap((t, i) => inside.map((theta) => ends[i] + theta * (t - ends[i])));
    expect(Math.max(...errors(name, between, settings, rtol))).toBeLessThan(3 * Math.max(1, worst));
  },
);

const chain = () => ({
  taut: 1,
  coordinates: Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`x${i}`, { mass: 1, at: i === 0 ? 0.5 : 0 }])),
  potential: Array.from({ length: 7 }, (_, i) => `(${i < 6 ? `x${i}` : 0} - ${i > 0 ? `x${i - 1}` : 0})^2/2`).join("+"),
});

test.each([
  { name: "a smooth chain", model: chain(), most: 1.5 },
  { name: "a fast decay", model: models["fast decay"], most: 5 },
] as const)(
  "$name: steps of dop853 do not depend on rows, and a row in every step costs at most $most times as much",
  ({ model, most }) => {
    for (const rtol of [1e-4, 1e-6, 1e-8]) {
      const options = { method: "dop853", rtol, until: 1 };
      const ends = [...run(model, options).of("t")];
      const without = run(model, { ...options, saveAt: [] });
      const rows = run(model, { ...options, saveAt: ends.slice(1).map((t, i) => (t + ends[i]) / 2) });
      expect([...rows.y]).toEqual([...without.y]);
      expect(rows.work.steps).toBe(without.work.steps);
      expect(rows.work.forces).toBeLessThan(most * without.work.forces);
    }
  },
);
