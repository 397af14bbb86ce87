/** Values of a study that have a unit become numbers in the units of the model. */

import type { Model } from "../model/index.js";
import { below, type ErrorCollector, path, show } from "../model/model-errors.js";
import { quantityFor, readQuantity } from "../model/units/given-quantities.js";
import type { DistributionData, SettingValue, StudyData, StudyFile, VaryData } from "./study-schema.js";

export function inUnitsOf(model: Model, file: StudyFile, errors: ErrorCollector): StudyData {
  /** The number of a text with a unit; anything else as it is. */
  const converted = <T>(where: string, name: string, value: T): T | number => {
    if (typeof value !== "string" || readQuantity(value) === undefined) return value;
    return errors.attempt(() => quantityFor(model, where, name, value)) ?? 0;
  };
  const number = (where: string, name: string, value: number | string): number => {
    const made = converted(where, name, value);
    if (typeof made === "number") return made;
    errors.add(where, `must be a number, or a number with a unit such as 20 mm; got ${show(made)}.`);
    return 0;
  };
  const values = (where: string, name: string, data: NonNullable<StudyFile["vary"]>[string]): VaryData => {
    if (Array.isArray(data)) return data.map((value, k) => converted<SettingValue>(below(where, k), name, value));
    return { ...data, from: number(`${where}.from`, name, data.from), to: number(`${where}.to`, name, data.to) };
  };
  const eachOf = <T, U>(
    section: string,
    map: Readonly<Record<string, T>>,
    make: (where: string, name: string, value: T) => U,
  ) => Object.fromEntries(Object.entries(map).map(([name, value]) => [name, make(path(section, name), name, value)]));
  const { set, vary, list, random, ...rest } = file;
  return {
    ...rest,
    ...(set && { set: eachOf("set", set, number) }),
    ...(vary && { vary: eachOf("vary", vary, values) }),
    ...(list && {
      list: list.map((entry, k) =>
        Object.fromEntries(
          Object.entries(entry).map(([name, value]) => [
            name,
            converted<SettingValue>(path("list", k, name), name, value),
          ]),
        ),
      ),
    }),
    ...(random && {
      random: eachOf("random", random, (where, name, data) => {
        const [[kind, pair]] = Object.entries(data) as [string, readonly [number | string, number | string]][];
        const ends = pair.map((end, k) =>
          // the second number of logNormal is a factor
          kind === "logNormal" && k === 1 ? (end as number) : number(below(where, kind, k), name, end),
        );
        return { [kind]: ends } as DistributionData;
      }),
    }),
  };
}
