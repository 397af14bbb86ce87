/**
 * The `outputs` of a model: named expressions of everything that a state has. Coordinates, velocities and t are read as in
 * any law. Accelerations, multipliers, reactions and energies follow from the equations of motion, so they become symbols
 * here, and `reads` says what each stands for.
 */

import {
  add,
  type Expr,
  gradient,
  isVector,
  type LanguageFunction,
  mul,
  neg,
  substitute,
  type Value,
} from "../../symbolic/index.js";
import type { Law, OutputColumn, OutputRead, Outputs } from "../lowered.js";
import { below, fail, path, show } from "../model-errors.js";
import { type LabelCall, readReference } from "../references.js";
import type { ModelData, OutputData } from "../schema.js";
import { hasMechanics } from "../sections.js";
import { didYouMean, type ScalarOrVector } from "../shapes.js";
import { type Context, numberScope, readScalar } from "./context.js";
import { type Families, findFamily } from "./families.js";
import { memberOf } from "./members.js";
import { componentNames } from "./named-expressions.js";
import { type Beyond, type Indices, type Symbols, stencilOf } from "./symbols.js";

/** The energies that outputs may read, by their names as functions. */
const energies = ["kinetic", "potential", "energy"] as const;

export function readOutputs(
  context: Context,
  families: Families,
  symbols: Symbols,
  laws: readonly Law[],
  model: ModelData,
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
  const rows = rowsByName(laws);

  const energy = (name: (typeof energies)[number]): LanguageFunction => ({
    usage: `${name}()`,
    takes: [],
    apply: (_, refuse) =>
      mechanical ? symbol(`#${name}`, { from: name }) : refuse(`${name}() needs masses; a first-order system has none`),
  });
  const beyond: Beyond = {
    functions: new Map(energies.map((name) => [name, energy(name)])),
    calls: new Map([
      ["lambda", multiplier],
      ["reaction", reaction],
    ]),
    acceleration: (k) => symbol(`#acceleration ${k}`, { from: "acceleration", coordinate: k }),
  };

  const columns: OutputColumn[] = [];
  const outputs: Expr[] = [];
  const places: string[] = [];
  for (const [name, entry] of entries) {
    const { of, where, ...rest } = writtenOut(name, entry);
    const value = context.errors.attempt(() => symbols.read(where, of, beyond));
    if (value === undefined) continue;
    const components = isVector(value) ? value : [value];
    componentNames(name, components.length).forEach((column, c) => {
      const same = columns.findIndex((each) => each.name === column);
      if (same >= 0)
        context.errors.add(
          where,
          `each column must have a name of its own; ${show(column)} is already a column of ${places[same]}. Rename one.`,
        );
      columns.push({ name: column, ...rest });
      outputs.push(components[c]);
      places.push(where);
    });
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

  /** `lambda(rod)`: a multiplier, or a vector of those of a constraint with several components. */
  function multiplier(where: string, { labels, text }: LabelCall, indices: Indices): Value {
    if (labels.length !== 1)
      fail(where, `lambda takes one constraint; ${show(text)} has ${labels.length}. Write lambda(rod).`);
    const found = rowsOf(where, labels[0], indices);
    const values = found.map(({ row, name }) => symbol(`#lambda ${name}`, { from: "multiplier", row }));
    return values.length === 1 ? values[0] : values;
  }

  /** `reaction(rod, bob)`: the force of a constraint on a point or coordinate, -lambda dg/dq. */
  function reaction(where: string, { labels, text }: LabelCall, indices: Indices): Value {
    if (labels.length !== 2)
      fail(
        where,
        `reaction takes a constraint and a point; ${show(text)} has ${labels.length}. Write reaction(rod, bob).`,
      );
    const reference = readReference(where, labels[1]);
    const family = findFamily(families, where, reference.name, labels[1]);
    if (family.anchor !== undefined)
      fail(where, `the point of a reaction must move; ${show(labels[1])} is fixed. Name the point at the other end.`);
    const { q } = symbols.node(family, memberOf(context, where, family, reference, indices));
    const zero = graph.num(0);
    const force = q.map(() => zero);
    for (const { row, name, law: owner, instance, component } of rowsOf(where, labels[0], indices)) {
      const lambda = symbol(`#lambda ${name}`, { from: "multiplier", row });
      gradient(rowExpression(owner, instance, component), q).forEach((slope, c) => {
        force[c] = add(force[c], neg(mul(lambda, slope)));
      });
    }
    if (force.every((each) => each === zero))
      fail(where, `${show(labels[0])} exerts no force on ${show(labels[1])}. Name a point of that constraint.`);
    return family.kind === "point" ? force : force[0];
  }

  /** Component `c` of instance `i` of a law, in the symbols of the coordinates. */
  function rowExpression(owner: Law, i: number, c: number): Expr {
    const global = new Map<Expr, Expr>();
    for (const { q, index } of owner.stencil)
      symbols.nodeAt(index[i]).q.forEach((own, k) => {
        global.set(q[k], own);
      });
    for (const { symbol: parameter, values } of owner.params)
      global.set(parameter, graph.num(values[values.length === 1 ? 0 : i]));
    return substitute([owner.outputs[c]], global)[0];
  }

  /** The rows of the constraint called `label`: the one of that name, or all of its components. */
  function rowsOf(where: string, label: string, indices: Indices): readonly Row[] {
    const name = withNumbers(where, label, indices);
    const { own, parts } = rows();
    const found = own.get(name) ?? parts.get(name);
    if (found !== undefined) return found;
    const known = [...own.keys()];
    const hint =
      didYouMean(name, known) ||
      (known.length === 0 ? " There are none." : ` Known are: ${known.slice(0, 12).join(", ")}.`);
    return fail(where, `there is no constraint ${show(label)}.${hint}`);
  }

  /** `rod[i + 1]` as `rod[3]`. */
  function withNumbers(where: string, label: string, indices: Indices): string {
    return label.replace(/\[([^\]]*)\]/g, (_, inside: string) => {
      const numbers = inside.split(",").map((text) => {
        const expr = readScalar(where, text.trim(), numberScope(context, where, indices));
        return expr.op === "const" ? expr.value : fail(where, `every index must be a number; ${show(text)} is not.`);
      });
      return `[${numbers.join(",")}]`;
    });
  }
}

