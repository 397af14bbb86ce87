/**
 * Digits of rigid bodies at the end, against references that share no code with the library, for rtol 1e-4 … 1e-11: as they
 * are, and after division of the error by the condition of the problem. Goal: -log10(rtol) - 1 digits after division.
 */

import { run } from "../src/index.js";
import {
  type BodyProblem,
  bodyProblems,
  distance,
  drawnProblem,
  modelOf,
  referenceOf,
} from "../test/problems/bodies/problems.js";

const tolerances = [4, 5, 6, 7, 8, 9, 10, 11].map((k) => Number(`1e-${k}`));
const methods = ["auto", "dopri5", "gbs", "adams", "radau5"];
const drawn = 40;

export function bodiesBench(): void {
  for (const method of methods) {
    console.log(`\n${method}: digits, digits divided by the condition, evaluations`);
    console.table(Object.fromEntries(bodyProblems.map((problem) => [problem.name, digitsOf(problem, method)])));
  }

  const all = Array.from({ length: drawn }, (_, seed) => drawnProblem(seed));
  console.log(`\n${drawn} drawn problems, auto: runs that reach -log10(rtol) - 1 digits`);
  const results = all.map((problem) => ({ problem, rows: measured(problem, "auto") }));
  const counts = tolerances.map((rtol, k) => [
    rtol.toExponential(),
    { reached: results.filter(({ rows }) => rows[k].scaled >= -Math.log10(rtol) - 1).length, of: drawn },
  ]);
  console.table(Object.fromEntries(counts));
  for (const { problem, rows } of results)
    rows.forEach(({ digits, scaled }, k) => {
      if (scaled >= -Math.log10(tolerances[k]) - 1) return;
      console.log(
        `${problem.name}, ${tolerances[k].toExponential()}: ${digits.toFixed(1)} digits, divided ${scaled.toFixed(1)}`,
      );
    });
}

function digitsOf(problem: BodyProblem, method: string): Record<string, string> {
  return Object.fromEntries(
    measured(problem, method).map(({ digits, scaled, evaluations }, k) => [
      tolerances[k].toExponential(),
      `${digits.toFixed(1)} ${scaled.toFixed(1)} ${evaluations}`,
    ]),
  );
}

const references = new Map<BodyProblem, ReturnType<typeof referenceOf>>();

function measured(problem: BodyProblem, method: string) {
  const reference = references.get(problem) ?? referenceOf(problem);
  references.set(problem, reference);
  const model = modelOf(problem);
  return tolerances.map((rtol) => {
    const { q, v, work, status } = run(model, {
      method,
      rtol,
      until: problem.until,
      maxSteps: 1e6,
      accept: ["energy"],
    });
    const error = status === "ok" ? distance({ q, v }, reference.end) : Number.POSITIVE_INFINITY;
    return {
      digits: -Math.log10(error),
      scaled: -Math.log10(error / reference.condition),
      evaluations: work.forces,
    };
  });
}
