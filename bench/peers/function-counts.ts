/**
 * Function evaluations at equal error, ours against SciPy's, on the standard problems. Both sides run at two tolerances per
 * decade from 1e-3 to 1e-10 with the same absolute tolerances; work is interpolated in the logarithm of the error reached,
 * and a ratio is the geometric mean over the errors 1e-2, 1e-3, … that both reach. Evaluations of Jacobians are not counted
 * on either side: all have exact ones.
 */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Factory, Method } from "../../src/core/index.js";
import { methods } from "../../src/methods/index.js";
import { nonstiffProblems } from "../../test/problems/nonstiff.js";
import { solver } from "../../test/problems/solved.js";
import { errorIn, stiffProblems, type TestProblem } from "../../test/problems/stiff.js";
import { type Point, ratio } from "./curve.js";
import { firstOrder, python } from "./translate.js";

const tolerances = Array.from({ length: 15 }, (_, k) => 10 ** (-3 - k / 2));
const errors = Array.from({ length: 10 }, (_, k) => 10 ** (-2 - k));
const wanted = 1.5;

/** Ours, and the corresponding code; where there is none, the one that a user of SciPy would take. */
const pairs: readonly (readonly [ours: string, theirs: string, stiff: boolean, corresponding: boolean])[] = [
  ["bs32", "RK23", false, true],
  ["dopri5", "RK45", false, true],
  ["dop853", "DOP853", false, true],
  ["adams", "LSODA", false, true],
  ["gbs", "DOP853", false, false],
  ["bdf", "BDF", true, true],
  ["bdf", "LSODA", true, true],
  ["radau5", "Radau", true, true],
  ["rosenbrock4", "Radau", true, false],
];

/** Work and error in units of the problem's scale, by tolerance. */
type Curve = readonly Point[];

const script = fileURLToPath(new URL("../../../bench/peers/scipy-counts.py", import.meta.url));

export function functionCountsBench(): void {
  const problems = [
    { stiff: false, list: nonstiffProblems },
    { stiff: true, list: stiffProblems.filter((problem) => firstOrder(problem) !== undefined) },
  ];
  const left = stiffProblems.filter((problem) => firstOrder(problem) === undefined).map(({ name }) => name);
  if (left.length > 0) console.log(`Not given by rates, and left out: ${left.join(", ")}.`);
  if (!hasScipy()) {
    console.log("SciPy is skipped: python3 with scipy (Debian's python3-scipy) is not installed.");
    return;
  }
  for (const { stiff, list } of problems) {
    const columns = pairs.filter((pair) => pair[2] === stiff && methods.some(({ name }) => name === pair[0]));
    const theirs = scipy(list, [...new Set(columns.map((pair) => pair[1]))]);
    const ours = new Map(list.map((problem) => [problem.name, solver(problem)]));
    const titles = columns.map(([own, their, , corresponding]) => `${own} / ${their}${corresponding ? "" : " *"}`);
    const rows = list.map((problem) =>
      columns.map(([own, their]) => {
        const factory = methods.find(({ name }) => name === own)!;
        return ratio(curve(factory, ours.get(problem.name)!), theirs(problem, their), errors);
      }),
    );
    show(
      list.map(({ name }) => name),
      titles,
      rows,
    );
  }
  console.log(`At most ${wanted} is wanted. *: no corresponding code in SciPy.`);
}

function curve(factory: Factory<Method>, solve: ReturnType<typeof solver>): Curve {
  const method = factory.make();
  return tolerances.map((rtol) => {
    const { error, work } = solve(method, rtol);
    return { error: error * rtol, work: work.forces };
  });
}

function show(names: readonly string[], titles: readonly string[], rows: readonly (number | undefined)[][]): void {
  const text = (x: number | undefined): string => (x === undefined ? "" : `${x.toFixed(2)}${x > wanted ? " !" : ""}`);
  const table = Object.fromEntries(
    names.map((name, i) => [name, Object.fromEntries(titles.map((title, j) => [title, text(rows[i][j])]))]),
  );
  const column = (j: number): number[] => rows.flatMap((row) => row[j] ?? []);
  const mean = (list: number[]): number => Math.exp(list.reduce((sum, x) => sum + Math.log(x), 0) / list.length);
  const over = titles.map((title, j) => [
    title,
    `${column(j).filter((x) => x > wanted).length} of ${column(j).length}`,
  ]);
  console.table({
    ...table,
    "geometric mean": Object.fromEntries(titles.map((title, j) => [title, text(mean(column(j)))])),
    worst: Object.fromEntries(titles.map((title, j) => [title, text(Math.max(...column(j)))])),
    [`above ${wanted}`]: Object.fromEntries(over),
  });
}

const hasScipy = (): boolean => spawnSync("python3", ["-c", "import scipy.integrate"]).status === 0;

/** Runs all methods on all problems at all tolerances, at once. */
function scipy(problems: readonly TestProblem[], names: readonly string[]): (p: TestProblem, name: string) => Curve {
  const asked = {
    problems: problems.map((problem) => {
      const { states, ...rest } = firstOrder(problem)!;
      const { name, until, scale, reference } = problem;
      const scales = reference.map((_, i) => (typeof scale === "number" ? scale : scale[i]));
      return { name, until, start: Object.values(states), scale: scales, source: python({ states, ...rest }) };
    }),
    runs: problems.flatMap(({ name: problem }) =>
      names.flatMap((method) => tolerances.map((rtol) => ({ problem, method, rtol }))),
    ),
  };
  const { stdout, status, stderr } = spawnSync("python3", [script], {
    input: JSON.stringify(asked),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`scipy-counts.py failed: ${stderr}`);
  const answers = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { problem: string; method: string; evaluations?: number; y?: number[] });
  return (problem, name) =>
    answers
      .filter((answer) => answer.problem === problem.name && answer.method === name && answer.y !== undefined)
      .map(({ evaluations, y }) => ({ work: evaluations!, error: errorIn(problem, 1, y!) }));
}
