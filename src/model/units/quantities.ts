/** Converts numbers with a unit to the units of the model. */

import type { Size, Units } from "../../core/units.js";
import { baseQuantities, type Dimension, type GraphOptions, type Unit } from "../../symbolic/index.js";

/** The size of the unit of a dimension in SI units, in a set of units. */
export function sizeIn(units: Units, dimension: Dimension): Size {
  let [times, over] = [1, 1];
  baseQuantities.forEach((quantity, k) => {
    const power = dimension[k];
    if (quantity !== "length" && quantity !== "mass" && quantity !== "time" && quantity !== "current") return;
    const size = units.base[quantity];
    for (let i = 0; i < Math.abs(power); i++) {
      times *= power > 0 ? size.times : size.over;
      over *= power > 0 ? size.over : size.times;
    }
  });
  return { times, over };
}

/** How many units of the set one `unit` is: `times / over`, without common factors, so that a number is rounded once. */
export function factorIn(units: Units, unit: Unit): Size {
  const own = sizeIn(units, unit.dimension);
  const [times, over] = [unit.times * own.over, unit.over * own.times];
  const isWhole = Number.isSafeInteger(times) && Number.isSafeInteger(over);
  const common = isWhole ? greatestCommonDivisor(times, over) : 1;
  return { times: times / common, over: over / common };
}

function greatestCommonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/** The function with which expressions of a model read numbers with a unit; none if the model declares no units. */
export function quantityReader(units: Units | undefined): GraphOptions["quantity"] {
  if (units === undefined) return undefined;
  return (value, unit) => {
    const { times, over } = factorIn(units, unit);
    return (value * times) / over;
  };
}
