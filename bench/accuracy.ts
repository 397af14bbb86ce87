/**
 * Error at the end against tolerance, with default tolerances of components: every problem of `test/problems/accuracy` in
 * its ways at rtol 1e-4 … 1e-11. It prints the digits that are missing (negative) or to spare, and lists exceptions.
 */

import { cases } from "../test/problems/accuracy/index.js";
import { isLambdaMet, isMet, measureCase, type Outcome, tolerances } from "../test/problems/accuracy/measure.js";

const percent = (part: number, all: number): string => `${((100 * part) / all).toFixed(1)} %`;
/** Digits beyond those that rtol promises. */
const spare = (error: number, rtol: number): string =>
  Number.isFinite(error) ? (Math.log10(rtol) - Math.log10(Math.max(error, 1e-17))).toFixed(1) : "failed";

export function accuracyBench(): void {
  const all: Outcome[] = [];
  const rows: Record<string, Record<string, string | number>> = {};
  for (const problem of cases) {
    const outcomes = measureCase(problem);
    all.push(...outcomes);
    for (const { way, rtol, error, evaluations } of outcomes) {
      const name = `${problem.name}, ${way}`;
      rows[name] = { ...rows[name], [rtol.toExponential()]: spare(error, rtol), evaluations };
    }
  }
  console.log(
    `\n${cases.length} problems: digits beyond -log10(rtol), divided by the conditioning; below -1 is an exception`,
  );
  console.table(rows, [...tolerances.map((rtol) => rtol.toExponential()), "evaluations"]);
  for (const kind of [...new Set(all.map((one) => one.kind)), "all"]) {
    const own = all.filter((one) => kind === "all" || one.kind === kind);
    const withLambda = own.filter(({ lambda }) => lambda !== undefined);
    const met = own.filter(isMet).length;
    const lambda =
      withLambda.length === 0
        ? ""
        : `, multipliers ${percent(withLambda.filter(isLambdaMet).length, withLambda.length)}`;
    console.log(`${kind}: ${met} of ${own.length} runs, ${percent(met, own.length)}${lambda}`);
  }
  console.log("\nexceptions");
  for (const one of all.filter((each) => !(isMet(each) && isLambdaMet(each)))) {
    const { problem, way, rtol, error, lambda, failure } = one;
    const found = failure ?? `${spare(error, rtol)}${isLambdaMet(one) ? "" : `, multipliers ${spare(lambda!, rtol)}`}`;
    console.log(`${problem}, ${way}, ${rtol.toExponential()}: ${found}`);
  }
}
