/**
 * Straight-line factorisation and solve for small systems: the same arithmetic as `loop-factor.ts` and `loop-solve.ts`,
 * in the same order and therefore with the same bits, but with all structure known while the code is written. L, 1/D
 * and the work rows live in locals; there is nothing to index, nothing to loop over.
 */

import type { F64, Func, FunctionBuilder, Local, Module, Statement } from "../wasm/index.js";
import { f64, get, i32, ret, seq, set, when } from "../wasm/index.js";
import { inverse } from "./elimination-tree.js";
import { factorParams, generalParams, isAcceptable, isNotFinite, type Sides, solveParams } from "./pivot.js";
import { isFlipped, type Layout } from "./sparse-tables.js";
import { locals } from "./supernode-record.js";
import type { Analysis } from "./symbolic-factor.js";

/** Supernode s seen from one of its rows: the entries of that row are at `block`, for the columns from `first`. */
interface Entry {
  readonly s: number;
  readonly first: number;
  /** Entries left of the diagonal. */
  readonly length: number;
  /** Index of the row's first entry among all blocks. */
  readonly block: number;
}

/** For each row, the supernodes that hold it (beyond their first row), ascending. */
function entriesByRow(analysis: Analysis): Entry[][] {
  const { first, rowStart, rows, blockStart } = analysis.structure;
  const out: Entry[][] = Array.from({ length: analysis.n }, () => []);
  for (let s = 0; s < analysis.supernodes; s++) {
    const width = first[s + 1] - first[s];
    for (let r = 1; r < rowStart[s + 1] - rowStart[s]; r++)
      out[rows[rowStart[s] + r]].push({
        s,
        first: first[s],
        length: Math.min(r, width),
        block: blockStart[s] + r * width,
      });
  }
  return out;
}

/** Rows of supernode s before row `before`, its own first row left out. */
function rowsOf(analysis: Analysis, s: number, before: number): number[] {
  const { rowStart, rows } = analysis.structure;
  return Array.from(rows.subarray(rowStart[s] + 1, rowStart[s + 1])).filter((row) => row < before);
}

/** Even and odd terms apart, as the two lanes of the kernels do. */
function sum(products: readonly F64[]): F64 {
  const every = (start: number): F64 | undefined =>
    products.filter((_, c) => c % 2 === start).reduce<F64 | undefined>((a, b) => (a ? f64.add(a, b) : b), undefined);
  const odd = every(1);
  const even = every(0) as F64;
  return odd ? f64.add(even, odd) : even;
}

/** Locals made when first asked for. */
function localMap(f: FunctionBuilder): (key: number) => Local<"f64"> {
  const made = new Map<number, Local<"f64">>();
  return (key) => {
    const local = made.get(key) ?? f.local("f64");
    made.set(key, local);
    return local;
  };
}

