/** Small constrained systems, with every instance of every law expressed in the system's own coordinates. */

import { buildProgram, type Input, type Program, type Tables } from "../kernels/index.js";
import type { Lowered } from "../model/lowered.js";
import { add, countNodes, type Expr, substitute } from "../symbolic/index.js";
import type { LawCalculus } from "./derive.js";
import type { MassPlan } from "./mass.js";
import type { PlacedLaw, PlacedModel } from "./place-laws.js";

const most = { coordinates: 24, constraints: 6, instances: 32, nodes: 4000 };

/** Programs of small systems run once, on whole arrays. */
export const once: Tables = {
  count: 1,
  index: [{ kind: "affine", base: 0, stride: 0 }],
  params: [],
  omega2: 0,
  slots: -1,
};

export interface SmallSystem {
  readonly q: readonly Expr[];
  readonly v: readonly Expr[];
  /** 1 / mass, coordinate by coordinate. */
  readonly inverse: readonly Expr[];
  readonly zero: Expr;
  /** Value k of those that the caller of a program supplies in y. */
  given(k: number): Expr;
  /** omega^2 of constraint i, as it is when the program runs; its address is in the tables. */
  omega2(i: number): Expr;
  /** Rows of G, column to entry. */
  jacobian(): Map<number, Expr>[];
  /** Expressions made from every constraint, row by row. */
  rows(make: (c: LawCalculus, outputs: readonly Expr[]) => readonly Expr[]): Expr[];
  /** The program that stores lists of values in output arrays 0, 1, …; undefined when it is too long, not counting
   * `extra` of its nodes. */
  program(outputs: readonly (readonly Expr[])[], extra?: number): Program | undefined;
}

/** The system with its laws written out; undefined when the system is not small. */
export function smallSystem(lowered: Lowered, placed: PlacedModel, mass: MassPlan): SmallSystem | undefined {
  const { n, graph, time, functions } = lowered;
  const { m } = placed;
  const instances = lowered.laws.reduce((sum, law) => sum + law.count, 0);
  const small = n <= most.coordinates && m <= most.constraints && instances <= most.instances;
  // parameters are written out as numbers, so they must not change during a run
  if (lowered.laws.some((law) => law.followed)) return undefined;
  if (!small || m === 0 || mass.kind !== "diagonal" || functions.length > 0 || lowered.pairs) return undefined;

  const zero = graph.num(0);
  const q = Array.from({ length: n }, (_, k) => graph.symbol(`#q${k}`));
  const v = Array.from({ length: n }, (_, k) => graph.symbol(`#v${k}`));
  const inputs = new Map<Expr, Input>([[time, { from: "t" }]]);
  q.forEach((x, comp) => {
    inputs.set(x, { from: "q", node: 0, comp });
  });
  v.forEach((x, comp) => {
    inputs.set(x, { from: "v", node: 0, comp });
  });

  return {
    q,
    v,
    inverse: Array.from(lowered.massDiagonal, (x) => graph.num(1 / x)),
    zero,

    given(k) {
      const symbol = graph.symbol(`#given${k}`);
      inputs.set(symbol, { from: "y", offset: k, stride: 0 });
      return symbol;
    },
    omega2(i) {
      const symbol = graph.symbol(`#omega2${i}`);
      inputs.set(symbol, { from: "omega2", offset: i, stride: 0 });
      return symbol;
    },

    jacobian() {
      const G: Map<number, Expr>[] = Array.from({ length: m }, () => new Map());
      for (const p of placed.constraints) {
        const entries = p.entries.map((e) => e.expr);
        for (let i = 0; i < p.law.count; i++) {
          const slopes = written(p, i, entries, q, v);
          p.entries.forEach((e, k) => {
            const row = p.row + i * p.law.outputs.length + e.component;
            const column = p.law.stencil[e.node].index[i] + e.comp;
            G[row].set(column, add(G[row].get(column) ?? zero, slopes[k]));
          });
        }
      }
      return G;
    },

    rows(make) {
      const values: Expr[] = Array.from({ length: m }, () => zero);
      for (const p of placed.constraints) {
        const made = make(p.calculus, p.law.outputs);
        for (let i = 0; i < p.law.count; i++)
          written(p, i, made, q, v).forEach((value, component) => {
            values[p.row + i * p.law.outputs.length + component] = value;
          });
      }
      return values;
    },

    program(outputs, extra = 0) {
      if (countNodes(outputs.flat()) > most.nodes + extra) return undefined;
      return buildProgram(
        outputs.flatMap((exprs, array) =>
          exprs.map((expr, offset) => ({ expr, target: { to: "store", array, offset, stride: 0 } as const })),
        ),
        inputs,
      );
    },
  };
}

/** Expressions of a law for instance i, in the system's coordinates and with numbers for parameters. */
export function written(
  p: PlacedLaw,
  i: number,
  exprs: readonly Expr[],
  q: readonly Expr[],
  v: readonly Expr[],
): Expr[] {
  const { law } = p;
  const map = new Map<Expr, Expr>();
  law.stencil.forEach((node) => {
    node.q.forEach((x, c) => {
      map.set(x, q[node.index[i] + c]);
    });
    node.v.forEach((x, c) => {
      map.set(x, v[node.index[i] + c]);
    });
  });
  for (const { symbol, values } of law.params) map.set(symbol, symbol.graph.num(values[values.length === 1 ? 0 : i]));
  return substitute(exprs, map);
}

/** Which coordinate a position in the stencil of instance i is. */
export function coordinate({ law, calculus }: PlacedLaw, position: number, i: number): number {
  const { node, comp } = calculus.place[position];
  return law.stencil[node].index[i] + comp;
}
