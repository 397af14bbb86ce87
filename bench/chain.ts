/** Measures building, stepping and memory of a chain of n rods, n = 10 … 100,000, and fits their exponents in n. */

import { readFileSync } from "node:fs";
import { catalogue } from "../src/elements/index.js";
import { parseModelText, validateModel } from "../src/model/index.js";
import { fittedOrder } from "../src/papers/harness/index.js";
import { prepareRun, type RunSettings } from "../src/run/index.js";

const lengths = [10, 100, 1000, 10_000, 100_000];
/** Implicit methods with fixed steps solve to rounding, which is far more work per step. */
const implicitLengths = lengths.slice(0, 4);
/** Fixed steps are proportional to the length 1/n of a rod. */
const runs: readonly {
  readonly name: string;
  readonly lengths?: readonly number[];
  settings(n: number): RunSettings;
}[] = [
  {
    name: "dopri5, underlying ODE, stabilised",
    settings: () => ({ formulation: "underlying", method: "dopri5", rtol: 1e-6 }),
  },
  ...["rattle", "rattle-1"].map((method) => ({
    name: method,
    settings: (n: number) => ({ formulation: "rigid", method, step: 0.02 / n }),
  })),
  {
    name: "zs, penalties",
    settings: (n) => ({ formulation: "stiff", method: "zs", step: 0.002 / n }),
  },
  { name: "gn-zs, rigid", settings: (n) => ({ formulation: "rigid", method: "gn-zs", step: 0.02 / n }) },
  { name: "verlet, penalties", settings: (n) => ({ formulation: "stiff", method: "verlet", step: 1e-4 / n }) },
  // undamped penalties lie on the imaginary axis, where BDF of higher order is unstable
  {
    name: "bdf of order 2, penalties",
    lengths: implicitLengths,
    settings: (n) => ({ formulation: "stiff", method: { name: "bdf", maxOrder: 2 }, step: 0.002 / n }),
  },
  ...["radau5", "trapezoidal"].map((method) => ({
    name: `${method}, penalties`,
    lengths: implicitLengths,
    settings: (n: number) => ({ formulation: "stiff", method, step: 0.002 / n }),
  })),
  {
    name: "radau5, rigid",
    lengths: implicitLengths,
    settings: (n) => ({ formulation: "rigid", method: "radau5", step: 0.02 / n }),
  },
];

const milliseconds = (start: bigint): number => Number(process.hrtime.bigint() - start) / 1e6;

export function chainBench(): void {
  const file = new URL("../../gallery/chain.yaml", import.meta.url);
  const model = validateModel(parseModelText(readFileSync(file, "utf8")), catalogue);
  for (const { name, settings, lengths: own = lengths } of runs) {
    console.log(`\n${name}`);
    const prepared = own.map((n) => {
      const start = process.hrtime.bigint();
      const { run, workspace } = prepareRun(model, {
        settings: { ...settings(n), until: 1e3, maxSteps: Number.MAX_SAFE_INTEGER },
        set: { n },
        keepStates: false,
      });
      const build = milliseconds(start);
      run.advance(3);
      return { n, build, run, bytes: workspace.arena.buffer.byteLength, step: Number.POSITIVE_INFINITY };
    });
    // all lengths are timed in turns, and the best round counts, so that disturbances affect all of them equally
    for (let round = 0; round < 5; round++)
      for (const entry of prepared) {
        const steps = Math.max(3, Math.min(2000, Math.round(100_000 / entry.n)));
        const begun = process.hrtime.bigint();
        entry.run.advance(steps);
        entry.step = Math.min(entry.step, milliseconds(begun) / steps);
      }
    const rows = prepared.map(({ run, ...row }) => ({ ...row, failure: run.failure?.message }));
    console.table(
      rows.map((r) => ({
        n: r.n,
        "build ms": r.build.toFixed(1),
        "µs per step": (1000 * r.step).toFixed(1),
        "ns per step and rod": ((1e6 * r.step) / r.n).toFixed(0),
        "bytes per rod": Math.round(r.bytes / r.n),
        ...(r.failure && { failure: r.failure }),
      })),
    );
    const large = rows.filter((r) => r.n >= 1000);
    const exponent = (value: (r: (typeof rows)[number]) => number): string =>
      fittedOrder(
        large.map((r) => r.n),
        large.map(value),
      ).toFixed(2);
    console.log(
      `exponents for n >= 1000: build ${exponent((r) => r.build)}, step ${exponent((r) => r.step)}, memory ${exponent((r) => r.bytes)}`,
    );
  }
}
