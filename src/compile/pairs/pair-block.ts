/**
 * Forces and energies of one pair of groups: one molecule i after the other, each with its partners j two at a time.
 */

import { pair, scalar } from "../../kernels/index.js";
import {
  advance,
  type Func,
  f64,
  get,
  type I32,
  i32,
  loopWhile,
  type Module,
  type Statement,
  set,
  when,
} from "../../wasm/index.js";
import { Constants } from "./emit-expressions.js";
import { Own, PairBody, type PairContext, type Partner, type Wanted } from "./pair-body.js";
import { sumsByLane, sumsInTurn } from "./pair-sums.js";
import type { BlockTables, PairTables } from "./pair-tables.js";

/** Lanes of generated code; 1 is for tests, which compare bits. */
export type Width = 1 | 2;

const step = 8;

/**
 * Adds a function (out, from, to) for molecules `from` to `to` and their partners: it adds their forces to the sums
 * `out` bytes after the first part, or their energies to out[0].
 */
export function emitBlock(
  module: Module,
  name: string,
  block: BlockTables,
  tables: PairTables,
  wanted: Wanted,
  width: Width,
): Func<"void"> {
  const { field } = tables;
  return module.func(name, { out: "i32", from: "i32", to: "i32" }, "void", (f, p) => {
    const same = block.first === block.second;
    const [i, j, k, end] = [f.local("i32"), f.local("i32"), f.local("i32"), f.local("i32")];
    const total = f.local("f64");
    const constants = { one: new Constants(f, scalar), two: new Constants(f, pair) };
    const limited = field.cutoff < Number.POSITIVE_INFINITY;
    const sums = wanted === "force" ? (limited ? sumsInTurn : sumsByLane)(f, field.dim) : undefined;
    const shift = tables.parts > 1 ? p.out : undefined;
    const context: PairContext = { module, f, block, field, wanted, sums, total, ...(shift && { shift }) };
    const [j0, j1] = [f.local("i32"), f.local("i32")];

    const ofSite = (site: number): Statement[] => {
      const own = { one: new Own(context, scalar, site, i), two: new Own(context, pair, site, i) };
      const one = (partner: Partner<"f64">) => new PairBody(context, scalar, constants.one, own.one, partner).emit();
      const two = (partner: Partner<"v128">) => new PairBody(context, pair, constants.two, own.two, partner).emit();

      // 1. partners adjacent in memory: an odd first one by itself, since vectors from there would cross cache lines, then j and j + 1
      const last = step * block.second.count;
      const next = { offsets: [get(j)], consecutive: true };
      const goOn = (members: number): Statement => advance(j, members * step);
      const left = i32.lt(get(j), i32.const(last));
      const alone = (lane: 0 | 1): Statement[] => one({ ...next, lane });
      const consecutive = [
        set(j, same ? i32.add(get(i), i32.const(step)) : i32.const(0)),
        ...(same ? [when(i32.and(get(j), i32.const(step)), [when(left, alone(1)), goOn(1)])] : []),
        loopWhile(
          i32.lt(get(j), i32.const(last - step)),
          width === 2 ? [...two(next), goOn(2)] : [...alone(0), goOn(1), ...alone(1), goOn(1)],
        ),
        ...(block.second.count % 2 === 1 ? [when(left, alone(0))] : []),
      ];

      // 2. partners from a list
      const at = (b: number): I32 => i32.load(get(k), b);
      const listed = [
        set(k, i32.load(i32.shr(get(i), i32.const(1)), block.starts.byteOffset)),
        set(end, i32.load(i32.shr(get(i), i32.const(1)), block.ends.byteOffset)),
        ...(width === 2
          ? [
              loopWhile(i32.lt(i32.add(get(k), i32.const(4)), get(end)), [
                set(j0, at(0)),
                set(j1, at(4)),
                ...two({ offsets: [get(j0), get(j1)], consecutive: false }),
                advance(k, 8),
              ]),
            ]
          : []),
        loopWhile(i32.lt(get(k), get(end)), [
          set(j0, at(0)),
          ...one({ offsets: [get(j0)], consecutive: false }),
          advance(k, 4),
        ]),
      ];

      const inner =
        block.entries.length === 0
          ? consecutive
          : [when(i32.load(i32.const(block.listed.byteOffset)), listed, consecutive)];
      return [
        ...own.one.code,
        ...own.two.code,
        ...(sums?.clear ?? []),
        ...inner,
        ...(sums?.addTo(shift ? i32.add(get(i), get(shift)) : get(i), block.a[site]) ?? []),
      ];
    };
    const active = block.laws.flatMap((row, site) => (row.some((law) => law !== undefined) ? [site] : []));
    const body = [...active.flatMap(ofSite), advance(i, step)];
    const result: Statement[] =
      wanted === "energy" ? [f64.store(get(p.out), f64.add(f64.load(get(p.out)), get(total)))] : [];
    return [
      ...constants.one.code,
      ...constants.two.code,
      set(i, get(p.from)),
      loopWhile(i32.lt(get(i), get(p.to)), body),
      ...result,
    ];
  });
}
