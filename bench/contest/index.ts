/**
 * `npm run bench -- contest` compares `auto` with every method with error control on systems that are generated from
 * seeds, none of which was used for tuning. All methods run in the formulation and with the projection that `auto` chooses.
 * Costs are counted, never timed (`src/methods/composed/parts/cost.ts` has the rule). A method takes part if its error at
 * the end is at most 30 tolerances, or three times that of `auto`.
 *
 * CONTEST_SEEDS=1000-1199 chooses the seeds.
 */

import { registry } from "../../src/run/index.js";
import { type Entry, entryOf } from "./models.js";
import { attempt, type Choice, chosen, distance, type Trial } from "./trial.js";

/** Tuning used seeds below 1200. */
const fresh = [2000, 2159] as const;
/** An error up to this many tolerances reaches the tolerance; problems that amplify errors allow this multiple of auto's. */
const allowed = 30;
const similar = 3;
/** Methods in the order in which they are tried: those that are often best come first, and bound the others. */
const order = ["dop853", "radau5", "bdf", "dopri5", "adams", "gbs", "rosenbrock4"];

export interface Row {
  readonly entry: Entry;
  readonly choice: Choice | undefined;
  readonly auto: Trial | undefined;
  /** The cheapest other method, if one is cheaper than auto. */
  readonly best: Trial | undefined;
  /** The cost of auto over that of the best, or 1 if no other method is cheaper. */
  readonly ratio: number;
  /** The error of auto at the end, in tolerances. */
  readonly error: number;
}

function methods(): string[] {
  const all = registry.method.filter(({ name, make }) => name !== "auto" && make({}).estimatesError);
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length);
  return all.map(({ name }) => name).sort((a, b) => rank(a) - rank(b));
}

export function contest(seed: number): Row {
  const entry = entryOf(seed);
  const choice = chosen(entry);
  const auto = choice && attempt(entry, "auto", choice, entry.rtol, Number.POSITIVE_INFINITY);
  if (choice === undefined || auto === undefined)
    return { entry, choice, auto, best: undefined, ratio: Number.POSITIVE_INFINITY, error: Number.POSITIVE_INFINITY };
  const by = (method: string, rtol: number, most: number): Trial | undefined =>
    attempt(entry, method, { ...choice, method }, rtol, most);

  const isImplicit = auto.cost > 1.5 * auto.evaluations;
  const finer = Math.max(entry.rtol / 100, 1e-12);
  const much = 1e4 + 10 * auto.cost;
  const reference =
    (isImplicit ? undefined : by("dop853", finer, much)) ??
    by("radau5", finer, 2 * much) ??
    by("dop853", finer, 5 * much);
  const errorOf = ({ solution }: Trial): number =>
    reference === undefined ? 0 : distance(solution.y, reference.solution.y) / entry.rtol;
  const error = errorOf(auto);
  let best: Trial | undefined;
  for (const method of methods()) {
    const one = by(method, entry.rtol, Math.min(auto.cost, best?.cost ?? Number.POSITIVE_INFINITY));
    if (one !== undefined && errorOf(one) <= Math.max(allowed, similar * error)) best = one;
  }
  return { entry, choice, auto, best, ratio: best === undefined ? 1 : auto.cost / best.cost, error };
}

export function described({ entry, choice, auto, best, ratio, error }: Row): string {
  const { seed, family, rtol } = entry;
  const mine =
    auto === undefined
      ? "failed"
      : `${short(auto.cost)} (${auto.evaluations} evaluations, error ${short(error)}, ${auto.solution.handovers.length} hand-overs, ${JSON.stringify(choice?.method)})`;
  const theirs = best === undefined ? "nothing is cheaper" : `${best.label} ${short(best.cost)} (${best.evaluations})`;
  return `seed ${seed}, ${family}, ${auto?.dimension ?? "?"} unknowns, rtol ${rtol}: ratio ${ratio.toFixed(2)}; auto ${mine}; ${theirs}`;
}

const short = (x: number): string => String(Number(x.toPrecision(3)));

export function contestBench(): void {
  const [from, to] = process.env.CONTEST_SEEDS?.split("-").map(Number) ?? fresh;
  const rows: Row[] = [];
  for (let seed = from; seed <= to; seed++) {
    const row = contest(seed);
    rows.push(row);
    if (!(row.ratio <= 2) || process.env.CONTEST_ALL !== undefined) console.log(`  ${described(row)}`);
  }
  const families = [...new Set(rows.map(({ entry }) => group(entry)))].sort();
  console.table([...families, "all"].map((family) => summary(family, rows)));
}

/** The first word or two of a family. */
const group = ({ family }: Entry): string =>
  family
    .split(",")
    .slice(0, family.startsWith("first") ? 2 : 1)
    .join(",");

function summary(family: string, rows: readonly Row[]) {
  const mine = rows.filter(({ entry }) => family === "all" || group(entry) === family);
  const ratios = mine.map(({ ratio }) => ratio).sort((a, b) => a - b);
  const quantile = (p: number): string => ratios[Math.min(ratios.length - 1, Math.floor(p * ratios.length))].toFixed(2);
  const within = (most: number): string =>
    `${((100 * ratios.filter((r) => r <= most).length) / ratios.length).toFixed(1)} %`;
  const errors = mine.map(({ error }) => error).sort((a, b) => a - b);
  return {
    family,
    cases: mine.length,
    median: quantile(0.5),
    "90 %": quantile(0.9),
    "95 %": quantile(0.95),
    worst: ratios[ratios.length - 1].toFixed(2),
    "within 2": within(2),
    "within 4": within(4),
    "median error": short(errors[errors.length >> 1]),
  };
}
