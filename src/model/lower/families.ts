/** Reads points, coordinates, states and anchors, single or in families, and assigns their places in q. */

import { add, isVector, mul, symbolsOf } from "../../symbolic/index.js";
import type { Machine } from "../bodies.js";
import { missingDirector } from "../body-directors.js";
import { below, fail, failAfter, path, show } from "../model-errors.js";
import {
  type CoordinateData,
  type MasslessData,
  type ModelData,
  type PlacedData,
  type PointData,
  siteNames,
} from "../schema.js";
import { didYouMean, isTable, type Scalar } from "../shapes.js";
import { evaluate, uniform } from "./columns.js";
import { type Context, numberScope, placeOf, positionIn, readNumber, readValue, readVector } from "./context.js";
import type { Extents } from "./extents.js";
import type { AnchorData, Carrier, Families, Family, Follows } from "./family.js";
import { placesOfBodies } from "./follows.js";
import { indexColumns, indexSymbols, readRepeat, single } from "./repeat.js";

export type { Carrier, Families, Family } from "./family.js";

/** The member of a carrier that carries member i of a site. */
export const carrying = ({ family }: Carrier, i: number): number => (family.count === 1 ? 0 : i);

/** The most fixed points: each has a name and a place in pictures. */
const mostAnchors = 500_000;
/** The most of them that move: each has a motion of its own. */
const mostMoving = 50_000;

export function readFamilies(context: Context, model: ModelData, machine: Machine): Families {
  const all = new Map<string, Family>();
  let n = 0;
  let anchors = 1; // the origin is number 0
  const space = dimensionOf(context, model);
  if (space > 0) all.set("origin", origin(space));

  for (const [name, point] of Object.entries(model.points ?? {})) {
    const where = placeOf(context, "points", name);
    context.errors.suspecting(name, () => {
      const extents = readRepeat(context, below(where, "repeat"), point.repeat ?? rowsOf(point.at), 1);
      checkRows(below(where, "at"), point.at, extents.count);
      const base = { ...extents, name, where, kind: "point" as const, dim: space, direction: point.direction === true };
      if (point.fixed) {
        if (point.hold !== undefined)
          fail(below(where, "hold"), "a fixed point stays where it is already. Remove this entry.");
        if (point.velocity !== undefined) {
          fail(
            below(where, "velocity"),
            "a fixed point cannot have a velocity. Write its motion in `at`, as an expression of t.",
          );
        }
        if (anchors + extents.count > mostAnchors)
          fail(
            where,
            `a model may have at most ${mostAnchors} fixed points; with the ${extents.count} here there are more. Reduce the repetition.`,
          );
        all.set(name, { ...base, offset: -1, anchor: readAnchor(context, where, point, space, extents, anchors) });
        anchors += extents.count;
      } else {
        const { at, velocity, mass, molecule, hold = false } = point;
        if (velocity !== undefined) checkRows(below(where, "velocity"), velocity, extents.count);
        all.set(name, { ...base, offset: n, at, velocity, mass, molecule, hold, numbers: numbersOf(point) });
        n += extents.count * space;
      }
    });
  }
  const sites: Family[] = [];
  for (const [name, site] of Object.entries(model.sites ?? {})) {
    const where = placeOf(context, "sites", name);
    context.errors.suspecting(name, () => {
      const made = readMassless(context, name, where, site, all, space);
      all.set(name, made);
      sites.push(made);
    });
  }
  for (const place of context.errors.attempt(() => placesOfBodies(context, machine, all)) ?? [])
    all.set(place.name, place);
  const scalars = [["coordinates", "coordinate"] as const, ["states", "state"] as const];
  let coordinates = n;
  for (const [section, kind] of scalars) {
    for (const [name, entry, where] of scalarsOf(model, section)) {
      context.errors.suspecting(name, () => {
        const extents = readRepeat(context, below(where, "repeat"), entry.repeat, 1);
        all.set(name, { ...extents, ...entry, name, where, kind, dim: 1, offset: n });
        n += extents.count;
      });
    }
    if (kind === "coordinate") coordinates = n;
  }
  const states = n;
  for (const [name, { at }, where] of scalarsOf(model, "algebraic")) {
    all.set(name, { ...single, at, name, where, kind: "algebraic", dim: 1, offset: n });
    n += 1;
  }
  if (n === 0) context.errors.check();
  const list = [...all.values()];
  const free = list.filter(({ offset }) => offset >= 0);
  if (n === 0) {
    const why = list.length > 0 ? "every point is fixed" : "there are no points, coordinates or states";
    // points whose entries are wrong have been left out, and then this follows from that
    failAfter(
      model.points === undefined ? "coordinates" : "points",
      `something must move; ${why}. Give a point with a mass.`,
    );
  }
  const sizes = { n, coordinates, states: states - coordinates, algebraic: n - states };
  const missing = (name: string): string | undefined => missingDirector(machine.bodies, name);
  return ranked({
    all,
    free,
    anchors: list.filter(({ anchor }) => anchor !== undefined),
    sites,
    ...sizes,
    space,
    missing,
  });
}

