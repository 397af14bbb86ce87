/**
 * The dimensions of what the names of a model stand for. Points are places; a coordinate, state or algebraic variable has
 * the dimension of its start value, if that has a unit; parameters and named expressions have that of their texts.
 */

import type { Units } from "../../core/units.js";
import { type Dimension, ExpressionError, parseSyntax, pure, readDimension, times } from "../../symbolic/index.js";
import type { Families } from "../lower/families.js";
import { withErrorsAt } from "../model-errors.js";
import { type LabelCall, labelCalls, withLabelCalls, withPlaceholders } from "../references.js";
import type { ModelData, ParameterData, PlacedData } from "../schema.js";
import { isTable, type Scalar, type ScalarOrVector } from "../shapes.js";
import { type DimensionScope, dimensionIn, type Known } from "./infer.js";

const length = readDimension("length")!;
const time = readDimension("time")!;
const energy = readDimension("energy")!;

/** What `lambda(…)`, `reaction(…)` and `torque(…)` are, where they may be used. */
export type LabelDimension = (call: LabelCall) => Known;

export class ModelDimensions {
  readonly units: Units;
  private readonly model: ModelData;
  private readonly families: Families;
  private readonly found = new Map<string, Known>();

  constructor(model: ModelData, families: Families, units: Units) {
    this.model = model;
    this.families = families;
    this.units = units;
  }

  /** The dimension of a coordinate, a component of a point, a state or an algebraic variable. */
  ofFamily(name: string): Known {
    return this.once(`family ${name}`, () => {
      const family = this.families.all.get(name);
      if (family === undefined) return undefined;
      if (family.kind === "point") return family.direction ? pure : length;
      const { initial = {} } = this.model;
      const starts = [family.at, ...this.startsOf(initial, name)].map((value) => this.ofStart(value));
      const rates = [family.velocity, ...this.startsOf(initial, `${name}'`)].map((value) => this.ofStart(value));
      const rate = rates.find((each) => each !== undefined);
      return starts.find((each) => each !== undefined) ?? (rate && times(rate, time));
    });
  }

  private startsOf(initial: NonNullable<ModelData["initial"]>, key: string): ScalarOrVector[] {
    return Object.entries(initial)
      .filter(([each]) => each.replace(/\[[^\]]*\]/g, "") === key)
      .map(([, value]) => value);
  }

  private ofStart(value: PlacedData | undefined): Known {
    return value === undefined || isTable(value) ? undefined : this.silently(() => this.ofValue(value));
  }

  /** The dimension of a number, an expression, or a list whose entries have one dimension. */
  ofValue(value: ParameterData, more?: Omit<Partial<DimensionScope>, "units">, labels?: LabelDimension): Known {
    if (typeof value === "number") return undefined;
    if (typeof value === "string") return this.ofText(value, more, labels);
    const all = value.map((each) => this.ofValue(each, more, labels)).filter((each) => each !== undefined);
    return all.length === value.length ? all[0] : undefined;
  }

  /** The same for a text; throws an `ExpressionError` where quantities of different dimensions are added. */
  ofText(text: string, more: Omit<Partial<DimensionScope>, "units"> = {}, labels?: LabelDimension): Known {
    const { text: labelled, found: calls } = withLabelCalls(text, labels === undefined ? [] : labelCalls);
    const { text: plain, references } = withPlaceholders(labelled);
    const scope: DimensionScope = {
      units: this.units,
      lookup: (name) => {
        const call = calls.get(name);
        if (call !== undefined) return labels!(call);
        const word = name.replace(/'+$/, "");
        const reference = references.get(word);
        const own = more.lookup?.(name);
        return own ?? this.ofName(reference === undefined ? name : reference.name + name.slice(word.length));
      },
      call: (name) =>
        more.call?.(name) ??
        (labels !== undefined && /^(kinetic|potential|energy)$/.test(name) ? energy : this.ofTable(name)),
    };
    return dimensionIn(parseSyntax(plain), scope);
  }

  private ofTable(name: string): Known {
    const { y, z } = Object.hasOwn(this.model.tables ?? {}, name) ? this.model.tables![name] : {};
    const values = z ?? y;
    if (!Array.isArray(values)) return undefined;
    return values
      .flat()
      .map((value: Scalar) => this.ofValue(value))
      .find((each) => each !== undefined);
  }

  /** The dimension of a name in an expression, with its primes. */
  ofName(name: string): Known {
    const plain = name.replace(/'+$/, "");
    const order = name.length - plain.length;
    const of = this.ofPlain(plain);
    return of && times(of, time, -order);
  }

  private ofPlain(name: string): Known {
    if (name === "t") return time;
    const { parameters = {}, let: lets = {} } = this.model;
    for (const section of [parameters, lets])
      if (Object.hasOwn(section, name))
        return this.once(`name ${name}`, () => this.silently(() => this.ofValue(section[name])));
    const axis = this.families.all.has(name) ? null : /^(.*)_[xyz]$/.exec(name);
    return this.ofFamily(axis?.[1] ?? name);
  }

  /** Runs once; names that depend on themselves are open. */
  private once(key: string, work: () => Known): Known {
    if (!this.found.has(key)) {
      this.found.set(key, undefined);
      this.found.set(key, work());
    }
    return this.found.get(key);
  }

  /** Mistakes in the text of a name are reported where it is defined. */
  private silently(work: () => Known): Known {
    try {
      return work();
    } catch (error) {
      if (error instanceof ExpressionError) return undefined;
      throw error;
    }
  }

  /** Whether a text can be parsed; errors in texts that cannot are reported elsewhere. */
  parses(text: string): boolean {
    try {
      parseSyntax(withPlaceholders(withLabelCalls(text, labelCalls).text).text);
      return true;
    } catch (error) {
      if (error instanceof ExpressionError) return false;
      throw error;
    }
  }

  /** The dimension of a value at a place of the file; errors get its path. */
  at(
    where: string,
    value: ScalarOrVector,
    more?: Omit<Partial<DimensionScope>, "units">,
    labels?: LabelDimension,
  ): Known {
    const text = typeof value === "string" ? value : "";
    return withErrorsAt(where, text, () => this.ofValue(value, more, labels));
  }
}

/** The dimension of the force on a coordinate, or of the multiplier of a constraint: their product is an energy. */
export function forceOn(other: Known): Known {
  return other && times(energy, other, -1);
}

/** The dimension of a mass that goes with a coordinate: mass times a squared rate is an energy. */
export function massOf(coordinate: Known): Known {
  return coordinate && times(energy, times(coordinate, time, -1), -2);
}

/** The dimension of the rate of a state. */
export const rateOf = (state: Known): Known => state && times(state, time, -1);

/** The unit of a parameter in a definition, in which nodes may be named. */
export function parameterDimension(unit: string | undefined, nodes: ReadonlyMap<string, Known>): Known {
  if (unit === undefined) return undefined;
  let known: Dimension | undefined = pure;
  const words = unit.replace(/(^|[*/])\s*([A-Za-z_]\w*)(?:\s*\^\s*(\d+))?/g, (whole, mark: string, name: string, n) => {
    if (!nodes.has(name) || readDimension(name) !== undefined) return whole;
    const of = nodes.get(name);
    known = known && of && times(known, of, (mark === "/" ? -1 : 1) * Number(n ?? 1));
    return `${mark}1`;
  });
  const rest = readDimension(words);
  return known && rest && times(known, rest);
}
