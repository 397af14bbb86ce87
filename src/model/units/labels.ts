/** The symbols of dimensions in a set of units, for axes, tables and messages. */

import type { Units } from "../../core/units.js";
import {
  baseQuantities,
  type Dimension,
  dimensionWords,
  isRotation,
  isSame,
  readDimension,
  times,
  type Unit,
  unitSymbols,
} from "../../symbolic/index.js";
import { factorIn } from "./quantities.js";

/** Named units that may stand for a product of base units, the preferred first. */
const named = ["N", "mN", "kN", "dyn", "J", "mJ", "erg", "W", "mW", "Pa", "MPa", "V", "mV", "C"].map(
  (symbol) => unitSymbols.get(symbol)!,
);
const energyOf = readDimension("energy")!;

interface Factor {
  readonly symbol: string;
  readonly power: number;
}

/** The unit of a dimension as text: `m/s`, `N/mm`, `rad`, ``. Undefined if the set has no symbol for a part of it. */
export function labelOf(dimension: Dimension, units: Units): string | undefined {
  let best: { readonly cost: number; readonly factors: readonly Factor[] } | undefined;
  for (const { symbol, of } of candidates(units)) {
    for (const power of of === undefined ? [0] : [1, -1]) {
      const rest = of === undefined ? dimension : times(dimension, of, -power);
      const base = baseFactors(rest, units);
      // a named unit takes masses and currents away and brings none: m/s^2, not N/kg
      if (base === undefined || [1, 3].some((k) => Math.abs(rest[k]) > Math.abs(dimension[k]))) continue;
      const factors = [...(power === 0 ? [] : [{ symbol, power }]), ...base];
      const cost = factors.reduce((sum, factor) => sum + Math.abs(factor.power), 0);
      if (best === undefined || cost < best.cost) best = { cost, factors };
    }
  }
  return best && written(best.factors);
}

interface Candidate {
  readonly symbol: string;
  readonly of?: Dimension;
}

const known = new WeakMap<Units, readonly Candidate[]>();

/** No named unit, and those that are 1 in this set. */
function candidates(units: Units): readonly Candidate[] {
  const before = known.get(units);
  if (before !== undefined) return before;
  const isOne = (unit: Unit): boolean => {
    const { times: up, over } = factorIn(units, unit);
    return up === over;
  };
  const own = units.current === undefined ? [] : named.filter(isOne);
  const made = [
    ...own.map(({ text, dimension }) => ({ symbol: text, of: dimension })),
    ...(units.current === undefined ? [{ symbol: units.energy, of: energyOf }] : []),
    { symbol: "" },
  ];
  known.set(units, made);
  return made;
}

function baseFactors(dimension: Dimension, units: Units): Factor[] | undefined {
  const symbols = [units.length, units.mass, units.time, units.current, "K", "mol", "rad"];
  const factors: Factor[] = [];
  for (let k = 0; k < baseQuantities.length; k++) {
    const power = dimension[k];
    if (Math.abs(power) < 1e-9) continue;
    const symbol = symbols[k];
    if (symbol === undefined) return undefined;
    factors.push({ symbol: symbol.includes(" ") ? `(${symbol})` : symbol, power });
  }
  return factors;
}

/** A radian in a product with other units is a pure number and is left out: m/s, not m*rad/s. */
function written(all: readonly Factor[]): string {
  const others = all.filter(({ symbol }) => symbol !== "rad" && symbol !== "s");
  const factors = others.length > 0 ? all.filter(({ symbol }) => symbol !== "rad") : all;
  const text = ({ symbol, power }: Factor): string => {
    const size = Math.abs(power);
    return size === 1 ? symbol : `${symbol}^${size}`;
  };
  const up = factors.filter(({ power }) => power > 0).map(text);
  const down = factors.filter(({ power }) => power < 0).map(text);
  if (down.length === 0) return up.join("*").replace(/^\((.*)\)$/, "$1");
  return `${up.join("*") || "1"}${down.map((each) => `/${each}`).join("")}`;
}

/** A dimension in words, for messages: `a length`, `a force`, `a quantity in N/mm`. */
export function inWords(dimension: Dimension, units: Units): string {
  for (const [word, of] of dimensionWords)
    if (isSame(of, dimension) && isRotation(of) === isRotation(dimension))
      return `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;
  const label = labelOf(dimension, units);
  return label === "" ? "a pure number" : label === undefined ? "another quantity" : `a quantity in ${label}`;
}
