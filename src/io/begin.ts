/** A model that begins where an earlier result ended: its state by name, or the atoms of a file one after the other. */

import { TautError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { type Lowered, lower, type Model, validateModel } from "../model/index.js";
import { type AtomFrame, atomsOf } from "./atoms/atoms.js";

/** One saved state: numbers by name, as columns of a trajectory have them. */
export interface NamedState {
  readonly t: number;
  readonly values: ReadonlyMap<string, number>;
}

export interface BeginOptions {
  /** Parameters that replace the model's. */
  readonly set?: Readonly<Record<string, number>>;
}

/** `where`: what the state was read from, for messages. Lengths that laws take from the model's own start stay what they are. */
export function beginAt(model: Model, where: string, from: NamedState | AtomFrame, options: BeginOptions = {}): Model {
  const lowered = lower(model, catalogue, options.set ? { set: options.set } : {});
  const begin = "values" in from ? byName(where, from, lowered) : byAtom(where, from, model, lowered);
  return validateModel({ ...model, begin }, catalogue);
}

const namesOf = ({ n, order, coordinateName }: Lowered): string[] => {
  const names = Array.from({ length: n }, (_, k) => coordinateName(k));
  return order === "first" ? names : [...names, ...names.map((name) => `${name}'`)];
};

const listed = (names: readonly string[]): string =>
  names.length <= 4 ? names.join(", ") : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;

function byName(where: string, { t, values }: NamedState, lowered: Lowered): Model["begin"] {
  const names = namesOf(lowered);
  const missing = names.filter((name) => !values.has(name));
  if (missing.length > 0)
    throw new TautError(where, `it has no ${listed(missing)}, which the model has. Name a result of this model.`);
  // algebraic variables are in tables too, and follow from the states
  const algebraic = Array.from({ length: lowered.algebraic }, (_, k) => lowered.coordinateName(lowered.n + k));
  const known = new Set([...names, ...algebraic]);
  const others = [...values.keys()].filter((name) => !known.has(name));
  if (others.length > 0)
    throw new TautError(where, `it has ${listed(others)}, which the model has not. Name a result of this model.`);
  const wrong = names.find((name) => !Number.isFinite(values.get(name)));
  if (wrong !== undefined)
    throw new TautError(where, `${wrong} is ${values.get(wrong)} at t = ${t}. Choose an earlier state with --at.`);
  return { time: t, state: names.map((name) => values.get(name)!) };
}

function byAtom(where: string, frame: AtomFrame, model: Model, lowered: Lowered): Model["begin"] {
  const { n, units, space, pairs } = lowered;
  const atoms = atomsOf(model.points ?? {}, lowered);
  if (space !== 3 || 3 * atoms.length !== n)
    throw new TautError(
      where,
      "files of atoms give points in space, and the model has other coordinates. Name a table: parquet, csv or npz.",
    );
  const { symbols, positions, velocities, box, time } = frame;
  if (symbols.length !== atoms.length)
    throw new TautError(
      where,
      `it has ${symbols.length} atoms, and the model has ${atoms.length}. Name a file with as many.`,
    );
  const wrong = symbols.findIndex((symbol, i) => symbol !== atoms[i].symbol);
  if (wrong >= 0)
    throw new TautError(
      where,
      `atom ${wrong + 1} is ${symbols[wrong]}, and that of the model is ${atoms[wrong].symbol} (${atoms[wrong].name}). Give the atoms in the order of the model.`,
    );
  const length = units?.angstrom ?? 1;
  const duration = units?.femtoseconds ?? 1;
  const edges = pairs?.box?.map((edge) => edge * length);
  // PDB has three decimals
  if (box !== undefined && edges !== undefined && box.some((edge, k) => Math.abs(edge - edges[k]) > 6e-4))
    throw new TautError(
      where,
      `its box is ${box.join(" × ")} Å, and that of the model ${edges.join(" × ")} Å. Give the model the same.`,
    );
  const state = new Array<number>(2 * n).fill(0);
  atoms.forEach(({ offset }, i) => {
    for (let c = 0; c < 3; c++) {
      state[offset + c] = positions[3 * i + c] / length;
      if (velocities !== undefined) state[n + offset + c] = (velocities[3 * i + c] * duration) / length;
    }
  });
  return { ...(time !== undefined && { time: time / duration }), state };
}
