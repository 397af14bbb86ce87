/**
 * Straight-line factorisation and solve for small systems. The arithmetic is that of `loop-factor.ts` and
 * `loop-solve.ts`, in the same order and therefore with the same bits, but the structure is known when the code is
 * generated: L, 1/D and the work rows live in locals, and there are no indices and no loops.
 */

import type { F64, Func, FunctionBuilder, Local, Module, Statement } from "../wasm/index.js";
import { f64, get, i32, ret, sequence, set, when } from "../wasm/index.js";
import { inverse } from "./elimination-tree.js";
import { type Alarm, factorParams, generalParams, isNotFinite, type Sides, solveParams, whenSmall } from "./pivot.js";
import { isFlipped, type Layout } from "./sparse-tables.js";
import { locals } from "./supernode-record.js";
import type { Analysis } from "./symbolic-factor.js";

/** The part of a row of L that lies in one supernode, left of the diagonal. */
interface Segment {
  readonly supernode: number;
  readonly row: number;
  /** First column, and number of columns. */
  readonly first: number;
  readonly length: number;
  /** Index of the first entry among all blocks. */
  readonly block: number;
}

/** The segments of each supernode, by row, and of each row, by supernode; both ascending. */
function segmentsOf(analysis: Analysis): { readonly ofNode: Segment[][]; readonly ofRow: Segment[][] } {
  const { first, rowStart, rows, blockStart } = analysis.structure;
  const ofNode: Segment[][] = [];
  const ofRow: Segment[][] = Array.from({ length: analysis.n }, () => []);
  for (let s = 0; s < analysis.supernodes; s++) {
    const width = first[s + 1] - first[s];
    const own = Array.from(rows.subarray(rowStart[s] + 1, rowStart[s + 1]), (row, k): Segment => {
      const block = blockStart[s] + (k + 1) * width;
      return { supernode: s, row, first: first[s], length: Math.min(k + 1, width), block };
    });
    for (const segment of own) ofRow[segment.row].push(segment);
    ofNode.push(own);
  }
  return { ofNode, ofRow };
}

/** Adds even and odd terms separately, like the two lanes of the kernels. */
function sum(products: readonly F64[]): F64 {
  const every = (start: number): F64 | undefined =>
    products.filter((_, c) => c % 2 === start).reduce<F64 | undefined>((a, b) => (a ? f64.add(a, b) : b), undefined);
  const odd = every(1);
  const even = every(0) as F64;
  return odd ? f64.add(even, odd) : even;
}

/** Locals by key, made on first request. */
function localMap(f: FunctionBuilder): (key: number) => Local<"f64"> {
  const made = new Map<number, Local<"f64">>();
  return (key) => {
    const local = made.get(key) ?? f.local("f64");
    made.set(key, local);
    return local;
  };
}

