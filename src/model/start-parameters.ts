/**
 * Which parameters can change without touching laws and tables: those that only the start and the numbers of the run
 * mention. Thousands of runs that differ in nothing else share one compiled system.
 */

import { newContext } from "./lower/context-of.js";
import { readFamilies } from "./lower/families.js";
import type { Overrides } from "./lower/parameters.js";
import { readBegin, readStart, type Start } from "./lower/start.js";
import type { Lowered } from "./lowered.js";
import type { ModelData } from "./schema.js";
import type { Model } from "./validate.js";

/**
 * Parameters of the model that reach the start and the run section only. Words that merely look like a parameter count
 * as one, so a parameter is never taken for harmless by mistake.
 */
export function startParameters(model: Model, { startInLaws }: Pick<Lowered, "startInLaws">): ReadonlySet<string> {
  const { parameters = {} } = model;
  const { laws, start } = splitStart(model);
  const open = [...wordsIn(laws), ...(startInLaws ? wordsIn(start) : [])];
  const reached = new Set<string>();
  for (let word = open.pop(); word !== undefined; word = open.pop()) {
    if (reached.has(word) || !Object.hasOwn(parameters, word)) continue;
    reached.add(word);
    open.push(...wordsIn(parameters[word]));
  }
  return new Set(Object.keys(parameters).filter((name) => !reached.has(name)));
}

export type { Start };

/**
 * The starts of a model that has been lowered with the parameters `set`: a function of parameters that differ from those in what
 * `startParameters` lists only, so that there are the same points and coordinates.
 */
export function startReader(model: Model, options: { readonly set?: Overrides } = {}): (set?: Overrides) => Start {
  const families = readFamilies(newContext(model, options), model);
  return (set) => {
    const context = newContext(model, { ...(set && { set }) });
    const start = readBegin(context, families, model, readStart(context, families, model));
    context.errors.check();
    return start;
  };
}

/** The data of the start, and everything else that laws are made of. */
function splitStart(model: Model): { readonly laws: unknown; readonly start: unknown } {
  const { taut: _, name: __, about: ___, parameters: ____, run, initial, points, coordinates, states, ...rest } = model;
  const [ofPoints, ofCoordinates] = [split(points, free), split(coordinates)];
  const ofStates = Array.isArray(states) ? [] : Object.values(states ?? {});
  return {
    laws: [rest, run?.events, run?.observables, ofPoints.laws, ofCoordinates.laws],
    start: [initial, ofStates, ofPoints.start, ofCoordinates.start],
  };
}

type Entries = ModelData["points"] | ModelData["coordinates"];

const free = ({ fixed }: { readonly fixed?: boolean }): boolean => fixed !== true;

/** `at` and `velocity` of what moves, and the rest of each entry; a coordinate may be its start value alone. */
function split(
  entries: Entries,
  moves: (entry: object) => boolean = () => true,
): { laws: unknown[]; start: unknown[] } {
  const [laws, start]: [unknown[], unknown[]] = [[], []];
  for (const entry of Array.isArray(entries) ? [] : Object.values(entries ?? {})) {
    if (typeof entry !== "object") start.push(entry);
    else if (!moves(entry)) laws.push(entry);
    else {
      const { at, velocity, ...rest } = entry;
      start.push(at, velocity);
      laws.push(rest);
    }
  }
  return { laws, start };
}

/** Every word in the texts of some data. */
function wordsIn(data: unknown): string[] {
  if (typeof data === "string") return data.match(/[A-Za-z_]\w*/g) ?? [];
  if (typeof data !== "object" || data === null) return [];
  return Object.values(data).flatMap(wordsIn);
}
