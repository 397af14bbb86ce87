/** What a model's declaration of units means for lowering: numbers and laws are checked, results get their units. */

import { type UnitLabels, type Units, unitsOf } from "../../core/units.js";
import { ExpressionError, isSame, readDimension, readUnit } from "../../symbolic/index.js";
import type { Item } from "../items.js";
import type { Families } from "../lower/families.js";
import type { OutputUnits } from "../lower/outputs.js";
import { type ErrorCollector, fail, show } from "../model-errors.js";
import { readReference } from "../references.js";
import type { ModelData } from "../schema.js";
import { checkDimensions } from "./check.js";
import type { Known } from "./infer.js";
import { inWords, labelOf } from "./labels.js";
import { forceOn, ModelDimensions } from "./model-dimensions.js";
import { factorIn } from "./quantities.js";
import { constraintDimensions, type Rows, resultLabels } from "./result-labels.js";

export interface UnitsOfModel {
  readonly set: Units;
  readonly labels: UnitLabels;
  readonly outputs: OutputUnits;
}

/** Undefined for a model without units. `expanded` has points and constraints instead of bodies and joints. */
export function unitsOfModel(
  { given, expanded }: { readonly given: ModelData; readonly expanded: ModelData },
  families: Families,
  items: readonly Item[],
  rows: Rows,
  errors: ErrorCollector,
): UnitsOfModel | undefined {
  if (given.units === undefined) return undefined;
  const set = unitsOf(given.units);
  const of = new ModelDimensions(expanded, families, set);
  checkDimensions(of, given, families, items, errors);
  const row = constraintDimensions(of, expanded, families, rows);
  return {
    set,
    labels: resultLabels(of, expanded, families, rows, families.coordinates > 0),
    outputs: {
      shown(where, value, asked, numbers) {
        const found = quietly(() =>
          of.ofValue(value, {}, ({ call, labels }) =>
            call === "lambda"
              ? forceOn(row(numbers.lambda(labels[0])))
              : call === "torque"
                ? readDimension("energy")
                : forceOn(of.ofFamily(readReference(where, labels[1]).name)),
          ),
        );
        if (asked === undefined) {
          const unit = found && labelOf(found, set);
          return { scale: 1, ...(unit && { unit }) };
        }
        const unit = readUnit(asked);
        if (unit === undefined)
          return fail(
            where,
            `must be a unit, such as mm, deg or N*m; got ${show(asked)}. Correct it, or leave it out.`,
          );
        if (found !== undefined && !isSame(found, unit.dimension))
          fail(
            where,
            `must be a unit of ${inWords(found, set)}; ${show(asked)} is one of ${inWords(unit.dimension, set)}. Correct it, or leave it out.`,
          );
        const { times, over } = factorIn(set, unit);
        return { unit: asked, scale: over / times };
      },
    },
  };
}

/** Mistakes in an expression have been reported. */
function quietly(work: () => Known): Known {
  try {
    return work();
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}
