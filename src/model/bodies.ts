/**
 * Rigid bodies in natural coordinates: the centre of mass is a point, and directors are unit vectors fixed in the body along
 * its principal axes. The mass matrix is constant and diagonal, and rigidity is quadratic. The rest of the program does not
 * know about bodies: they become points, some of which are directions, and elements that keep them rigid.
 *
 *     plane   a point, and one director of mass J; the other axis is the director turned by a right angle
 *     space   a point, and directors of mass E_k = (I_1 + I_2 + I_3)/2 - I_k, the Euler tensor
 *
 * A director without mass is omitted: a lamina has two (the third axis is their cross product), and a bar has one. Bodies
 * with equal directors share one law, also where the file writes each of them out.
 */

import { axesAtStart, difference, directorVelocity, sumOf } from "./body-axes.js";
import { describe, eulerMoment, presentDirectors, refuseOffBar, rigidity } from "./body-directors.js";
import { type BodyShape, massProperties } from "./body-inertia.js";
import type { Body, BodyFrame, BodyPlace } from "./body-parts.js";
import type { Item } from "./items.js";
import { type JointCoordinate, readJoint } from "./joints.js";
import { evaluate } from "./lower/columns.js";
import { type Context, numberScope, readScalar } from "./lower/context.js";
import { newContext } from "./lower/context-of.js";
import type { Extents } from "./lower/extents.js";
import type { Overrides } from "./lower/parameters.js";
import { indexColumns, indexSymbols, readRepeat } from "./lower/repeat.js";
import { below, fail, path } from "./model-errors.js";
import { director, pointsOfBody, siteOfBody } from "./names.js";
import type { BodyData, ModelData } from "./schema.js";
import type { Scalar } from "./shapes.js";

/** Bodies, their places and the coordinates of joints, as lowering needs them. */
export interface Machine {
  readonly bodies: readonly (Body & { readonly shape: BodyShape | undefined })[];
  readonly places: readonly BodyPlace[];
  readonly coordinates: readonly JointCoordinate[];
  /** The elements that keep bodies rigid, then the joints. */
  readonly items: readonly Item[];
}

/** A model whose bodies are points, and what is known of the parts that replace bodies and joints. */
export interface Expanded {
  readonly model: ModelData;
  readonly machine: Machine;
  /** Sentences about what the numbers decided. */
  readonly notes: readonly string[];
  /** Where generated points come from: `points.arm_d1` from `bodies.arm`. */
  readonly origins: ReadonlyMap<string, string>;
  /** Texts whose values decided which points there are. */
  readonly deciding: readonly Scalar[];
}

const nothing: Machine = { bodies: [], places: [], coordinates: [], items: [] };

/** The same model with bodies replaced by points; `set` replaces values of parameters. */
export function expandBodies(data: ModelData, set?: Overrides): Expanded {
  const { bodies, joints, ...model } = data;
  if (bodies === undefined && joints === undefined)
    return { model: data, machine: nothing, notes: [], origins: new Map(), deciding: [] };
  if (bodies === undefined) return fail("joints", "joints connect bodies; the model has none. Write bodies: {arm: …}.");
  const context = newContext(model, { set });
  const out: Made = {
    ...{ context, points: { ...model.points }, sites: { ...model.sites } },
    ...{ notes: [], deciding: [], items: [], places: [], origins: new Map() },
  };
  const made = new Map<string, Machine["bodies"][number]>();
  for (const [name, body] of Object.entries(bodies)) made.set(name, expandBody(out, name, body));
  const read = (joints ?? []).map((joint, k) => readJoint(joint, k, { bodies: made, places: out.places, model: data }));
  // what bodies and joints have a name for is in the results, except in families, which may be large
  const coordinates = read.flatMap((each) => each.coordinates);
  const shown = [
    ...coordinates.flatMap(({ name, item }) => (item.repeat === undefined ? [name] : [])),
    ...out.places.flatMap(({ name, body }) => (body.repeat === undefined ? [name] : [])),
  ];
  const outputs = { ...Object.fromEntries(shown.map((name) => [name, name])), ...model.outputs };
  refuseSameNames(read.map(({ item }) => item));
  return {
    model: {
      ...{ ...model, points: out.points },
      ...(Object.keys(out.sites).length > 0 && { sites: out.sites }),
      ...(Object.keys(outputs).length > 0 && { outputs }),
    },
    machine: {
      ...{ bodies: [...made.values()], places: out.places },
      coordinates,
      items: [...out.items, ...read.map(({ item }) => item)],
    },
    ...{ notes: out.notes, origins: out.origins, deciding: out.deciding },
  };
}

