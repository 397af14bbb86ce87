/**
 * Compares function evaluations at equal error with those of SciPy, Octave and odex, on the standard problems. All
 * solvers run at two tolerances per decade from 1e-3 to 1e-10, with the same absolute tolerances. Work is interpolated
 * in the logarithm of the error reached, and a ratio is the geometric mean over the errors 1e-2, 1e-3, … that both
 * reach. Evaluations of Jacobians are not counted, because all solvers get exact ones.
 */

import type { Factory, Method } from "../../src/core/index.js";
import { methods } from "../../src/methods/index.js";
import { nonstiffProblems } from "../../test/problems/nonstiff.js";
import { solver } from "../../test/problems/solved.js";
import { stiffProblems } from "../../test/problems/stiff.js";
import { type Curves, codes, tolerances } from "./codes.js";
import { type Point, ratio } from "./curve.js";
import { firstOrder } from "./translate.js";

const errors = Array.from({ length: 10 }, (_, k) => 10 ** (-2 - k));
const wanted = 1.5;

interface Pair {
  readonly ours: string;
  readonly code: string;
  readonly method: string;
  /** Whether it is another kind of method, shown for comparison only. */
  readonly other?: boolean;
}

const classes: readonly { readonly problems: typeof stiffProblems; readonly pairs: readonly Pair[] }[] = [
  {
    problems: nonstiffProblems,
    pairs: [
      { ours: "bs32", code: "SciPy", method: "RK23" },
      { ours: "dopri5", code: "SciPy", method: "RK45" },
      { ours: "dopri5", code: "Octave", method: "ode45" },
      { ours: "dop853", code: "SciPy", method: "DOP853" },
      { ours: "adams", code: "SciPy", method: "LSODA" },
      { ours: "gbs", code: "odex", method: "odex" },
      { ours: "gbs", code: "SciPy", method: "DOP853", other: true },
    ],
  },
  {
    problems: stiffProblems,
    pairs: [
      { ours: "bdf", code: "SciPy", method: "BDF" },
      { ours: "bdf", code: "Octave", method: "ode15s" },
      { ours: "bdf", code: "SciPy", method: "LSODA", other: true },
      { ours: "radau5", code: "SciPy", method: "Radau" },
      { ours: "rosenbrock23", code: "Octave", method: "ode23s" },
      { ours: "rosenbrock4", code: "SciPy", method: "Radau", other: true },
    ],
  },
];

export function functionCountsBench(): void {
  const absent = new Map(codes.map((code) => [code.name, code.missing()]));
  for (const sentence of absent.values()) if (sentence !== undefined) console.log(sentence);
  for (const { problems, pairs } of classes) {
    const list = problems.filter((problem) => firstOrder(problem) !== undefined);
    const left = problems.filter((problem) => !list.includes(problem)).map(({ name }) => name);
    if (left.length > 0)
      console.log(`These problems are left out, because they are not given by rates: ${left.join(", ")}.`);

    const columns = pairs.flatMap((pair) => {
      const factory = methods.find(({ name }) => name === pair.ours);
      return factory === undefined || absent.get(pair.code) !== undefined ? [] : { ...pair, factory };
    });
    const theirs = new Map<string, Curves>();
    for (const code of codes) {
      const used = columns.filter((pair) => pair.code === code.name).map(({ method }) => method);
      if (used.length > 0) theirs.set(code.name, code.curves(list, [...new Set(used)]));
    }
    const rows = list.map((problem) => {
      const solve = solver(problem);
      return columns.map(({ factory, code, method }) =>
        ratio(curve(factory, solve), theirs.get(code)!(problem, method), errors),
      );
    });
    show(
      list.map(({ name }) => name),
      columns.map(({ ours, method, other }) => `${ours} / ${method}${other ? " *" : ""}`),
      rows,
    );
  }
  console.log(`Ratios should be at most ${wanted}. An asterisk marks another kind of method, for comparison.`);
}

function curve(factory: Factory<Method>, solve: ReturnType<typeof solver>): Point[] {
  const method = factory.make();
  return tolerances.map((rtol) => {
    const { error, work } = solve(method, rtol);
    return { error: error * rtol, work: work.forces };
  });
}

/** Prints a table with a row for each problem and a column for each pair, and a summary below. */
function show(names: readonly string[], titles: readonly string[], rows: readonly (number | undefined)[][]): void {
  const text = (x: number | undefined): string => (x === undefined ? "" : `${x.toFixed(2)}${x > wanted ? " !" : ""}`);
  const line = (value: (j: number) => string): Record<string, string> =>
    Object.fromEntries(titles.map((title, j) => [title, value(j)]));
  const columns = titles.map((_, j) => rows.flatMap((row) => row[j] ?? []));
  const mean = (list: number[]): number => Math.exp(list.reduce((sum, x) => sum + Math.log(x), 0) / list.length);
  console.table({
    ...Object.fromEntries(names.map((name, i) => [name, line((j) => text(rows[i][j]))])),
    "geometric mean": line((j) => text(mean(columns[j]))),
    worst: line((j) => text(Math.max(...columns[j]))),
    [`above ${wanted}`]: line((j) => `${columns[j].filter((x) => x > wanted).length} of ${columns[j].length}`),
  });
}
