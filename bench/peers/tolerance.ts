/**
 * Compares error and tolerance of every method that chooses its steps, on the problems it is meant for, at rtol 1e-3 …
 * 1e-10. It prints the error at the end in units of the tolerance, and lists exceptions beyond a factor of 30.
 */

import { reasonFor } from "../../test/problems/exceptions.js";
import { undamped } from "../../test/problems/stiff.js";
import { allowed, classes, isException, type Measured, measure } from "../../test/problems/tolerance.js";

/** Enough steps for ten digits with a method of order 2. */
const maxSteps = 1e8;

const shown = (error: number): string => (Number.isFinite(error) ? error.toPrecision(2) : "failed");
const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`;

export function toleranceBench(): void {
  for (const { name, factories, problems } of classes) {
    console.log(`\n${name}: error at the end / tolerance`);
    const all: Measured[] = [];
    for (const factory of factories) {
      const measured = measure([factory], problems, undefined, maxSteps);
      all.push(...measured);
      console.log(`\n${factory.name}`);
      show(measured);
    }
    summarise(all);
  }
  console.log(`\n${undamped.name}, which belongs to no class: error at the end / tolerance`);
  const fits = ({ order }: { order: number }, rtol: number): boolean => order > 2 || rtol > 1e-8;
  show(classes.flatMap(({ factories }) => measure(factories, [undamped], fits)));
}

/** Prints a row for each problem, or for each method on one problem, and a column for each tolerance. */
function show(measured: readonly Measured[]): void {
  const isOne = new Set(measured.map(({ problem }) => problem)).size === 1;
  const rows: Record<string, Record<string, string>> = {};
  for (const { method, problem, rtol, error } of measured) {
    const row = isOne ? method : problem;
    rows[row] = { ...rows[row], [rtol.toExponential()]: shown(error) };
  }
  console.table(rows);
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
  for (const measured of all.filter(isException)) {
    const { method, problem, rtol, error, failure } = measured;
    const reason = reasonFor(measured) ?? "not listed";
    console.log(`${method}, ${problem}, ${rtol.toExponential()}: ${failure ?? shown(error)} (${reason})`);
  }
}
