/**
 * Lowers a model to laws and tables with all its numbers, the last step before derivatives are taken. Repetition becomes
 * tables and is never expanded; a chain of 100,000 rods is lowered in a fraction of a second.
 */

import { ModelError } from "../core/errors.js";
import { type Expanded, expandBodies } from "./bodies.js";
import type { Catalogue } from "./definition.js";
import { holdersOf } from "./holders.js";
import { readItems } from "./items.js";
import { checkAgreement } from "./lower/agreement.js";
import { analyseAlgebraic, nameWithAdded } from "./lower/algebraic-structure.js";
import { appliedForces } from "./lower/applied.js";
import { checkAlgebraic, checkConstraintNames, checkFinite, checkMasses } from "./lower/checks.js";
import type { Context } from "./lower/context.js";
import { newContext } from "./lower/context-of.js";
import { coupleStates, inStates } from "./lower/coupled.js";
import { readDraw } from "./lower/draw.js";
import { elementBlocks, elementLaws } from "./lower/element-laws.js";
import { eventLaws, readingLaws } from "./lower/events.js";
import { coordinateName, type Family, readFamilies, withFollowing } from "./lower/families.js";
import { coordinatesOfJoints } from "./lower/follows.js";
import { freeLaws } from "./lower/free-laws.js";
import { anchorsOf, linksOf, surfacesOf } from "./lower/links.js";
import { machineOf } from "./lower/machine.js";
import { readMasses, varyingMasses } from "./lower/masses.js";
import { readOmega } from "./lower/named-expressions.js";
import { readOutputs } from "./lower/outputs.js";
import { pairField } from "./lower/pairs.js";
import type { Overrides } from "./lower/parameters.js";
import { refuseLarge } from "./lower/refuse-large.js";
import { readBegin, readStart } from "./lower/start.js";
import { type Beyond, coordinateSymbols } from "./lower/symbols.js";
import type { CoordinateGroup, Law, Lowered, ShownLoad } from "./lowered.js";
import { fail } from "./model-errors.js";
import { withPlaces } from "./places.js";
import { type RunSection, readRun } from "./run-section.js";
import { unitsOfModel } from "./units/units-of-model.js";
import { knownModel, type Model, type ValidModel, validModel } from "./validate.js";

export interface LowerOptions {
  /** Values of parameters that replace those of the model. */
  readonly set?: Overrides;
}

/** The default omega of the stiff view. */
const defaultOmega = 1000;

/** Lowers a model, which is validated unless it was before; throws a `ModelError` if anything is wrong with it. */
export function lower(data: Model, catalogue: Catalogue, options: LowerOptions = {}): Lowered {
  const valid = validModel(data, catalogue);
  try {
    return withPlaces(valid.model, () => lowerValid(valid, options));
  } catch (error) {
    // an array that cannot be allocated means that the model is too large
    if (error instanceof RangeError)
      fail("model", "its tables must fit into memory; they do not. Make the families (repeat) smaller.");
    throw error;
  }
}

/**
 * The run section of a checked model. Its expressions may use parameters, whose values `set` can replace. Where it cannot
 * be read, all that is wrong with the model is thrown.
 */
export function runSection(model: Model, set?: Overrides): RunSection {
  try {
    return readRun(newContext(model, { set }), model);
  } catch (error) {
    const valid = knownModel(model);
    if (valid === undefined || !(error instanceof ModelError)) throw error;
    return withPlaces(model, () => {
      lowerValid(valid, { ...(set && { set }) });
      throw error;
    });
  }
}

/**
 * `data` as a model; throws a `ModelError` with everything that is wrong with it, including errors that only show when
 * its correct parts are lowered.
 */
export function checkedModel(data: unknown, catalogue: Catalogue): Model {
  return validModel(data, catalogue, (valid) => lowerValid(valid, {})).model;
}

function lowerValid(valid: ValidModel, options: LowerOptions): Lowered {
  const { functions } = valid.model;
  // bodies become what the parameters in force make of them
  const isOther = options.set !== undefined && valid.expanded.model !== valid.model;
  const from = isOther ? expandBodies(valid.model, options.set) : valid.expanded;
  const { model: expanded, notes, origins, machine } = from;
  const model: Model = { ...expanded, ...(functions && { functions }) };
  const context = newContext(model, {
    ...options,
    origins: new Map([...valid.origins, ...origins]),
    collect: true,
  });
  try {
    return lowerWith(context, model, valid, { notes, machine, isOther });
  } catch (error) {
    // code that relies on wrong parts may fail; the errors of those parts have been collected already
    if (!(error instanceof ModelError)) context.errors.check();
    throw error;
  }
}

