/**
 * Forces and energies between all pairs, or between listed ones, as WebAssembly. For each site of a molecule i, the
 * code takes the molecules j two at a time in f64x2, so that loop invariants fit into registers. The order of the sums
 * over j depends neither on the width of the lanes nor on lists (a pair beyond the cut-off adds an exact zero), so the
 * bits do not depend on them either. Large systems are summed in chunks of molecules, whose number depends on the model
 * only, so the bits do not depend on threads.
 */

import {
  advance,
  call,
  type F64,
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
import { emitOffsets } from "./mixed-block.js";
import type { Width } from "./pair-block.js";
import type { Wanted } from "./pair-body.js";
import { clearSums, emitChunk, emitChunks, emitSums } from "./pair-chunks.js";
import type { PairTables, SiteTables } from "./pair-tables.js";

/** Functions that pair code calls. */
export interface PairCalls {
  /** Keeps the lists up to date; called after the coordinates are in place. */
  readonly prepare?: Func<"void">;
  /** Functions that let threads take the chunks: forces go to the sites' `f`, energies to `energies`. "rouse" wakes the
   * threads beforehand. */
  readonly shared?: Readonly<Record<Wanted | "rouse", Func<"void">>>;
}

/** Adds a function (q, f): f += forces. */
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
    ...(tables.mixed && !shared ? emitOffsets(f, tables) : []),
    ...sum,
    ...sites.flatMap((site) => scatter(f, site, field.dim, get(p.f))),
  ]);
}

/** Adds a function (q, out): out[0] += energies. */
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

/** Calls every block for all of its molecules. */
function wholeBlocks(
  module: Module,
  name: string,
  tables: PairTables,
  wanted: Wanted,
  width: Width,
): (out: I32) => Statement[] {
  const blocks = tables.blocks.map((block, k) => emitSums(module, `_${name}${k}`, block, tables, wanted, width));
  return (out) => blocks.map((block, k) => call(block, out, i32.const(0), i32.const(8 * tables.blocks[k].first.count)));
}

/** Gathers the coordinates of a kind of site, component by component. */
function gather(f: FunctionBuilder, { x, offsets, carriers }: SiteTables, dim: number, q: I32): Statement[] {
  const count = offsets.length;
  const [i, at] = [f.local("i32"), f.local("i32")];
  if (carriers !== undefined) {
    const place = (c: number): F64 =>
      carriers
        .map(({ offsets: own, weight }) =>
          f64.mul(f64.const(weight), f64.load(i32.add(q, i32.load(get(i), own.byteOffset)), 8 * c)),
        )
        .reduce((sum, term) => f64.add(sum, term));
    return overMembers(
      i,
      count,
      Array.from({ length: dim }, (_, c) =>
        f64.store(i32.shl(get(i), i32.const(1)), place(c), x.byteOffset + 8 * c * count),
      ),
    );
  }
  return overMembers(i, count, [
    set(at, i32.add(q, i32.load(get(i), offsets.byteOffset))),
    ...Array.from({ length: dim }, (_, c) =>
      f64.store(i32.shl(get(i), i32.const(1)), f64.load(get(at), 8 * c), x.byteOffset + 8 * c * count),
    ),
  ]);
}

/** Adds the sums to the forces; those of a massless site go to the points that carry it, by their weights. */
function scatter(f: FunctionBuilder, site: SiteTables, dim: number, out: I32): Statement[] {
  const { f: sums, offsets, carriers } = site;
  const count = offsets.length;
  const [i, at] = [f.local("i32"), f.local("i32")];
  const sum = (c: number): F64 => f64.load(i32.shl(get(i), i32.const(1)), sums.byteOffset + 8 * c * count);
  const onto = (to: SiteTables["offsets"], force: (c: number) => F64): Statement[] => [
    set(at, i32.add(out, i32.load(get(i), to.byteOffset))),
    ...Array.from({ length: dim }, (_, c) => f64.store(get(at), f64.add(f64.load(get(at), 8 * c), force(c)), 8 * c)),
  ];
  return overMembers(
    i,
    count,
    carriers === undefined
      ? onto(offsets, sum)
      : carriers.flatMap(({ offsets: to, weight }) => onto(to, (c) => f64.mul(f64.const(weight), sum(c)))),
  );
}

/** A loop over members; i is the member's index times 4. */
function overMembers(i: Local<"i32">, count: number, body: readonly Statement[]): Statement[] {
  return [set(i, i32.const(0)), loopWhile(i32.lt(get(i), i32.const(4 * count)), [...body, advance(i, 4)])];
}
