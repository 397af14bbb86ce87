import { StudyRunner } from "../../src/study/index.js";
import { SweepResults } from "../../src/study/results.js";
import { validateStudy } from "../../src/study/study.js";

/** The results of all runs of a study, one after the other. */
export function openStudy(data: object): SweepResults {
  const runner = new StudyRunner(
    validateStudy(data, () => {
      throw new Error("no file is read here");
    }),
  );
  const results = new SweepResults(runner);
  for (let index = 0; index < runner.study.count; index++) {
    const begun = runner.begin(runner.study.run(index));
    if (!("run" in begun)) throw new Error(begun.message);
    while (begun.run.advance(Number.POSITIVE_INFINITY) === "running");
    results.add({ study: runner.study.id, columns: runner.columns, rows: [begun.finish().row] });
  }
  return results;
}
