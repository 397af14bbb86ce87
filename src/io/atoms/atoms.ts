/** Frames of atoms for files of molecules: symbols and positions in ångström. */

import { own, TautError } from "../../core/index.js";
import { symbolOf } from "../../core/periodic-table.js";
import type { PreparedRun } from "../../run/run.js";
import type { Solution } from "../../solve/index.js";

export interface AtomFrame {
  readonly symbols: readonly string[];
  /** Three numbers for each atom, in Å. */
  readonly positions: Float64Array;
  /** Three numbers for each atom, in Å/fs, or in the model's own units if it does not name any. */
  readonly velocities?: Float64Array;
  /** Edges of a periodic box, in Å. */
  readonly box?: readonly number[];
  /** Time in femtoseconds, or in the model's own unit if it does not name any. */
  readonly time?: number;
  /** The number of each atom's molecule, from 1, and the molecule's name. */
  readonly molecules?: readonly { readonly number: number; readonly name: string }[];
}

export type AtomFormat = "xyz" | "pdb";
export const atomFormats: readonly AtomFormat[] = ["xyz", "pdb"];

/** The largest number of atoms in a frame that is read. */
export const mostAtoms = 2_000_000;

/** Why a model cannot be written as atoms; undefined if it can. */
export function refusesAtoms({ lowered }: PreparedRun, format: AtomFormat): string | undefined {
  if (lowered.space === 3 && lowered.groups.some(({ kind, direction }) => kind === "point" && !direction))
    return undefined;
  return `${format} files need points in space, and "${lowered.name}" does not have any. Use csv, npz or parquet.`;
}

/** The saved states as frames, with the atoms of each molecule together. */
export function* atomFrames(
  { model, lowered, workspace }: PreparedRun,
  { trajectory }: Solution,
): Generator<AtomFrame> {
  const atoms = atomsOf(model.points ?? {}, lowered);
  const length = workspace.units?.angstrom ?? 1;
  const time = workspace.units?.femtoseconds ?? 1;
  const box = lowered.pairs?.box?.map((edge) => edge * length);
  const symbols = atoms.map(({ symbol }) => symbol);
  const molecules = atoms.map(({ number, name }) => ({ number, name }));
  const times = trajectory.times();
  const states = trajectory.states();
  const { dimension } = trajectory;
  for (let k = 0; k < trajectory.length; k++) {
    const positions = new Float64Array(3 * atoms.length);
    const velocities = new Float64Array(3 * atoms.length);
    atoms.forEach(({ offset }, i) => {
      for (let c = 0; c < 3; c++) {
        positions[3 * i + c] = states[k * dimension + offset + c] * length;
        velocities[3 * i + c] = (states[k * dimension + lowered.n + offset + c] * length) / time;
      }
    });
    yield { symbols, positions, velocities, molecules, time: times[k] * time, ...(box && { box }) };
  }
}

interface Atom {
  readonly offset: number;
  readonly symbol: string;
  readonly number: number;
  readonly name: string;
}

export function atomsOf(
  points: NonNullable<PreparedRun["model"]["points"]>,
  { groups, massDiagonal }: PreparedRun["lowered"],
): Atom[] {
  const atoms: Atom[] = [];
  const done = new Set<string>();
  let number = 0;
  for (const { name, kind, direction, count } of groups) {
    if (kind !== "point" || direction || done.has(name)) continue;
    const molecule = own(points, name)?.molecule;
    const family = groups.filter(
      (g) => g.name === name || (molecule !== undefined && own(points, g.name)?.molecule === molecule),
    );
    for (const each of family) done.add(each.name);
    for (let i = 0; i < count; i++) {
      number++;
      for (const { name: site, offset } of family) {
        const short =
          molecule !== undefined && site.startsWith(`${molecule}_`) ? site.slice(molecule.length + 1) : site;
        const first = offset + 3 * i;
        atoms.push({ offset: first, symbol: symbolOf(short, massDiagonal[first]), number, name: molecule ?? name });
      }
    }
  }
  return atoms;
}

/** Throws an error about a line of a file of atoms. */
export function badLine(file: string, line: number, text: string, why: string): never {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  throw new TautError(`${file}:${line}`, `${JSON.stringify(shown)}: ${why}`);
}
