/** Runs other solvers on the test problems: SciPy and Octave, each in one process, and the npm package odex. */

import { fileURLToPath } from "node:url";
import { compileSystem } from "../../src/compile/index.js";
import { catalogue } from "../../src/elements/index.js";
import { lower, validateModel } from "../../src/model/index.js";
import { errorIn, floors, type TestProblem } from "../../test/problems/stiff.js";
import { ask, answers as isThere } from "../child.js";
import type { Point } from "./curve.js";
import { newOdex } from "./odex.js";
import { type FirstOrder, firstOrder, octave, python } from "./translate.js";

export interface Code {
  readonly name: string;
  /** Why it is left out; undefined if it is not. */
  missing(): string | undefined;
  /** Evaluations and errors of one of its methods at every tolerance, from loose to tight. */
  curves(problems: readonly TestProblem[], methods: readonly string[]): Curves;
}

export type Curves = (problem: TestProblem, method: string) => readonly Point[];

export const tolerances = Array.from({ length: 15 }, (_, k) => 10 ** (-3 - k / 2));

/** The time limit for all runs of one solver, in seconds. */
const patience = 1200;

interface Answer {
  readonly problem: number;
  readonly method: string;
  readonly evaluations?: number;
  readonly y?: number | number[];
}

/** A solver behind a script that reads problems and runs as JSON, and answers each run with a line. */
function scripted(
  name: string,
  command: readonly [string, ...string[]],
  check: readonly string[],
  where: string,
  source: (problem: FirstOrder) => string,
  tightest: (method: string) => number,
): Code {
  const [program, ...options] = command;
  const script = (file: string): string => fileURLToPath(new URL(`../../../bench/peers/${file}`, import.meta.url));
  const found = (): boolean => isThere(program, check);
  return {
    name,
    missing: () => (found() ? undefined : `${name} is skipped: ${where} is not installed.`),
    curves(problems, methods) {
      const asked = {
        problems: problems.map((problem) => {
          const model = firstOrder(problem)!;
          const { until } = problem;
          return { until, start: Object.values(model.states), scale: floors(problem, 1), source: source(model) };
        }),
        runs: problems.flatMap((_, problem) =>
          methods.flatMap((method) =>
            tolerances.filter((rtol) => rtol > 0.99 * tightest(method)).map((rtol) => ({ problem, method, rtol })),
          ),
        ),
      };
      const args = options.map((option) => (option.includes(".") ? script(option) : option));
      const input = JSON.stringify(asked);
      const lines = ask(name, program, args, { input, seconds: patience }).split("\n");
      // every answer ends with a newline; the last line of a program that was stopped may be incomplete
      const answers = lines.slice(0, -1).map((line) => JSON.parse(line) as Answer);
      return (problem, method) =>
        answers.flatMap(({ problem: k, method: by, evaluations, y }) => {
          if (problems[k] !== problem || by !== method || y === undefined) return [];
          return { work: evaluations!, error: errorIn(problem, 1, typeof y === "number" ? [y] : y) };
        });
    },
  };
}

const scipy = scripted(
  "SciPy",
  ["python3", "scipy-counts.py"],
  ["-c", "import scipy.integrate"],
  "python3 with scipy (Debian's python3-scipy)",
  python,
  () => 1e-10,
);

/** Octave's interpreter is slow, so the tightest tolerances are left out. */
const octaveCli = scripted(
  "Octave",
  ["octave-cli", "--quiet", "--no-history", "octave-counts.m"],
  ["--version"],
  "octave (Debian's octave)",
  octave,
  (method) => (method === "ode23s" ? 1e-6 : 1e-8),
);

/** odex gets the rates of our compiled model. */
const odex: Code = {
  name: "odex",
  missing: () => undefined,
  curves: () => (problem) => {
    const workspace = compileSystem(lower(validateModel(problem.model, catalogue), catalogue)).workspace();
    const { dimension, arena, initial } = workspace;
    const [at, dy] = [arena.f64(dimension), arena.f64(dimension)];
    const rate = (t: number, y: number[]): number[] => {
      at.set(y);
      workspace.rate!(dy, t, at);
      return Array.from(dy);
    };
    return tolerances.flatMap((rtol) => {
      const solver = Object.assign(newOdex(dimension), {
        relativeTolerance: rtol,
        absoluteTolerance: floors(problem, rtol),
        maxSteps: 1e5,
      });
      const { y, outcome, nEval } = solver.solve(rate, 0, Array.from(initial), problem.until);
      return outcome === 0 ? [{ work: nEval, error: errorIn(problem, 1, y) }] : [];
    });
  },
};

export const codes: readonly Code[] = [scipy, octaveCli, odex];
