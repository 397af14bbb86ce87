/** Checks the elements that a file defines, even if they are not used. */

import { namesIn } from "../symbolic/index.js";
import {
  type Catalogue,
  definitionSchema,
  type ElementDefinition,
  itemKeys,
  type Laws,
  lawKinds,
  parameterOf,
  type Variant,
} from "./definition.js";
import { checkShape } from "./issues.js";
import { below, type ErrorCollector, path, show, withErrorsAt } from "./model-errors.js";
import { nameError } from "./names.js";
import { type ModelData, siteNames } from "./schema.js";
import { didYouMean } from "./shapes.js";
import { syntaxOf } from "./syntax.js";

const checkedCatalogues = new WeakSet<Catalogue>();

/** Checks the definitions of the model, and those of a catalogue when it is used for the first time. */
export function checkDefinitions(model: ModelData, catalogue: Catalogue, errors: ErrorCollector): void {
  if (!checkedCatalogues.has(catalogue)) {
    for (const [name, definition] of Object.entries(catalogue)) {
      const where = path("catalogue", name);
      const shape = checkShape(definitionSchema, definition, where, errors);
      if (shape !== undefined) checkDefinition(definition, where, [], errors);
    }
    errors.check();
    checkedCatalogues.add(catalogue);
  }
  for (const [name, definition] of Object.entries(model.define ?? {})) {
    const where = path("define", name);
    if (Object.hasOwn(catalogue, name)) errors.add(where, `${show(name)} is a built-in element. Choose another name.`);
    checkDefinition(
      definition,
      where,
      [...Object.keys(model.parameters ?? {}), ...Object.keys(model.let ?? {})],
      errors,
    );
  }
}

/** Checks one definition; `known` are the names that its expressions may use besides its own. */
export function checkDefinition(
  definition: ElementDefinition,
  where: string,
  known: readonly string[],
  errors: ErrorCollector,
): void {
  const parameters = Object.keys(definition.parameters ?? {});
  if (parameters.length > 64)
    errors.add(
      below(where, "parameters"),
      `an element may have at most 64 parameters; this one has ${parameters.length}. Split it.`,
    );
  const vectors = parameters.filter((name) => parameterOf(definition, name).vector);
  const own = new Map<string, string>();
  for (const [kind, list] of [
    ["node", definition.on],
    ["parameter", parameters],
  ] as const) {
    for (const name of list) {
      const at = kind === "node" ? below(where, "on") : below(where, "parameters", name);
      const problem = nameError(name);
      if (problem !== undefined) errors.add(at, problem);
      if (own.has(name))
        errors.add(at, `${show(name)} is already a ${own.get(name)} of this element. Choose another name.`);
      const reserved = itemKeys.has(name) || Object.hasOwn(definition.flags ?? {}, name);
      if (kind === "parameter" && reserved)
        errors.add(at, `${show(name)} has another meaning in an element. Choose another name.`);
      const node = definition.on.find((each) => ["x", "y", "z"].some((axis) => `${each}_${axis}` === name));
      if (node !== undefined)
        errors.add(at, `${show(name)} is a component of the node ${show(node)}. Choose another name.`);
      const whole = vectors.find((each) => ["x", "y", "z"].some((axis) => `${each}_${axis}` === name));
      if (whole !== undefined)
        errors.add(at, `${show(name)} is a component of the parameter ${show(whole)}. Choose another name.`);
      own.set(name, kind);
    }
  }
  for (const role of ["main", "settles"] as const) {
    const name = definition[role];
    if (name === undefined || parameters.includes(name)) continue;
    errors.add(below(where, role), `${show(name)} is not a parameter of this element.${didYouMean(name, parameters)}`);
  }
  if (definition.everywhere && definition.on.length !== 1) {
    errors.add(
      below(where, "everywhere"),
      `only an element on one node can act on every point; this one has ${definition.on.length}. Remove this entry.`,
    );
  }

  const nodes = definition.on.flatMap((node) => [node, ...["x", "y", "z"].map((axis) => `${node}_${axis}`)]);
  const sites = (definition.pairs ?? []).flatMap((site) => definition.on.map((node) => `${site}_${node}`));
  if (definition.pairs !== undefined) checkPairs(definition, where, errors);
  const names = new Set([
    ...nodes,
    ...sites,
    ...nodes.map((node) => `${node}'`),
    ...parameters,
    ...known,
    "t",
    "pi",
    "e",
    "coulomb",
  ]);
  for (const name of parameters) {
    const { derived, default: value } = parameterOf(definition, name);
    if (derived && value === undefined)
      errors.add(below(where, "parameters", name), "a derived parameter needs a default.");
    checkTexts(value, below(where, "parameters", name, "default"), names, errors);
  }
  checkVariant(definition, where, definition, names, errors);
  for (const [flag, variant] of Object.entries(definition.flags ?? {})) {
    checkVariant(variant, below(where, "flags", flag), definition, names, errors);
  }
}

