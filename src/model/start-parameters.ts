/**
 * Finds the parameters that can change without changing laws and tables: those that only the start and the numbers of the
 * run section use. Thousands of runs that differ only in them share one compiled system.
 */

import { append } from "../core/index.js";
import { expandBodies } from "./bodies.js";
import { newContext } from "./lower/context-of.js";
import { readFamilies } from "./lower/families.js";
import type { Overrides } from "./lower/parameters.js";
import { readBegin, readStart, type Start } from "./lower/start.js";
import type { Lowered } from "./lowered.js";
import type { ModelData } from "./schema.js";
import type { Model } from "./validate.js";

/**
 * The parameters that only the start and the run section use. Any word in a law that looks like a parameter counts as one,
 * so that no parameter that a law uses is listed by mistake.
 */
export function startParameters(model: Model, { startInLaws }: Pick<Lowered, "startInLaws">): ReadonlySet<string> {
  const { model: expanded, deciding } = expandBodies(model);
  const { bodies, joints } = model;
  const { parameters = {} } = expanded;
  const { laws, places } = splitStart(expanded);
  const open = [
    ...wordsIn([laws, joints, placesIn(bodies)]),
    ...wordsIn(deciding),
    ...(startInLaws ? wordsIn(places) : []),
  ];
  const reached = new Set<string>();
  for (let word = open.pop(); word !== undefined; word = open.pop()) {
    if (reached.has(word) || !Object.hasOwn(parameters, word)) continue;
    reached.add(word);
    append(open, wordsIn(parameters[word]));
  }
  return new Set(Object.keys(model.parameters ?? {}).filter((name) => !reached.has(name)));
}

export type { Start };

/**
 * A function that reads the start of a model lowered with the parameters `set`, for other parameters. These may differ
 * only in what `startParameters` lists, so that points and coordinates are the same.
 */
export function startReader(model: Model, options: { readonly set?: Overrides } = {}): (set?: Overrides) => Start {
  const { model: expanded, origins, machine } = expandBodies(model, options.set);
  const first = newContext(expanded, { ...options, origins });
  const families = readFamilies(first, expanded, machine);
  first.errors.check();
  return (set) => {
    const context = newContext(expanded, { set, origins });
    const start = readBegin(context, families, expanded, readStart(context, families, expanded));
    context.errors.check();
    return start;
  };
}

/** What laws read of bodies beside their points: places and directions on them. */
const placesIn = (bodies: ModelData["bodies"]): unknown =>
  Object.values(bodies ?? {}).map(({ points, directions, sites, centre }) => [points, directions, sites, centre]);

/** The data of the laws, and that of the places at the start, from which laws may take numbers. Velocities are in neither. */
function splitStart(model: ModelData): { readonly laws: unknown; readonly places: unknown } {
  const { taut: _, name: __, about: ___, parameters: ____, run, initial, points, coordinates, states, ...rest } = model;
  const [ofPoints, ofCoordinates] = [split(points, free), split(coordinates)];
  const ofStates = Array.isArray(states) ? [] : Object.values(states ?? {});
  return {
    laws: [rest, run?.events, run?.observables, ofPoints.laws, ofCoordinates.laws],
    places: [
      Object.entries(initial ?? {}).flatMap(([key, value]) => (key.endsWith("'") ? [] : [value])),
      ...[ofStates, ofPoints.places, ofCoordinates.places],
    ],
  };
}

type Entries = ModelData["points"] | ModelData["coordinates"];

const free = ({ fixed }: { readonly fixed?: boolean }): boolean => fixed !== true;

/** Splits entries into the places of what moves, and the rest without velocities; a coordinate may be just its start value. */
function split(
  entries: Entries,
  moves: (entry: object) => boolean = () => true,
): { laws: unknown[]; places: unknown[] } {
  const [laws, places]: [unknown[], unknown[]] = [[], []];
  for (const entry of Array.isArray(entries) ? [] : Object.values(entries ?? {})) {
    if (typeof entry !== "object") places.push(entry);
    else if (!moves(entry)) laws.push(entry);
    else {
      const { at, velocity: _, ...rest } = entry;
      places.push(at);
      laws.push(rest);
    }
  }
  return { laws, places };
}

/** Every word in the texts of some data. */
function wordsIn(data: unknown): string[] {
  if (typeof data === "string") return data.match(/[A-Za-z_]\w*/g) ?? [];
  if (typeof data !== "object" || data === null) return [];
  return Object.values(data).flatMap(wordsIn);
}
