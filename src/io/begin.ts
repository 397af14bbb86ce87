/** Makes a model begin at a state of an earlier result: values by name, or the atoms of a file in their order. */

import { TautError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { type Lowered, lower, type Model, validateModel } from "../model/index.js";
import { type AtomFrame, atomsOf } from "./atoms/atoms.js";

/** One saved state: numbers by the names of the trajectory's columns. */
export interface NamedState {
  readonly t: number;
  readonly values: ReadonlyMap<string, number>;
}

export interface BeginOptions {
  /** Values that replace those of the model's parameters. */
  readonly set?: Readonly<Record<string, number>>;
}

/**
 * The model, changed to begin at a state. `where` names the source of the state in messages. Lengths that laws take
 * from the model's own start do not change.
 */
export function beginAt(model: Model, where: string, from: NamedState | AtomFrame, options: BeginOptions = {}): Model {
  const lowered = lower(model, catalogue, options.set ? { set: options.set } : {});
  const begin = "values" in from ? byName(where, from, lowered) : byAtom(where, from, model, lowered);
  return validateModel({ ...model, begin }, catalogue);
}

const namesOf = ({ n, order, coordinateName, coupled }: Lowered): string[] => {
  const names = Array.from({ length: n }, (_, k) => coordinateName(k));
  if (order === "first") return names;
  const states = Array.from({ length: coupled?.states ?? 0 }, (_, k) => coordinateName(n + k));
  return [...names, ...names.map((name) => `${name}'`), ...states];
};

const listed = (names: readonly string[]): string =>
  names.length <= 4 ? names.join(", ") : `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;

function byName(where: string, { t, values }: NamedState, lowered: Lowered): Model["begin"] {
  const names = namesOf(lowered);
  const missing = names.filter((name) => !values.has(name));
  if (missing.length > 0)
    throw new TautError(
      where,
      `the state must have the coordinates of the model, and it lacks ${listed(missing)}. Name a result of this model.`,
    );
  // tables hold algebraic variables and outputs too, which follow from the states
  const { coupled, n, coordinateName } = lowered;
  const count = coupled?.algebraic ?? lowered.algebraic;
  const algebraic = Array.from({ length: count }, (_, k) => coordinateName(n + (coupled?.states ?? 0) + k));
  const outputs = lowered.outputs?.columns.map(({ name }) => name) ?? [];
  const known = new Set([...names, ...algebraic, ...outputs]);
  const others = [...values.keys()].filter((name) => !known.has(name));
  if (others.length > 0)
    throw new TautError(
      where,
      `the state has ${listed(others)}, which the model does not define. Name a result of this model.`,
    );
  const wrong = names.find((name) => !Number.isFinite(values.get(name)));
  if (wrong !== undefined)
    throw new TautError(
      where,
      `all values must be finite, and ${wrong} is ${values.get(wrong)} at t = ${t}. Choose an earlier state with --at.`,
    );
  return { time: t, state: names.map((name) => values.get(name)!) };
}

function byAtom(where: string, frame: AtomFrame, model: Model, lowered: Lowered): Model["begin"] {
  const { n, units, space, pairs } = lowered;
  const atoms = atomsOf(model.points ?? {}, lowered);
  if (space !== 3 || 3 * atoms.length !== n)
    throw new TautError(
      where,
      "a file of atoms can only give points in space, and the model has other coordinates. Name a parquet, csv or npz file.",
    );
  const { symbols, positions, velocities, box, time } = frame;
  if (symbols.length !== atoms.length)
    throw new TautError(
      where,
      `the file must have as many atoms as the model, ${atoms.length}; found ${symbols.length}. Name another file.`,
    );
  const wrong = symbols.findIndex((symbol, i) => symbol !== atoms[i].symbol);
  if (wrong >= 0)
    throw new TautError(
      where,
      `atom ${wrong + 1} must be ${atoms[wrong].symbol}, as in the model (${atoms[wrong].name}); found ${symbols[wrong]}. Put the atoms in the order of the model.`,
    );
  const length = units?.angstrom ?? 1;
  const duration = units?.femtoseconds ?? 1;
  const edges = pairs?.box?.map((edge) => edge * length);
  // the tolerance allows for the three decimals of PDB
  if (box !== undefined && edges !== undefined && box.some((edge, k) => Math.abs(edge - edges[k]) > 6e-4))
    throw new TautError(
      where,
      `the box must be that of the model, ${edges.join(" × ")} Å; found ${box.join(" × ")} Å. Change the model's box.`,
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
