/** Checks the dimensions of the numbers and laws of a model that declares units, and finds those of its results. */

import { isRotation, isSame, parseSyntax, pure, readDimension, readUnit, type Syntax } from "../../symbolic/index.js";
import { parameterOf } from "../definition.js";
import type { Item } from "../items.js";
import type { Families } from "../lower/families.js";
import { below, type ErrorCollector, fail, path, show } from "../model-errors.js";
import { readReference } from "../references.js";
import type { ModelData, ParameterData, PlacedData } from "../schema.js";
import { dimensions } from "../schema-dimensions.js";
import { isTable, type Scalar } from "../shapes.js";
import type { Known } from "./infer.js";
import { inWords, labelOf } from "./labels.js";
import { forceOn, type ModelDimensions, massOf, parameterDimension, rateOf } from "./model-dimensions.js";
import { factorIn } from "./quantities.js";

/** Adds an error for every number or law whose dimension is not what it must be. */
export function checkDimensions(
  of: ModelDimensions,
  model: ModelData,
  families: Families,
  items: readonly Item[],
  errors: ErrorCollector,
): void {
  const need = (where: string, value: PlacedData | ParameterData | undefined, needed: Known, labels = false): void => {
    if (value === undefined || typeof value === "number" || isTable(value as PlacedData)) return;
    if (Array.isArray(value)) {
      value.forEach((each, k) => {
        need(below(where, k), each as Scalar, needed, labels);
      });
      return;
    }
    if (typeof value === "string" && of.parses(value))
      errors.attempt(() =>
        mustBe(of, where, value, of.at(where, value, {}, labels ? () => undefined : undefined), needed),
      );
  };
  const map = (where: string, data: object, title: keyof typeof dimensions): void => {
    for (const [key, words] of Object.entries(dimensions[title]))
      need(below(where, key), (data as Readonly<Record<string, PlacedData>>)[key], readDimension(words));
  };
  const each = <T>(
    section: string,
    entries: Readonly<Record<string, T>> | undefined,
    work: (where: string, entry: T, name: string) => void,
  ): void => {
    for (const [name, entry] of Object.entries(entries ?? {})) work(path(section, name), entry, name);
  };
  const plain = (section: string, entries: Readonly<Record<string, ParameterData>> | undefined): void =>
    each(section, entries, (where, value) => need(where, value, undefined));

  // 1. numbers
  plain("parameters", model.parameters);
  plain("let", model.let);
  each("points", model.points, (where, point) => {
    if (point.direction !== true) map(where, point, "a point");
  });
  each("bodies", model.bodies, (where, body) => map(where, body, "a body"));
  (model.joints ?? []).forEach((joint, k) => {
    for (const [kind, data] of Object.entries(joint)) map(path("joints", k, kind), data, "a joint");
  });
  each("templates", model.templates, (where, { sites }) => {
    for (const [name, site] of Object.entries(sites)) map(below(where, "sites", name), site, "a site of a molecule");
  });
  each("molecules", model.molecules, (where, molecule) => map(where, molecule, "a molecule"));
  if (typeof model.potential === "object")
    each("potential", model.potential, (where, value) => need(where, value, energy));
  map("", { ...model, ...(typeof model.potential === "object" && { potential: undefined }) }, "a model");
  if (model.run !== undefined) map("run", model.run, "run");
  if (model.run?.observe !== undefined) map("run.observe", model.run.observe, "observe");
  for (const [name, data] of Object.entries(model.run?.observables ?? {}))
    if (typeof data === "object" && !Array.isArray(data)) map(path("run", "observables", name), data, "an observable");
  for (const [name, event] of Object.entries(model.run?.events ?? {}))
    need(path("run", "events", name, "when"), event.when, undefined);

  // 2. coordinates, states and their laws
  for (const [name, family] of families.all) {
    if (family.kind === "point") continue;
    const own = of.ofFamily(name);
    need(below(family.where, "velocity"), family.velocity, rateOf(own));
    need(below(family.where, "mass"), family.mass, massOf(own));
  }
  const ofKey = (key: string): Known => of.ofName(key.replace(/\[[^\]]*\]/g, ""));
  each("initial", model.initial, (where, value, name) => need(where, value, ofKey(name)));
  each("force", model.force, (where, value, name) => need(where, value, forceOn(ofKey(name))));
  each("rates", model.rates, (where, value, name) => need(where, value, rateOf(ofKey(name))));
  plain("invariants", model.invariants);
  each("constraints", model.constraints, (where, entry) => {
    const isMap = typeof entry === "object" && !Array.isArray(entry);
    need(isMap ? below(where, "expression") : where, isMap ? entry.expression : entry, undefined);
  });
  if (typeof model.mass === "object")
    for (const [k, block] of [model.mass].flat().entries()) {
      if ("matrix" in block) continue;
      for (const [name, value] of Object.entries(block))
        if (!Array.isArray(value))
          need(Array.isArray(model.mass) ? path("mass", k, name) : path("mass", name), value, massOf(ofKey(name)));
    }
  each("outputs", model.outputs, (where, entry) => {
    const isMap = typeof entry === "object" && !Array.isArray(entry);
    need(isMap ? below(where, "of") : where, isMap ? entry.of : entry, undefined, true);
  });

  // 3. elements
  for (const item of items) checkItem(item);
  each("define", model.define, (where, definition) => {
    for (const name of Object.keys(definition.parameters ?? {}))
      checkUnit(of, below(where, "parameters", name), definition.on, parameterOf(definition, name), errors);
  });

  function checkItem({ definition, values, nodes, where }: Item): void {
    const list = nodes === "everywhere" ? [] : nodes;
    const kinds = list.map(({ text, where: at }) => errors.attempt(() => readReference(at, text).name) ?? "");
    const isScalar = kinds.some((name) => families.all.get(name)?.kind === "coordinate");
    // an element on one node may act on several
    const ofNode = new Map(
      definition.on.map((node, k) => [node, of.ofFamily(kinds[definition.on.length === 1 ? 0 : k] ?? "")]),
    );
    for (const [name, value] of values) {
      const { unit } = parameterOf(definition, name);
      const isOfNodes = definition.on.some((node) => new RegExp(`\\b${node}\\b`).test(unit ?? ""));
      need(below(where, name), value, isScalar && !isOfNodes ? undefined : parameterDimension(unit, ofNode));
    }
  }
}

