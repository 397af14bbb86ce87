/** Checks the names of a model: which are allowed, and that each has one meaning. */

import { own } from "../core/index.js";
import { functions } from "../symbolic/language.js";
import { coordinatesOfKind } from "./joint-kinds.js";
import { below, type ErrorCollector, path, show } from "./model-errors.js";
import { isInherited } from "./plain.js";
import type { BodyData, ModelData, RepeatData } from "./schema.js";

/** The largest number of characters of a name. */
const longest = 60;

/** The functions x(u), y(u), z(u) do not reserve their names: `x` alone is a coordinate. */
const components: ReadonlySet<string> = new Set(["x", "y", "z"]);

/** What is wrong with `name` as a name in expressions, or undefined. */
export function nameError(name: string): string | undefined {
  if (name.length > longest) return `a name may have at most ${longest} characters; this one has ${name.length}.`;
  if (!/^[A-Za-z]\w*$/.test(name)) {
    return `${show(name)} cannot be a name: names begin with a letter and have letters a to z, digits and _ only.`;
  }
  if (isInherited(name))
    return `${show(name)} cannot be a name: every JavaScript object has a member of that name. Choose another.`;
  if (name === "t") return '"t" is the time. Choose another name.';
  if (name === "pi") return '"pi" is the number 3.14159… Choose another name.';
  if (name === "origin") return '"origin" is built in: the fixed point at zero. Choose another name.';
  if (functions.has(name) && !components.has(name))
    return `${show(name)} is a function of expressions. Choose another name.`;
  return undefined;
}

/** What is wrong with `name` as a label, which appears in results but not in expressions, or undefined. */
export function labelError(name: string): string | undefined {
  if (name.length <= longest && /^[A-Za-z][\w .-]*$/.test(name) && !isInherited(name)) return undefined;
  return `${show(name)} cannot be a name: begin with a letter, then letters, digits, _, - and . only, at most ${longest} of them.`;
}

/** The indices of a `repeat`: `i` when only a number is given. */
export function indicesOf(repeat: RepeatData | undefined): string[] {
  if (repeat === undefined) return [];
  return typeof repeat === "object" ? Object.keys(repeat) : ["i"];
}

/** The names of coordinates or states: keys of a map, or the list. */
export function namesOf(section: readonly string[] | Readonly<Record<string, unknown>> | undefined): string[] {
  if (section === undefined) return [];
  return Array.isArray(section) ? [...section] : Object.keys(section);
}

/** The point that is director `k` of a body. */
export const director = (body: string, k: number): string => `${body}_d${k}`;

/** The points that a body may become. Its numbers decide which directors there are, but all their names are taken. */
export function pointsOfBody(name: string, { at }: Pick<BodyData, "at">): string[] {
  return [name, ...(at.length === 2 ? [1] : [1, 2, 3]).map((k) => director(name, k))];
}

/** The name of a site of a body. */
export const siteOfBody = (body: string, site: string): string => `${body}_${site}`;

const sitesOfBody = (name: string, { sites, points, directions }: BodyData): string[] =>
  [sites, points, directions].flatMap((section) => Object.keys(section ?? {}).map((site) => siteOfBody(name, site)));

/** The name of the angle or travel of a joint. */
export const coordinateOfJoint = (joint: string, kind: string): string => `${joint}_${kind}`;

/**
 * Checks every name of the model and returns where each is defined: `a` in `points.a`. Points that molecules have become
 * are where `origins` says.
 */