interface Row {
  readonly name: string;
  readonly row: number;
  readonly law: Law;
  readonly instance: number;
  readonly component: number;
}

/** Rows by name: each by its own, and those of a constraint or joint with several by the name of the whole. */
interface RowsByName {
  readonly own: ReadonlyMap<string, readonly Row[]>;
  readonly parts: ReadonlyMap<string, readonly Row[]>;
}

/** Rows of constraints, which come before the algebraic variables beside coordinates. */
const rowCount = (laws: readonly Law[]): number =>
  laws.reduce((sum, { kind, count, outputs }) => sum + (kind === "constraint" ? count * outputs.length : 0), 0);

/** The rows of all constraints by name, found when first needed. */
function rowsByName(laws: readonly Law[]): () => RowsByName {
  let made: RowsByName | undefined;
  return () => {
    if (made !== undefined) return made;
    const own = new Map<string, Row[]>();
    const parts = new Map<string, Row[]>();
    made = { own, parts };
    const put = (all: Map<string, Row[]>, name: string, row: Row) => {
      const list = all.get(name);
      if (list === undefined) all.set(name, [row]);
      else list.push(row);
    };
    let first = 0;
    for (const law of laws) {
      if (law.kind !== "constraint") continue;
      const width = law.outputs.length;
      for (let k = 0; k < law.count * width; k++) {
        const [instance, component] = [Math.floor(k / width), k % width];
        const name = law.componentName(instance, component);
        const row = { name, row: first + k, law, instance, component };
        put(own, name, row);
        const whole = law.wholeName?.(instance, component) ?? name;
        if (whole !== name) put(parts, whole, row);
      }
      first += law.count * width;
    }
    return made;
  };
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
