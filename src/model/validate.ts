/**
 * Checks whether data is a model: shapes, names, sections that exclude each other, definitions, and elements against their
 * definitions. Checks that need numbers (ranges, counts, masses) are done while lowering.
 */

import { type Expanded, expandBodies } from "./bodies.js";
import type { Catalogue } from "./definition.js";
import { checkDefinitions } from "./definition-check.js";
import { checkShape } from "./issues.js";
import { type Item, readItems } from "./items.js";
import type { ForceFunction } from "./lowered.js";
import { ErrorCollector, show } from "./model-errors.js";
import { expandMolecules } from "./molecules.js";
import { checkNames } from "./names.js";
import { checkPlain } from "./plain.js";
import { type ModelData, modelSchema } from "./schema.js";
import { checkSections } from "./sections.js";

/**
 * A checked model: plain data, except that the builder may add forces given as functions. `validateModel` and
 * `ModelBuilder.build` return it.
 */
export interface Model extends Readonly<ModelData> {
  /** Only from the builder. A model with functions is opaque: it cannot be hashed, shared or sent. */
  readonly functions?: readonly ForceFunction[];
}

/** A model, with what validation has read in it; lowering takes both. */
export interface ValidModel {
  readonly model: Model;
  /** The model with its bodies and joints as points and constraints, for the parameters of the file. */
  readonly expanded: Expanded;
  /** The entries of `elements`, with their definitions. */
  readonly items: readonly Item[];
  /** The names that the model uses. */
  readonly used: ReturnType<typeof checkNames>;
  readonly catalogue: Catalogue;
}

/** Every model that validation has returned, so that each is validated once. */
const known = new WeakMap<object, ValidModel>();

/** `data` as a model; throws a `ModelError` if it is not one. `allErrors` lists everything that is wrong. */
export function validateModel(data: unknown, catalogue: Catalogue): Model {
  return validModel(data, catalogue).model;
}

/** The same with what lowering takes. A model that was validated with this catalogue is not validated again. */
export function validModel(data: unknown, catalogue: Catalogue): ValidModel {
  const before = typeof data === "object" && data !== null ? known.get(data) : undefined;
  if (before?.catalogue === catalogue) return before;
  const { functions, plain } = splitFunctions(data);
  checkPlain(plain);

  const errors = new ErrorCollector();
  checkShape(modelSchema, plain, "", errors);
  errors.check();

  const { model: filled, origins } = expandMolecules(plain as ModelData, catalogue);
  const model: Model = { ...filled, ...(functions.length > 0 && { functions }) };
  checkSections(model, errors);
  const used = checkNames(model, errors, origins);
  checkDefinitions(model, catalogue, errors);
  errors.check();
  // bodies stay in the model: what they become depends on numbers, which a run may set
  const expanded = expandBodies(model);
  const items = readItems(expanded.model, catalogue, used, errors);
  errors.check();
  if (functions.length > 0) Object.defineProperty(model, "toJSON", { value: refuseJson });
  const valid = { model, expanded, items, used, catalogue };
  known.set(model, valid);
  return valid;
}

/** Splits the data of the builder into functions and plain data. In a file the key `functions` is unknown. */
function splitFunctions(data: unknown): { functions: readonly ForceFunction[]; plain: unknown } {
  if (typeof data !== "object" || data === null || !("functions" in data)) return { functions: [], plain: data };
  const { functions, ...plain } = data as Model;
  const real = Array.isArray(functions) && functions.every((each) => typeof each?.force === "function");
  return real ? { functions, plain } : { functions: [], plain: data };
}

function refuseJson(this: Model): never {
  refuseOpaque(this, "written as JSON");
  throw new Error("only opaque models may refuse to become JSON");
}

/** Throws when the model contains a function. */
export function refuseOpaque(model: Model, what: string): void {
  if (model.functions === undefined) return;
  const names = model.functions.map(({ name }) => show(name)).join(", ");
  const errors = new ErrorCollector();
  errors.add(
    "functions",
    `this model contains a function (${names}) and cannot be ${what}. Write the force as an expression.`,
  );
  errors.check();
}
