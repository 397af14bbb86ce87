/** How often the conscience warned, rightly or wrongly, in the trials of one model. */

import type { Verdict, WatchedKind } from "../../src/core/index.js";
import { attempts, keptKinds, type Trial, trials } from "./trials.js";

/** Planted violations, in thresholds of the undisturbed run. */
const planted = 12;
/** Alarms with fixed steps are false if the end is this close to the reference, relative to the size of the state. */
const close = 1e-2;

export interface Tally {
  runs: number;
  refused: number;
  alarms: number;
  falseAlarms: number;
  planted: number;
  missed: number;
}

export const emptyTally = (): Tally => ({ runs: 0, refused: 0, alarms: 0, falseAlarms: 0, planted: 0, missed: 0 });

export function addTally(sum: Tally, more: Readonly<Tally>): void {
  for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += more[key];
}

/** One tally for each method; `tell` gets a line for every false alarm and every missed violation. */
export function tallyOf(
  seed: number,
  tell: (line: string) => void,
  chosen: readonly Trial[] = trials(),
): Readonly<Record<string, Tally>> {
  const attempt = attempts(seed);
  const reference = attempt({ method: "dop853", rtol: 1e-12 }).final;
  const tallies: Record<string, Tally> = {};
  chosen.forEach((trial, k) => {
    tallies[trial.method] ??= emptyTally();
    const tally = tallies[trial.method];
    const { refused, verdicts, final } = attempt(trial);
    if (refused !== undefined) {
      tally.refused++;
      return;
    }
    tally.runs++;
    const alarms = verdicts.filter(({ verdict }) => verdict !== "kept");
    if (alarms.length > 0) {
      tally.alarms++;
      if (trial.rtol === undefined && distance(final, reference) >= close) return;
      tally.falseAlarms++;
      tell(`false alarm: ${label(seed, trial)}: ${alarms.map(({ message }) => message).join(" ")}`);
      return;
    }
    // one violation for each trial, of another kind every time
    const kinds = keptKinds(verdicts);
    if (kinds.length === 0) return;
    const kind = kinds[(seed + k) % kinds.length];
    const candidates = verdicts.filter((verdict) => verdict.kind === kind);
    const { quantity, threshold } = candidates[k % candidates.length];
    const violation = { kind, quantity, amount: planted * threshold };
    tally.planted++;
    const after = attempt(trial, violation);
    if (after.refused !== undefined || after.verdicts.some((verdict) => notices(verdict, kind))) return;
    tally.missed++;
    tell(`missed: ${label(seed, trial)}: ${kind} ${quantity} by ${violation.amount}`);
  });
  return tallies;
}

/** The violated kind is off, or another one is so far off that the run ended before this one was compared. */
const notices = ({ verdict, kind }: Verdict, violated: WatchedKind): boolean =>
  verdict === "broken" || (verdict === "doubtful" && kind === violated);

const label = (seed: number, { method, rtol, step }: Trial): string =>
  `model ${seed}, ${method}, ${rtol === undefined ? `step ${step}` : `rtol ${rtol}`}`;

function distance(a: Float64Array, b: Float64Array): number {
  let [far, size] = [0, 0];
  for (let i = 0; i < b.length; i++) {
    far = Math.max(far, Math.abs(a[i] - b[i]));
    size = Math.max(size, Math.abs(b[i]));
  }
  return far / size;
}
