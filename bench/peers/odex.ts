/** The npm package odex on the underlying ODE, which is written out by hand; odex does not offer a projection. */

import { createRequire } from "node:module";
import { type Contender, firstSteps, named, timed, tolerances, until } from "./contender.js";

/** The part of odex's interface that is used. */
interface Solver {
  relativeTolerance: number | number[];
  absoluteTolerance: number | number[];
  initialStepSize: number;
  maxSteps: number;
  solve(
    rate: (t: number, y: number[]) => number[],
    t: number,
    y: number[],
    end: number,
  ): { y: number[]; outcome: number; nEval: number; nAccept: number };
}

const require = createRequire(import.meta.url);

export function newOdex(n: number): Solver {
  const { Solver } = require("odex") as { readonly Solver: new (n: number) => Solver };
  return new Solver(n);
}

const start = [1, 0, 2, 0, 0, -0.5, 0, 0.5];

/** Rods r1 = a and r2 = b - a, g = (|r|^2 - 1)/2: S lambda = (|r1'|^2, |r2'|^2), a'' = r2 l2 - r1 l1, b'' = -r2 l2. */
function rate(_t: number, y: number[]): number[] {
  const x1 = y[0];
  const y1 = y[1];
  const x2 = y[2] - x1;
  const y2 = y[3] - y1;
  const u2 = y[6] - y[4];
  const w2 = y[7] - y[5];
  const s11 = x1 * x1 + y1 * y1;
  const s12 = -(x1 * x2 + y1 * y2);
  const s22 = 2 * (x2 * x2 + y2 * y2);
  const c1 = y[4] * y[4] + y[5] * y[5];
  const c2 = u2 * u2 + w2 * w2;
  const scale = 1 / (s11 * s22 - s12 * s12);
  const l1 = (s22 * c1 - s12 * c2) * scale;
  const l2 = (s11 * c2 - s12 * c1) * scale;
  return [y[4], y[5], y[6], y[7], x2 * l2 - x1 * l1, y2 * l2 - y1 * l1, -x2 * l2, -y2 * l2];
}

/** Scans abandon runs that need more: at some settings odex repeats a step for ever, whatever its limit of steps. */
const maxEvaluations = 100_000;

function limited(f: typeof rate): typeof rate {
  let evaluations = 0;
  return (t, y) => {
    if (++evaluations > maxEvaluations) throw new Error("too many evaluations");
    return f(t, y);
  };
}

/** odex with its own first step, and with first steps that suit the problem. */
export function odexContenders(): Contender[] {
  return firstSteps.map((first) => {
    const solver = (tolerance: number): Solver =>
      Object.assign(newOdex(8), {
        relativeTolerance: tolerance,
        absoluteTolerance: tolerance,
        ...(first !== undefined && { initialStepSize: first }),
      });
    return {
      name: named("odex", first),
      projected: false,
      settings: tolerances,
      scan: (settings) =>
        settings.map((tolerance) => {
          try {
            const { y, outcome, nEval, nAccept } = solver(tolerance).solve(limited(rate), 0, start, until);
            return outcome === 0 ? { q: y.slice(0, 4), evaluations: nEval, steps: nAccept } : undefined;
          } catch {
            return undefined;
          }
        }),
      time(tolerance, milliseconds) {
        const made = solver(tolerance);
        return timed(() => {
          made.solve(rate, 0, start, until);
        }, milliseconds);
      },
    };
  });
}
