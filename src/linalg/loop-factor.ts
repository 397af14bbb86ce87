/**
 * The looping factorisation: WebAssembly that walks the tables of `sparse-tables.ts`.
 *
 * It is up-looking: row k of L is computed from the rows above it. The row of the matrix is scattered into a work row y;
 * then, for every supernode s that contains row k, in ascending order,
 *   1. y_i -= sum_j L_ij y_j             for the rows i < k of s, j the columns of s
 *   2. L_kj = y_j / d_j,  d_k -= sum_j L_kj y_j
 * For a general matrix A = L D U this is done twice, side by side: for the row of L D with U, and for the column of D U
 * with L. Supernodes of one column (all of them, in a chain) are inlined; wider ones use `supernode-kernels.ts`.
 */

import type { F64, Func, FunctionBuilder, I32, Local, Module, Statement, Type } from "../wasm/index.js";
import {
  advance,
  call,
  drop,
  f64,
  get,
  i32,
  loop,
  loopWhile,
  ret,
  select,
  seq,
  sequence,
  set,
  when,
} from "../wasm/index.js";
import type { BorderTables } from "./border.js";
import { borderedPivot } from "./bordered-pivot.js";
import { fixedWidthRow } from "./fixed-width.js";
import { type PathRows, pathFactor, pathFactorSolve } from "./path-factor.js";
import { gaps, type Path, type Stretch } from "./paths.js";
import { type Alarm, factorParams, generalParams, isNotFinite, type Sides, whenSmall } from "./pivot.js";
import type { Layout, Tables } from "./sparse-tables.js";
import { eliminate, finish } from "./supernode-kernels.js";
import { locals, plus, SupernodeRecord, word } from "./supernode-record.js";

/** The two (or, for a symmetric matrix, one) halves of a factorisation in progress. */
class Halves {
  readonly sides: Sides;
  readonly work: readonly Local<"i32">[];
  readonly blocks: readonly Local<"i32">[];
  readonly node: SupernodeRecord;
  readonly d: Local<"f64">;
  private readonly layout: Layout;
  private readonly store: Local<"i32">;
  private readonly z: readonly Local<"f64">[];
  private readonly inverse: Local<"f64">;
  private readonly row: Local<"i32">;
  private readonly at: Local<"i32">;
  private readonly target: Local<"i32">;

  constructor(f: FunctionBuilder, layout: Layout, store: Local<"i32">) {
    this.sides = layout.blocks.length as Sides;
    this.work = locals(f, "i32", this.sides);
    this.blocks = locals(f, "i32", this.sides);
    this.z = locals(f, "f64", this.sides);
    this.node = new SupernodeRecord(f);
    this.d = f.local("f64");
    this.inverse = f.local("f64");
    this.row = f.local("i32");
    this.at = f.local("i32");
    this.target = f.local("i32");
    this.layout = layout;
    this.store = store;
  }

  start(): Statement {
    const offset = (bytes: number): I32 => plus(get(this.store), i32.const(bytes));
    return sequence([
      ...this.work.map((y, side) => set(y, offset(this.layout.work[side]))),
      ...this.blocks.map((b, side) => set(b, offset(this.layout.blocks[side]))),
    ]);
  }

  /** Copy the entry to which a pair (8 slot + flip, 8 j) of the program refers into the work rows. */
  scatter(pair: Local<"i32">, lower: Local<"i32">, upper: Local<"i32">): Statement {
    const slot = i32.and(get(this.at), i32.const(-8));
    const isFlipped = i32.and(get(this.at), i32.const(1));
    const put = (side: number, values: I32): Statement =>
      f64.store(plus(get(this.work[side]), word(pair, 1)), f64.load(plus(values, slot)));
    return this.sides === 1
      ? seq(set(this.at, word(pair, 0)), put(0, get(lower)))
      : seq(
          set(this.at, word(pair, 0)),
          put(0, select(isFlipped, get(upper), get(lower))),
          put(1, select(isFlipped, get(lower), get(upper))),
        );
  }

  /** Eliminate with a supernode of one column, inlined. */
  single(): Statement[] {
    const { node, row, at, target, inverse, z, work, blocks, d } = this;
    return [
      ...work.map((y, side) => set(z[side], f64.load(plus(get(y), get(node.first))))),
      set(at, plus(get(node.block), i32.const(8))),
      loop(row, plus(get(node.rows), i32.const(4)), get(node.rowsEnd), 4, [
        ...work.map((y, side) => {
          const product: F64 = f64.mul(f64.load(plus(get(blocks[this.other(side)]), get(at))), get(z[side]));
          return seq(
            set(target, plus(get(y), i32.load(get(row)))),
            f64.store(get(target), f64.sub(f64.load(get(target)), product)),
          );
        }),
        advance(at, 8),
      ]),
      set(inverse, f64.load(plus(get(this.store), get(node.first)), this.layout.inverse)),
      set(d, f64.sub(get(d), f64.mul(f64.mul(get(z[0]), get(inverse)), get(z[this.other(0)])))),
      ...work.map((y, side) =>
        seq(
          f64.store(plus(get(blocks[side]), get(at)), f64.mul(get(z[side]), get(inverse))),
          f64.store(plus(get(y), get(node.first)), f64.const(0)),
        ),
      ),
    ];
  }