function refuseSameNames(items: readonly Item[]): void {
  const places = new Map<string, string>();
  for (const { name, where } of items) {
    const before = places.get(name!);
    if (before !== undefined)
      fail(where, `each joint must have a name of its own; "${name}" is already used by ${before}. Rename one.`);
    places.set(name!, where);
  }
}

/** What bodies become, body after body. */
interface Made {
  readonly context: Context;
  readonly points: NonNullable<ModelData["points"]>;
  readonly sites: NonNullable<ModelData["sites"]>;
  readonly notes: string[];
  readonly deciding: Scalar[];
  readonly items: Item[];
  readonly places: BodyPlace[];
  readonly origins: Map<string, string>;
}

function expandBody(out: Made, name: string, body: BodyData): Machine["bodies"][number] {
  const { context, points } = out;
  const where = path("bodies", name);
  const dimension = body.at.length;
  if (dimension !== 2 && dimension !== 3)
    return fail(`${where}.at`, `must have two or three components; it has ${dimension}. Write [x, y] or [x, y, z].`);
  const rows = readRepeat(context, below(where, "repeat"), body.repeat, 1);
  const decide = (at: string, value: Scalar): Float64Array => {
    out.deciding.push(value);
    return columnOf(context, where, rows, at, value);
  };
  const single = (at: string, value: Scalar): number => {
    const column = decide(at, value);
    return column.every((x) => x === column[0])
      ? column[0]
      : fail(at, "a matrix of inertia must be the same for all members of a family; here it depends on an index.");
  };
  const { mass, moments, principal, shape } = massProperties(where, body, dimension, single);

  // 1. which directors have mass: the same ones for all members of a family
  const euler = dimension === 2 ? moments : moments.map((_, k) => eulerMoment(moments, k));
  const sizes = euler.map((moment) => decide(below(where, "inertia"), moment));
  const present = presentDirectors(where, sizes);
  const frame: BodyFrame = { dimension, present };

  checkTurning(where, body, (at, value) => columnOf(context, where, rows, at, value));

  // 2. points: the centre, and a director for each moment that is not zero
  const axes = axesAtStart(where, body, dimension);
  const directors =
    dimension === 2
      ? axes
      : principal.map((row) => [0, 1, 2].map((c) => sumOf(row.map((weight, j) => [weight, axes[j][c]] as const))));
  const centre = ofDimension(below(where, "centre"), body.centre, dimension);
  const at = body.at.map((x, c) =>
    centre === undefined ? x : sumOf([[1, x], ...centre.map((value, j) => [value, axes[j][c]] as const)]),
  );
  const spin = spinOf(where, body, dimension, principal);
  const repeat = body.repeat === undefined ? {} : { repeat: body.repeat };
  points[name] = { mass, at, ...(body.velocity && { velocity: body.velocity }), ...repeat };
  euler.forEach((moment, k) => {
    if (!present[k]) return;
    const velocity = directorVelocity(k, directors, spin);
    points[director(name, k + 1)] = {
      ...{ mass: moment, at: directors[k].slice() },
      ...(velocity && { velocity }),
      ...repeat,
      direction: true,
    };
  });
  for (const point of pointsOfBody(name, body)) out.origins.set(path("points", point), where);
  describe(where, present, dimension, out.notes);

  // 3. places on the body, and sites, which follow the centre and the directors
  const alongDirectors = (place: readonly Scalar[]): Scalar[] =>
    dimension === 2 ? [...place] : principal.map((row) => sumOf(row.map((weight, j) => [weight, place[j]] as const)));
  const fromCentre = (place: readonly Scalar[]): Scalar[] =>
    alongDirectors(centre === undefined ? place : place.map((x, k) => difference(x, centre[k])));
  const own: Machine["bodies"][number] = {
    ...frame,
    ...{ name, where, repeat: body.repeat, shape },
    origin: fromCentre(at.map(() => 0)),
    axes:
      dimension === 2
        ? [
            [1, 0],
            [0, 1],
          ]
        : [0, 1, 2].map((j) => principal.map((row) => row[j])),
  };
  for (const key of ["points", "directions"] as const)
    for (const [place, given] of Object.entries(body[key] ?? {})) {
      const here = below(where, key, place);
      const local = (key === "points" ? fromCentre : alongDirectors)(ofDimension(here, given, dimension)!);
      refuseOffBar(here, own, local, (value) => decide(here, value));
      out.places.push({
        ...{ name: siteOfBody(name, place), where: here, body: own, local },
        direction: key === "directions",
      });
    }
  addSites(out, name, body, present, decide);

  // 4. rigidity
  out.items.push(rigidity(own));
  return own;
}

