/**
 * Right-hand sides that `adams` takes on the stiff double pendulum of Ariel section 6.2, t = 0 … 10 from the point
 * (31)-(32) on the constraint manifold, for the paper's six tolerances; docs/theory/ariel.md has ode113's at the
 * loosest and the tightest. Beside the default there is `part: 1` in the maximum norm, which judges steps as ode113
 * does. At loose tolerances the count depends on the first step: a step limited by stability may or may not let the
 * fast modes grow, at random. So every run with omega <= 1000 is made with nine first steps, a tenth apart, and the
 * least and largest counts are shown as well.
 */

import { readFileSync } from "node:fs";
import { compileSystem } from "../src/compile/index.js";
import { errorControlled } from "../src/controllers/index.js";
import type { Method } from "../src/core/index.js";
import { catalogue } from "../src/elements/index.js";
import { stiff } from "../src/formulations/index.js";
import { adams } from "../src/methods/index.js";
import { lower, parseModelText, validateModel } from "../src/model/index.js";
import { solve } from "../src/solve/index.js";

/** The counts of ode113 (docs/theory/ariel.md) at the loosest and the tightest tolerance. */
const published: readonly (readonly [omega: number, loosest: number, tightest: number])[] = [
  [100, 5600, 13_000],
  [1000, 66_000, 110_000],
  [10_000, 714_000, 836_000],
];
const tolerances = [3, 4, 5, 6, 7, 8];
const ways: readonly { readonly name: string; readonly method: Method; readonly norm: "rms" | "max" }[] = [
  { name: "adams", method: adams(), norm: "rms" },
  { name: "adams as ode113 judges (part = 1, maximum norm)", method: adams({ part: 1 }), norm: "max" },
];

export function adamsCounts(): void {
  const file = new URL("../../gallery/double-pendulum.yaml", import.meta.url);
  const lowered = lower(validateModel(parseModelText(readFileSync(file, "utf8")), catalogue), catalogue);
  for (const { name, method, norm } of ways) {
    console.log(`\n${name}: evaluations, and the smallest and largest number with nine first steps`);
    const rows = published.map(([omega, loosest, tightest]) => {
      const counts = tolerances.map((digits) => {
        const [rtol, atol] = [10 ** -digits, 10 ** -(digits + 3)];
        const starts = omega > 1000 ? [] : [0, 1, 2, 3, 4, 5, 6, 7, 8].map((k) => (1e-2 / omega) * (1 + k / 10));
        return [undefined, ...starts].map((initialStep) => {
          const controller = errorControlled({ rtol, atol, norm, ...(initialStep !== undefined && { initialStep }) });
          const problem = stiff({ omega }).apply(compileSystem(lowered));
          const { work } = solve(problem, {
            method,
            controller,
            until: 10,
            start: "assume",
            saveAt: [],
            ledger: "saved",
          });
          return work.forces;
        });
      });
      const shown = counts.map(([own, ...others]) =>
        others.length === 0 ? `${own}` : `${own} (${Math.min(...others)}–${Math.max(...others)})`,
      );
      const against = (of: number, expected: number) => `${expected} (${percent(counts[of][0] / expected - 1)})`;
      return {
        omega,
        ...Object.fromEntries(tolerances.map((digits, i) => [`1e-${digits}`, shown[i]])),
        "ode113, 1e-3": against(0, loosest),
        "ode113, 1e-8": against(5, tightest),
      };
    });
    console.table(rows);
  }
}

const percent = (x: number): string => `${x < 0 ? "" : "+"}${(100 * x).toFixed(0)} %`;
