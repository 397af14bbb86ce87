/**
 * `npm run bench -- conscience`: 200 conservative models × all methods at three tolerances or steps. As they are, the
 * conscience should be silent; with a kick of twenty thresholds in the energy, it must speak. With fixed steps an alarm
 * is false when the result agrees with the reference to a hundredth.
 */

import { attempt, type Outcome, trialsOf } from "./trials.js";

const seeds = Array.from({ length: 200 }, (_, k) => k + 1);
/** Kicks, in thresholds. */
const planted = 20;
/** Alarms with fixed steps are false if the end is this close to the reference, relative to the size of the state. */
const close = 1e-2;

interface Tally {
  runs: number;
  refused: number;
  alarms: number;
  falseAlarms: number;
  planted: number;
  missed: number;
}

/** What the conscience said in the trials of a seed; `tell` gets a line for every false alarm and missed violation. */
export function tallyOf(seed: number, tell: (line: string) => void, trials = trialsOf(seed)): Tally {
  const tally: Tally = { runs: 0, refused: 0, alarms: 0, falseAlarms: 0, planted: 0, missed: 0 };
  const reference = attempt({ seed, method: "dop853", rtol: 1e-12 });
  for (const trial of trials) {
    const outcome = attempt(trial);
    if (outcome.refused !== undefined) {
      tally.refused++;
      continue;
    }
    tally.runs++;
    if (outcome.alarms.length > 0) {
      tally.alarms++;
      const isFalse = trial.rtol !== undefined || distance(outcome, reference) < close;
      if (isFalse) tally.falseAlarms++;
      if (isFalse) tell(`  false alarm: seed ${seed}, ${label(outcome)}: ${outcome.alarms.join(" ")}`);
      continue;
    }
    if (!Number.isFinite(outcome.threshold)) continue;
    tally.planted++;
    const kicked = attempt(trial, { energy: planted * outcome.threshold });
    if (kicked.refused !== undefined || kicked.alarms.length > 0) continue;
    tally.missed++;
    tell(`  missed: seed ${seed}, ${label(outcome)}, kick ${planted * outcome.threshold}`);
  }
  return tally;
}

const label = ({ trial: { method, rtol, step } }: Outcome): string =>
  rtol === undefined ? `${method}, step ${step}` : `${method}, rtol ${rtol}`;

function distance({ final: a }: Outcome, { final: b }: Outcome): number {
  let [far, size] = [0, 0];
  for (let i = 0; i < b.length; i++) {
    far = Math.max(far, Math.abs(a[i] - b[i]));
    size = Math.max(size, Math.abs(b[i]));
  }
  return far / size;
}

export function conscienceBench(): void {
  const sum: Tally = { runs: 0, refused: 0, alarms: 0, falseAlarms: 0, planted: 0, missed: 0 };
  for (const seed of seeds) {
    const tally = tallyOf(seed, console.log);
    for (const key of Object.keys(sum) as (keyof Tally)[]) sum[key] += tally[key];
    if (seed % 20 === 0) console.log(`  ${seed} models: ${JSON.stringify(sum)}`);
  }
}
