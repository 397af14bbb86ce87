/**
 * Multipliers by the names of their constraints, for forces and outputs: `lambda(rod)` and `reaction(rod, bob)`. Each
 * multiplier is a symbol, and `rows` says which row of the constraints it stands for.
 */

import { add, type Expr, gradient, mul, neg, substitute, type Value } from "../../symbolic/index.js";
import type { Law } from "../lowered.js";
import { fail, show } from "../model-errors.js";
import { type LabelCall, readReference } from "../references.js";
import { didYouMean } from "../shapes.js";
import { type Context, numberScope, readScalar } from "./context.js";
import { type Families, findFamily } from "./families.js";
import { memberOf } from "./members.js";
import type { Beyond, Indices, Symbols } from "./symbols.js";

export interface MultiplierCalls {
  readonly calls: NonNullable<Beyond["calls"]>;
  /** The rows of the constraints for which the symbols stand that were made so far. */
  readonly rows: ReadonlyMap<Expr, Row>;
  /** The constraint of a row in the symbols of the coordinates. */
  expression(row: Row): Expr;
  /** The first row of the constraint with that name. */
  row(where: string, label: string): number;
}

export interface Row {
  readonly name: string;
  readonly row: number;
  readonly law: Law;
  readonly instance: number;
  readonly component: number;
}

/** The calls on the constraints among `laws`. */
export function multiplierCalls(
  context: Context,
  families: Families,
  symbols: Symbols,
  laws: readonly Law[],
): MultiplierCalls {
  const { graph } = context;
  const byName = rowsByName(laws);
  const rows = new Map<Expr, Row>();
  const symbolOf = (row: Row): Expr => {
    const made = graph.symbol(`#lambda ${row.name}`);
    rows.set(made, row);
    return made;
  };
  return {
    calls: new Map([
      ["lambda", multiplier],
      ["reaction", reaction],
    ]),
    rows,
    expression,
    row: (where, label) => rowsOf(where, label, new Map())[0].row,
  };

  /** `lambda(rod)`: a multiplier, or a vector of those of a constraint with several components. */
  function multiplier(where: string, { labels, text }: LabelCall, indices: Indices): Value {
    if (labels.length !== 1)
      fail(where, `lambda takes one constraint; ${show(text)} has ${labels.length}. Write lambda(rod).`);
    const values = rowsOf(where, labels[0], indices).map(symbolOf);
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
    for (const row of rowsOf(where, labels[0], indices)) {
      const lambda = symbolOf(row);
      gradient(expression(row), q).forEach((slope, c) => {
        force[c] = add(force[c], neg(mul(lambda, slope)));
      });
    }
    if (force.every((each) => each === zero))
      fail(where, `${show(labels[0])} exerts no force on ${show(labels[1])}. Name a point of that constraint.`);
    return family.kind === "point" ? force : force[0];
  }

  function expression({ law: owner, instance: i, component: c }: Row): Expr {
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
    const { own, parts } = byName();
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

/** Rows of constraints, which come before the algebraic variables beside coordinates. */
export const rowCount = (laws: readonly Law[]): number =>
  laws.reduce((sum, { kind, count, outputs }) => sum + (kind === "constraint" ? count * outputs.length : 0), 0);

/** Rows by name: each by its own, and those of a constraint or joint with several by the name of the whole. */
interface RowsByName {
  readonly own: ReadonlyMap<string, readonly Row[]>;
  readonly parts: ReadonlyMap<string, readonly Row[]>;
}

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
