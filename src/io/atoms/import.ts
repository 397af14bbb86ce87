/** A model from a file of atoms: molecules of a template, or a family of points for each element. */

import { TautError, unitsOf } from "../../core/index.js";
import { builtInTemplates, type ModelData } from "../../model/index.js";
import type { AtomFrame } from "./atoms.js";
import { readPdb } from "./pdb.js";
import { massOf, symbolOf } from "./periodic-table.js";
import { readXyz } from "./xyz.js";

export interface ImportOptions {
  /** Built-in template that all atoms belong to, molecule after molecule. */
  readonly template?: string;
  /** Default: eV-Å-amu. */
  readonly units?: string;
}

/** Atoms of a file, by its ending. */
export function readAtoms(file: string, text: string): AtomFrame {
  const ending = /\.([A-Za-z]+)$/.exec(file)?.[1].toLowerCase();
  if (ending === "xyz" || ending === "extxyz") return readXyz(file, text);
  if (ending === "pdb" || ending === "ent") return readPdb(file, text);
  throw new TautError(file, "files of atoms end in .xyz, .extxyz, .pdb or .ent. Rename it, or convert it.");
}

export function importAtoms(
  file: string,
  text: string,
  { template, units = "eV-Å-amu" }: ImportOptions = {},
): ModelData {
  const frame = readAtoms(file, text);
  const set = unitsOf(units);
  if (set === undefined)
    throw new TautError("--units", `"${units}" is no set of units. Write eV-Å-amu, kcal/mol-Å-amu or kJ/mol-nm-amu.`);
  const rows = (values: Float64Array, factor: number): number[][] =>
    frame.symbols.map((_, i) => Array.from(values.subarray(3 * i, 3 * i + 3), (x) => x * factor));
  const positions = rows(frame.positions, 1 / set.angstrom);
  const velocities = frame.velocities && rows(frame.velocities, set.femtoseconds / set.angstrom);
  const head = { taut: 1 as const, name: file.replace(/^.*[\\/]/, ""), units: set.name };
  if (template !== undefined) {
    checkSites(file, template, frame.symbols);
    const repeat = frame.symbols.length / Object.keys(builtInTemplates[template].sites).length;
    return {
      ...head,
      molecules: { [template]: { template, repeat, positions, ...(velocities && { velocities }) } },
      elements: [{ coulomb: {} }, { "lennard-jones": {} }],
    };
  }
  const points: NonNullable<ModelData["points"]> = {};
  for (const symbol of new Set(frame.symbols)) {
    const mass = massOf(symbol);
    if (mass === undefined)
      throw new TautError(
        file,
        `${JSON.stringify(symbol)} is no element that is known here, so it has no mass. Correct the symbol.`,
      );
    const own = (table: number[][]): number[][] => table.filter((_, i) => frame.symbols[i] === symbol);
    points[symbol] = { mass, at: own(positions), ...(velocities && { velocity: own(velocities) }) };
  }
  return { ...head, points };
}

/** The elements of a file must be those of the template, again and again. */
function checkSites(file: string, template: string, symbols: readonly string[]): void {
  const made = builtInTemplates[template];
  if (made === undefined)
    throw new TautError(
      "--template",
      `there is no template "${template}". Known are: ${Object.keys(builtInTemplates).join(", ")}.`,
    );
  const sites = Object.entries(made.sites).map(([name, { mass }]) => symbolOf(name, Number(mass)));
  const wrong = symbols.findIndex((symbol, i) => symbol !== sites[i % sites.length]);
  if (wrong >= 0 || symbols.length % sites.length !== 0) {
    const found = wrong >= 0 ? `atom ${wrong + 1} is ${symbols[wrong]}` : `there are ${symbols.length} atoms`;
    throw new TautError(
      file,
      `${found}, and a molecule of ${template} is ${sites.join(", ")}. Give the atoms in that order, or leave --template out.`,
    );
  }
}

/** A model as JSON, a table's row on a line. */
export function importedText(model: ModelData): string {
  const mark = "\u0001";
  const text = JSON.stringify(
    model,
    (_, value) => (isRows(value) ? value.map((row) => mark + JSON.stringify(row) + mark) : value),
    2,
  );
  return `${text.replaceAll(/"\\u0001|\\u0001"/g, "")}\n`;
}

const isRows = (value: unknown): value is number[][] => Array.isArray(value) && Array.isArray(value[0]);
