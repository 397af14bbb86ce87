/** The values of a study's axes and the draws from its distributions. */

import { hostMath } from "../math/index.js";
import { fail } from "../model/model-errors.js";
import { normalQuantile } from "../random/index.js";
import type { DistributionData, SettingValue, VaryData } from "./study-schema.js";

const { exp, log } = hostMath;

/** The values of one axis; the ends of a range are exactly as given. */
export function axisValues(where: string, data: VaryData): readonly SettingValue[] {
  if (Array.isArray(data)) {
    if (data.length === 0) fail(where, "the list is empty, so there is nothing to run. Give values, or leave it out.");
    return data;
  }
  const { from, to, count, spacing = "linear" } = data;
  if (count === 1 && from !== to)
    fail(`${where}.count`, "one value cannot be at both ends of a range. Give a list, or a larger count.");
  const isLog = spacing === "log";
  if (isLog && !(from > 0 && to > 0))
    fail(where, `both ends of a range with spacing: log must be above 0; got ${from} and ${to}.`);
  return Array.from({ length: count }, (_, k) => {
    if (k === 0) return from;
    if (k === count - 1) return to;
    const part = k / (count - 1);
    return isLog ? exp(log(from) + part * (log(to) - log(from))) : from + part * (to - from);
  });
}

/** The number of values of an axis, without making them. */
export const axisLength = (data: VaryData): number => (Array.isArray(data) ? data.length : data.count);

/** Throws a model error if the parameters of a distribution are not valid. */
export function checkDistribution(where: string, data: DistributionData): void {
  const [kind, [a, b]] = Object.entries(data)[0] as [string, [number, number]];
  if (kind.endsWith("niform") && !(a < b)) fail(where, `the first end must be below the second; got [${a}, ${b}].`);
  if (kind === "logUniform" && !(a > 0))
    fail(where, `both ends must be above 0, because their logarithms are used; got ${a}.`);
  if (kind === "normal" && !(b >= 0)) fail(where, `the standard deviation must not be negative; got ${b}.`);
  if (kind === "logNormal" && !(a > 0 && b >= 1))
    fail(where, `the median must be above 0 and the factor of one deviation at least 1; got [${a}, ${b}].`);
}

/** The value of a distribution at the uniform number u, by its quantile function. */
export function quantile(data: DistributionData, u: number): number {
  if ("uniform" in data) return data.uniform[0] + u * (data.uniform[1] - data.uniform[0]);
  if ("normal" in data) return data.normal[0] + data.normal[1] * normalQuantile(u);
  if ("logUniform" in data) {
    const [low, high] = data.logUniform.map(log);
    return exp(low + u * (high - low));
  }
  const [median, factor] = data.logNormal;
  return median * exp(log(factor) * normalQuantile(u));
}
