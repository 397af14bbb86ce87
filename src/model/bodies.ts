/**
 * Rigid bodies in natural coordinates: the centre of mass is a point, and directors are unit vectors fixed in the body along
 * its principal axes. The mass matrix is constant and diagonal, and rigidity is quadratic. The rest of the program does not
 * know about bodies: they become points, some of which are directions, and constraints.
 *
 *     plane   a point, and one director of mass J; the other axis is the director turned by a right angle
 *     space   a point, and directors of mass E_k = (I_1 + I_2 + I_3)/2 - I_k, the Euler tensor
 *
 * A director without mass is omitted: a lamina has two (the third axis is their cross product), and a bar has one.
 */

import { maximum, type Part } from "../core/index.js";
import {
  type AddedConstraints,
  type AddedParameters,
  addedConstraints,
  addedParameters,
  type Body,
} from "./body-parts.js";
import { expandJoint } from "./joints.js";
import type { Overrides } from "./lower/parameters.js";
import { below, fail, path } from "./model-errors.js";
import { director, pointsOfBody, siteOfBody } from "./names.js";
import type { BodyData, ModelData } from "./schema.js";
import type { Scalar } from "./shapes.js";

/** Adds a parameter with this key, which stands at `place` in the file. Default: the body. */
type AddParameter = (key: string, value: Scalar, place?: string) => string;

/** Euler moments below this fraction of the largest count as zero. */
const negligible = 1e-12;

/** A model without bodies and joints, and what is known of the parts that replace them. */
export interface Expanded {
  readonly model: ModelData;
  /** Sentences about what the numbers decided. */
  readonly notes: readonly string[];
  /** Where generated points and constraints come from: `points.arm_d1` from `bodies.arm`. */
  readonly origins: ReadonlyMap<string, string>;
  /** The joint that made a constraint, both by name. */
  readonly joints: ReadonlyMap<string, string>;
  /** Parameters whose values decided which points and constraints there are. */
  readonly deciding: ReadonlySet<string>;
  /** The bodies and joints that constraints come from, by their place in the file. */
  readonly parts: ReadonlyMap<string, Part>;
}

/** The same model with bodies and joints replaced by points and constraints; `set` replaces values of parameters. */
export function expandBodies(data: ModelData, set?: Overrides): Expanded {
  const { bodies, joints, ...model } = data;
  if (bodies === undefined && joints === undefined)
    return { model: data, notes: [], origins: new Map(), joints: new Map(), deciding: new Set(), parts: new Map() };
  if (bodies === undefined) return fail("joints", "joints connect bodies; the model has none. Write bodies: {arm: …}.");
  const notes: string[] = [];
  const added = addedParameters(model, set);
  const points = { ...model.points };
  const sites = { ...model.sites };
  const rows = addedConstraints(model);
  const made = new Map<string, Body>();
  for (const [name, body] of Object.entries(bodies))
    made.set(name, expandBody(added, name, body, { points, sites }, rows, notes));
  joints?.forEach((joint, k) => {
    expandJoint(added, joint, k, made, rows);
  });
  const origins = new Map(rows.origins);
  for (const [name, body] of Object.entries(bodies)) {
    for (const point of pointsOfBody(name, body)) origins.set(path("points", point), path("bodies", name));
    for (const site of Object.keys(body.sites ?? {}))
      origins.set(path("sites", siteOfBody(name, site)), path("bodies", name, "sites", site));
  }
  return {
    model: {
      ...model,
      parameters: { ...added.parameters },
      points,
      ...(Object.keys(sites).length > 0 && { sites }),
      constraints: rows.constraints,
    },
    ...{ notes, origins, joints: rows.joints, deciding: added.deciding, parts: rows.parts },
  };
}

