/**
 * Forces and energies between all pairs, or listed ones, as WebAssembly: for each site of a molecule i the molecules j two at
 * a time in f64x2, so that what stays in a loop fits into registers. Sums over j are formed in an
 * order that depends neither on the width of the lanes nor on lists (a pair beyond the cut-off adds an exact zero), so bits do
 * not either. Large systems are summed in chunks of molecules, whose number depends on the model only, so bits do not depend on
 * threads.
 */

import {
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
  type Statement,
  set,
} from "../../wasm/index.js";
import { emitBlock, type Width } from "./pair-block.js";
import type { Wanted } from "./pair-body.js";
import { clearSums, emitChunk, emitChunks } from "./pair-chunks.js";
import type { PairTables, SiteTables } from "./pair-tables.js";

/** What pair code calls of others. */
export interface PairCalls {
  /** Keeps lists fresh, after coordinates are in place. */
  readonly prepare?: Func<"void">;
  /** Threads take the chunks: forces into `f` of the sites, energies into `energies`. They are roused before. */
  readonly shared?: Readonly<Record<Wanted | "rouse", Func<"void">>>;
}

/** Add (q, f): f += forces. */
export function emitPairForce(
  module: Module,
  name: string,
  tables: PairTables,
  { prepare, shared }: PairCalls = {},
  width: Width = 2,
): Func<"void"> {
  const { sites, chunks, field } = tables;
  const sum = shared
    ? [call(shared.force)]
    : chunks > 1
      ? [call(emitChunks(module, `_${name}`, tables, width))]
      : [...clearSums(tables), ...wholeBlocks(module, name, tables, "force", width)(i32.const(0))];
  return module.func(name, { q: "i32", f: "i32" }, "void", (f, p) => [
    ...(shared ? [call(shared.rouse)] : []),
    ...sites.flatMap((site) => gather(f, site, field.dim, get(p.q))),
    ...(prepare ? [call(prepare)] : []),
    ...sum,
    ...sites.flatMap((site) => scatter(f, site, field.dim, get(p.f))),
  ]);
}

/** Add (q, out): out[0] += energies. */
export function emitPairEnergy(
  module: Module,
  name: string,
  tables: PairTables,
  { prepare, shared }: PairCalls = {},
  width: Width = 2,
): Func<"void"> {
  const { sites, chunks, energies, field } = tables;
  const chunk = shared || chunks === 1 ? undefined : emitChunk(module, `_${name}chunk`, tables, "energy", width);
  const whole = shared || chunk ? undefined : wholeBlocks(module, name, tables, "energy", width);
  return module.func(name, { q: "i32", out: "i32" }, "void", (f, p) => {
    const c = f.local("i32");
    const added = f64.add(f64.load(get(p.out)), f64.load(i32.shl(get(c), i32.const(3)), energies.byteOffset));
    const inChunks = loop(c, i32.const(0), i32.const(chunks), 1, [
      ...(chunk ? [call(chunk, get(c))] : []),
      f64.store(get(p.out), added),
    ]);
    return [
      ...(shared ? [call(shared.rouse)] : []),
      ...sites.flatMap((site) => gather(f, site, field.dim, get(p.q))),
      ...(prepare ? [call(prepare)] : []),
      ...(shared ? [call(shared.energy)] : []),
      ...(whole?.(get(p.out)) ?? [inChunks]),
    ];
  });
}

/** Calls of all blocks for all their molecules. */
function wholeBlocks(
  module: Module,
  name: string,
  tables: PairTables,
  wanted: Wanted,
  width: Width,
): (out: I32) => Statement[] {
  const blocks = tables.blocks.map((block, k) => emitBlock(module, `_${name}${k}`, block, tables, wanted, width));
  return (out) => blocks.map((block, k) => call(block, out, i32.const(0), i32.const(8 * tables.blocks[k].first.count)));
}

/** Coordinates of a kind of site, component by component. */
function gather(f: FunctionBuilder, { x, offsets }: SiteTables, dim: number, q: I32): Statement[] {
  const count = offsets.length;
  const [i, at] = [f.local("i32"), f.local("i32")];
  return overMembers(i, count, [
    set(at, i32.add(q, i32.load(get(i), offsets.byteOffset))),
    ...Array.from({ length: dim }, (_, c) =>
      f64.store(i32.shl(get(i), i32.const(1)), f64.load(get(at), 8 * c), x.byteOffset + 8 * c * count),
    ),
  ]);
}

function scatter(f: FunctionBuilder, { f: sums, offsets }: SiteTables, dim: number, out: I32): Statement[] {
  const count = offsets.length;
  const [i, at] = [f.local("i32"), f.local("i32")];
  return overMembers(i, count, [
    set(at, i32.add(out, i32.load(get(i), offsets.byteOffset))),
    ...Array.from({ length: dim }, (_, c) =>
      f64.store(
        get(at),
        f64.add(f64.load(get(at), 8 * c), f64.load(i32.shl(get(i), i32.const(1)), sums.byteOffset + 8 * c * count)),
        8 * c,
      ),
    ),
  ]);
}

/** A loop over members, i their number times 4. */
function overMembers(i: Local<"i32">, count: number, body: readonly Statement[]): Statement[] {
  return [
    set(i, i32.const(0)),
    loopWhile(i32.lt(get(i), i32.const(4 * count)), [...body, set(i, i32.add(get(i), i32.const(4)))]),
  ];
}
