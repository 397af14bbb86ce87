/** Measures building and stepping of n bodies in a row of hinges, n = 10 … 10,000, and fits their exponents in n. */

import { catalogue } from "../src/elements/index.js";
import { type Model, validateModel } from "../src/model/index.js";
import { fittedOrder } from "../src/papers/harness/index.js";
import { prepareRun } from "../src/run/index.js";
import { hinged } from "./hinged.js";

const lengths = [10, 100, 1000, 10_000];

const model = (n: number): Model => validateModel(hinged(n), catalogue);

/** Processor time in milliseconds. */
const processor = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

export function bodiesChainBench(): void {
  // the first model pays for everything that is compiled lazily
  prepareRun(model(10), { settings: { method: "dopri5", step: 1e-3, until: 1e-3 } });
  const rows = lengths.map((n) => {
    const begun = processor();
    const { run } = prepareRun(model(n), {
      settings: {
        formulation: "underlying",
        method: "dopri5",
        step: 1e-4,
        until: 1e3,
        maxSteps: Number.MAX_SAFE_INTEGER,
      },
      keepStates: false,
    });
    const build = processor() - begun;
    const first = processor();
    run.advance(1);
    return { n, build, first: processor() - first, run, step: Number.POSITIVE_INFINITY };
  });
  // all lengths are timed in turns, and the best round counts, so that disturbances affect all of them equally
  for (let round = 0; round < 5; round++)
    for (const row of rows) {
      const steps = Math.max(2, Math.round(5000 / row.n));
      const begun = processor();
      row.run.advance(steps);
      row.step = Math.min(row.step, (processor() - begun) / steps);
    }
  console.table(
    rows.map(({ n, build, first, step, run }) => ({
      ...{ n, "build ms": build.toFixed(0), "first step ms": first.toFixed(0) },
      ...{ "step ms": step.toFixed(3), "us per body and step": ((1000 * step) / n).toFixed(2) },
      failure: run.failure?.message ?? "",
    })),
  );
  const exponent = (of: (row: (typeof rows)[number]) => number, from: number): string => {
    const used = rows.filter(({ n }) => n >= from);
    return fittedOrder(
      used.map(({ n }) => n),
      used.map(of),
    ).toFixed(2);
  };
  console.log(
    `exponents: building and the first step ${exponent(({ build, first }) => build + first, 10)}, a step ${exponent(({ step }) => step, 10)}`,
  );
}