function expandBody(
  added: AddedParameters,
  name: string,
  body: BodyData,
  { points, sites }: { points: NonNullable<ModelData["points"]>; sites: NonNullable<ModelData["sites"]> },
  rows: AddedConstraints,
  notes: string[],
): Body {
  const where = path("bodies", name);
  const dimension = body.at.length;
  if (dimension !== 2 && dimension !== 3)
    return fail(`${where}.at`, `must have two or three components; it has ${dimension}. Write [x, y] or [x, y, z].`);
  const parameter: AddParameter = (key, value, place = where) => added.add(place, name, key, value);
  const at = body.at.map((value, k) => parameter(`p${k + 1}`, value, below(where, "at", k)));
  const start = axesAtStart(where, body, dimension, parameter, added);
  const moments = momentsOf(where, body, dimension, parameter);
  const sizes = moments.map((moment) => added.decide(moment));
  const largest = maximum(sizes);
  if (!(largest > 0)) fail(`${where}.inertia`, "must not be zero for a body; all moments are. Use a point instead.");
  if (sizes.some((size) => size < -negligible * largest))
    fail(`${where}.inertia`, "each moment must be at most the sum of the other two; these are not. Correct them.");

  // 1. points: the centre, and a director for each moment that is not zero
  const turning = body.spin === undefined ? [] : typeof body.spin === "object" ? body.spin : [body.spin];
  if (turning.length > 0 && turning.length !== (dimension === 2 ? 1 : 3))
    fail(
      `${where}.spin`,
      `must be ${dimension === 2 ? "one rate of rotation in the plane" : "a list of three rates of rotation in space"}; got ${turning.length}.`,
    );
  const spin = turning.map((value, k) =>
    parameter(`w${k + 1}`, value, typeof body.spin === "object" ? below(where, "spin", k) : below(where, "spin")),
  );
  points[name] = { mass: body.mass, at: at.slice(), ...(body.velocity && { velocity: body.velocity }) };
  const present = moments.map((_, k) => sizes[k] > negligible * largest);
  moments.forEach((mass, k) => {
    if (!present[k]) return;
    const velocity = directorVelocity(k, start, spin);
    points[director(name, k + 1)] = { mass, at: start[k].slice(), ...(velocity && { velocity }), direction: true };
  });

  // 2. sites, which follow the centre and the directors
  for (const [key, { at: place, ...numbers }] of Object.entries(body.sites ?? {})) {
    const here = path("bodies", name, "sites", key, "at");
    if (place.length !== dimension)
      fail(here, `the place of a site must have ${dimension} components, like the body; it has ${place.length}.`);
    const of: Record<string, Scalar> = { [name]: 1 };
    place.forEach((value, k) => {
      const weight = parameter(`s${Object.keys(sites).length}at${k}`, value);
      if (present[k] === true) of[director(name, k + 1)] = weight;
      else if (added.decide(weight) !== 0)
        fail(
          here,
          `component ${k + 1} of the place of a site must be 0, because the body has no director along axis ${k + 1}; it is ${added.decide(weight)}. Turn the body, or put the site there as a constraint.`,
        );
    });
    sites[siteOfBody(name, key)] = { of, ...numbers, molecule: name };
  }

  // 3. rigidity
  const part: Part = { kind: "body", name };
  present.forEach((there, k) => {
    const d = director(name, k + 1);
    if (there) rows.add(where, part, `${name} unit ${k + 1}`, `dot(${d}, ${d}) - 1`);
    for (let l = 0; l < k; l++)
      if (there && present[l])
        rows.add(where, part, `${name} right angle ${l + 1}${k + 1}`, `dot(${director(name, l + 1)}, ${d})`);
  });
  return { name, dimension, at, start, axes: axesOf(where, name, dimension, present, notes) };
}