/** `factor(store, lower[, upper], dropped, tolerance, mark)`. */
export function unrolledFactor(
  module: Module,
  name: string,
  analysis: Analysis,
  layout: Layout,
  alarm?: Alarm,
): Func<"i32"> {
  const { n, order, graph } = analysis;
  const sides = layout.blocks.length as Sides;
  const other = (side: number): number => sides - 1 - side;
  const position = inverse(order);
  const { ofNode, ofRow } = segmentsOf(analysis);

  return module.func(name, sides === 1 ? factorParams : generalParams, "i32", (f, p) => {
    const values = [p.lower, "upper" in p ? (p.upper as Local<"i32">) : p.lower];
    const blocks = layout.blocks.map(() => localMap(f));
    const work = layout.blocks.map(() => locals(f, "f64", n));
    const inverses = locals(f, "f64", n);
    const [d, diagonal] = locals(f, "f64", 2);
    const sideList = layout.blocks.map((_, side) => side);

    /** Copy row k of the matrix into the work rows, with zero where only L has an entry. */
    const scatter = (k: number): Statement[] => {
      const i = order[k];
      const slots = new Map<number, { slot: number; flip: number }>();
      for (let q = graph.start[i]; q < graph.start[i + 1]; q++)
        slots.set(position[graph.to[q]], { slot: graph.slot[q], flip: isFlipped(i, graph.to[q]) ? 1 : 0 });
      const columns = ofRow[k].flatMap((e) => Array.from({ length: e.length }, (_, c) => e.first + c));
      return columns.flatMap((j) =>
        sideList.map((side) => {
          const at = slots.get(j);
          const value = at ? f64.load(get(values[side ^ at.flip]), 8 * at.slot) : f64.const(0);
          return set(work[side][j], value);
        }),
      );
    };

    const eliminate = (e: Segment): Statement[] => {
      const out: Statement[] = [];
      for (const above of ofNode[e.supernode]) {
        if (above.row >= e.row) break;
        for (const side of sideList) {
          const y = work[side];
          const products = Array.from({ length: above.length }, (_, c) =>
            f64.mul(get(blocks[other(side)](above.block + c)), get(y[e.first + c])),
          );
          out.push(set(y[above.row], f64.sub(get(y[above.row]), sum(products))));
        }
      }
      const products: F64[] = [];
      for (let c = 0; c < e.length; c++) {
        const j = e.first + c;
        for (const side of sideList)
          out.push(set(blocks[side](e.block + c), f64.mul(get(work[side][j]), get(inverses[j]))));
        products.push(f64.mul(get(blocks[0](e.block + c)), get(work[other(0)][j])));
      }
      out.push(set(d, f64.sub(get(d), sum(products))));
      return out;
    };

    const eachEntry = (k: number, body: (side: number, at: number) => Statement): Statement[] =>
      ofRow[k].flatMap((e) =>
        sideList.flatMap((side) => Array.from({ length: e.length }, (_, c) => body(side, e.block + c))),
      );

    const row = (k: number): Statement => {
      const mask = 4 * order[k];
      return sequence([
        when(i32.eqz(i32.load(get(p.dropped), mask)), [
          set(diagonal, f64.load(get(p.lower), 8 * graph.diagonal[order[k]])),
          set(d, get(diagonal)),
          ...scatter(k),
          ...ofRow[k].flatMap(eliminate),
          set(inverses[k], f64.div(f64.const(1), get(d))),
          whenSmall(
            sides,
            get(d),
            get(diagonal),
            get(p.tolerance),
            [
              when(i32.or(i32.eqz(get(p.mark)), isNotFinite(get(d))), [ret(i32.const(order[k]))]),
              i32.store(get(p.dropped), i32.const(1), mask),
              set(inverses[k], f64.const(0)),
              ...eachEntry(k, (side, at) => set(blocks[side](at), f64.const(0))),
            ],
            alarm,
          ),
        ]),
        f64.store(get(p.store), get(inverses[k]), layout.inverse + 8 * k),
        ...eachEntry(k, (side, at) => f64.store(get(p.store), get(blocks[side](at)), layout.blocks[side] + 8 * at)),
      ]);
    };
    return [...Array.from({ length: n }, (_, k) => row(k)), i32.const(-1)];
  });
}

/** `solve(store, x)`: in place, original order. */
export function unrolledSolve(module: Module, name: string, analysis: Analysis, layout: Layout): Func<"void"> {
  const { n, order } = analysis;
  const { first } = analysis.structure;
  const { ofNode } = segmentsOf(analysis);
  const [lower, upper] = [layout.blocks[0], layout.blocks.at(-1) as number];

  return module.func(name, solveParams, "void", (f, p) => {
    const x = locals(f, "f64", n);
    const stored = (offset: number, index: number): F64 => f64.load(get(p.store), offset + 8 * index);
    const columns = (e: Segment): number[] => Array.from({ length: e.length }, (_, c) => c);
    const subtract = (i: number, product: F64): Statement => set(x[i], f64.sub(get(x[i]), product));

    const forward = (e: Segment): Statement =>
      subtract(e.row, sum(columns(e).map((c) => f64.mul(stored(lower, e.block + c), get(x[e.first + c])))));
    const backward = (e: Segment): Statement[] =>
      columns(e).map((c) => subtract(e.first + c, f64.mul(stored(upper, e.block + c), get(x[e.row]))));

    /** Divide by D; then subtract the rows below in ascending order and the supernode's own in descending order. */
    const back = (segments: readonly Segment[], s: number): Statement[] => {
      const own = Array.from({ length: first[s + 1] - first[s] }, (_, c) => first[s] + c);
      const below = segments.slice(own.length - 1);
      const triangle = segments.slice(0, own.length - 1).reverse();
      return [
        ...own.map((j) => set(x[j], f64.mul(get(x[j]), stored(layout.inverse, j)))),
        ...[...below, ...triangle].flatMap(backward),
      ];
    };
    return [
      ...x.map((local, k) => set(local, f64.load(get(p.x), 8 * order[k]))),
      ...ofNode.flatMap((segments) => segments.map(forward)),
      ...ofNode.map(back).reverse().flat(),
      ...x.map((local, k) => f64.store(get(p.x), get(local), 8 * order[k])),
    ];
  });
}