export function checkNames(
  model: ModelData,
  errors: ErrorCollector,
  origins: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const used = new Map<string, string>();
  const claim = (name: string, where: string) => {
    const problem = nameError(name);
    const before = used.get(name);
    if (problem !== undefined) errors.add(where, problem);
    else if (before === undefined) used.set(name, where);
    else
      errors.add(where, `each name must have one meaning; ${show(name)} is already used by ${before}. Choose another.`);
  };
  const sections = [
    ["parameters", namesOf(model.parameters)],
    ["tables", namesOf(model.tables)],
    ["let", namesOf(model.let)],
    ["points", namesOf(model.points)],
    ["sites", namesOf(model.sites)],
    ["coordinates", namesOf(model.coordinates)],
    ["states", namesOf(model.states)],
    ["algebraic", namesOf(model.algebraic)],
    ["outputs", namesOf(model.outputs)],
  ] as const;
  for (const [section, names] of sections) {
    names.forEach((name, k) => {
      if (section === "outputs" && showsLet(model, name)) return;
      const where = Array.isArray(model[section]) ? path(section, k) : path(section, name);
      claim(name, origins.get(where) ?? where);
    });
  }
  const ofBodies = Object.entries(model.bodies ?? {}).flatMap(([name, body]) => {
    if (name === "world")
      errors.add(path("bodies", name), '"world" is built in: what joints fasten bodies to. Choose another name.');
    const points = [...pointsOfBody(name, body), ...sitesOfBody(name, body)];
    for (const point of points) claim(point, path("bodies", name));
    return points;
  });
  // a point named a also defines a_x, a_y, a_z
  for (const name of new Set([...namesOf(model.points), ...namesOf(model.sites), ...ofBodies])) {
    for (const axis of ["x", "y", "z"]) {
      const component = `${name}_${axis}`;
      const [where, owner] = [used.get(component), used.get(name)];
      if (where !== undefined)
        errors.add(where, `"${component}" is a component of the point ${show(name)} of ${owner}. Choose another name.`);
      else if (owner !== undefined) used.set(component, owner);
    }
  }
  const dimension = Object.values(model.bodies ?? {})[0]?.at.length ?? 3;
  (model.joints ?? []).forEach((joint, k) => {
    for (const [kind, { name, repeat }] of Object.entries(joint)) {
      const where = path("joints", k, kind);
      // names that expressions cannot contain define no coordinates
      if (name !== undefined && nameError(name) === undefined)
        for (const each of coordinatesOfKind(kind, dimension)) claim(coordinateOfJoint(name, each), where);
      checkIndices(repeat, below(where, "repeat"), used, errors);
    }
  });
  for (const section of ["points", "coordinates", "bodies"] as const) {
    for (const [name, entry] of Object.entries(model[section] ?? {})) {
      if (typeof entry === "object") checkIndices(entry.repeat, path(section, name, "repeat"), used, errors);
    }
  }
  for (const section of ["constraints", "invariants", "define"] as const) {
    for (const name of Object.keys(model[section] ?? {})) {
      const problem = labelError(name);
      if (problem !== undefined) errors.add(path(section, name), problem);
    }
  }
  for (const section of ["events", "observables"] as const) {
    for (const name of Object.keys(model.run?.[section] ?? {})) {
      const problem = labelError(name);
      if (problem !== undefined) errors.add(path("run", section, name), problem);
    }
  }
  return used;
}

/** Whether an output only shows the quantity of the same name, so that the name still has one meaning. */
function showsLet(model: ModelData, name: string): boolean {
  const entry = own(model.outputs ?? {}, name);
  const of = typeof entry === "object" && !Array.isArray(entry) ? entry.of : entry;
  if (of !== name) return false;
  if (Object.hasOwn(model.let ?? {}, name)) return true;
  const ofBodies = Object.entries(model.bodies ?? {}).flatMap(([body, data]) => sitesOfBody(body, data));
  return ofBodies.includes(name) || /_(angle|travel)$/.test(name);
}

/** An index must not have the name of anything else. */
export function checkIndices(
  repeat: RepeatData | undefined,
  where: string,
  used: ReadonlyMap<string, string>,
  errors: ErrorCollector,
): void {
  const indices = indicesOf(repeat);
  if (repeat !== undefined && (indices.length < 1 || indices.length > 3)) {
    errors.add(where, `there may be one, two or three indices, as in {i: rows, j: columns}; got ${indices.length}.`);
  }
  for (const index of indices) {
    const taken = used.get(index);
    if (taken !== undefined) {
      errors.add(where, `the index ${show(index)} has the name of ${taken}. Choose another name: repeat: {k: …}.`);
    }
    const problem = nameError(index);
    if (problem !== undefined) errors.add(where, problem);
  }
}
