/**
 * Molecules are templates repeated over tables. A site becomes a family of points, and an element of the template becomes a
 * repeated element, so that ten thousand waters are three families and three elements. The rest of the program knows only
 * the name of a molecule, which pair elements read.
 */

import { own } from "../core/index.js";
import { type UnitPowers, type UnitsName, unitFactor, unitsOf } from "../core/units.js";
import { type Catalogue, parameterOf } from "./definition.js";
import { below, fail, path, show } from "./model-errors.js";
import { indicesOf, nameError } from "./names.js";
import type {
  MasslessData,
  ModelData,
  MoleculeData,
  PlacedData,
  PointData,
  TableData,
  TemplateData,
} from "./schema.js";
import { didYouMean, isTable, type Scalar } from "./shapes.js";
import { hasUnit } from "./syntax.js";
import { builtInTemplates } from "./templates.js";

/** The same model with molecules replaced by points and elements, and where these points come from, by their paths. */
export function expandMolecules(
  data: ModelData,
  catalogue: Catalogue,
): { readonly model: ModelData; readonly origins: ReadonlyMap<string, string> } {
  const { molecules, templates, ...model } = data;
  if (molecules === undefined) {
    if (templates !== undefined)
      fail(
        "templates",
        "templates need molecules that use them; there are none. Write molecules: {name: {template: …}}.",
      );
    return { model: data, origins: new Map() };
  }
  for (const name of Object.keys(templates ?? {}))
    if (Object.hasOwn(builtInTemplates, name))
      fail(path("templates", name), `${show(name)} is a built-in template. Choose another name.`);
  const origins = new Map<string, string>();
  const points: Record<string, PointData> = {};
  const sites: Record<string, MasslessData> = {};
  const elements: Record<string, unknown>[] = [];
  for (const [name, given] of Object.entries(molecules)) {
    const where = path("molecules", name);
    const problem = nameError(name);
    if (problem !== undefined) fail(where, problem);
    const template = own(templates, given.template) ?? own(builtInTemplates, given.template);
    if (template === undefined) {
      const known = [...Object.keys(templates ?? {}), ...Object.keys(builtInTemplates)];
      fail(
        below(where, "template"),
        `there is no template ${show(given.template)}.${didYouMean(given.template, known) || ` Known are: ${known.join(", ")}.`}`,
      );
    }
    const molecule = withRepeat(where, given, Object.keys(template.sites).length);
    const isBuiltIn = own(templates, molecule.template) === undefined;
    const scale = scaling(isBuiltIn ? below(where, "template") : path("templates", molecule.template), template, model);
    const claim = (section: "points" | "sites", point: string): void => {
      const place = path(section, point);
      const before = origins.get(place) ?? (Object.hasOwn(model[section] ?? {}, point) ? place : undefined);
      if (before !== undefined)
        fail(
          where,
          `each name must have one meaning; the site ${show(point)} is already used by ${before}. Choose another.`,
        );
      origins.set(place, where);
    };
    const owner = isBuiltIn ? below(where, "template") : path("templates", molecule.template);
    for (const [point, site] of placeSites(where, name, molecule, template, scale)) {
      claim("points", point);
      points[point] = site;
    }
    for (const [point, site] of masslessSites(owner, name, template, scale)) {
      claim("sites", point);
      sites[point] = site;
    }
    for (const [point, { molecule: other }] of Object.entries(model.points ?? {}))
      if (other === name)
        fail(
          path("points", point, "molecule"),
          `each molecule must have a name of its own; ${show(name)} is already used by ${where}. Choose another.`,
        );
    for (const [k, element] of (template.elements ?? []).entries())
      elements.push(
        placeElement(
          path("templates", molecule.template, "elements", k),
          name,
          molecule,
          template,
          element,
          catalogue,
          scale,
        ),
      );
  }
  return {
    model: {
      ...model,
      points: { ...points, ...model.points },
      ...((model.sites !== undefined || Object.keys(sites).length > 0) && { sites: { ...sites, ...model.sites } }),
      elements: [...elements, ...(model.elements ?? [])],
    },
    origins,
  };
}

