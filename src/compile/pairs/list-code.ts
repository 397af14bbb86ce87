/**
 * Makes lists of neighbours from cells, as WebAssembly. The list of each molecule is ascending, so that forces are
 * always summed in the same order.
 */

import { type Lanes, pair, scalar } from "../../kernels/index.js";
import type { PairField } from "../../model/lowered.js";
import {
  advance,
  type Code,
  call,
  type Func,
  type FunctionBuilder,
  f64,
  f64x2,
  get,
  type I32,
  i32,
  i64x2,
  type Local,
  loop,
  loopWhile,
  type Module,
  ret,
  type Statement,
  select,
  set,
  when,
  yielding,
} from "../../wasm/index.js";
import type { Lane } from "./emit-expressions.js";
import { emitListOrder } from "./list-order.js";
import { type BlockTables, type CellTables, componentOf, type PairTables } from "./pair-tables.js";

/** Returned instead of an address when a list did not fit. */
const full = -1;

/**
 * Adds a function () that makes the lists of every block, one molecule after the other. Lists that do not fit are not
 * used.
 */
export function emitLists(module: Module, name: string, tables: PairTables): Func<"void"> {
  const makers = tables.blocks.map((block, b) => emitBlockLists(module, b, block, tables.field));
  return module.func(name, {}, "void", (f) => {
    const end = f.local("i32");
    return tables.blocks.flatMap(({ first, entries, listed }, b) => {
      const begin = entries.byteOffset;
      return [
        set(
          end,
          call(
            makers[b],
            i32.const(0),
            i32.const(8 * first.count),
            i32.const(begin),
            i32.const(begin + 4 * entries.length),
          ),
        ),
        i32.store(i32.const(listed.byteOffset), i32.ne(get(end), i32.const(full))),
      ];
    });
  });
}

/**
 * Adds a function (chunk) that makes the lists of one chunk in each block, in the chunk's own share of the entries, and
 * sets `listed` to 0 when one does not fit. Several chunks may be made at the same time.
 */
export function emitChunkLists(module: Module, name: string, tables: PairTables): Func<"void"> {
  const makers = tables.blocks.map((block, b) => emitBlockLists(module, b, block, tables.field));
  return module.func(name, { chunk: "i32" }, "void", (_, p) =>
    tables.blocks.map(({ ranges, entries, listed }, b) => {
      const share = Math.floor(entries.length / tables.chunks);
      const at = i32.shl(get(p.chunk), i32.const(2));
      const begin = i32.add(i32.const(entries.byteOffset), i32.mul(get(p.chunk), i32.const(4 * share)));
      const [from, to] = [i32.load(at, ranges.byteOffset), i32.load(at, ranges.byteOffset + 4)];
      const end = call(makers[b], from, to, begin, i32.add(begin, i32.const(4 * share)));
      return when(i32.eq(end, i32.const(full)), [i32.store(i32.const(listed.byteOffset), i32.const(0))]);
    }),
  );
}

/**
 * Adds a function (from, to, begin, limit) -> end that makes the lists of molecules `from` to `to` (indices times 8)
 * from address `begin` on; it returns `full` when they do not fit.
 */
function emitBlockLists(module: Module, b: number, block: BlockTables, field: PairField): Func<"i32"> {
  return module.once(`pairs.lists${b}`, () => {
    const order = emitListOrder(module, `_order${b}`, block);
    return module.func(`_lists${b}`, { from: "i32", to: "i32", begin: "i32", limit: "i32" }, "i32", (f, p) => {
      const { dim } = field;
      const { cells, starts, ends } = block;
      const same = block.first === block.second;
      const [i, j, k] = [f.local("i32"), f.local("i32"), f.local("i32")];
      const [end, bits] = [f.local("i32"), f.local("i32")];
      const reach2 = f.local("f64");
      const x = Array.from({ length: dim }, () => f.local("f64"));
      const two = { x: x.map(() => f.local("v128")), d: x.map(() => f.local("v128")) };
      const one = { x, d: x.map(() => f.local("f64")) };
      const member = (back: number): I32 => i32.load(get(k), cells.members.byteOffset - 4 * back);
      const isBehind = (back: number): I32 => i32.gt(member(back), same ? get(i) : i32.const(-1));
      /** Writes every candidate and advances only past near ones, because a branch would be mispredicted too often. */
      const keep = (candidate: I32, near: I32): Statement[] => [
        i32.store(get(end), candidate),
        set(end, i32.add(get(end), near)),
      ];
      const roomForTwo = when(i32.gt(get(end), i32.sub(get(p.limit), i32.const(8))), [ret(i32.const(full))]);
      // members of a cell that come after i, from the cell's end, two at a time and then a single one if the number is odd
      const visit = (cell: I32): Statement[] => [
        set(j, i32.shl(i32.load(i32.shl(cell, i32.const(2)), cells.before.byteOffset), i32.const(2))),
        set(k, i32.shl(i32.load(i32.shl(cell, i32.const(2)), cells.before.byteOffset + 4), i32.const(2))),
        roomForTwo,
        loopWhile(i32.and(i32.gt(i32.sub(get(k), i32.const(4)), get(j)), isBehind(2)), [
          set(k, i32.sub(get(k), i32.const(8))),
          set(bits, i64x2.bits(f64x2.lt(squares(module, pair, field, cells, two, get(k)), f64x2.splat(get(reach2))))),
          ...keep(member(0), i32.shl(i32.and(get(bits), i32.const(1)), i32.const(2))),
          ...keep(member(-1), i32.shl(i32.and(get(bits), i32.const(2)), i32.const(1))),
          roomForTwo,
        ]),
        when(i32.and(i32.gt(get(k), get(j)), isBehind(1)), [
          set(k, i32.sub(get(k), i32.const(4))),
          set(bits, f64.lt(squares(module, scalar, field, cells, one, get(k)), get(reach2))),
          ...keep(member(0), i32.shl(get(bits), i32.const(2))),
        ]),
      ];
      const list = i32.shr(get(i), i32.const(1));
      return [
        set(reach2, f64.load(i32.const(cells.reach2.byteOffset))),
        when(f64.eq(get(reach2), f64.const(0)), [ret(i32.const(full))]),
        set(end, get(p.begin)),
        loop(i, get(p.from), get(p.to), 8, [
          i32.store(list, get(end), starts.byteOffset),
          ...x.map((local, c) => set(local, f64.load(get(i), componentOf(block.a[0], block.a[0].x, c)))),
          ...two.x.map((local, c) => set(local, f64x2.splat(get(x[c])))),
          ...aroundCell(f, field, block, x, visit),
          i32.store(list, get(end), ends.byteOffset),
        ]),
        call(order, get(p.from), get(p.to), get(p.begin), get(end), get(p.limit)),
        get(end),
      ];
    });
  });
}

