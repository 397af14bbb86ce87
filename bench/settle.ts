/** Times steps of settle, rattle and lincs on 10 … 10,000 rigid waters without forces, and fits the exponent. */

import { catalogue } from "../src/elements/index.js";
import { validateModel } from "../src/model/index.js";
import { fittedOrder } from "../src/papers/harness/index.js";
import { prepareRun } from "../src/run/index.js";

const sizes = [10, 100, 1000, 10_000];
const methods = ["settle", "rattle", "rattle-1", "lincs"];

/** Rotating molecules side by side, with bonds of 0.9572 Å at 104.52 degrees. */
const waters = (n: number) => ({
  taut: 1,
  parameters: { n },
  points: {
    o: { repeat: "n", mass: 16, at: ["3*i", 0, 0] },
    h1: { repeat: "n", mass: 1, at: ["3*i + 0.7570", 0.5859, 0], velocity: [0, 0, "sin(i)"] },
    h2: { repeat: "n", mass: 1, at: ["3*i - 0.7570", 0.5859, 0], velocity: [0, 0, "cos(i)"] },
  },
  elements: [
    { rod: { repeat: "n", between: ["o[i]", "h1[i]"] } },
    { rod: { repeat: "n", between: ["o[i]", "h2[i]"] } },
    { rod: { repeat: "n", between: ["h1[i]", "h2[i]"] } },
  ],
});

export function settleBench(): void {
  const runs = sizes.flatMap((n) =>
    methods.map((method) => {
      const { run } = prepareRun(validateModel(waters(n), catalogue), {
        settings: { formulation: "rigid", method, step: 0.01, until: 1e9, maxSteps: Number.MAX_SAFE_INTEGER },
        keepStates: false,
      });
      run.advance(3);
      return { n, method, run, best: Number.POSITIVE_INFINITY };
    }),
  );
  for (let round = 0; round < 7; round++)
    for (const entry of runs) {
      const steps = Math.max(5, Math.round(50_000 / entry.n));
      const begun = process.hrtime.bigint();
      entry.run.advance(steps);
      entry.best = Math.min(entry.best, Number(process.hrtime.bigint() - begun) / steps);
    }
  console.table(
    sizes.map((n) => {
      const of = runs.filter((entry) => entry.n === n);
      const times = of.map(({ method, best }) => [`${method}, ns per molecule`, (best / n).toFixed(0)] as const);
      return { molecules: n, ...Object.fromEntries(times) };
    }),
  );
  for (const method of methods) {
    const of = runs.filter((entry) => entry.method === method && entry.n >= 100);
    const exponent = fittedOrder(
      of.map(({ n }) => n),
      of.map(({ best }) => best),
    );
    console.log(`exponent of ${method} for n >= 100: ${exponent.toFixed(2)}`);
  }
}
