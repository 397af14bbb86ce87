/**
 * Compares `auto` with every fixed choice of a method with error control, on the gallery as it is and on 20 seeded
 * variations of each model, which were not used to tune it. A choice reaches a tolerance if its error at the end is
 * below 30 tolerances, times the factor by which the problem amplifies a disturbance of its start. Times are processor
 * times of this process, warm, the shortest of several. Every choice is timed by itself first; then auto and the three
 * fastest take turns in two rounds, whichever leads after the first, and the shortest of these times count.
 *
 * AUTO_ONLY=pendulum,chain, AUTO_SEEDS=0,1,2 and AUTO_RTOL=1e-4 restrict the comparison.
 */

import {
  allowed,
  final,
  fixedChoices,
  type Measured,
  measure,
  type Reference,
  referenceOf,
  type Way,
} from "./contest.js";
import { type Case, caseOf, type Subject, subjects } from "./variations.js";

const tolerances = process.env.AUTO_RTOL?.split(",").map(Number) ?? [1e-4, 1e-6, 1e-8];
/** Seeds that were not used for tuning, which used 0 to 9, 101 to 120 and some of 201 to 220 and 301 to 320. */
const fresh = Array.from({ length: 20 }, (_, k) => 401 + k);
const most = 2;
const auto: Way = { label: "auto", settings: {} };

interface Row {
  readonly seed: number;
  readonly rtol: number;
  readonly best: Measured | undefined;
  readonly own: Measured | undefined;
  /**
   * Infinite if a fixed choice reaches the tolerance and auto does not; 0.5 if every fixed choice takes twice its time.
   */
  readonly ratio: number;
}

export function autoBench(): void {
  const only = process.env.AUTO_ONLY?.split(",");
  const seeds = process.env.AUTO_SEEDS?.split(",").map(Number) ?? [0, ...fresh];
  const asked = subjects.filter(({ name }) => only === undefined || only.includes(name));
  warmUp();
  const all = asked.map((subject) => ({ subject, rows: contest(subject, seeds) }));

  console.log("\nThe gallery as it is");
  console.table(
    all.flatMap(({ subject, rows }) => rows.filter(({ seed }) => seed === 0).map((row) => asIs(subject, row))),
  );
  const varied = all.map(({ subject, rows }) => ({ subject, rows: rows.filter(({ seed }) => seed !== 0) }));
  console.log("\nSeeded variations: ratio of auto's time to that of the best fixed choice");
  console.table(varied.filter(({ rows }) => rows.length > 0).flatMap(({ subject, rows }) => summaries(subject, rows)));
  const everything = all.flatMap(({ rows }) => rows);
  const compared = everything.filter(({ ratio }) => !Number.isNaN(ratio));
  const over = compared.filter(({ ratio }) => !(ratio <= most));
  console.log(
    `\n${compared.length} comparisons (in ${everything.length - compared.length} more no choice reaches the tolerance): auto takes more than ${most} times the best in ${over.length}, worst ratio ${worst(compared)}.`,
  );
  for (const { subject, rows } of all)
    for (const row of rows.filter((one) => over.includes(one)))
      console.log(`  ${subject.name}, variation ${row.seed}, rtol ${row.rtol}: ${described(row)}`);
}

/** Warms up the code of every method, so that its cost does not fall on the first subject. */
function warmUp(): void {
  for (const name of ["pendulum", "spring-pendulum", "van-der-pol"]) {
    const subject = subjects.find((one) => one.name === name)!;
    const subjectCase = caseOf(subject, 0);
    const reference = referenceOf(subject, subjectCase)!;
    for (const way of [...fixedChoices(subjectCase), auto])
      for (let k = 0; k < 3; k++) measure(way, subjectCase, 1e-4, reference, 100);
  }
}

function contest(subject: Subject, seeds: readonly number[]): Row[] {
  const hopeless = new Set<string>();
  const rows = seeds.flatMap((seed) => {
    const subjectCase = caseOf(subject, seed);
    const reference = referenceOf(subject, subjectCase);
    if (reference === undefined) {
      console.log(`${subject.name}, variation ${seed}: skipped, because no reference could be computed`);
      return [];
    }
    return tolerances.map((rtol) => {
      const row = { seed, rtol, ...compared(subjectCase, reference, rtol, hopeless) };
      if (row.ratio > most) console.log(`  ${subject.name}, variation ${seed}, rtol ${rtol}: ${described(row)}`);
      return row;
    });
  });
  console.log(`${subject.name}: worst ratio ${worst(rows.filter(({ ratio }) => !Number.isNaN(ratio)))}`);
  return rows;
}

