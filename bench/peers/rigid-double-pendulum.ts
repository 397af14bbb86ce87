/**
 * Compares the time to reach an error with that of SUNDIALS and odex, on the rigid double pendulum of the gallery to
 * t = 10. Every contender is scanned over tolerances or steps (four per decade for all). It enters with the loosest setting that reaches the error at t = 10 (largest component of q) and whose tighter neighbour does too, with
 * its own first step or one of 0.1 or 0.3. Runs are timed one after another in a warm process for each contender; the
 * best and the median are shown.
 *
 * Making the solver is excluded for all: compiling the model and binding the run (ours), ERKStepCreate and CVodeCreate
 * with their options (SUNDIALS), the Solver object (odex). The start (`Run.restart`, redundant constraints, first step)
 * and everything to t = 10 are included. No intermediate states are saved.
 */

import { fileURLToPath } from "node:url";
import { ask } from "../child.js";
import { type Contender, errorOf, type Outcome, type Timing } from "./contender.js";
import { odexContenders } from "./odex.js";
import { ourContenders } from "./ours.js";
import { sundialsContenders } from "./sundials.js";

const targets = [1e-3, 1e-6, 1e-9];
/** Milliseconds of heats, in this process, and of finals; this many contenders of each kind reach the final. */
const heat = 60;
const final = 1500;
const finalists = 6;

interface Entry {
  readonly contender: Contender;
  readonly setting: number;
  readonly error: number;
  readonly outcome: Outcome;
}

interface Timed extends Entry, Timing {}

const inOwnProcess = ({ contender, setting }: Entry): Timing | undefined => {
  const script = fileURLToPath(new URL("./time-one.js", import.meta.url));
  const answer = ask(contender.name, process.execPath, [script, contender.name, String(setting), String(final)]);
  return answer === "" ? undefined : JSON.parse(answer);
};

/** For each target, the loosest setting that reaches it and whose tighter neighbour reaches it too. */
function entries(contender: Contender): (Entry | undefined)[] {
  const outcomes = contender.scan(contender.settings);
  const errors = outcomes.map((outcome) => (outcome === undefined ? Number.POSITIVE_INFINITY : errorOf(outcome)));
  return targets.map((target) => {
    const k = errors.findIndex((error, i) => error <= target && errors[i + 1] <= target);
    return k < 0 ? undefined : { contender, setting: contender.settings[k], error: errors[k], outcome: outcomes[k]! };
  });
}

/** Times the entries for one target, in a heat for all and a final for the best. The fastest comes first. */
function race(contenders: readonly (Entry | undefined)[], time: (entry: Entry) => Timing | undefined): Timed[] {
  const ranked = (entries: readonly Entry[], by: typeof time): Timed[] =>
    entries
      .flatMap((entry) => {
        const timing = by(entry);
        return timing === undefined ? [] : { ...entry, ...timing };
      })
      .sort((a, b) => a.best - b.best);
  const entered = contenders.filter((entry) => entry !== undefined);
  const heats = ranked(entered, ({ contender, setting }) => contender.time(setting, heat));
  return ranked(heats.slice(0, finalists), time);
}

export function rigidDoublePendulumBench(): void {
  const sundials = sundialsContenders();
  if (typeof sundials === "string") console.log(sundials);
  const ours = ourContenders().map(entries);
  const odex = odexContenders().map(entries);
  const peers = typeof sundials === "string" ? [] : sundials.contenders.map(entries);

  targets.forEach((target, k) => {
    const own = race(
      ours.map((all) => all[k]),
      inOwnProcess,
    );
    const arkode = race(
      peers.map((all) => all[k]),
      (entry) => entry.contender.time(entry.setting, final),
    );
    const js = race(
      odex.map((all) => all[k]),
      inOwnProcess,
    );
    console.log(`\nerror ${target.toExponential()} of q at t = 10`);
    console.table(
      [...own, ...arkode, ...js].map(({ contender, setting, error, outcome, best, median }) => ({
        contender: contender.name,
        setting: setting.toPrecision(3),
        error: error.toExponential(1),
        evaluations: outcome.evaluations,
        steps: outcome.steps,
        "µs, best": best.toFixed(1),
        "µs, median": median.toFixed(1),
        "ns per evaluation": ((1000 * best) / outcome.evaluations).toFixed(0),
      })),
    );
    const best = own.find(({ contender }) => contender.projected)!;
    const fastest = own[0];
    console.log(`ours: ${best.contender.name}, ${best.best.toFixed(1)} µs, on the constraints`);
    compare(
      "SUNDIALS with projection",
      best,
      arkode.find(({ contender }) => contender.projected),
      0.25,
    );
    compare("odex", fastest, js[0], 0.5);
  });
  if (typeof sundials !== "string") sundials.release();
}

function compare(name: string, ours: Timed, peer: Timed | undefined, wanted: number): void {
  if (peer === undefined) return;
  const ratio = ours.best / peer.best;
  const verdict = ratio <= wanted ? "reached" : "missed";
  console.log(`${ratio.toFixed(2)} of ${name} (${peer.contender.name}); the goal of at most ${wanted} is ${verdict}`);
}
