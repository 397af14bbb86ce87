/**
 * Ratios of processor time between taut and C of the same mathematics, written by hand, in this folder. The rules are the same for
 * both sides and are printed with the table.
 */

import { hasGcc } from "../c-kernel.js";
import { eliminatedBodies, eliminatedChain, hangingChain, rattleChain } from "./chains.js";
import { Compiler, type Contest, type Measured, measure } from "./contest.js";
import { doublePendulum } from "./pendulum.js";
import { hundredWaters } from "./waters.js";

export const rules = [
  "Both sides are measured by processor time, in this run, in seven turns each, one after the other; the smallest counts. Only runs of taut on the double pendulum, which take microseconds, are timed one by one by the time of day.",
  "Both sides are warm; compiling, reading a model, binding a run and allocating memory are outside the measurement.",
  "C is compiled by gcc with -O3, and with -march=native too; the faster of the two counts. Waters also have -ffast-math, without which gcc does not vectorise them.",
  "Whole runs to an error take the loosest step or tolerance that reaches it and whose tighter neighbour does too, on both sides.",
  "Programs in C keep the squares of lengths. taut keeps lengths unless a rod is squared, which takes a root and two divisions more per rod and evaluation; chains are measured in both forms, and the row says which one is faster.",
  "Rows may have a floor: the loops of C in WebAssembly, written by hand for that row alone. It counts on neither side.",
  "taut is one thread, in double precision. The reports of its runs (events, energies) are off, as they are in C.",
];

const contests: readonly ((compiler: Compiler) => Contest | Contest[])[] = [
  (compiler) => rattleChain(compiler, 1000),
  (compiler) => rattleChain(compiler, 10_000),
  (compiler) => eliminatedChain(compiler, 1000),
  (compiler) => eliminatedBodies(compiler, 100),
  (compiler) => eliminatedBodies(compiler, 1000),
  hangingChain,
  doublePendulum,
  hundredWaters,
];

/** Everything that the table says; `tell` is told of each row as soon as it is measured. */
export function measureLimit(tell: (row: Measured) => void): Measured[] {
  const compiler = new Compiler();
  try {
    return contests.flatMap((contest) =>
      [contest(compiler)].flat().map((row) => {
        const measured = measure(row);
        tell(measured);
        return measured;
      }),
    );
  } finally {
    compiler.release();
  }
}

const short = (x: number): string => x.toPrecision(3);

export function limitBench(): void {
  if (!hasGcc()) {
    console.log("skipped: gcc is not installed.");
    return;
  }
  for (const rule of rules) console.log(`- ${rule}`);
  const measured = measureLimit(({ work, unit, times }) =>
    console.log(`${work}, ${unit}: ${times.map(({ name, time }) => `${name} ${short(time)}`).join("; ")}`),
  );
  console.table(
    measured.map(({ work, unit, c, taut, tautName, ratio, wanted }) => ({
      work,
      unit,
      C: short(c),
      taut: short(taut),
      by: tautName,
      ratio: ratio.toFixed(2),
      wanted: `≤ ${wanted}`,
      reached: ratio <= wanted ? "yes" : "no",
    })),
  );
}