  /** Eliminate with a wider supernode: of a common width by a kernel for it, otherwise by the dense kernels. */
  wide(module: Module, widths: readonly number[]): Statement[] {
    const [width, ...rest] = this.sides === 1 ? widths : [];
    if (width === undefined) return this.anyWidth(module);
    const { node, work, blocks, store, layout } = this;
    const [y, block] = [get(work[0]), plus(get(blocks[0]), get(node.block))];
    const inverses = plus(plus(get(store), get(node.first)), i32.const(layout.inverse));
    const kernel = fixedWidthRow(module, width);
    const sum = call(kernel, y, plus(y, get(node.first)), block, get(node.rows), get(node.rowsEnd), inverses);
    const isThis = i32.eq(get(node.width), i32.const(8 * width));
    return [when(isThis, [set(this.d, f64.sub(get(this.d), sum))], this.wide(module, rest))];
  }

  private anyWidth(module: Module): Statement[] {
    const { node, row, at, target, work, blocks, d } = this;
    const own = (side: number): I32 => plus(get(work[side]), get(node.first));
    const list = [get(node.rows), get(node.rowsEnd), get(node.width)] as const;
    return [
      ...work.map((y, side) =>
        call(eliminate(module), get(y), own(side), plus(get(blocks[this.other(side)]), get(node.block)), ...list),
      ),
      node.locateRow(at, row),
      set(target, plus(plus(get(this.store), get(node.first)), i32.const(this.layout.inverse))),
      ...work.map((_, side) => {
        const rowOf = plus(get(blocks[side]), get(at));
        const sum = call(finish(module), rowOf, own(side), own(this.other(side)), get(target), get(row));
        return side === 0 ? set(d, f64.sub(get(d), sum)) : drop(sum);
      }),
    ];
  }

  /** Set row k of L to zero in the supernode just read. */
  zeroRow(): Statement[] {
    const { node, row, at, target, blocks } = this;
    return [
      node.locateRow(at, row),
      loop(target, get(at), plus(get(at), get(row)), 8, [
        ...blocks.map((b) => f64.store(plus(get(b), get(target)), f64.const(0))),
      ]),
    ];
  }

  /** The row of L D is eliminated with U, the column of D U with L. */
  private other(side: number): number {
    return this.sides - 1 - side;
  }
}

/** Assembles the rows of a path, without the first ones, from two factors, which are equal in a symmetric matrix. */
export interface AssembledRows {
  readonly skipped: number;
  newRows(f: FunctionBuilder, sides: Sides, left: Local<"i32">, right: Local<"i32">): PathRows;
}

/** `factor(store, lower[, upper], dropped, tolerance, mark)`. Rows on paths are eliminated by code of their own. */
export function loopFactor(
  module: Module,
  name: string,
  n: number,
  tables: Tables,
  stretches: readonly Stretch[],
  layout: Layout,
  widths: readonly number[],
  alarm?: Alarm,
  border?: BorderTables,
): Func<"i32"> {
  const byTable = tableRows(module, `_${name}Rows`, layout, alarm, border, widths);
  const paths = stretches.flat();
  const rest = gaps(paths, n);
  return module.func(name, layout.blocks.length === 1 ? factorParams : generalParams, "i32", (f, p) => {
    const given = { ...p, upper: "upper" in p ? (p.upper as Local<"i32">) : p.lower };
    const { store, lower, upper, dropped, tolerance, mark } = given;
    const status = f.local("i32");
    const throughTable = ([begin, finish]: [number, number]): Statement[] => {
      if (begin === finish) return [];
      const range = [8 * begin, 8 * finish, tables.program[begin]].map((x) => i32.const(x));
      return [
        set(
          status,
          call(byTable, ...[store, lower, upper, dropped, tolerance, mark].map((x) => get<Type>(x)), ...range),
        ),
        when(i32.ne(get(status), i32.const(-1)), [ret(get(status))]),
      ];
    };
    // the rows between two paths of a stretch depend on neither of them
    return [
      ...stretches.flatMap((stretch) => [
        ...stretch.flatMap((path) => throughTable(rest[paths.indexOf(path)])),
        ...pathFactor(f, stretch, layout, given, alarm),
      ]),
      ...throughTable(rest[paths.length]),
      i32.const(-1),
    ];
  });
}

