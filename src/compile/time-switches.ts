/**
 * Times at which a law switches because an argument that depends on time alone passes zero or an integer. They are found
 * by enclosing the arguments on intervals of time: an interval is clear when every enclosure stays on one side, or when
 * an argument is continuous and monotone and both ends are on the same side. Otherwise the interval is halved. No switch
 * is lost, however short the time between two of them.
 */

import type { SwitchTime, TimeSwitches } from "../core/workspace.js";
import type { Lowered } from "../model/lowered.js";
import { type Expr, symbolsOf, tangent } from "../symbolic/index.js";
import { NextSwitches } from "../watch/switch-schedule.js";
import { type Enclosure, encloser } from "./enclosure.js";
import { type SwitchArgument, switchArguments } from "./switch-arguments.js";
import { type PulseTime, pulseTimes, signalsOf } from "./time-pulses.js";

/** Enclosures are decided when they are this far, relative to their size, from zero or an integer. */
const margin = 1e-12;
/** Intervals are halved down to a few rounding errors of the largest time. */
const resolution = 4 * 2 ** -52;
/** Enclosures in one search. */
const budget = 4000;

/** One argument with the parameters of one instance. */
interface Watched {
  readonly name: string;
  readonly at: SwitchArgument["at"];
  readonly value: (lo: number, hi: number) => Enclosure;
  readonly slope: (lo: number, hi: number) => Enclosure;
}

/** Undefined when no law switches with time alone. */
export function timeSwitches(lowered: Lowered): TimeSwitches | undefined {
  const watched = switchArguments(lowered)
    .filter(({ dependsOn }) => dependsOn === "time")
    .flatMap((argument) => instancesOf(argument, lowered.time));
  const signals = signalsOf(lowered);
  if (watched.length === 0 && signals.length === 0) return undefined;
  const next = (from: number, to: number): SwitchTime => search(watched, from, to);
  return {
    next,
    watch(problem, run, until, direction, maxStep) {
      const pulses = pulseTimes(signals, problem.workspace.initialTime, until, maxStep);
      if (watched.length === 0 && pulses.length === 0) return undefined;
      return new NextSwitches({ next: withPulses(next, pulses, direction) }, problem, run, until, direction);
    },
  };
}

/** The first of the switches and of the times around pulses. */
function withPulses(next: TimeSwitches["next"], pulses: readonly PulseTime[], direction: number): TimeSwitches["next"] {
  if (pulses.length === 0) return next;
  return (from, to) => {
    const found = next(from, to);
    const end = found.found ? found.before : found.after;
    const pulse = pulses.find(({ t }) => (t - from) * direction > 0);
    if (pulse === undefined || (end - pulse.t) * direction < 0) return found;
    const { t, isOnset } = pulse;
    return { found: true, before: t, after: t, name: "a pulse of time", isSmooth: !isOnset };
  };
}

/** One entry for each set of parameters that occurs. */
function instancesOf({ law, argument, at, function: { function: name } }: SwitchArgument, time: Expr): Watched[] {
  const used = new Set(symbolsOf([argument]));
  const params = law.params.filter(({ symbol }) => used.has(symbol));
  const [slope] = tangent([argument], new Map([[time, time.graph.num(1)]]));
  const known = new Map<string, Watched>();
  for (let i = 0; i < law.count; i++) {
    const numbers = params.map(({ values }) => values[values.length === 1 ? 0 : i]);
    const key = numbers.join(" ");
    if (known.has(key)) continue;
    const values = new Map(params.map(({ symbol }, k) => [symbol, numbers[k]]));
    known.set(key, {
      name: `${name} in ${law.where}`,
      at,
      value: encloser(argument, time, values),
      slope: encloser(slope, time, values),
    });
    if (numbers.length === 0) break;
  }
  return [...known.values()];
}

function search(watched: readonly Watched[], from: number, to: number): SwitchTime {
  const least = resolution * Math.max(Math.abs(from), Math.abs(to));
  let left = budget;
  let cleared = from;

  /** The first switch on the way from `near` to `far`. */
  const first = (near: number, far: number): SwitchTime | undefined => {
    const unclear = watched.filter((each) => !isClear(each, near, far));
    if (unclear.length > 0 && left-- <= 0)
      return { found: false, before: cleared, after: cleared, name: unclear[0].name };
    if (unclear.length > 0 && Math.abs(far - near) > least) {
      const middle = 0.5 * (near + far);
      return first(near, middle) ?? first(middle, far);
    }
    if (unclear.some((each) => changes(each, near, far))) return located(unclear, near, far);
    cleared = far;
    return undefined;
  };
  return first(from, to) ?? { found: false, before: to, after: to, name: "" };
}

const changes = (each: Watched, near: number, far: number): boolean => side(each, near) !== side(each, far);

/** Halves until no number lies between, so that the result does not depend on where the search began. */
function located(watched: readonly Watched[], near: number, far: number): SwitchTime {
  let [before, after] = [near, far];
  for (;;) {
    const middle = 0.5 * (before + after);
    if (middle === before || middle === after) break;
    if (watched.some((each) => changes(each, before, middle))) after = middle;
    else before = middle;
  }
  const { name } = watched.find((each) => changes(each, before, after))!;
  return { found: true, before, after, name };
}

/** Whether the argument is certain to stay on one side on the way from `near` to `far`. */
function isClear(each: Watched, near: number, far: number): boolean {
  const [a, b] = near < far ? [near, far] : [far, near];
  const { lo, hi, isContinuous } = each.value(a, b);
  if (Number.isNaN(lo) && Number.isNaN(hi)) return true;
  const width = margin * Math.max(Math.abs(lo), Math.abs(hi));
  const isOneSided =
    each.at === "zero"
      ? lo > width || hi < -width || (lo === 0 && hi === 0)
      : Math.floor(lo - width) === Math.floor(hi + width);
  if (isOneSided) return true;
  if (!isContinuous) return false;
  const slope = each.slope(a, b);
  const isMonotone = slope.isContinuous && (slope.lo > 0 || slope.hi < 0);
  return isMonotone && side(each, near) === side(each, far);
}

/** The side of an argument at a time: 1 above zero and 0 otherwise, or the largest integer not above it. */
function side({ value, at }: Watched, t: number): number {
  const { lo } = value(t, t);
  return at === "integers" ? Math.floor(lo) : Number(lo > 0);
}
