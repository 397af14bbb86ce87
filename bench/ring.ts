/**
 * Measures the ring of n pendula (Gear, problem 2), n = 7 … 1000: cost per evaluation and its exponent, residuals,
 * energy.
 */

import type { F64, Problem } from "../src/core/index.js";
import { fittedOrder } from "../src/papers/harness/index.js";
import { ring } from "../src/papers/models/ring.js";
import { prepareRun, type RunSettings } from "../src/run/index.js";

const sizes = [7, 20, 100, 1000];
const until = 100;
/** Gear's weight in the middle would stretch a rod of 1000 by 160 times its length, so all weights start in place. */
const start = { middle: 0, u: 0.1 };
const runs: readonly { readonly name: string; readonly settings: RunSettings }[] = [
  {
    name: "Gear's P1, beta = 1e8",
    settings: { formulation: { name: "regularised", beta: 1e8 }, method: "adams", projection: "inner-euler" },
  },
  {
    name: "underlying ODE, stabilised",
    settings: { formulation: "underlying", method: "adams", projection: "stabilise" },
  },
];

export function ringBench(): void {
  for (const { name, settings } of runs) {
    console.log(`\n${name}, rtol = 1e-4, t = 0 … ${until}`);
    const rows = sizes.map((n) => {
      // a thousand pendula take 80,000 steps, which last minutes
      console.error(`n = ${n} …`);
      const { run, problem } = prepareRun(ring, {
        settings: { ...settings, rtol: 1e-4, until, maxSteps: 1_000_000 },
        set: { ...start, n },
        keepStates: false,
      });
      while (run.advance(Number.POSITIVE_INFINITY) === "running");
      const { ledger, y, work, failure } = run.solution();
      return {
        n,
        evaluation: perEvaluation(problem, y),
        steps: work.steps,
        forces: work.forces,
        position: ledger.position,
        velocity: ledger.velocity,
        energy: ledger.energy?.maxDeviation ?? Number.NaN,
        failure: failure?.message,
      };
    });
    console.table(
      rows.map((r) => ({
        n: r.n,
        "µs per evaluation": r.evaluation.toFixed(1),
        "ns per evaluation and pendulum": ((1000 * r.evaluation) / r.n).toFixed(0),
        steps: r.steps,
        evaluations: r.forces,
        "largest |g|": r.position.toExponential(1),
        "largest |g'|": r.velocity.toExponential(1),
        "largest energy change": r.energy.toExponential(1),
        ...(r.failure && { failure: r.failure }),
      })),
    );
    const exponent = fittedOrder(
      rows.map((r) => r.n),
      rows.map((r) => r.evaluation),
    );
    console.log(`exponent of an evaluation in n: ${exponent.toFixed(2)}`);
  }
}

/** Microseconds of a right-hand side at y, best of several rounds. */
function perEvaluation({ rate, arena, dimension }: Problem, end: ArrayLike<number>): number {
  const dy: F64 = arena.f64(dimension);
  const y: F64 = arena.f64(dimension);
  y.set(end);
  const times = Math.max(20, Math.round(100_000 / dimension));
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 7; round++) {
    const begun = process.hrtime.bigint();
    for (let k = 0; k < times; k++) rate!(dy, 0, y);
    best = Math.min(best, Number(process.hrtime.bigint() - begun) / 1e3 / times);
  }
  return best;
}