/** A table with rows for several molecules repeats them, as tables of points do; a given number must agree with it. */
function withRepeat(where: string, molecule: MoleculeData, sites: number): MoleculeData {
  const { at, positions, repeat } = molecule;
  const isRows = at !== undefined && isTable(at);
  const rows = positions === undefined ? (isRows ? at.length : undefined) : positions.length / sites;
  if (rows === undefined || !Number.isInteger(rows)) return molecule;
  if (typeof repeat === "number" && repeat !== rows)
    fail(
      below(where, positions === undefined ? "at" : "positions"),
      `must have ${positions === undefined ? "a row" : `${sites} rows`} for each of the ${repeat} molecules; there are rows for ${rows}. Correct one of them, or leave repeat out.`,
    );
  return repeat === undefined && rows > 1 ? { ...molecule, repeat: rows } : molecule;
}

/** The factor that converts numbers of this dimension from the units of the template to those of the model. */
type Scale = (powers: UnitPowers) => number;

function scaling(where: string, { units, sites }: TemplateData, model: ModelData): Scale {
  if (units === undefined) return () => 1;
  if (model.units === undefined)
    fail(
      where,
      `its numbers are in ${units}, so the model needs units; it has none. Write units: ${units}, or another set.`,
    );
  if (where.startsWith("templates")) refuseUnits(below(where, "sites"), sites, units);
  const [from, to]: UnitsName[] = [unitsOf(units).name, unitsOf(model.units).name];
  return (powers) => unitFactor(from, to, powers);
}

const scaled = (value: Scalar, factor: number): Scalar =>
  factor === 1 ? value : typeof value === "number" ? value * factor : `(${value})*${factor}`;

/** The numbers of a template with units are in these, so none may have a unit of its own. */
function refuseUnits(where: string, value: unknown, units: string): void {
  if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value))
      refuseUnits(below(where, Array.isArray(value) ? Number(key) : key), inner, units);
    return;
  }
  if (typeof value === "string" && hasUnit(value))
    fail(where, `the numbers of this template are in ${units}; ${show(value)} has a unit of its own. Convert it.`);
}

function placeSites(
  where: string,
  name: string,
  molecule: MoleculeData,
  { sites }: TemplateData,
  scale: Scale,
): [string, PointData][] {
  const names = Object.keys(sites).filter((key) => sites[key].of === undefined);
  if (names.length === 0)
    fail(below(where, "template"), "a template must have sites with masses; this one has none. Add some.");
  const given = (["at", "positions"] as const).filter((key) => molecule[key] !== undefined);
  if (given.length !== 1)
    fail(
      where,
      `${given.length === 0 ? "the positions of the molecules are missing" : "both at and positions are given"}. Give one: at for the molecules, or positions for all sites.`,
    );
  if (molecule.velocities !== undefined && molecule.positions === undefined)
    fail(
      below(where, "velocities"),
      "a table of velocities needs a table of positions; there is none. Use velocity, or give positions.",
    );
  for (const key of names)
    if (sites[key].at === undefined || sites[key].mass === undefined)
      fail(
        below(where, "template"),
        `a site must have a mass and a place, or follow other sites; ${show(key)} of the template has ${sites[key].at === undefined ? "no place" : "no mass"}. Write mass and at, or of: {A: 0.5, B: 0.5}.`,
      );
  const dimension = sites[names[0]].at!.length;
  const turn = molecule.positions === undefined ? rotation(where, molecule, dimension) : undefined;
  return names.map((key, k) => {
    const { mass, at = [] } = sites[key];
    const problem = nameError(key);
    if (problem !== undefined) fail(below(where, "template"), problem);
    if (at.length !== dimension)
      fail(
        below(where, "template"),
        `all sites must have the same number of components; ${show(key)} has ${at.length}, and ${show(names[0])} has ${dimension}.`,
      );
    const place = at.map((x) => scaled(x, scale({ length: 1 })));
    const velocity = molecule.velocities
      ? rowsOf(below(where, "velocities"), molecule.velocities, k, names.length)
      : molecule.velocity;
    const point: PointData = {
      mass: scaled(mass!, scale({ mass: 1 })),
      at: turn
        ? moved(where, molecule.at!, turn(place), molecule)
        : rowsOf(below(where, "positions"), molecule.positions!, k, names.length),
      ...(velocity !== undefined && { velocity }),
      ...(molecule.repeat !== undefined && { repeat: molecule.repeat }),
      ...numbersIn(sites[key], scale),
      molecule: name,
    };
    return [`${name}_${key}`, point];
  });
}