/** Parameters of `factorSolve`: those of `factorGeneral`, the factors from which rows are assembled, and the vector. */
const factorSolveParams = { ...generalParams, left: "i32", right: "i32", x: "i32" } as const;

/** `factorSolve`, for a matrix that is one path. Only the rows that are not assembled are read from `lower` and `upper`. */
export function wholePathFactor(
  module: Module,
  name: string,
  path: Path,
  tables: Tables,
  layout: Layout,
  { skipped, newRows }: AssembledRows,
  alarm?: Alarm,
): Func<"i32"> {
  const byTable = tableRows(module, `_${name}Rows`, layout, alarm, undefined, []);
  return module.func(name, factorSolveParams, "i32", (f, p) => {
    const { store, lower, upper, dropped, tolerance, mark } = p;
    const status = f.local("i32");
    const range = [0, 8 * (path.from + skipped), tables.program[0]].map((x) => i32.const(x));
    const given = [store, lower, upper, dropped, tolerance, mark].map((x) => get<Type>(x));
    return [
      set(status, call(byTable, ...given, ...range)),
      when(i32.ne(get(status), i32.const(-1)), [ret(get(status))]),
      ...pathFactorSolve(
        f,
        path,
        skipped,
        layout,
        p,
        newRows(f, layout.blocks.length as Sides, p.left, p.right),
        alarm,
      ),
      i32.const(-1),
    ];
  });
}

/** The rows from `begin` to `finish`, in bytes of a vector, whose records start at `program`; -1 or the row that fails. */
const rowsParams = { ...generalParams, begin: "i32", finish: "i32", program: "i32" } as const;

function tableRows(
  module: Module,
  name: string,
  layout: Layout,
  alarm: Alarm | undefined,
  border: BorderTables | undefined,
  widths: readonly number[],
): Func<"i32"> {
  // the kernels are separate functions, which must be added before this one
  eliminate(module);
  finish(module);
  if (layout.blocks.length === 1) for (const width of widths) fixedWidthRow(module, width);
  return module.func(name, rowsParams, "i32", (f, p) => {
    const halves = new Halves(f, layout, p.store);
    const { node, d } = halves;
    const [k, at, scatterEnd, end, row, bad] = locals(f, "i32", 6);
    const [diagonal, inverse] = locals(f, "f64", 2);
    const refuse = [
      when(i32.or(i32.eqz(get(p.mark)), isNotFinite(get(d))), [ret(i32.shr(get(row), i32.const(2)))]),
      i32.store(plus(get(p.dropped), get(row)), i32.const(1)),
      set(bad, i32.const(1)),
    ];
    const reference = f.local("f64");
    const size = halves.sides === 1 ? get(d) : f64.abs(get(d));
    const keepLargest = border === undefined ? [] : [set(reference, f64.max(get(reference), size))];
    const test =
      border === undefined
        ? whenSmall(halves.sides, get(d), get(diagonal), get(p.tolerance), refuse, alarm)
        : borderedPivot(f, { row, d, reference, ...p }, refuse, halves.sides, border, alarm);
    return [
      halves.start(),
      set(end, get(p.program)),
      loop(k, get(p.begin), get(p.finish), 8, [
        // 1. read the record of row k
        set(row, word(end, 0)),
        set(diagonal, f64.load(plus(get(p.lower), word(end, 1)))),
        set(at, plus(get(end), i32.const(16))),
        set(scatterEnd, plus(get(at), word(end, 2))),
        set(end, plus(get(scatterEnd), word(end, 3))),
        set(bad, i32.load(plus(get(p.dropped), get(row)))),
        when(i32.eqz(get(bad)), [
          // 2. scatter row k of the matrix, then eliminate with every supernode that holds row k
          set(d, get(diagonal)),
          ...(border === undefined ? [] : [set(reference, size)]),
          loopWhile(i32.lt(get(at), get(scatterEnd)), [halves.scatter(at, p.lower, p.upper), advance(at, 8)]),
          loopWhile(i32.lt(get(at), get(end)), [
            node.openEntry(at),
            when(node.isSingle(), halves.single(), halves.wide(module, widths)),
            ...keepLargest,
            advance(at, 8),
          ]),
          // 3. test the pivot
          test,
        ]),
        // 4. clear everything that belongs to a dropped row
        when(
          get(bad),
          [
            loop(at, get(scatterEnd), get(end), 8, [node.openEntry(at), ...halves.zeroRow()]),
            set(inverse, f64.const(0)),
          ],
          [set(inverse, f64.div(f64.const(1), get(d)))],
        ),
        f64.store(plus(get(p.store), get(k)), get(inverse), layout.inverse),
      ]),
      i32.const(-1),
    ];
  });
}
