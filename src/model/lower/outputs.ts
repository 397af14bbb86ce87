/**
 * The `outputs` of a model: named expressions of everything that a state has. Coordinates, velocities and t are read as in
 * any law. Accelerations, multipliers, reactions and energies follow from the equations of motion, so they become symbols
 * here, and `reads` says what each stands for.
 */

import { type Expr, isVector, type LanguageFunction, mul, symbolsOf, type Value } from "../../symbolic/index.js";
import type { Holder, Law, OutputColumn, OutputRead, Outputs, OutputTorque, Receiver } from "../lowered.js";
import { below, fail, path, show } from "../model-errors.js";
import type { LabelCall } from "../references.js";
import type { ModelData, OutputData } from "../schema.js";
import { hasMechanics } from "../sections.js";
import { didYouMean, type ScalarOrVector } from "../shapes.js";
import type { Context } from "./context.js";
import type { Families } from "./families.js";
import { type MultiplierCalls, rowCount } from "./multipliers.js";
import { componentNames } from "./named-expressions.js";
import { type Beyond, type Symbols, stencilOf } from "./symbols.js";
import { growthInTurn } from "./turns.js";

/** Outputs that grow with the turns of a joint are continuous. */
function turnsOf(where: string, expr: Expr, { angles }: Symbols): Partial<OutputColumn> {
  if (angles.size === 0) return {};
  const turn = growthInTurn(expr, angles);
  if (turn === undefined)
    fail(
      where,
      "an output may grow by the same amount with every turn of a joint, or be the same after it; this one does neither. Write the angle as an output of its own.",
    );
  return turn === 0 ? {} : { continuous: true, turn };
}

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
  holders: () => readonly Holder[],
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
  const torques: OutputTorque[] = [];
  const torque = (where: string, call: LabelCall): Value => {
    const { holder, on } = torqueOf(where, call, holders());
    const components = (on.dim === 2 ? [2] : [0, 1, 2]).map((component) => {
      torques.push({ holder, on, component });
      return symbol(`#torque ${torques.length - 1}`, { from: "torque", index: torques.length - 1 });
    });
    return components.length === 1 ? components[0] : components;
  };
  const beyond: Beyond = {
    functions: new Map(energies.map((name) => [name, energy(name)])),
    calls: new Map([...multipliers.calls, ["torque", torque]]),
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
      const turns = context.errors.attempt(() => turnsOf(where, components[c], symbols));
      const same = columns.findIndex((each) => each.name === column);
      if (same >= 0)
        context.errors.add(
          where,
          `each column must have a name of its own; ${show(column)} is already a column of ${places[same]}. Rename one.`,
        );
      columns.push({ name: column, ...shown, ...turns });
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
  return { columns, law, reads, torques };

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

/** `torque(pin, arm)`: a joint or constraint, and a body that it holds. */
function torqueOf(
  where: string,
  { labels, text }: LabelCall,
  holders: readonly Holder[],
): { readonly holder: Holder; readonly on: Receiver } {
  if (labels.length !== 2)
    fail(where, `torque takes a joint and a body; ${show(text)} has ${labels.length}. Write torque(pin, arm).`);
  const [name, body] = labels;
  const known = (names: readonly string[], wrong: string): string =>
    didYouMean(wrong, names) ||
    (names.length === 0 ? " There are none." : ` Known are: ${names.slice(0, 12).join(", ")}.`);
  const holder = holders.find((each) => each.name === name);
  if (holder === undefined)
    return fail(
      where,
      `there is no joint ${show(name)}.${known(
        holders.map((each) => each.name),
        name,
      )}`,
    );
  const on = holder.on.find((each) => each.name === body);
  if (on?.kind === "body") return { holder, on };
  const bodies = holder.on.filter(({ kind }) => kind === "body").map((each) => each.name);
  return fail(
    where,
    `${show(name)} exerts no torque on ${show(body)}, which is not a body that it holds.${known(bodies, body)}`,
  );
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