/** Reads the texts that the directors contain, so that errors name their places in the file. */
function checkTurning(where: string, body: BodyData, read: (at: string, value: Scalar) => Float64Array): void {
  if (typeof body.angle === "string") read(below(where, "angle"), body.angle);
  for (const key of ["axis", "spin", "centre"] as const) {
    const given = body[key];
    if (typeof given === "string") read(below(where, key), given);
    const columns = Array.isArray(given) ? given.map((value, k) => read(below(where, key, k), value)) : [];
    if (
      key === "axis" &&
      columns.length > 0 &&
      columns[0].some((_, i) => columns.every((x) => x[x.length === 1 ? 0 : i] === 0))
    )
      fail(below(where, key), "an axis must not be zero, because zero has no direction. Give another vector.");
  }
}

function columnOf(context: Context, where: string, rows: Extents, at: string, value: Scalar): Float64Array {
  if (typeof value === "number") return Float64Array.of(value);
  const symbols = indexSymbols(context, where, rows);
  const expr = readScalar(at, value, numberScope(context, at, symbols));
  return evaluate([expr], indexColumns(symbols, rows), rows.count)[0];
}

function ofDimension<T extends readonly Scalar[] | undefined>(where: string, value: T, dimension: number): T {
  if (value !== undefined && value.length !== dimension)
    fail(where, `must have ${dimension} components, like the body; it has ${value.length}.`);
  return value;
}

/** The rates of rotation about the directors. */
function spinOf(where: string, body: BodyData, dimension: 2 | 3, principal: readonly (readonly number[])[]): Scalar[] {
  const given = body.spin === undefined ? [] : typeof body.spin === "object" ? body.spin : [body.spin];
  if (given.length > 0 && given.length !== (dimension === 2 ? 1 : 3))
    fail(
      `${where}.spin`,
      `must be ${dimension === 2 ? "one rate of rotation in the plane" : "a list of three rates of rotation in space"}; got ${given.length}.`,
    );
  if (given.length !== 3) return [...given];
  return principal.map((row) => sumOf(row.map((weight, j) => [weight, given[j]] as const)));
}

/** Sites of pair elements: weighted means of the centre and the directors. */
function addSites(
  { sites, origins }: Made,
  name: string,
  body: BodyData,
  present: readonly boolean[],
  decide: (at: string, value: Scalar) => Float64Array,
): void {
  for (const [key, { at: place, ...numbers }] of Object.entries(body.sites ?? {})) {
    const here = path("bodies", name, "sites", key, "at");
    if (place.length !== body.at.length)
      fail(here, `the place of a site must have ${body.at.length} components, like the body; it has ${place.length}.`);
    const of: Record<string, Scalar> = { [name]: 1 };
    place.forEach((weight, k) => {
      if (present[k] === true) of[director(name, k + 1)] = weight;
      else {
        const wrong = decide(here, weight).find((x) => x !== 0);
        if (wrong !== undefined)
          fail(
            here,
            `component ${k + 1} of the place of a site must be 0, because the body has no director along axis ${k + 1}; it is ${wrong}. Turn the body, or put the site there as a constraint.`,
          );
      }
    });
    sites[siteOfBody(name, key)] = { of, ...numbers, molecule: name };
    origins.set(path("sites", siteOfBody(name, key)), path("bodies", name, "sites", key));
  }
}