/**
 * A choice that fails and takes longer than this (s) is not tried again on the model: second derivatives of all pairs
 * take minutes to bind.
 */
const tooLong = 3;

function compared(
  subjectCase: Case,
  reference: Reference,
  rtol: number,
  hopeless: Set<string>,
): Omit<Row, "seed" | "rtol"> {
  const own = measure(auto, subjectCase, rtol, reference, 10_000);
  let best: Measured | undefined;
  const reached: Measured[] = [];
  // a choice that takes twice as long as auto, or much longer than the best so far, is abandoned
  const reaches = own !== undefined && own.error <= allowed;
  const longest = reaches ? 2 * own!.time : 5000;
  const patience = (): number => Math.min(longest, 1.5 * (best?.time ?? longest)) + 0.1;
  for (const way of fixedChoices(subjectCase)) {
    if (hopeless.has(way.label)) continue;
    const begun = performance.now();
    const one = measure(way, subjectCase, rtol, reference, patience());
    if (one === undefined && performance.now() - begun > 1000 * tooLong) hopeless.add(way.label);
    if (one === undefined || one.error > allowed) continue;
    reached.push(one);
    if (best === undefined || one.time < best.time) best = one;
  }
  if (best === undefined) return { best, own, ratio: reaches ? 0.5 : Number.NaN };
  if (!reaches) return { best, own, ratio: Number.POSITIVE_INFINITY };

  const finalists = reached.sort((a, b) => a.time - b.time).slice(0, 3);
  const turns = [0, 1].map(() => final([own!, ...finalists], subjectCase, rtol));
  const times = turns[0].map((time, i) => Math.min(time, turns[1][i]));
  const first = times.indexOf(Math.min(...times.slice(1)), 1);
  const ratio = times[0] / times[first];
  return { best: { ...finalists[first - 1], time: times[first] }, own: { ...own!, time: times[0] }, ratio };
}

function asIs({ name }: Subject, { rtol, best, own, ratio }: Row) {
  return {
    model: name,
    rtol,
    "best fixed choice": best?.label ?? (ratio === 0.5 ? "all take twice as long" : "none reaches it"),
    ms: best === undefined ? "" : best.time.toFixed(3),
    "auto ms": own === undefined ? "failed" : own.time.toFixed(3),
    ratio: ratio.toFixed(2),
    "auto used": own === undefined ? "" : used(own),
  };
}

function summaries({ name }: Subject, rows: readonly Row[]) {
  return tolerances.map((rtol) => {
    const mine = rows.filter((row) => row.rtol === rtol && !Number.isNaN(row.ratio));
    const ratios = mine.map(({ ratio }) => ratio).sort((a, b) => a - b);
    const bests = new Set(mine.map(({ best }) => best?.label.split("/")[1] ?? "none"));
    return {
      model: name,
      rtol,
      cases: mine.length,
      median: ratios[ratios.length >> 1]?.toFixed(2) ?? "",
      worst: ratios[ratios.length - 1]?.toFixed(2) ?? "",
      "best fixed choices": [...bests].join(" "),
    };
  });
}

const worst = (rows: readonly Row[]): string => Math.max(...rows.map(({ ratio }) => ratio)).toFixed(2);

function used({ solution }: Measured): string {
  const { steps, forces } = solution.work;
  return `${steps} steps, ${forces} forces, ${solution.handovers.length} hand-overs`;
}

function described({ best, own, ratio }: Row): string {
  const mine =
    own === undefined ? "failed" : `${own.time.toFixed(3)} ms, error ${own.error.toPrecision(2)}, ${used(own)}`;
  return `${best!.label} ${best!.time.toFixed(3)} ms, error ${best!.error.toPrecision(2)}; auto ${mine}; ratio ${ratio.toFixed(2)}`;
}