function lowerWith(
  context: Context,
  model: Model,
  valid: ValidModel,
  { notes, machine, isOther }: Pick<Expanded, "notes" | "machine"> & { readonly isOther: boolean },
): Lowered {
  const { graph, time, t0, errors } = context;
  const own = readFamilies(context, model, machine);
  const items = isOther ? readItems(model, valid.catalogue, valid.used, errors) : valid.items;
  refuseLarge(context, own, [...items, ...machine.items]);
  const start = readStart(context, own, model);
  const masses = readMasses(context, own, model);
  // bodies and joints come first, because other elements may act on the coordinates of joints
  const machineBlocks = elementBlocks(context, own, machine.items, start, masses);
  const following = errors.attempt(() => coordinatesOfJoints(context, machine, machineBlocks)) ?? [];
  const families = withFollowing(own, following);
  const symbols = coordinateSymbols(context, families);

  const blocks = elementBlocks(
    context,
    families,
    items.filter(({ definition }) => definition.pairs === undefined && definition.applied === undefined),
    start,
    masses,
  );
  const elements = elementLaws(context, families, [...blocks, ...machineBlocks]);
  const pairs = errors.attempt(() => pairField(context, families, items, start, masses, model));
  const applied = items.filter(({ definition }) => definition.applied !== undefined);
  const loads: ShownLoad[] = [];
  const more = {
    elements: elements.map(({ law }) => law),
    applied: (beyond: Beyond) => appliedForces(context, families, symbols, applied, beyond, loads),
    varying: varyingMasses(context, symbols, masses),
  };
  const free = freeLaws(context, families, symbols, model, more);
  const laws = [...more.elements, ...free.laws];
  const events = eventLaws(context, symbols, model);
  const readings = readingLaws(context, symbols, model);
  const watched = [...events, ...readings.flatMap(({ name, laws }) => laws.map((law) => ({ name, law })))];
  const rows = { laws, elements };
  const units = unitsOfModel({ given: valid.model, expanded: model }, families, items, rows, errors);
  const groups = groupsOf(families.free);
  const holders = () => holdersOf({ laws, groups, coordinateName: (k) => coordinateName(families, k) });
  const outputs = readOutputs(context, families, symbols, laws, free.multipliers, model, holders, units?.outputs);
  const drawn = readDraw(context, families, symbols, valid.model);
  errors.attempt(() => readRun(context, model));
  const begin = readBegin(context, families, model, start);
  const omega = errors.attempt(() =>
    model.omega === undefined ? defaultOmega : readOmega(context, "omega", model.omega),
  );
  errors.check();

  const described = errors.attempt(() => machineOf(context, families, machine, elements, laws, start));
  checkAgreement(elements, families, errors);
  checkMasses(families, masses, laws, errors);
  checkConstraintNames({ laws }, errors);
  checkAlgebraic(families, laws, watched, errors);
  for (const law of [...laws, ...watched.map(({ law }) => law)]) errors.attempt(() => checkFinite(context, law, start));
  errors.check();
  const { coordinates, states } = families;
  const isMechanics = coordinates > 0;
  const isCoupled = isMechanics && states + families.algebraic > 0;
  const coupling = isCoupled ? coupleStates(context, families, symbols, laws, start) : undefined;
  const analysed =
    isMechanics || families.algebraic === 0 ? undefined : analyseAlgebraic(context, families, symbols, laws, start);
  errors.check();
  const watchedLaw = (law: Law): Law => (isCoupled ? inStates(law, families) : law);

  // states beside coordinates have no place among these
  const shown = families.free.filter(({ offset }) => !isCoupled || offset < coordinates);
  return {
    name: model.name ?? "",
    ...(notes.length > 0 && { notes }),
    ...(described && { machine: described }),
    graph,
    time,
    order: isMechanics ? "second" : "first",
    n: isMechanics ? coordinates : states,
    algebraic: isMechanics ? 0 : families.algebraic,
    ...(coupling && { coupled: coupling.coupled }),
    ...(analysed && { structure: analysed.structure }),
    groups: groupsOf(shown),
    anchors: anchorsOf(context, families),
    links: linksOf(families, elements, laws),
    shown: {
      surfaces: surfacesOf(elements),
      loads,
      ...drawn,
      ...(pairs?.box && { box: pairs.box }),
    },
    coordinateName: nameWithAdded(families, analysed?.structure.added ?? coupling?.coupled.structure?.added),
    ...begin,
    t0: model.begin?.time ?? t0,
    startInLaws: context.uses.start,
    massDiagonal: masses.diagonal,
    massBlocks: masses.blocks,
    laws: coupling?.laws ?? analysed?.laws ?? laws,
    ...(pairs && { pairs }),
    omega: omega ?? defaultOmega,
    omegaGiven: model.omega !== undefined || laws.some((law) => law.omega !== undefined),
    space: families.space,
    ...(units && { units: units.set, labels: units.labels }),
    functions: model.functions ?? [],
    events: events.map((event) => ({ ...event, law: watchedLaw(event.law) })),
    readings: readings.map((reading) => ({ ...reading, laws: reading.laws.map(watchedLaw) })),
    ...(outputs && { outputs: { ...outputs, law: watchedLaw(outputs.law) } }),
  };
}

const groupsOf = (families: readonly Family[]): CoordinateGroup[] =>
  families.map(({ name, dim, kind, count, extents, offset, direction }) => ({
    ...{ name, dim, kind, count, offset },
    ...(direction && { direction }),
    ...(extents.length > 0 && { repeat: extents }),
  }));