/** Squared distances to the members of cells at byte k, or to their nearest images; `d` receives the differences. */
function squares<T extends Lane>(
  module: Module,
  lanes: Lanes<T>,
  { box }: PairField,
  { members, x: places }: CellTables,
  { x, d }: { readonly x: readonly Local<T>[]; readonly d: readonly Local<T>[] },
  k: I32,
): Code<T> {
  const op = (name: "add" | "sub" | "mul" | "floor", ...args: readonly Code<T>[]) => lanes.apply(module, name, args);
  const each = d.map((local, c) => {
    const at = places.byteOffset + 8 * c * members.length;
    const lines = [set(local, op("sub", get(x[c]), lanes.loadConsecutive(i32.shl(k, i32.const(1)), at)))];
    if (box !== undefined) {
      const turns = op("floor", op("add", op("mul", get(local), lanes.const(1 / box[c])), lanes.const(0.5)));
      lines.push(set(local, op("sub", get(local), op("mul", lanes.const(box[c]), turns))));
    }
    return yielding(lines, op("mul", get(local), get(local)));
  });
  return each.reduce((sum, square) => op("add", sum, square));
}

/**
 * Calls `visit` once for the cell of position x and for each of its neighbours; where the box has only one or two
 * cells, that is all of them.
 */
function aroundCell(
  f: FunctionBuilder,
  { box }: PairField,
  { cells }: BlockTables,
  x: readonly Local<"f64">[],
  visit: (cell: I32) => readonly Statement[],
): Statement[] {
  const { counts, width, low } = cells;
  const along = (c: number, before: I32): Statement[] => {
    if (c === x.length) return [...visit(before)];
    const [count, here, to, at, cell] = Array.from({ length: 5 }, () => f.local("i32"));
    const edge = box?.[c];
    const inside =
      edge === undefined
        ? f64.sub(get(x[c]), f64.load(i32.const(low.byteOffset + 8 * c)))
        : f64.sub(get(x[c]), f64.mul(f64.const(edge), f64.floor(f64.div(get(x[c]), f64.const(edge)))));
    const place = i32.truncate(
      f64.max(f64.floor(f64.div(inside, f64.load(i32.const(width.byteOffset + 8 * c)))), zero),
    );
    const last = i32.sub(get(count), i32.const(1));
    const few = i32.lt(get(count), i32.const(3));
    const [left, right] = [i32.sub(get(here), i32.const(1)), i32.add(get(here), i32.const(1))];
    const wrapped = select(
      i32.lt(get(at), i32.const(0)),
      i32.add(get(at), get(count)),
      select(i32.lt(get(at), get(count)), get(at), i32.sub(get(at), get(count))),
    );
    const from = edge === undefined ? larger(left, i32.const(0)) : select(few, i32.const(0), left);
    return [
      set(count, i32.load(i32.const(counts.byteOffset + 4 * c))),
      set(here, smaller(place, last)),
      set(to, edge === undefined ? smaller(right, last) : select(few, last, right)),
      set(at, from),
      loopWhile(i32.le(get(at), get(to)), [
        set(cell, i32.add(i32.mul(before, get(count)), edge === undefined ? get(at) : wrapped)),
        ...along(c + 1, get(cell)),
        advance(at, 1),
      ]),
    ];
  };
  return along(0, i32.const(0));
}

const zero = f64.const(0);
const larger = (a: I32, b: I32): I32 => select(i32.gt(a, b), a, b);
const smaller = (a: I32, b: I32): I32 => select(i32.lt(a, b), a, b);
