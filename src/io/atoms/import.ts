/** Makes a model from a file of atoms: molecules of a template, or a family of points for each chemical element. */

import { own, TautError, unitsOf } from "../../core/index.js";
import { massOf, symbolOf } from "../../core/periodic-table.js";
import { builtInTemplates, type ModelData } from "../../model/index.js";
import type { AtomFrame } from "./atoms.js";
import { readPdb } from "./pdb.js";
import { readXyz } from "./xyz.js";

export interface ImportOptions {
  /** A built-in template: the atoms are molecules of it, one after the other. Default: none. */
  readonly template?: string;
  /** The units of the model. Default: eV-Å-amu. */
  readonly units?: string;
}

/** Reads the last frame of a file; the format follows from the ending of its name. */
export function readAtoms(file: string, text: string): AtomFrame {
  const ending = /\.([A-Za-z]+)$/.exec(file)?.[1].toLowerCase();
  if (ending === "xyz" || ending === "extxyz") return readXyz(file, text);
  if (ending === "pdb" || ending === "ent") return readPdb(file, text);
  throw new TautError(
    file,
    "the name of a file of atoms must end in .xyz, .extxyz, .pdb or .ent. Rename the file, or convert it.",
  );
}

export function importAtoms(
  file: string,
  text: string,
  { template, units = "eV-Å-amu" }: ImportOptions = {},
): ModelData {
  const frame = readAtoms(file, text);
  const set = unitsOf(units);
  // atoms have masses in amu
  if (set === undefined || set.current !== undefined)
    throw new TautError("--units", `must be eV-Å-amu, kcal/mol-Å-amu or kJ/mol-nm-amu; got "${units}".`);
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
        `${JSON.stringify(symbol)} is not a known element, so its mass is not known. Correct the symbol.`,
      );
    const ofSymbol = (table: number[][]): number[][] => table.filter((_, i) => frame.symbols[i] === symbol);
    points[symbol] = { mass, at: ofSymbol(positions), ...(velocities && { velocity: ofSymbol(velocities) }) };
  }
  return { ...head, points };
}

/** Throws unless the symbols are those of the template's sites, repeated. */
function checkSites(file: string, template: string, symbols: readonly string[]): void {
  const made = own(builtInTemplates, template);
  if (made === undefined)
    throw new TautError(
      "--template",
      `there is no template "${template}". Choose one of: ${Object.keys(builtInTemplates).join(", ")}.`,
    );
  const sites = Object.entries(made.sites).map(([name, { mass }]) => symbolOf(name, Number(mass)));
  const wrong = symbols.findIndex((symbol, i) => symbol !== sites[i % sites.length]);
  if (wrong >= 0 || symbols.length % sites.length !== 0) {
    const found = wrong >= 0 ? `${symbols[wrong]} as atom ${wrong + 1}` : `${symbols.length} atoms`;
    throw new TautError(
      file,
      `the atoms must be molecules of ${template}, each ${sites.join(", ")}; found ${found}. Put them in that order, or leave --template out.`,
    );
  }
}

/** A model as JSON, with each row of a table on a line. */
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
