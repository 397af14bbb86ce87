import { describe, expect, test } from "vitest";
import { catalogue } from "../../elements/index.js";
import { parseModelText, validateModel } from "../../model/index.js";
import { seriesStatistics } from "../../observers/index.js";
import { RandomStream } from "../../random/index.js";
import { differencesOf, equilibrate, type Window } from "./equilibrium.js";

const context = { quick: true, progress: () => {}, pause: async () => {} };
const [count, kT] = [40, 0.5];
/** Independent springs that start far from equilibrium, with 25 kT each. */
const springs = validateModel(
  parseModelText(`
taut: 1
points:
  bead: { repeat: ${count}, mass: 1, at: [5] }
potential: "sum(i, 0, ${count - 1}, x(bead[i])^2/2)"
`),
  catalogue,
);

describe("a system in a heat bath", () => {
  const settle = (friction: number, most: number) =>
    equilibrate(
      context,
      "test",
      [0, 1],
      springs,
      { formulation: "ode", method: { name: "langevin", kT, friction, thermal: true }, step: 0.1 },
      { first: 10, most, every: 0.5 },
    );

  test("is in equilibrium when its potential energy no longer falls", async () => {
    // energy relaxes in 1/friction = 50, so windows up to 100 have a trend
    const { isReached, time } = await settle(0.02, 5000);
    expect(isReached).toBe(true);
    expect(time).toBeGreaterThan(100);
  });

  test("is not in equilibrium at the bound when it relaxes more slowly", async () => {
    const { isReached, time } = await settle(0.002, 160);
    expect(isReached).toBe(false);
    expect(time).toBe(160);
  });
});

test("windows agree as often as their errors say, and windows with a trend do not", () => {
  const window = (index: number, n: number, trend: number): Window => {
    const stream = new RandomStream(5, index);
    const series = () => seriesStatistics(Array.from({ length: n }, (_, k) => stream.normal() + (trend * k) / n));
    return [series(), series()];
  };
  const pairs = Array.from({ length: 200 }, (_, k) => differencesOf(window(2 * k, 256, 0), window(2 * k + 1, 512, 0)));
  const outside = pairs.flat().filter((size) => size > 2).length;
  // 5 % of 400 for known errors, and more because errors are estimated
  expect(outside).toBeGreaterThan(8);
  expect(outside).toBeLessThan(60);
  // one deviation from the start to the end of a window: the means differ by 0.5, with an error of 1/sqrt(512) * sqrt(3) = 0.08
  const trended = Array.from({ length: 50 }, (_, k) =>
    differencesOf(window(2 * k, 256, -1), window(2 * k + 1, 512, 0)),
  );
  expect(trended.filter((sizes) => sizes.every((size) => size > 2)).length).toBeGreaterThan(45);
});
