/** Lists of neighbours from cells, as WebAssembly: ascending for each molecule, so that forces are summed in one order. */

import type { PairField } from "../../model/lowered.js";
import {
  type Code,
  call,
  type Func,
  type FunctionBuilder,
  f64,
  get,
  type I32,
  i32,
  type Local,
  loop,
  loopWhile,
  type Module,
  ret,
  type Statement,
  select,
  set,
  when,
} from "../../wasm/index.js";
import { type BlockTables, componentOf, type PairTables, type SiteTables } from "./pair-tables.js";

/** No address: a list did not fit. */
const full = -1;

/** Add (): the lists of every block, one molecule after the other. Lists that do not fit are not used. */
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
 * Add (chunk): the lists of one chunk in each block, in the chunk's own share of the entries; `listed` becomes 0 when one
 * does not fit. Chunks may be made at the same time.
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

/** Add (from, to, begin, limit) -> end: the lists of molecules from, … (times 8), from address `begin` on; or `full`. */
function emitBlockLists(module: Module, b: number, block: BlockTables, field: PairField): Func<"i32"> {
  return module.once(`pairs.lists${b}`, () =>
    module.func(`_lists${b}`, { from: "i32", to: "i32", begin: "i32", limit: "i32" }, "i32", (f, p) => {
      const { dim } = field;
      const { cells, starts, ends } = block;
      const same = block.first === block.second;
      const [i, j, k] = [f.local("i32"), f.local("i32"), f.local("i32")];
      const [first, last, end] = [f.local("i32"), f.local("i32"), f.local("i32")];
      const reach2 = f.local("f64");
      const x = Array.from({ length: dim }, () => f.local("f64"));
      const d = x.map(() => f.local("f64"));
      const distance2 = d.map((local) => f64.mul(get(local), get(local))).reduce((sum, each) => f64.add(sum, each));
      const near = f64.lt(distance2, get(reach2));
      const before = (address: Local<"i32">): I32 => i32.load(i32.sub(get(address), i32.const(4)));
      // 1. every candidate is written and only near ones are kept: a branch would be guessed wrong too often
      const visit = (cell: I32): Statement[] => [
        set(j, i32.load(i32.shl(cell, i32.const(2)), cells.heads.byteOffset)),
        loopWhile(i32.gt(get(j), same ? get(i) : i32.const(-1)), [
          ...differences(field, d, x, block.b[0], get(j)),
          when(i32.eq(get(end), get(p.limit)), [ret(i32.const(full))]),
          i32.store(get(end), get(j)),
          set(end, i32.add(get(end), i32.shl(near, i32.const(2)))),
          set(j, i32.load(i32.shr(get(j), i32.const(1)), cells.next.byteOffset)),
        ]),
      ];
      // 2. few, and in some order already: insertion sorts them
      const sort = loop(last, get(first), get(end), 4, [
        set(j, i32.load(get(last))),
        set(k, get(last)),
        loopWhile(i32.and(i32.gt(get(k), get(first)), i32.gt(before(k), get(j))), [
          i32.store(get(k), before(k)),
          set(k, i32.sub(get(k), i32.const(4))),
        ]),
        i32.store(get(k), get(j)),
      ]);
      const list = i32.shr(get(i), i32.const(1));
      return [
        set(reach2, f64.load(i32.const(cells.reach2.byteOffset))),
        when(f64.eq(get(reach2), f64.const(0)), [ret(i32.const(full))]),
        set(end, get(p.begin)),
        loop(i, get(p.from), get(p.to), 8, [
          set(first, get(end)),
          i32.store(list, get(end), starts.byteOffset),
          ...x.map((local, c) => set(local, coordinate(block.a[0], c, get(i)))),
          ...aroundCell(f, field, block, x, visit),
          sort,
          i32.store(list, get(end), ends.byteOffset),
        ]),
        get(end),
      ];
    }),
  );
}

const coordinate = (site: SiteTables, c: number, member: I32): Code<"f64"> =>
  f64.load(member, componentOf(site, site.x, c));

/** Differences to the partner, or to its nearest image, in `d`. */
function differences(
  { box }: PairField,
  d: readonly Local<"f64">[],
  x: readonly Local<"f64">[],
  partner: SiteTables,
  j: I32,
): Statement[] {
  return d.flatMap((local, c) => {
    const plain = set(local, f64.sub(get(x[c]), coordinate(partner, c, j)));
    if (box === undefined) return [plain];
    const turns = f64.floor(f64.add(f64.mul(get(local), f64.const(1 / box[c])), f64.const(0.5)));
    return [plain, set(local, f64.sub(get(local), f64.mul(f64.const(box[c]), turns)))];
  });
}

/** `visit` for the cell of position x and those next to it, each once: where a box has two cells or one, that is all. */
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
        set(at, i32.add(get(at), i32.const(1))),
      ]),
    ];
  };
  return along(0, i32.const(0));
}

const zero = f64.const(0);
const larger = (a: I32, b: I32): I32 => select(i32.gt(a, b), a, b);
const smaller = (a: I32, b: I32): I32 => select(i32.lt(a, b), a, b);