/** The moments of the directors, as names of parameters. */
function momentsOf(where: string, body: BodyData, dimension: 2 | 3, parameter: AddParameter): string[] {
  const { inertia } = body;
  if (dimension === 2) {
    if (typeof inertia === "object")
      return fail(`${where}.inertia`, "must be one moment of inertia in the plane; got a list. Write a number.");
    return [parameter("e1", inertia, below(where, "inertia"))];
  }
  if (typeof inertia !== "object" || inertia.length !== 3)
    return fail(`${where}.inertia`, "must be three principal moments of inertia in space. Write a list of three.");
  const [a, b, c] = inertia.map((value, k) => parameter(`i${k + 1}`, value, below(where, "inertia", k)));
  return [
    parameter("e1", `(${b} + ${c} - ${a})/2`),
    parameter("e2", `(${c} + ${a} - ${b})/2`),
    parameter("e3", `(${a} + ${b} - ${c})/2`),
  ];
}

/** The principal axes at the start: turned by `angle`, in space about `axis` (z unless given). */
function axesAtStart(
  where: string,
  body: BodyData,
  dimension: 2 | 3,
  parameter: AddParameter,
  added: AddedParameters,
): string[][] {
  const angle = parameter("angle", body.angle ?? 0, below(where, "angle"));
  if (dimension === 2) {
    if (body.axis !== undefined)
      return fail(`${where}.axis`, "a body in the plane has no axis of rotation to choose. Remove this entry.");
    return [[parameter("r11", `cos(${angle})`), parameter("r12", `sin(${angle})`)]];
  }
  const axis = body.axis ?? [0, 0, 1];
  if (axis.length !== 3)
    return fail(`${where}.axis`, `an axis in space must have three components; this one has ${axis.length}.`);
  const raw = axis.map((value, k) => parameter(`a${k + 1}`, value, below(where, "axis", k)));
  const length = parameter("a0", `sqrt(${raw.map((x) => `${x}^2`).join(" + ")})`);
  if (!(added.valueOf(length) > 0))
    return fail(`${where}.axis`, "an axis must not be zero, because zero has no direction. Give another vector.");
  const n = raw.map((x, k) => parameter(`n${k + 1}`, `${x}/${length}`));
  // column k of cos 1 + sin [n]x + (1 - cos) n n^T
  const cross = (i: number, k: number): string =>
    i === k ? "" : (i + 1) % 3 === k ? ` - sin(${angle})*${n[3 - i - k]}` : ` + sin(${angle})*${n[3 - i - k]}`;
  return [0, 1, 2].map((k) =>
    [0, 1, 2].map((i) =>
      parameter(
        `r${k + 1}${i + 1}`,
        `${i === k ? `cos(${angle})` : "0"}${cross(i, k)} + (1 - cos(${angle}))*${n[i]}*${n[k]}`,
      ),
    ),
  );
}

/** d' = Omega x d, with Omega in the axes of the body. */
function directorVelocity(
  k: number,
  start: readonly (readonly string[])[],
  spin: readonly string[],
): string[] | undefined {
  if (spin.length === 0) return undefined;
  if (spin.length === 1) return [`-${spin[0]}*${start[0][1]}`, `${spin[0]}*${start[0][0]}`];
  const [next, last] = [(k + 1) % 3, (k + 2) % 3];
  return start[k].map((_, i) => `${spin[last]}*${start[next][i]} - ${spin[next]}*${start[last][i]}`);
}

function axesOf(
  where: string,
  name: string,
  dimension: 2 | 3,
  present: readonly boolean[],
  notes: string[],
): (string | undefined)[] {
  const d = (k: number): string => director(name, k + 1);
  if (dimension === 2) return [d(0), `[-y(${d(0)}), x(${d(0)})]`];
  const count = present.filter(Boolean).length;
  const without = present.flatMap((there, k) => (there ? [] : [k + 1]));
  if (count === 2)
    notes.push(
      `${where}: the body is flat, because its Euler moment about axis ${without[0]} is zero. It has two directors; axis ${without[0]} is their cross product.`,
    );
  if (count === 1)
    notes.push(
      `${where}: the body is a bar, because its Euler moments ${without.join(" and ")} are zero. It has one director and does not turn about it.`,
    );
  return present.map((there, k) =>
    there ? d(k) : count === 2 ? `cross(${d((k + 1) % 3)}, ${d((k + 2) % 3)})` : undefined,
  );
}