/** `factor(store, lower[, upper], dropped, tolerance, mark)`. */
export function unrolledFactor(module: Module, name: string, analysis: Analysis, layout: Layout): Func<"i32"> {
  const { n, order, graph } = analysis;
  const sides = layout.blocks.length as Sides;
  const other = (side: number): number => sides - 1 - side;
  const position = inverse(order);
  const entries = entriesByRow(analysis);

  return module.func(name, sides === 1 ? factorParams : generalParams, "i32", (f, p) => {
    const values = [p.lower, "upper" in p ? (p.upper as Local<"i32">) : p.lower];
    const blocks = layout.blocks.map(() => localMap(f));
    const work = layout.blocks.map(() => locals(f, "f64", n));
    const inverses = locals(f, "f64", n);
    const [d, diagonal] = locals(f, "f64", 2);
    const sideList = layout.blocks.map((_, side) => side);

    /** Row k of the matrix into the work rows, zero where L alone has an entry. */
    const scatter = (k: number): Statement[] => {
      const i = order[k];
      const slots = new Map<number, { slot: number; flip: number }>();
      for (let q = graph.start[i]; q < graph.start[i + 1]; q++)
        slots.set(position[graph.to[q]], { slot: graph.slot[q], flip: isFlipped(i, graph.to[q]) ? 1 : 0 });
      const columns = entries[k].flatMap((e) => Array.from({ length: e.length }, (_, c) => e.first + c));
      return columns.flatMap((j) =>
        sideList.map((side) => {
          const at = slots.get(j);
          const value = at ? f64.load(get(values[side ^ at.flip]), 8 * at.slot) : f64.const(0);
          return set(work[side][j], value);
        }),
      );
    };

    const eliminate = (k: number, e: Entry): Statement[] => {
      const out: Statement[] = [];
      for (const row of rowsOf(analysis, e.s, k)) {
        const above = entries[row].find((b) => b.s === e.s) as Entry;
        for (const side of sideList) {
          const y = work[side];
          const products = Array.from({ length: above.length }, (_, c) =>
            f64.mul(get(blocks[other(side)](above.block + c)), get(y[e.first + c])),
          );
          out.push(set(y[row], f64.sub(get(y[row]), sum(products))));
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
      entries[k].flatMap((e) =>
        sideList.flatMap((side) => Array.from({ length: e.length }, (_, c) => body(side, e.block + c))),
      );

    const row = (k: number): Statement => {
      const mask = 4 * order[k];
      return seq(
        when(i32.eqz(i32.load(get(p.dropped), mask)), [
          set(diagonal, f64.load(get(p.lower), 8 * graph.diagonal[order[k]])),
          set(d, get(diagonal)),
          ...scatter(k),
          ...entries[k].flatMap((e) => eliminate(k, e)),
          set(inverses[k], f64.div(f64.const(1), get(d))),
          when(i32.eqz(isAcceptable(sides, get(d), get(diagonal), get(p.tolerance))), [
            when(i32.or(i32.eqz(get(p.mark)), isNotFinite(get(d))), [ret(i32.const(order[k]))]),
            i32.store(get(p.dropped), i32.const(1), mask),
            set(inverses[k], f64.const(0)),
            ...eachEntry(k, (side, at) => set(blocks[side](at), f64.const(0))),
          ]),
        ]),
        f64.store(get(p.store), get(inverses[k]), layout.inverse + 8 * k),
        ...eachEntry(k, (side, at) => f64.store(get(p.store), get(blocks[side](at)), layout.blocks[side] + 8 * at)),
      );
    };
    return [...Array.from({ length: n }, (_, k) => row(k)), i32.const(-1)];
  });
}

/** `solve(store, x)`: in place, original order. */
export function unrolledSolve(module: Module, name: string, analysis: Analysis, layout: Layout): Func<"void"> {
  const { n, order, supernodes } = analysis;
  const { first } = analysis.structure;
  const entries = entriesByRow(analysis);
  return module.func(name, solveParams, "void", (f, p) => {
    const x = locals(f, "f64", n);
    const factor = (side: number, at: number): F64 =>
      f64.load(get(p.store), (layout.blocks.at(side) as number) + 8 * at);
    const out: Statement[] = x.map((local, k) => set(local, f64.load(get(p.x), 8 * order[k])));

    for (let s = 0; s < supernodes; s++)
      for (const row of rowsOf(analysis, s, n)) {
        const e = entries[row].find((b) => b.s === s) as Entry;
        const products = Array.from({ length: e.length }, (_, c) =>
          f64.mul(factor(0, e.block + c), get(x[e.first + c])),
        );
        out.push(set(x[row], f64.sub(get(x[row]), sum(products))));
      }

    for (let s = supernodes - 1; s >= 0; s--) {
      for (let j = first[s]; j < first[s + 1]; j++)
        out.push(set(x[j], f64.mul(get(x[j]), f64.load(get(p.store), layout.inverse + 8 * j))));
      // the rows below in ascending, then the supernode's own in descending order
      const rows = rowsOf(analysis, s, n);
      const own = rows.filter((row) => row < first[s + 1]).reverse();
      for (const row of [...rows.filter((r) => r >= first[s + 1]), ...own]) {
        const e = entries[row].find((b) => b.s === s) as Entry;
        for (let c = 0; c < e.length; c++) {
          const j = e.first + c;
          out.push(set(x[j], f64.sub(get(x[j]), f64.mul(factor(-1, e.block + c), get(x[row])))));
        }
      }
    }
    return [...out, ...x.map((local, k) => f64.store(get(p.x), get(local), 8 * order[k]))];
  });
}
