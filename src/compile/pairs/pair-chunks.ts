/**
 * Forces and energies chunk by chunk. Each chunk has its own sums until they are added up, one chunk after the other.
 */

import {
  advance,
  call,
  type Func,
  f64,
  f64x2,
  get,
  type I32,
  i32,
  type Local,
  loop,
  loopWhile,
  type Module,
  type Statement,
  select,
  set,
  when,
  zeroMemory,
} from "../../wasm/index.js";
import { emitMixedBlock } from "./mixed-block.js";
import { emitBlock, type Width } from "./pair-block.js";
import type { Wanted } from "./pair-body.js";
import { type BlockTables, componentOf, type GroupTables, type PairTables } from "./pair-tables.js";

/** Adds the function (out, from, to) of `emitBlock`, in the precision of the tables. Energies are always in double. */
export function emitSums(
  module: Module,
  name: string,
  block: BlockTables,
  tables: PairTables,
  wanted: Wanted,
  width: Width,
): Func<"void"> {
  if (tables.mixed && wanted === "force") return emitMixedBlock(module, name, block, tables);
  return emitBlock(module, name, block, tables, wanted, width);
}

/** Adds a function (chunk) that computes the chunk's part of the sums, or its entry of `energies`. */
export function emitChunk(
  module: Module,
  name: string,
  tables: PairTables,
  wanted: Wanted,
  width: Width = 2,
): Func<"void"> {
  const { blocks, energies, parts, stride } = tables;
  const sums = blocks.map((block, k) => emitSums(module, `_${name}${k}`, block, tables, wanted, width));
  return module.func(name, { chunk: "i32" }, "void", (f, p) => {
    const out = f.local("i32");
    const at = i32.shl(get(p.chunk), i32.const(2));
    const clear: Statement[] =
      wanted === "force"
        ? [set(out, parts > 1 ? i32.mul(get(p.chunk), i32.const(stride)) : i32.const(0)), ...clearPart(tables, at, out)]
        : [
            set(out, i32.add(i32.const(energies.byteOffset), i32.shl(get(p.chunk), i32.const(3)))),
            f64.store(get(out), f64.const(0)),
          ];
    return [
      ...clear,
      ...sums.map((sum, k) => {
        const { byteOffset } = blocks[k].ranges;
        return call(sum, get(out), i32.load(at, byteOffset), i32.load(at, byteOffset + 4));
      }),
    ];
  });
}

/** Sets the sums that a chunk touches to zero. */
function clearPart({ groups, field }: PairTables, at: I32, out: Local<"i32">): Statement[] {
  return groups.flatMap((group) =>
    columns(group, field.dim).map(({ part }) => {
      const from = firstTouched(group, at);
      return zeroMemory(i32.add(i32.add(get(out), i32.const(part)), from), i32.sub(i32.const(8 * group.count), from));
    }),
  );
}

/** 8 times the index of the first molecule that a chunk touches. */
const firstTouched = ({ ascending, ranges }: GroupTables, at: I32): I32 =>
  ascending ? i32.load(at, ranges.byteOffset) : i32.const(0);

/** Addresses of one component of one kind of site: the first part of its sums, and the sums. */
function columns({ sites }: GroupTables, dim: number): { readonly part: number; readonly f: number }[] {
  return sites.flatMap((site) =>
    Array.from({ length: dim }, (_, c) => ({ part: componentOf(site, site.part, c), f: componentOf(site, site.f, c) })),
  );
}

/** Adds a function (chunk, from, to) that adds the chunk's part to the sums of molecules `from` to `to` of a group. */
export function emitAddPart(module: Module, name: string, group: GroupTables, tables: PairTables): Func<"void"> {
  const { parts, stride, field } = tables;
  return module.func(name, { chunk: "i32", from: "i32", to: "i32" }, "void", (f, p) => {
    const [first, shift, i] = [f.local("i32"), f.local("i32"), f.local("i32")];
    const at = i32.shl(get(p.chunk), i32.const(2));
    const its = i32.add(get(i), get(shift));
    return [
      set(shift, parts > 1 ? i32.mul(get(p.chunk), i32.const(stride)) : i32.const(0)),
      set(first, firstTouched(group, at)),
      set(first, select(i32.gt(get(first), get(p.from)), get(first), get(p.from))),
      ...columns(group, field.dim).flatMap((column) => [
        set(i, get(first)),
        loopWhile(i32.lt(i32.add(get(i), i32.const(8)), get(p.to)), [
          f64x2.store(get(i), f64x2.add(f64x2.load(get(i), column.f), f64x2.load(its, column.part)), column.f),
          advance(i, 16),
        ]),
        when(i32.lt(get(i), get(p.to)), [
          f64.store(get(i), f64.add(f64.load(get(i), column.f), f64.load(its, column.part)), column.f),
        ]),
      ]),
    ];
  });
}

/** Adds a function () that computes the sums of all molecules, one chunk after the other. */
export function emitChunks(module: Module, name: string, tables: PairTables, width: Width): Func<"void"> {
  const { groups, chunks } = tables;
  const chunk = emitChunk(module, `_${name}chunk`, tables, "force", width);
  const add = groups.map((group, g) => emitAddPart(module, `_${name}add${g}`, group, tables));
  return module.func(name, {}, "void", (f) => {
    const c = f.local("i32");
    return [
      ...clearSums(tables),
      loop(c, i32.const(0), i32.const(chunks), 1, [
        call(chunk, get(c)),
        ...groups.map(({ count }, g) => call(add[g], get(c), i32.const(0), i32.const(8 * count))),
      ]),
    ];
  });
}

/**
 * Adds a function (range) that computes the sums of the molecules of one chunk from the parts of all chunks, in the
 * order of `emitChunks`.
 */
export function emitSumParts(module: Module, name: string, tables: PairTables): Func<"void"> {
  const { groups, field, chunks } = tables;
  const add = groups.map((group, g) => emitAddPart(module, `_${name}add${g}`, group, tables));
  return module.func(name, { range: "i32" }, "void", (f, p) => {
    const [c, from, to] = [f.local("i32"), f.local("i32"), f.local("i32")];
    const at = i32.shl(get(p.range), i32.const(2));
    return groups.flatMap((group, g) => [
      set(from, i32.load(at, group.ranges.byteOffset)),
      set(to, i32.load(at, group.ranges.byteOffset + 4)),
      ...columns(group, field.dim).map((column) =>
        zeroMemory(i32.add(get(from), i32.const(column.f)), i32.sub(get(to), get(from))),
      ),
      loop(c, i32.const(0), i32.const(chunks), 1, [call(add[g], get(c), get(from), get(to))]),
    ]);
  });
}

export const clearSums = ({ sites }: PairTables): Statement[] =>
  sites.map(({ f }) => zeroMemory(i32.const(f.byteOffset), i32.const(8 * f.length)));
