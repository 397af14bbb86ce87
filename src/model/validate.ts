/**
 * Is this data a model? Shapes, names, sections that exclude each other, definitions, and elements against their
 * definitions. What needs numbers (ranges, counts, masses) is checked while lowering.
 */

import { expandBodies } from "./bodies.js";
import type { Catalogue } from "./definition.js";
import { checkDefinitions } from "./definition-check.js";
import { checkShape } from "./issues.js";
import { readItems } from "./items.js";
import type { ForceFunction } from "./lowered.js";
import { ErrorCollector, show } from "./model-errors.js";
import { expandMolecules } from "./molecules.js";
import { checkNames } from "./names.js";
import { checkPlain } from "./plain.js";
import { type ModelData, modelSchema } from "./schema.js";

/** A model that has been checked: plain data, except that the library may add forces given as functions. */
export interface Model extends Readonly<ModelData> {
  /** Library only: a model with functions is opaque, it cannot be hashed, shared or sent. */
  readonly functions?: readonly ForceFunction[];
  /** What was decided while reading, a sentence each; not part of the data. */
  readonly notes?: readonly string[];
}

const checked = new WeakMap<object, Catalogue>();

/** `data` as a model; throws a `ModelError` (with all that was found in `all`) when it is none. */
export function validateModel(data: unknown, catalogue: Catalogue): Model {
  if (typeof data === "object" && data !== null && checked.get(data) === catalogue) return data as Model;
  const { functions, plain } = splitFunctions(data);
  checkPlain(plain);

  const errors = new ErrorCollector();
  checkShape(modelSchema, plain, "", errors);
  errors.check();

  const { model: expanded, notes } = expandBodies(expandMolecules(plain as ModelData, catalogue));
  const model: Model = { ...expanded, ...(functions.length > 0 && { functions }) };
  if (notes.length > 0) Object.defineProperty(model, "notes", { value: notes });
  checkSections(model, errors);
  const used = checkNames(model, errors);
  checkDefinitions(model, catalogue, errors);
  errors.check();
  readItems(model, catalogue, used, errors);
  errors.check();
  if (functions.length > 0) Object.defineProperty(model, "toJSON", { value: refuseJson });
  checked.set(model, catalogue);
  return model;
}

/** The functions of a model from the builder, and its data. A file has no functions: there the key is unknown. */
function splitFunctions(data: unknown): { functions: readonly ForceFunction[]; plain: unknown } {
  if (typeof data !== "object" || data === null || !("functions" in data)) return { functions: [], plain: data };
  const { functions, ...plain } = data as Model;
  const real = Array.isArray(functions) && functions.every((each) => typeof each?.force === "function");
  return real ? { functions, plain } : { functions: [], plain: data };
}

function refuseJson(this: Model): never {
  refuseOpaque(this, "written as JSON");
  throw new Error("only opaque models refuse");
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

const mechanics = [
  ...[
    "points",
    "bodies",
    "joints",
    "coordinates",
    "mass",
    "kinetic",
    "potential",
    "force",
    "constraints",
    "elements",
    "define",
    "omega",
  ],
] as readonly (keyof ModelData)[];

/** Sections that exclude or need each other. */
function checkSections(model: Model, errors: ErrorCollector): void {
  if (model.states !== undefined) {
    for (const section of mechanics) {
      if (model[section] === undefined || (section === "constraints" && model.algebraic !== undefined)) continue;
      errors.add(
        section,
        section === "constraints"
          ? "constraints of states need algebraic variables that keep them. Write algebraic: [z], and z in rates; or invariants, for what holds by itself."
          : `states make a first-order system, which has no ${section}. Use coordinates instead of states, or rates.`,
      );
    }
    if (model.algebraic !== undefined && model.invariants !== undefined)
      errors.add(
        "invariants",
        "beside algebraic variables the constraints are what is kept. Leave the invariants out.",
      );
    if (model.algebraic !== undefined && model.constraints === undefined)
      errors.add("constraints", "these are missing: each algebraic variable needs one. Write constraints: {name: …}.");
    if (model.rates === undefined)
      errors.add("rates", "this is missing: each state needs its rate. Write rates: {x: …}.");
  } else {
    if (model.algebraic !== undefined)
      errors.add(
        "algebraic",
        "algebraic variables belong to states, and there are none. Constraints of coordinates need no variable.",
      );
    if (model.rates !== undefined)
      errors.add("rates", "rates are of states, and there are none. Write states: [x, y].");
    if (model.points === undefined && model.coordinates === undefined) {
      errors.add("model", "there is nothing that moves. Give points, coordinates, or states.");
    }
  }
}
