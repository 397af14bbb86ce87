import { expect, test } from "vitest";
import { contest, described, type Row } from "../../bench/contest/index.js";
import { entryOf } from "../../bench/contest/models.js";
import { run } from "../../src/run/index.js";

/**
 * Generated systems of every kind, each of which takes less than two seconds: springs, M(q), bodies, and first-order
 * systems with real, imaginary and mixed eigenvalues. `npm run bench -- contest` compares on 160 others.
 */
const seeds = [0, 8, 27, 28, 32, 33, 43, 57, 67, 74, 93, 104, 106];
const rows: Row[] = [];

test.each(seeds)("auto costs at most four times the cheapest method on generated system %i", (seed) => {
  const row = contest(seed);
  rows.push(row);
  expect(row.ratio, described(row)).toBeLessThan(4);
  expect(row.error, described(row)).toBeLessThan(100);
});

test("and at most twice as much on nine of ten of them", () => {
  const within = rows.filter(({ ratio }) => ratio <= 2);
  expect(within.length / rows.length, rows.map(described).join("\n")).toBeGreaterThan(0.9);
});

/** Evaluations by a method, and how often it handed over. */
function counted(model: object, method: string, rtol: number) {
  const { work, handovers, status } = run(model, { method, rtol, keepStates: false });
  expect(status).toBe("ok");
  return { forces: work.forces, handovers: handovers.length };
}

test("a stiff oscillation with M(q) and 28 unknowns takes about the evaluations of Radau, without going back and forth", () => {
  const names = Array.from({ length: 14 }, (_, i) => `a${i}`);
  const pairs = names.slice(1).map((b, i) => [names[i], b]);
  const model = {
    taut: 1,
    coordinates: Object.fromEntries(names.map((a) => [a, { at: 1 }])),
    kinetic: [
      ...names.map((a) => `(1 + 0.3*cos(${a}))*${a}'^2`),
      ...pairs.map(([a, b]) => `0.2*cos(${a} - ${b})*${a}'*${b}'`),
    ].join(" + "),
    potential: [...pairs.map(([a, b]) => `1e6*(${a} - ${b})^2`), ...names.map((a) => `-9*cos(${a})`)].join(" + "),
    force: Object.fromEntries(names.map((a) => [a, `-0.1*${a}'`])),
    run: { until: 10 },
  };
  const [auto, radau] = ["auto", "radau5"].map((method) => counted(model, method, 1e-6));
  expect(auto.forces).toBeLessThan(2 * radau.forces);
  expect(auto.handovers).toBeLessThan(6);
});

test.each([1e-7, 1e-8, 1e-9])("bodies with stiff damped springs are handed over at rtol %d too", (rtol) => {
  const { model } = entryOf(93);
  const [auto, radau] = ["auto", "radau5"].map((method) => counted(model, method, rtol));
  expect(auto.handovers).toBeGreaterThan(0);
  expect(auto.forces).toBeLessThan(2 * radau.forces);
});
