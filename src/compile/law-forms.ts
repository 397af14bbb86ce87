/**
 * The form of a constraint: whether it reads its coordinates only through the distance of two points, or only through
 * the product of two vectors. Expressions are hash-consed, so a distance built here is the same node as the one in the
 * law, and the law has the form if no other node of it reads a coordinate.
 */

import { buildProgram, evaluate, type Input, type Program } from "../kernels/index.js";
import type { Law, StencilNode } from "../model/lowered.js";
import { dot, type Expr, gradient, neg, substitute, symbolsOf, topologicalOrder } from "../symbolic/index.js";

/** One constraint component on the stencil of its law. */
export type LawForm =
  /** phi(|a - b|): `other` is the stencil node b, or -1 for a fixed place, which `place` gives. */
  | {
      readonly kind: "distance";
      readonly node: number;
      readonly other: number;
      place(i: number): Float64Array;
      /** The root of phi, sought from `near`; undefined when there is none. */
      length(i: number, near: number): number | undefined;
    }
  /** phi(a . b) with the root 0. */
  | { readonly kind: "right angle"; readonly node: number; readonly other: number };

export function formOf(law: Law, component: number): LawForm | undefined {
  const output = law.outputs[component];
  const symbols = new Set(symbolsOf([output]));
  const read = law.stencil.flatMap((s, k) => (s.q.some((x) => symbols.has(x)) ? [k] : []));
  const nodes = read.map((k) => law.stencil[k]);
  if (nodes.length === 0 || nodes.length > 2 || nodes.some((s) => s.dim < 2 || s.dim !== nodes[0].dim))
    return undefined;
  return distance(law, output, nodes, read) ?? rightAngle(law, output, nodes, read);
}

function distance(law: Law, output: Expr, nodes: readonly StencilNode[], read: readonly number[]): LawForm | undefined {
  const { graph } = output;
  const separations = nodes[0].q.map((a, k) => separation(output, a, nodes[1]?.q[k]));
  if (!separations.every((x) => x !== undefined)) return undefined;
  const places = separations.map((x) => x.place);
  if (!onlyParameters(law, places)) return undefined;
  const square = graph.symbol("#square");
  const vector = separations.map((x) => x.difference);
  const [phi] = substitute([output], new Map([[dot(vector, vector), square]]));
  if (!onlyParameters(law, [phi], square)) return undefined;
  const values = evaluator(law, [phi, gradient(phi, [square])[0]], square);
  const fixed = evaluator(law, places, square);
  return {
    kind: "distance",
    node: read[0],
    other: read[1] ?? -1,
    place: (i) => fixed(i, 0),
    // Newton in r: exact at once for |r| - L, Heron's rule for |r|^2 - L^2
    length(i, near) {
      let r = near > 0 ? near : 1;
      for (let k = 0; k < 80; k++) {
        const [value, slope] = values(i, r * r);
        const step = value / (2 * r * slope);
        r -= step;
        if (!(r > 0)) return undefined;
        if (Math.abs(step) <= 2 ** -52 * r) return r;
      }
      return undefined;
    },
  };
}

function rightAngle(
  law: Law,
  output: Expr,
  nodes: readonly StencilNode[],
  read: readonly number[],
): LawForm | undefined {
  if (nodes.length !== 2) return undefined;
  const product = output.graph.symbol("#product");
  const [phi] = substitute([output], new Map([[dot(nodes[0].q, nodes[1].q), product]]));
  if (!onlyParameters(law, [phi], product)) return undefined;
  const values = evaluator(law, [phi], product);
  for (let i = 0; i < instances(law); i++) if (values(i, 0)[0] !== 0) return undefined;
  return { kind: "right angle", node: read[0], other: read[1] };
}

/** The only node that reads coordinate `a`: its difference to `b`, or to an expression without coordinates. */
function separation(output: Expr, a: Expr, b: Expr | undefined): { difference: Expr; place: Expr } | undefined {
  const users = topologicalOrder([output]).filter((e) => e.args.includes(a));
  if (users.length !== 1) return undefined;
  const [user] = users;
  const zero = a.graph.num(0);
  if (b === undefined && user.op === "mul" && user.args.every((x) => x === a)) return { difference: a, place: zero };
  const other = user.args[0] === a ? user.args[1] : user.args[0];
  if (user.op !== "sub" && user.op !== "add") return undefined;
  if (b !== undefined) return user.op === "sub" && other === b ? { difference: user, place: zero } : undefined;
  return { difference: user, place: user.op === "sub" ? other : neg(other) };
}

export function onlyParameters(law: Law, exprs: readonly Expr[], also?: Expr): boolean {
  const known = new Set([...law.params.map((p) => p.symbol), also]);
  return symbolsOf(exprs).every((symbol) => known.has(symbol));
}

/** The number of instances that can differ: one when all instances have the same parameters. */
const instances = (law: Law): number => (law.params.every((p) => p.values.length === 1) ? 1 : law.count);

/** Evaluates expressions of the parameters of instance i and of one number. */
export function evaluator(law: Law, exprs: readonly Expr[], scalar: Expr): (i: number, x: number) => Float64Array {
  const inputs = new Map<Expr, Input>([[scalar, { from: "t" }]]);
  law.params.forEach((p, column) => {
    inputs.set(p.symbol, { from: "param", column });
  });
  const program: Program = buildProgram(
    exprs.map((expr) => ({ expr, target: { to: "store", array: 0, offset: 0, stride: 0 } })),
    inputs,
  );
  const values = new Float64Array(program.instructions.length);
  const out = new Float64Array(exprs.length);
  return (i, x) => {
    evaluate(values, program, (input) => {
      if (input.from !== "param") return x;
      const column = law.params[input.column].values;
      return column[column.length === 1 ? 0 : i];
    });
    program.outputs.forEach((output, k) => {
      out[k] = values[output.value];
    });
    return out;
  };
}
