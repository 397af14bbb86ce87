/** Numbers with a unit that come from outside a model: `--set l=20mm`, the values of a sweep. */

import { unitsOf } from "../../core/units.js";
import { ExpressionError, isSame, parseSyntax, readDimension, type Unit } from "../../symbolic/index.js";
import type { Families } from "../lower/families.js";
import { fail, show } from "../model-errors.js";
import type { ModelData } from "../schema.js";
import { dimensions } from "../schema-dimensions.js";
import type { Known } from "./infer.js";
import { inWords } from "./labels.js";
import { ModelDimensions } from "./model-dimensions.js";
import { factorIn } from "./quantities.js";

/**
 * A number and its unit, if `text` is that and nothing else.
 *
 * @example
 * readQuantity("20 mm")?.value; // 20
 */
export function readQuantity(text: string): { readonly value: number; readonly unit: Unit } | undefined {
  try {
    const syntax = parseSyntax(text);
    const isNegative = syntax.kind === "unary";
    const number = isNegative ? syntax.argument : syntax;
    if (number.kind !== "number" || number.unit === undefined) return undefined;
    return { value: isNegative ? -number.value : number.value, unit: number.unit };
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}

/**
 * The number that `text` is in the units of a model, for one of its parameters, or for a setting such as `run.until`;
 * throws a `ModelError` with the path `where` if it is not a number with a unit of the right kind.
 *
 * @example
 * quantityFor({ taut: 1, units: "mm-t-s", parameters: { l: "20 mm" } }, "l", "l", "3 cm"); // 30
 */
export function quantityFor(model: ModelData, where: string, name: string, text: string): number {
  const quantity = readQuantity(text);
  if (quantity === undefined)
    return fail(where, `must be a number, or a number with a unit such as 20 mm; got ${show(text)}.`);
  if (model.units === undefined)
    return fail(
      where,
      `a number with a unit needs the units of the model; ${show(text)} has one, and the model declares none. Write units: SI in the model, or give a plain number.`,
    );
  const units = unitsOf(model.units);
  const { value, unit } = quantity;
  const needed = dimensionNeeded(model, name);
  if (needed !== undefined && !isSame(needed, unit.dimension))
    fail(
      where,
      `must be ${inWords(needed, units)}; ${show(text)} is ${inWords(unit.dimension, units)}. Correct the unit.`,
    );
  const { times, over } = factorIn(units, unit);
  return (value * times) / over;
}

/** The dimension of a parameter, which its text in the model tells, or of a setting. */
function dimensionNeeded(model: ModelData, name: string): Known {
  if (name.startsWith("run.")) {
    const words = (dimensions.run as Readonly<Record<string, string>>)[name.slice(4)];
    return words === undefined ? undefined : readDimension(words);
  }
  return new ModelDimensions(model, noFamilies, unitsOf(model.units!)).ofName(name);
}

const noFamilies: Families = {
  ...{ all: new Map(), free: [], anchors: [], sites: [], followed: 0, missing: () => undefined },
  ...{ n: 0, coordinates: 0, states: 0, algebraic: 0, space: 0 },
};