/** The same families with more that have no coordinates of their own. */
export const withFollowing = (families: Families, more: readonly Family[]): Families =>
  more.length === 0
    ? families
    : ranked({ ...families, all: new Map([...families.all, ...more.map((each) => [each.name, each] as const)]) });

function ranked(families: Omit<Families, "followed">): Families {
  let rank = families.n;
  const all = new Map(families.all);
  for (const [name, family] of all) {
    if (family.follows === undefined) continue;
    all.set(name, { ...family, rank });
    rank += family.count;
  }
  return { ...families, all, followed: rank - families.n };
}

/** Weights may miss 1 by rounding. */
const rounding = 1e-9;

/** A massless site, which is a weighted mean of points (and of directions, whose weights are lengths). */
function readMassless(
  context: Context,
  name: string,
  where: string,
  site: MasslessData,
  points: ReadonlyMap<string, Family>,
  space: number,
): Family {
  const carriers = Object.entries(site.of).map(([other, weight]): Carrier => {
    const at = below(where, "of", other);
    const family = points.get(other);
    if (family === undefined || family.offset < 0) {
      const moving = [...points.values()].flatMap((each) => (each.offset < 0 ? [] : [each.name]));
      fail(
        at,
        `a massless site follows points with masses; ${show(other)} is not one.${didYouMean(other, moving)} Name points that move.`,
      );
    }
    return { family, weight: readNumber(context, at, weight) };
  });
  if (carriers.length === 0)
    fail(below(where, "of"), "a massless site must follow at least one point; it follows none. Name some.");
  const total = carriers.reduce((sum, { family, weight }) => sum + (family.direction ? 0 : weight), 0);
  if (!(Math.abs(total - 1) <= rounding))
    fail(
      below(where, "of"),
      `the weights of a massless site must add up to 1, so that it moves with its points; these add up to ${total}. Correct one.`,
    );
  const { indices, extents, count } = carriers.reduce((a, b) => (b.family.count > a.family.count ? b : a)).family;
  const odd = carriers.find(({ family }) => family.count !== 1 && family.count !== count);
  if (odd !== undefined)
    fail(
      below(where, "of", odd.family.name),
      `all points of a massless site must have the same number of members; ${show(odd.family.name)} has ${odd.family.count}, and another has ${count}.`,
    );
  const molecule = site.molecule ?? carriers[0].family.molecule;
  const numbers = numbersOf(site);
  const base = { indices, extents, count, name, where, kind: "point" as const, dim: space, offset: -1 };
  const follows: Follows = {
    key: `site of ${carriers.length}`,
    nodes: carriers.map((carrier) => ({
      family: carrier.family,
      members: Int32Array.from({ length: count }, (_, i) => carrying(carrier, i)),
    })),
    numbers: carriers.map(({ weight }) => uniform(weight)),
    value: (nodes, weights) =>
      nodes.map((q, k) => q.map((x) => mul(weights[k], x))).reduce((sum, part) => sum.map((x, c) => add(x, part[c]))),
  };
  return { ...base, carriers, follows, ...(molecule !== undefined && { molecule }), numbers };
}

/** The number of members that a table of positions implies. */
function rowsOf(at: PlacedData): number | undefined {
  return isTable(at) ? at.length : undefined;
}

function checkRows(where: string, value: PlacedData, count: number): void {
  if (isTable(value) && value.length !== count)
    fail(where, `the table must have a row for each of the ${count} members; it has ${value.length}.`);
}

/** The properties of a point that pair elements read. */
function numbersOf(point: Pick<PointData, (typeof siteNames)[number]>): ReadonlyMap<string, Scalar> {
  return new Map(siteNames.flatMap((name) => (point[name] === undefined ? [] : [[name, point[name]] as const])));
}

/** Coordinates or states with their entries; a list has only names, and an entry of a map may be just a start value. */
function scalarsOf(model: ModelData, key: "coordinates" | "states" | "algebraic"): [string, CoordinateData, string][] {
  const section = model[key];
  if (section === undefined) return [];
  if (Array.isArray(section)) return section.map((name, k) => [name, {}, path(key, k)]);
  return Object.entries(section).map(([name, entry]) => [
    name,
    typeof entry === "object" ? entry : { at: entry },
    path(key, name),
  ]);
}

