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
import { ErrorCollector, mentions, show } from "./model-errors.js";
import { expandMolecules } from "./molecules.js";
import { checkNames } from "./names.js";
import { keysOf, takeSource, withPlaces } from "./places.js";
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
  /** Where the points and sites of molecules come from, by their paths. */
  readonly origins: ReadonlyMap<string, string>;
  /** The entries of `elements`, with their definitions. */
  readonly items: readonly Item[];
  /** The names that the model uses. */
  readonly used: ReturnType<typeof checkNames>;
  readonly catalogue: Catalogue;
}

/** Every model that validation has returned, so that each is validated once. */
const known = new WeakMap<object, ValidModel>();

/** What validation has found in a model that it returned. */
export const knownModel = (model: Model): ValidModel | undefined => known.get(model);

/** `data` as a model; throws a `ModelError` if it is not one. `allErrors` lists everything that is wrong. */
export function validateModel(data: unknown, catalogue: Catalogue): Model {
  return validModel(data, catalogue).model;
}

/** The same with what lowering takes. A model that was validated with this catalogue is not validated again. */
export function validModel(data: unknown, catalogue: Catalogue, deeper?: Deeper): ValidModel {
  const before = typeof data === "object" && data !== null ? known.get(data) : undefined;
  if (before?.catalogue === catalogue) return before;
  return withPlaces(data, () => {
    const { functions, plain } = splitFunctions(data);
    checkPlain(plain);
    const errors = new ErrorCollector();
    checkShape(modelSchema, plain, "", errors);
    if (errors.count > 0) afterShapes(plain as ModelData, catalogue, errors, deeper);
    errors.check();
    const valid = checked(plain as ModelData, functions, catalogue, errors);
    if (errors.count > 0 && valid !== undefined) goDeeper(valid, errors, new Set(), deeper);
    errors.check();
    takeSource(valid!.model, data);
    known.set(valid!.model, valid!);
    return valid!;
  });
}

/** Looks for errors that validation does not find, in the correct parts of a model that has errors. */
export type Deeper = (valid: ValidModel) => void;

function goDeeper(valid: ValidModel, errors: ErrorCollector, removed: ReadonlySet<string>, deeper?: Deeper): void {
  const further = new ErrorCollector();
  try {
    further.attempt(() => deeper?.(valid));
  } catch (error) {
    // the correct parts of a wrong model need not fulfil what lowering expects of a whole one
    if (!(error instanceof Error)) throw error;
  }
  takeFurther(errors, further, removed);
}

/** Takes over errors that do not name what was left out or found wrong before. */
function takeFurther(errors: ErrorCollector, further: ErrorCollector, removed: ReadonlySet<string>): void {
  const wrong = new Set([...removed, ...errors.places().map((where) => String(keysOf(where)[1] ?? where))]);
  errors.addAllOf(further, (error) => error.where !== "model" && !mentions(error, wrong));
}

/** Everything that is checked of data with the right shapes; undefined, with errors, if it is not a model. */
function checked(
  plain: ModelData,
  functions: readonly ForceFunction[],
  catalogue: Catalogue,
  errors: ErrorCollector,
): ValidModel | undefined {
  const expandedMolecules = errors.attempt(() => expandMolecules(plain, catalogue));
  if (expandedMolecules === undefined) return undefined;
  const { model: filled, origins } = expandedMolecules;
  const model: Model = { ...filled, ...(functions.length > 0 && { functions }) };
  checkSections(model, errors);
  const used = checkNames(model, errors, origins);
  checkDefinitions(model, catalogue, errors);
  // bodies stay in the model: what they become depends on numbers, which a run may set
  const expanded = errors.attempt(() => expandBodies(model));
  const items = readItems(expanded?.model ?? model, catalogue, used, errors);
  if (expanded === undefined) return undefined;
  if (functions.length > 0) Object.defineProperty(model, "toJSON", { value: refuseJson });
  return { model, expanded, origins, items, used, catalogue };
}

/**
 * Looks for further errors in data of which some parts have the wrong shape: what is wrong is left out, and errors that
 * name it are not reported, because they may only follow from that.
 */
function afterShapes(plain: ModelData, catalogue: Catalogue, errors: ErrorCollector, deeper?: Deeper): void {
  if (typeof plain !== "object" || plain === null || Array.isArray(plain)) return;
  const left: Record<string, unknown> = { ...plain, taut: 1 };
  const removed = new Set<string>();
  for (const where of errors.places()) {
    const [section, entry] = keysOf(where).map(String);
    if (section === "taut" || section === undefined) continue;
    const whole = left[section];
    if (entry !== undefined && typeof whole === "object" && whole !== null && !Array.isArray(whole)) {
      const { [entry]: _, ...rest } = whole as Record<string, unknown>;
      left[section] = rest;
      removed.add(entry);
    } else {
      delete left[section];
      removed.add(section);
    }
  }
  const further = new ErrorCollector();
  checkShape(modelSchema, left, "", further);
  if (further.count > 0) return;
  let valid: ValidModel | undefined;
  try {
    valid = checked(left as ModelData, [], catalogue, further);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  takeFurther(errors, further, removed);
  if (valid !== undefined) goDeeper(valid, errors, removed, deeper);
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
