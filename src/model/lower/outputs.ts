/**
 * The `outputs` of a model: named expressions of everything that a state has. Coordinates, velocities and t are read as in
 * any law. Accelerations, multipliers, reactions and energies follow from the equations of motion, so they become symbols
 * here, and `reads` says what each stands for.
 */

import { type Expr, isVector, type LanguageFunction, mul, symbolsOf } from "../../symbolic/index.js";
import type { Law, OutputColumn, OutputRead, Outputs } from "../lowered.js";
import { below, path, show } from "../model-errors.js";
import type { ModelData, OutputData } from "../schema.js";
import { hasMechanics } from "../sections.js";
import type { ScalarOrVector } from "../shapes.js";
import type { Context } from "./context.js";
import type { Families } from "./families.js";
import { type MultiplierCalls, rowCount } from "./multipliers.js";
import { componentNames } from "./named-expressions.js";
import { type Beyond, type Symbols, stencilOf } from "./symbols.js";

/** The energies that outputs may read, by their names as functions. */
const energies = ["kinetic", "potential", "energy"] as const;

/** What an output is shown in, in a model that declares units. */
export interface OutputUnits {
  /** The unit of an expression, and the factor that converts its values to the one that is asked for. */
  shown(
    where: string,
    of: ScalarOrVector,
    asked: string | undefined,
    rows: { lambda(label: string): number },
  ): { readonly unit?: string; readonly scale: number };
}

export function readOutputs(
  context: Context,
  families: Families,
  symbols: Symbols,
  laws: readonly Law[],
  multipliers: MultiplierCalls,
  model: ModelData,
  units?: OutputUnits,
): Outputs | undefined {
  const entries = Object.entries(model.outputs ?? {});
  if (entries.length === 0) return undefined;
  const { graph } = context;
  const reads = new Map<Expr, OutputRead>();
  const symbol = (name: string, read: OutputRead): Expr => {
    const made = graph.symbol(name);
    reads.set(made, read);
    return made;
  };
  const mechanical = hasMechanics(model);

  const energy = (name: (typeof energies)[number]): LanguageFunction => ({
    usage: `${name}()`,
    takes: [],
    apply: (_, refuse) =>
      mechanical ? symbol(`#${name}`, { from: name }) : refuse(`${name}() needs masses; a first-order system has none`),
  });
  const beyond: Beyond = {
    functions: new Map(energies.map((name) => [name, energy(name)])),
    calls: multipliers.calls,
    acceleration: (k) => symbol(`#acceleration ${k}`, { from: "acceleration", coordinate: k }),
  };

  const columns: OutputColumn[] = [];
  const outputs: Expr[] = [];
  const places: string[] = [];
  for (const [name, entry] of entries) {
    const { of, where, ...rest } = writtenOut(name, entry);
    const value = context.errors.attempt(() => symbols.read(where, of, beyond));
    if (value === undefined) continue;
    const { scale, ...shown } = context.errors.attempt(() => unitOf(name, of, rest)) ?? { ...rest, scale: 1 };
    const components = (isVector(value) ? value : [value]).map((each) =>
      scale === 1 ? each : mul(each, graph.num(scale)),
    );
    componentNames(name, components.length).forEach((column, c) => {
      const same = columns.findIndex((each) => each.name === column);
      if (same >= 0)
        context.errors.add(
          where,
          `each column must have a name of its own; ${show(column)} is already a column of ${places[same]}. Rename one.`,
        );
      columns.push({ name: column, ...shown });
      outputs.push(components[c]);
      places.push(where);
    });
  }

  for (const used of symbolsOf(outputs)) {
    const row = multipliers.rows.get(used);
    if (row !== undefined) reads.set(used, { from: "multiplier", row: row.row });
  }

  // algebraic variables are solved for together with the multipliers and do not belong to a state
  const nodes = symbols.nodesOf(outputs);
  const first = families.n - families.algebraic;
  const before = mechanical ? rowCount(laws) : 0;
  for (const { offset, q } of nodes)
    if (offset >= first) reads.set(q[0], { from: "multiplier", row: before + offset - first });
  const law: Law = {
    kind: "invariant",
    name: "output",
    where: "outputs",
    outputs,
    stencil: stencilOf(nodes.filter(({ offset }) => offset < first)),
    params: [],
    count: 1,
    componentName: (_, c) => columns[c].name,
    instanceWhere: (_, c) => places[c],
  };
  return { columns, law, reads };

  /** The unit of an output: what it says, to which its values are converted, or what follows from its expression. */
  function unitOf(
    name: string,
    of: ScalarOrVector,
    given: Omit<OutputColumn, "name">,
  ): Omit<OutputColumn, "name"> & { readonly scale: number } {
    if (units === undefined) return { ...given, scale: 1 };
    const { unit, scale } = units.shown(path("outputs", name, "unit"), of, given.unit, {
      lambda: (label) => multipliers.row("outputs", label),
    });
    return {
      ...given,
      scale,
      ...(unit !== undefined && { unit }),
      ...(given.continuous && scale !== 1 && { turn: 2 * Math.PI * scale }),
    };
  }
}

function writtenOut(
  name: string,
  entry: OutputData,
): { of: ScalarOrVector; where: string } & Omit<OutputColumn, "name"> {
  const where = path("outputs", name);
  if (typeof entry !== "object" || Array.isArray(entry)) return { of: entry, where, continuous: false };
  const { of, continuous = false, unit } = entry;
  return { of, where: below(where, "of"), continuous, ...(unit !== undefined && { unit }) };
}