/** The number of components of a point, which must be the same for all points. */
function dimensionOf(context: Context, model: ModelData): number {
  let space = 0;
  let first = "";
  for (const [name, { at }] of Object.entries(model.points ?? {})) {
    const where = below(placeOf(context, "points", name), "at");
    const dim = componentsOf(context, where, at);
    if (dim < 1 || dim > 3) fail(where, `points must have 1, 2 or 3 components; this one has ${dim}.`);
    if (space !== 0 && dim !== space)
      fail(
        where,
        `all points must have the same number of components; this one has ${dim}, and ${show(first)} has ${space}.`,
      );
    if (space === 0) [space, first] = [dim, name];
  }
  return space;
}

function componentsOf(context: Context, where: string, at: PlacedData): number {
  if (isTable(at)) {
    const wrong = at.findIndex((row) => row.length !== at[0].length);
    if (wrong > 0)
      fail(
        below(where, wrong),
        `all rows must have the same length; this one has ${at[wrong].length} numbers, and the first has ${at[0].length}.`,
      );
    return at[0].length;
  }
  if (Array.isArray(at)) return at.length;
  // the number of components of an expression does not depend on the values of its names
  const zero = context.graph.num(0);
  const { graph, functions, lets } = context;
  const value = readValue(where, at, { graph, functions, lookup: (name) => lets.known.get(name) ?? zero });
  return isVector(value) ? value.length : 1;
}

function origin(space: number): Family {
  const anchor = { first: 0, positions: new Float64Array(space), symbols: new Map() };
  return { ...single, name: "origin", where: "origin", kind: "point", dim: space, offset: -1, anchor };
}

function readAnchor(
  context: Context,
  where: string,
  { at }: PointData,
  dim: number,
  extents: Extents,
  first: number,
): AnchorData {
  const place = below(where, "at");
  const symbols = indexSymbols(context, where, extents);
  if (isTable(at)) return { first, positions: Float64Array.from(at.flat()), symbols };
  const scope = numberScope(context, place, new Map([...symbols, ["t", context.time]]));
  const exprs = readVector(place, at, dim, scope);
  const moves = symbolsOf(exprs).includes(context.time);
  if (moves && extents.count > mostMoving)
    fail(
      place,
      `at most ${mostMoving} fixed points of a family may move; here are ${extents.count}. Reduce the repetition, or leave out t.`,
    );
  const inputs = indexColumns(symbols, extents).set(context.time, uniform(context.t0));
  const columns = evaluate(exprs, inputs, extents.count);
  const positions = new Float64Array(extents.count * dim);
  for (let i = 0; i < extents.count; i++) {
    columns.forEach((column, k) => {
      positions[i * dim + k] = column[column.length === 1 ? 0 : i];
    });
  }
  if (!positions.every(Number.isFinite)) fail(place, "must be finite at the start; it is not. Does it divide by zero?");
  return { first, positions, symbols, ...(moves && { motion: exprs }) };
}

/** The family called `name`; throws an error that lists the known names. */
export function findFamily(families: Families, where: string, name: string, shown = name): Family {
  const family = families.all.get(name);
  if (family !== undefined) return family;
  const missing = families.missing(name);
  if (missing !== undefined) fail(where, missing);
  const what =
    families.space === 0
      ? "a coordinate"
      : families.free.some(({ kind }) => kind !== "point")
        ? "a point or coordinate"
        : "a point";
  const known =
    didYouMean(name, families.all.keys()) ||
    (families.all.size <= 20 ? ` Known are: ${[...families.all.keys()].join(", ")}.` : "");
  fail(where, `${show(shown)} is not ${what}.${known}`);
}

/** Name of member `i`: `a`, `bead[3]`, `node[2,5]`. */
export function memberName(family: Extents & { readonly name: string }, i: number): string {
  if (family.indices.length === 0) return family.name;
  return `${family.name}[${positionIn(family, i).join(",")}]`;
}

/** Name of coordinate `k`: `theta`, `a_x`, `bead[3]_y`. */
export function coordinateName(families: Families, k: number): string {
  let [low, high] = [0, families.free.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (families.free[middle].offset <= k) low = middle;
    else high = middle - 1;
  }
  const family = families.free[low];
  const member = memberName(family, Math.floor((k - family.offset) / family.dim));
  return family.kind === "point" ? `${member}_${"xyz"[(k - family.offset) % family.dim]}` : member;
}
