/** Makes the observables of a run section for the problem of a run, from names and compiled expressions. */

import type { ValueFunction } from "../compile/index.js";
import { minimum, type Problem, SettingError } from "../core/index.js";
import type { Lowered, ObservableSection } from "../model/index.js";
import { below } from "../model/model-errors.js";
import {
  type Bins,
  distances,
  type ObservableOptions,
  Observables,
  type Sampling,
  type Source,
  shellFraction,
  temperature,
} from "../observers/index.js";
import type { RunSettings } from "./settings.js";

export type Readings = ReadonlyMap<string, readonly ValueFunction[]>;

/** Undefined when there is nothing to observe. `usual` says when to sample if the settings do not. */
export function observablesOf(
  settings: RunSettings,
  lowered: Lowered,
  readings: Readings,
  problem: Problem,
  usual: Sampling["at"],
): Observables | undefined {
  const { observables = {}, observe = {}, step } = settings;
  const names = Object.keys(observables);
  if (names.length === 0) return undefined;
  const at = observe.every ?? usual;
  const interval = typeof at === "number" ? at : at === "step" ? step : settings.every;
  const options = names.map((name): ObservableOptions => {
    const where = below("run.observables", name);
    const { histogram, correlation, ...what } = observables[name];
    const box = what.distances && lowered.pairs?.box;
    if (box && histogram) checkRadii(`${where}.histogram`, histogram, box);
    if (correlation !== undefined && interval === undefined)
      throw new SettingError(
        "observables",
        "an autocorrelation needs values at equal intervals, and steps may differ in length. Give observe: { every: … }.",
        where,
      );
    return {
      name,
      source: sourceOf(where, what, lowered, readings.get(name) ?? [], problem),
      ...(histogram && { histogram }),
      ...(box && { ideal: (from: number, to: number) => shellFraction(box, from, to) }),
      ...(correlation !== undefined && { correlation: { longest: correlation, interval: interval! } }),
    };
  });
  return new Observables(options, { at, ...(observe.after !== undefined && { after: observe.after }) });
}

function sourceOf(
  where: string,
  what: Omit<ObservableSection, "histogram" | "correlation">,
  lowered: Lowered,
  functions: readonly ValueFunction[],
  problem: Problem,
): Source {
  if (what.distances !== undefined) {
    const [one, other] = what.distances.map((names) => pointsOf(where, names, lowered, true));
    return distances(one, other, lowered.space, lowered.pairs?.box);
  }
  if (what.temperature === undefined)
    return (s, each) => {
      for (let k = 0; k < functions.length; k++) each(functions[k](s.t, s.y));
    };
  if (problem.n === 0)
    throw new SettingError(
      "observables",
      "a temperature needs masses that move, and a first-order system has none. Remove this observable.",
      where,
    );
  const source =
    what.temperature === "all"
      ? temperature(problem)
      : temperature(problem, coordinatesOf(where, what.temperature, lowered));
  if (source !== undefined) return source;
  throw new SettingError(
    "observables",
    "the temperature of a part needs masses without blocks, and this model has blocks. Use temperature: all.",
    where,
  );
}

/** Throws if the histogram reaches beyond half of the shortest edge: farther shells would overlap their own images. */
function checkRadii(where: string, { from, to }: Bins, box: readonly number[]): void {
  const half = minimum(box) / 2;
  if (from < 0) throw new SettingError("observables", `must be a distance of 0 or more; got ${from}.`, `${where}.from`);
  // half of an edge that is written as an expression may be larger by rounding
  if (to > half * (1 + 1e-12))
    throw new SettingError(
      "observables",
      `must be at most ${half}, half of the shortest edge of the box, where distances to nearest images end; got ${to}.`,
      `${where}.to`,
    );
}

function coordinatesOf(where: string, names: string | readonly string[], lowered: Lowered): Int32Array {
  const dims = new Map(lowered.groups.flatMap((group) => membersOf(group).map((offset) => [offset, group.dim])));
  const firsts = pointsOf(where, names, lowered, false);
  return Int32Array.from(
    Array.from(firsts).flatMap((first) => Array.from({ length: dims.get(first)! }, (_, c) => first + c)),
  );
}

/**
 * The first coordinates of the named points, in the order of q. A name is that of a family or of one of its members,
 * and `*` stands for any text.
 */
function pointsOf(where: string, given: string | readonly string[], lowered: Lowered, pointsOnly: boolean): Int32Array {
  const patterns = (typeof given === "string" ? [given] : given).map((name) => ({
    name,
    matches: new RegExp(`^${name.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}(\\[[^\\]]*\\])*$`),
    used: name === "all",
  }));
  const found: number[] = [];
  for (const group of lowered.groups) {
    if (pointsOnly && group.kind !== "point") continue;
    for (const offset of membersOf(group)) {
      const label = lowered.coordinateName(offset);
      const name = group.kind === "point" ? label.slice(0, label.lastIndexOf("_")) : label;
      const hits = patterns.filter((pattern) => pattern.name === "all" || pattern.matches.test(name));
      for (const hit of hits) hit.used = true;
      if (hits.length > 0) found.push(offset);
    }
  }
  const missing = patterns.find(({ used }) => !used);
  if (missing !== undefined) {
    const known = lowered.groups.map(({ name }) => name).slice(0, 8);
    throw new SettingError(
      "observables",
      `there is no point or coordinate "${missing.name}". The model has: ${known.join(", ")}.`,
      where,
    );
  }
  return Int32Array.from(found);
}

const membersOf = ({ count, dim, offset }: Lowered["groups"][number]): number[] =>
  Array.from({ length: count }, (_, k) => offset + k * dim);