const energy = readDimension("energy")!;

/** Refuses a value of another dimension. A number with its unit must also be an angle where one is needed: Hz is not rad/s. */
function mustBe(of: ModelDimensions, where: string, text: string, found: Known, needed: Known): void {
  if (found === undefined || needed === undefined) return;
  const unit = unitAlone(text);
  const isAngle = !isRotation(needed) || unit === undefined || isRotation(found) || isSame(needed, pure);
  if (isSame(found, needed) && isAngle) return;
  const { units } = of;
  const label = labelOf(needed, units);
  fail(
    where,
    `must be ${inWords(needed, units)}; ${show(text)} is ${inWords(found, units)}. ${label ? `Give it in ${label} or another such unit.` : "Correct the unit."}`,
  );
}

/** The unit of a text that is a number with its unit and nothing else. */
function unitAlone(text: string): string | undefined {
  let syntax: Syntax = parseSyntax(text);
  while (syntax.kind === "unary") syntax = syntax.argument;
  return syntax.kind === "number" ? syntax.unit?.text : undefined;
}

/** The unit in a definition must be known, and a plain default is in the units of the model. */
function checkUnit(
  of: ModelDimensions,
  where: string,
  on: readonly string[],
  { unit, default: value }: ReturnType<typeof parameterOf>,
  errors: ErrorCollector,
): void {
  if (unit === undefined) return;
  const nodes = new Map<string, Known>(on.map((node) => [node, pure]));
  if (parameterDimension(unit, nodes) === undefined) {
    errors.add(
      below(where, "unit"),
      `must be a unit or a dimension in words, such as N/mm or force/length; got ${show(unit)}. Correct it.`,
    );
    return;
  }
  const known = readUnit(unit);
  const size = known && factorIn(of.units, known);
  if (typeof value === "number" && value !== 0 && size !== undefined && size.times !== size.over)
    errors.add(
      below(where, "default"),
      `a plain number is in the units of the model, ${labelOf(known!.dimension, of.units)}; the unit here is ${unit}. Write default: ${value} ${unit}.`,
    );
}
