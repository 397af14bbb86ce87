/**
 * Error against tolerance: every method that chooses its steps, on the problems it is for, at rtol 1e-3 … 1e-10. Printed is
 * the error at the end in units of the tolerance; exceptions beyond a factor 30 are listed.
 */

import { allowed, classes, isException, type Measured, measure } from "../../test/problems/tolerance.js";

const tolerances = [1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10];

const shown = (error: number): string => (Number.isFinite(error) ? error.toPrecision(2) : "failed");
const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`;

export function toleranceBench(): void {
  for (const { name, factories, problems } of classes) {
    console.log(`\n${name}: error at the end / tolerance`);
    const all: Measured[] = [];
    for (const factory of factories) {
      const measured = measure([factory], problems, tolerances);
      all.push(...measured);
      console.log(`\n${factory.name}`);
      console.table(
        Object.fromEntries(
          problems.map(({ name }) => {
            const own = measured.filter(({ problem }) => problem === name);
            return [name, Object.fromEntries(own.map(({ rtol, error }) => [rtol.toExponential(), shown(error)]))];
          }),
        ),
      );
    }
    summarise(all);
  }
}

function summarise(all: readonly Measured[]): void {
  const names = [...new Set(all.map(({ method }) => method))];
  console.log(`\nexceptions, error above ${allowed} tolerances (for comparison: below 1/${allowed} of one)`);
  console.table(
    Object.fromEntries(
      [...names, "all"].map((name) => {
        const own = all.filter(({ method }) => name === "all" || method === name);
        const above = own.filter(isException).length;
        const below = own.filter(({ error }) => error < 1 / allowed).length;
        return [
          name,
          { runs: own.length, above, "above %": percent(above, own.length), "below %": percent(below, own.length) },
        ];
      }),
    ),
  );
  for (const { method, problem, rtol, error, failure } of all.filter(isException))
    console.log(`${method}, ${problem}, ${rtol.toExponential()}: ${failure ?? shown(error)}`);
}