/** What pair elements read, in the units of the model. */
function numbersIn({ charge, sigma, epsilon }: TemplateData["sites"][string], scale: Scale) {
  return {
    ...(charge !== undefined && { charge: scaled(charge, scale({ charge: 1 })) }),
    ...(sigma !== undefined && { sigma: scaled(sigma, scale({ length: 1 })) }),
    ...(epsilon !== undefined && { epsilon: scaled(epsilon, scale({ energy: 1 })) }),
  };
}

/** The sites of a template that follow others. */
function masslessSites(owner: string, name: string, { sites }: TemplateData, scale: Scale): [string, MasslessData][] {
  return Object.entries(sites).flatMap(([key, site]): [string, MasslessData][] => {
    if (site.of === undefined) return [];
    const where = below(owner, "sites", key);
    if (site.mass !== undefined || site.at !== undefined)
      fail(where, `a site that follows others has neither a mass nor a place; ${show(key)} has one. Remove it.`);
    const of: Record<string, Scalar> = {};
    for (const [other, weight] of Object.entries(site.of)) {
      if (own(sites, other) === undefined || own(sites, other)!.of !== undefined)
        fail(
          where,
          `${show(other)} is not a site with a mass in this template.${didYouMean(other, Object.keys(sites))} Name sites that have one.`,
        );
      of[`${name}_${other}`] = weight;
    }
    return [[`${name}_${key}`, { of, ...numbersIn(site, scale), molecule: name }]];
  });
}

/** The rows of site `k` in a table that lists, molecule by molecule, all `stride` sites. */
function rowsOf(where: string, table: TableData, k: number, stride: number): TableData {
  if (table.length % stride !== 0)
    fail(where, `must have a row for each of the ${stride} sites of each molecule; it has ${table.length} rows.`);
  return table.filter((_, row) => row % stride === k);
}

/** A function that turns the place of a site by `angle`, in space about `axis`. */
function rotation(
  where: string,
  { angle, axis }: MoleculeData,
  dimension: number,
): (at: readonly Scalar[]) => Scalar[] {
  if (angle === undefined) {
    if (axis !== undefined) fail(below(where, "axis"), "an axis needs an angle; there is none. Give angle.");
    return (at) => [...at];
  }
  if (dimension === 2)
    return ([x, y]) => [`cos(${angle})*(${x}) - sin(${angle})*(${y})`, `sin(${angle})*(${x}) + cos(${angle})*(${y})`];
  if (dimension !== 3) return fail(below(where, "angle"), "molecules on a line cannot be turned. Remove the angle.");
  const n = axis ?? [0, 0, 1];
  if (n.length !== 3)
    return fail(below(where, "axis"), `an axis in space must have three components; this one has ${n.length}.`);
  const length2 = n.map((x) => `(${x})^2`).join(" + ");
  // Rodrigues: cos v + sin (n x v)/|n| + (1 - cos) n (n . v)/|n|^2
  return (v) =>
    v.map((x, k) => {
      const [next, last] = [(k + 1) % 3, (k + 2) % 3];
      const cross = `((${n[next]})*(${v[last]}) - (${n[last]})*(${v[next]}))/sqrt(${length2})`;
      const along = `(${n.map((c, i) => `(${c})*(${v[i]})`).join(" + ")})/(${length2})`;
      return `cos(${angle})*(${x}) + sin(${angle})*${cross} + (1 - cos(${angle}))*(${n[k]})*${along}`;
    });
}