/** A pair element must be a potential of the distance between two points. */
function checkPairs(definition: ElementDefinition, where: string, errors: ErrorCollector): void {
  const at = below(where, "pairs");
  if (definition.on.length !== 2)
    errors.add(at, `an element on pairs must have two nodes; it has ${definition.on.length}. Write on: [a, b].`);
  for (const name of definition.pairs ?? [])
    if (name !== "mass" && !(siteNames as readonly string[]).includes(name))
      errors.add(at, `${show(name)} is not a property of points. Known are: ${siteNames.join(", ")}, mass.`);
  for (const variant of [definition, ...Object.values(definition.flags ?? {})])
    if (
      typeof variant.potential !== "string" ||
      lawKinds.some((kind) => kind !== "potential" && variant[kind] !== undefined)
    )
      errors.add(
        at,
        "an element on all pairs must have a potential of norm(a - b) and no other law. Remove the other laws.",
      );
}

function checkVariant(
  variant: Variant,
  where: string,
  definition: ElementDefinition,
  names: ReadonlySet<string>,
  errors: ErrorCollector,
): void {
  const all: [Laws | undefined, string][] = [[variant, where]];
  for (const space of ["line", "plane", "space"] as const) all.push([variant[space], below(where, space)]);
  if (!all.some(([laws]) => laws !== undefined && lawKinds.some((kind) => laws[kind] !== undefined))) {
    errors.add(where, `a law is missing. Give one of: ${lawKinds.join(", ")}.`);
  }
  for (const [laws, at] of all) {
    for (const kind of lawKinds) checkTexts(laws?.[kind], below(at, kind), names, errors);
    const force = laws?.force;
    if (force === undefined) continue;
    const targets = typeof force === "object" && !Array.isArray(force) ? Object.keys(force) : undefined;
    if (targets === undefined && definition.on.length > 1) {
      errors.add(
        below(at, "force"),
        `the element has ${definition.on.length} nodes. Give the force on each: {${definition.on.join(": …, ")}: …}.`,
      );
    }
    for (const target of targets ?? []) {
      if (definition.on.includes(target)) continue;
      errors.add(
        below(at, "force", target),
        `${show(target)} is not a node of this element.${didYouMean(target, definition.on)}`,
      );
    }
  }
}

type Texts = undefined | number | string | readonly Texts[] | { readonly [key: string]: Texts };

/** Parses every text in `value` and looks its names up. */
function checkTexts(value: Texts, where: string, names: ReadonlySet<string>, errors: ErrorCollector): void {
  if (typeof value === "object") {
    const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value as Record<string, Texts>);
    for (const [key, item] of entries) checkTexts(item, below(where, key), names, errors);
  } else if (typeof value === "string") {
    const used = errors.attempt(() => withErrorsAt(where, value, () => namesIn(syntaxOf(value))));
    for (const name of used ?? []) {
      if (!names.has(name))
        errors.add(where, `${show(value)}: ${show(name)} is not defined here.${didYouMean(name, names)}`);
    }
  }
}
