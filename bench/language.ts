/** The time to read, lower and compile a model against the number of its named expressions and terms: it must be linear. */

import { compileSystem, lower, validateModel } from "../src/index.js";

const sizes = [100, 300, 1000, 3000, 10_000];

const run = { until: 1 };
const models: Readonly<Record<string, (n: number) => object>> = {
  "a chain of let": (n) => ({
    taut: 1,
    coordinates: { x: { at: 0.1, mass: 1 }, y: { at: 0.2, mass: 1 } },
    let: Object.fromEntries(
      Array.from({ length: n }, (_, k) => [`a${k}`, k === 0 ? "x*y" : `0.5*a${k - 1} + sin(a${k - 1} + ${k})`]),
    ),
    force: { x: `a${n - 1}`, y: `x*a${n - 1}` },
    run,
  }),
  "let that every force reads": (n) => ({
    taut: 1,
    coordinates: { q: { repeat: n, at: "0.1*i/1000", mass: 1 } },
    let: Object.fromEntries(Array.from({ length: n }, (_, k) => [`d${k}`, `q[${k}] - q[${(k + 1) % n}]`])),
    force: Object.fromEntries(Array.from({ length: n }, (_, k) => [`q[${k}]`, `d${(k + n - 1) % n}^3 - d${k}^3`])),
    run,
  }),
  "terms of a sum over a family": (n) => ({
    taut: 1,
    parameters: { n },
    coordinates: { q: { repeat: "n", at: "0.1*i/n", mass: 1 } },
    potential: "sum(i, 1, n - 1, (q[i] - q[i-1])^4/4 + cos(q[i]))",
    run,
  }),
  "terms of a sum of one coordinate": (n) => ({
    taut: 1,
    parameters: { n },
    coordinates: { x: { at: 0.1, mass: 1 } },
    potential: "sum(k, 1, n, cos(k*x)/k^3)",
    run,
  }),
};

/** Processor time in milliseconds, which other processes do not disturb much. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export function languageBench(): void {
  for (const [name, model] of Object.entries(models)) {
    const times = sizes.map((n) => {
      const data = model(n);
      return processorTime(() => compileSystem(lower(validateModel(data))));
    });
    const [small, large] = [times[2], times[4]];
    console.log(
      `${name}: ${sizes.map((n, k) => `${n}: ${times[k].toFixed(0)} ms`).join(", ")}; exponent from 1000 to 10,000: ${Math.log10(large / small).toFixed(2)}`,
    );
  }
}