/** The place of a site: that of the molecule plus that of the site in the template. */
function moved(where: string, at: PlacedData, site: readonly Scalar[], { angle }: MoleculeData): PlacedData {
  const count = (found: number): void => {
    if (found !== site.length)
      fail(below(where, "at"), `must have ${site.length} components, like the sites; it has ${found}.`);
  };
  if (isTable(at)) {
    const shift = site.map(Number);
    if (angle !== undefined || !shift.every(Number.isFinite))
      fail(
        below(where, "at"),
        "a table can only place molecules that are not turned and whose sites are numbers. Give the positions of all sites.",
      );
    return at.map((row) => {
      count(row.length);
      return row.map((x, k) => x + shift[k]);
    });
  }
  if (typeof at !== "object")
    return fail(below(where, "at"), `must be a list of ${site.length} components; got ${show(at)}.`);
  count(at.length);
  return at.map((x, k) =>
    typeof x === "number" && typeof site[k] === "number" ? x + site[k] : `(${x}) + (${site[k]})`,
  );
}

/** An element of the template, with its sites replaced by the points of the molecule. */
function placeElement(
  where: string,
  name: string,
  { repeat }: MoleculeData,
  template: TemplateData,
  entry: Readonly<Record<string, unknown>>,
  catalogue: Catalogue,
  scale: Scale,
): Record<string, unknown> {
  const [element] = Object.keys(entry);
  const value = entry[element];
  const at = below(where, element);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return fail(at, `must be a map that names its sites; got ${show(value)}. Write {between: [A, B]}.`);
  const made: Record<string, unknown> = {};
  const indices = indicesOf(repeat);
  const member = indices.length === 0 ? "" : `[${indices.join(",")}]`;
  for (const [key, item] of Object.entries(value)) {
    if (key === "repeat")
      fail(below(at, key), "elements of a template are repeated with the molecule. Remove this entry.");
    else if (key === "between" || key === "on") {
      const list = Array.isArray(item) ? item : [item];
      made[key] = list.map((site, k) => {
        if (typeof site === "string" && Object.hasOwn(template.sites, site)) return `${name}_${site}${member}`;
        return fail(
          below(at, key, k),
          `${show(site)} is not a site of the template.${didYouMean(String(site), Object.keys(template.sites))}`,
        );
      });
    } else made[key] = convert(below(at, key), item, catalogue[element], key, scale);
  }
  return { [element]: { ...made, ...(repeat !== undefined && { repeat }) } };
}

/** Converts a parameter to the units of the model, by the unit in its definition. */
function convert(
  where: string,
  value: unknown,
  definition: Catalogue[string] | undefined,
  key: string,
  scale: Scale,
): unknown {
  if (scale({ energy: 1 }) === 1 && scale({ length: 1 }) === 1) return value;
  if (definition === undefined || own(definition.parameters, key) === undefined) return value;
  const { unit } = parameterOf(definition, key);
  if (unit === undefined || unit === "radian") return value;
  const dimension = dimensionOf(unit);
  if (dimension === undefined || (typeof value !== "number" && typeof value !== "string"))
    return fail(
      where,
      `its unit ${unit} cannot be converted. Remove the units of the template, and give numbers in those of the model.`,
    );
  return scaled(value, scale(dimension));
}

/** The powers of energy, length and mass in a unit such as force/length. */
function dimensionOf(unit: string): UnitPowers | undefined {
  let [energy, length, mass] = [0, 0, 0];
  for (const [, sign, word] of unit.matchAll(/(^|[*/])([^*/]+)/g)) {
    const power = sign === "/" ? -1 : 1;
    if (word === "energy") energy += power;
    else if (word === "length") length += power;
    else if (word === "force") [energy, length] = [energy + power, length - power];
    else if (word === "mass") mass += power;
    else if (word !== "1" && word !== "radian") return undefined;
  }
  return { energy, length, mass };
}
