/** The units of the results of a model, as texts: coordinates, velocities, multipliers, energies. */

import type { UnitLabels } from "../../core/units.js";
import { isSame, readDimension } from "../../symbolic/index.js";
import { lawsOf, parameterOf } from "../definition.js";
import type { ElementLaw } from "../lower/element-laws.js";
import type { Families } from "../lower/families.js";
import type { Law } from "../lowered.js";
import type { ModelData } from "../schema.js";
import type { ScalarOrVector } from "../shapes.js";
import type { Known } from "./infer.js";
import { labelOf } from "./labels.js";
import { forceOn, type ModelDimensions, parameterDimension, rateOf } from "./model-dimensions.js";

/** What has multipliers: the laws in the order of the rows, and the elements among them. */
export interface Rows {
  readonly laws: readonly Law[];
  readonly elements: readonly ElementLaw[];
}

/** The dimension of a row of constraints, by its number; undefined beyond the last row. */
export function constraintDimensions(
  of: ModelDimensions,
  model: ModelData,
  families: Families,
  { laws, elements }: Rows,
): (row: number) => Known {
  const rows = laws.filter(({ kind }) => kind === "constraint");
  const ofElement = new Map(elements.map((each) => [each.law, each]));
  return (row) => {
    let first = 0;
    for (const law of rows) {
      const width = law.outputs.length;
      const k = row - first;
      first += law.count * width;
      if (row >= first) continue;
      const [instance, component] = [Math.floor(k / width), k % width];
      const element = ofElement.get(law);
      if (element !== undefined) return componentOf(of, families, element, component);
      return ofConstraint(of, model, law.componentName(instance, component));
    }
    return undefined;
  };
}

/** A constraint of the model by the name of its row: `closed`, `pin_x`. */
export function ofConstraint(of: ModelDimensions, { constraints = {} }: ModelData, row: string): Known {
  const name = Object.hasOwn(constraints, row) ? row : row.replace(/_(?:[xyz]|\d+)$/, "");
  if (!Object.hasOwn(constraints, name)) return undefined;
  const entry = constraints[name];
  return of.ofValue(typeof entry === "object" && !Array.isArray(entry) ? entry.expression : entry);
}

/** Component `c` of the constraint of an element, from its definition. */
function componentOf(of: ModelDimensions, { space }: Families, { parts }: ElementLaw, c: number): Known {
  const { item, places } = parts[0].block;
  const { definition, flag } = item;
  const { constraint } = lawsOf(definition, flag, space);
  if (constraint === undefined) return undefined;
  const nodes = new Map(definition.on.map((node, k) => [node, of.ofFamily(places[k].family.name)]));
  const lookup = (name: string): Known => {
    if (nodes.has(name)) return nodes.get(name);
    return Object.hasOwn(definition.parameters ?? {}, name)
      ? ofParameter(definition, name, nodes, of, lookup)
      : undefined;
  };
  const list = typeof constraint === "object" ? Object.values<ScalarOrVector>(constraint) : [constraint];
  return of.ofValue(list.length === 1 ? list[0] : list[c], { lookup });
}

/** Parameters without a unit, such as directions, have the dimension of their defaults. */
function ofParameter(
  definition: Parameters<typeof parameterOf>[0],
  name: string,
  nodes: ReadonlyMap<string, Known>,
  of: ModelDimensions,
  lookup: (name: string) => Known,
): Known {
  const { unit, default: value, derived } = parameterOf(definition, name);
  if (unit !== undefined) return parameterDimension(unit, nodes);
  if (!derived || typeof value !== "string") return undefined;
  return of.ofValue(value, { lookup: (other) => (other === name ? undefined : lookup(other)) });
}

export function resultLabels(
  of: ModelDimensions,
  model: ModelData,
  families: Families,
  rows: Rows,
  isMechanics: boolean,
): UnitLabels {
  const { units } = of;
  const written = (dimension: Known): string | undefined => dimension && labelOf(dimension, units);
  const ofCoordinate = (k: number): Known => {
    const family = families.free.findLast(({ offset }) => offset <= k);
    return family && of.ofFamily(family.name);
  };
  const row = constraintDimensions(of, model, families, rows);
  const count = rows.laws.reduce(
    (sum, law) => sum + (law.kind === "constraint" ? law.count * law.outputs.length : 0),
    0,
  );
  const n = families.coordinates;
  const first = families.n - families.algebraic;
  return {
    time: units.time,
    energy: labelOf(readDimension("energy")!, units) ?? units.energy,
    entry(k) {
      if (!isMechanics || k < n) return written(ofCoordinate(k));
      return written(k < 2 * n ? rateOf(ofCoordinate(k - n)) : ofCoordinate(k - n));
    },
    multiplier(k) {
      const held = isMechanics ? count : 0;
      return written(k < held ? forceOn(row(k)) : ofCoordinate(first + k - held));
    },
    ...residualLabels(),
    invariant(name) {
      const text = Object.hasOwn(model.invariants ?? {}, name) ? model.invariants![name] : undefined;
      return text === undefined ? undefined : written(of.ofValue(text));
    },
  };

  /** Residuals of several laws share a unit only if all constraints are of one kind. */
  function residualLabels(): Pick<UnitLabels, "residual"> {
    if (!isMechanics || count === 0) return {};
    let at = 0;
    let same: Known;
    for (const law of rows.laws.filter(({ kind }) => kind === "constraint")) {
      for (let c = 0; c < law.outputs.length; c++) {
        const each = row(at + c);
        if (each === undefined || (same !== undefined && !isSame(same, each))) return {};
        same ??= each;
      }
      at += law.count * law.outputs.length;
    }
    const [position, velocity] = [written(same), written(rateOf(same))];
    return position === undefined || velocity === undefined ? {} : { residual: { position, velocity } };
  }
}
