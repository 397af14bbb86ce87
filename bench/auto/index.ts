/** `auto` against every fixed choice, on the gallery and on seeded variations of it. */

import { allowed, fixedChoices, type Measured, measure, referenceOf } from "./contest.js";
import { caseOf, subjects } from "./variations.js";

const tolerances = [1e-4, 1e-6, 1e-8];

export function autoBench(): void {
  const only = process.env.ONLY?.split(",");
  const seeds = (process.env.SEEDS ?? "0").split(",").map(Number);
  for (const subject of subjects.filter(({ name }) => only === undefined || only.includes(name)))
    for (const seed of seeds) {
      const subjectCase = caseOf(subject, seed);
      const reference = referenceOf(subject, subjectCase);
      if (reference === undefined) {
        console.log(`${subject.name} ${seed}: no reference`);
        continue;
      }
      for (const rtol of tolerances) {
        const found: Measured[] = [];
        let patience = 1000;
        for (const { label, settings } of fixedChoices(subjectCase)) {
          const one = measure(label, subjectCase, settings, rtol, reference, patience);
          if (one === undefined) continue;
          found.push(one);
          if (one.error <= allowed) patience = Math.min(patience, 3 * one.time + 0.2);
        }
        const own = measure("auto", subjectCase, {}, rtol, reference, 10_000);
        const reached = found.filter(({ error }) => error <= allowed).sort((a, b) => a.time - b.time);
        const show = (m: Measured) =>
          `${m.label} ${m.time.toFixed(3)}ms ${m.solution.start === undefined ? "" : ""}err ${m.error.toPrecision(2)} ${m.steps} steps ${m.forces} forces`;
        console.log(
          `\n${subject.name} ${seed} ${rtol} amp ${reference.amplification.toPrecision(2)}: AUTO ${own ? show(own) : "failed"} ratio ${own ? (own.time / reached[0]?.time).toFixed(2) : ""}`,
        );
        for (const m of reached.slice(0, 6)) console.log(`   ${show(m)}`);
      }
    }
}
