/**
 * Forces of one pair of groups in single precision, four partners at a time, with sums in double:
 *
 *  1. Differences between a site and the first sites of other molecules are formed in double precision and then rounded,
 *     so that no digit is lost to coordinates far from the origin. The other sites of those molecules are known from the
 *     first one.
 *  2. Forces are computed in single precision.
 *  3. A site's forces from at most 16 partners, in four lanes, and a partner's forces from at most 8 molecules are added
 *     in single precision, and these sums in double.
 *
 * Lanes of molecules that are no partners, before the first one and behind the last one, add zero.
 */

import { quad } from "../../kernels/index.js";
import {
  advance,
  type Func,
  type FunctionBuilder,
  f32x4,
  f64,
  f64x2,
  get,
  type I32,
  i32,
  i32x4,
  i64x2,
  type Local,
  loopWhile,
  type Module,
  type Statement,
  select,
  set,
  type V128,
  when,
  zeroMemory,
} from "../../wasm/index.js";
import { Constants } from "./emit-expressions.js";
import { keep, type LawPlace, lawValue } from "./law-code.js";
import { type MixedTables, rowOf } from "./mixed-tables.js";
import type { PairLaw } from "./pair-laws.js";
import { type BlockTables, componentOf, type PairTables, type SiteTables } from "./pair-tables.js";

/** The most molecules whose forces on a partner, and the most vectors of partners whose forces on a site, are added in
 * single precision. */
export const mostAdded = { molecules: 8, vectors: 4 } as const;

const [vector, member] = [16, 8];
type Vector = Local<"v128">;

/** Adds a function (out, from, to) for molecules `from` to `to`: it adds their forces to the sums `out` bytes after the
 * first part. */
export function emitMixedBlock(module: Module, name: string, block: BlockTables, tables: PairTables): Func<"void"> {
  return module.func(name, { out: "i32", from: "i32", to: "i32" }, "void", (f, p) => {
    const shift = tables.parts > 1 ? p.out : undefined;
    return new MixedBlock(module, f, block, tables, shift).emit(p.from, p.to);
  });
}

/** Adds the statements that find where all sites are, seen from the first site of their molecules. */
export function emitOffsets(f: FunctionBuilder, tables: PairTables): Statement[] {
  const { groups, field, mixed } = tables;
  return groups.flatMap(({ sites, count }) =>
    sites.flatMap((site) => {
      const { offsets } = mixed!.get(site)!;
      if (offsets === undefined) return [];
      const at = f.local("i32");
      return [
        set(at, i32.const(0)),
        loopWhile(i32.lt(get(at), i32.const(rowOf(count))), [
          ...Array.from({ length: field.dim }, (_, c) =>
            f32x4.store(
              get(at),
              difference(
                (half) => f64x2.load(i32.shl(get(at), i32.const(1)), componentOf(site, site.x, c) + half),
                (half) => f64x2.load(i32.shl(get(at), i32.const(1)), componentOf(sites[0], sites[0].x, c) + half),
              ),
              offsets + c * rowOf(count),
            ),
          ),
          advance(at, vector),
        ]),
      ];
    }),
  );
}

/** Differences of four doubles each, rounded to single precision. */
const difference = (a: (half: number) => V128, b: (half: number) => V128): V128 =>
  f32x4.demote(f64x2.sub(a(0), b(0)), f64x2.sub(a(vector), b(vector)));

class MixedBlock {
  private readonly module: Module;
  private readonly f: FunctionBuilder;
  private readonly block: BlockTables;
  private readonly tables: PairTables;
  private readonly mixed: MixedTables;
  private readonly constants: Constants<"v128">;
  /** The molecule's index times 8, and the byte of its partners in rows. */
  private readonly i: Local<"i32">;
  private readonly j: Local<"i32">;
  private readonly shift: Local<"i32"> | undefined;
  private readonly row: number;

  constructor(module: Module, f: FunctionBuilder, block: BlockTables, tables: PairTables, shift?: Local<"i32">) {
    this.module = module;
    this.f = f;
    this.block = block;
    this.tables = tables;
    this.mixed = tables.mixed!;
    this.constants = new Constants(f, quad);
    [this.i, this.j] = [f.local("i32"), f.local("i32")];
    this.shift = shift;
    this.row = rowOf(block.second.count);
  }

  emit(from: Local<"i32">, to: Local<"i32">): Statement[] {
    const { f, i, j, block, row } = this;
    const [first, begin, until] = [f.local("i32"), f.local("i32"), f.local("i32")];
    const partners = block.b.filter((_, t) => block.laws.some((laws) => laws[t] !== undefined));
    const active = block.laws.flatMap((laws, site) => (laws.some((law) => law !== undefined) ? [site] : []));
    const isSame = block.first === block.second;
    const begins = isSame
      ? i32.and(i32.shr(i32.add(get(i), i32.const(member)), i32.const(1)), i32.const(-vector))
      : i32.const(0);
    const sites = active.map((site) => this.site(site, begin, isSame));
    const body = [
      set(until, i32.add(get(i), i32.const(member * mostAdded.molecules))),
      set(until, select(i32.lt(get(until), get(to)), get(until), get(to))),
      set(first, begins),
      ...partners.flatMap((partner) => this.clear(partner, first)),
      loopWhile(i32.lt(get(i), get(until)), [set(begin, begins), ...sites.flat(), advance(i, member)]),
      set(j, get(first)),
      loopWhile(i32.lt(get(j), i32.const(row)), [
        ...partners.flatMap((partner) => this.subtract(partner)),
        advance(j, vector),
      ]),
    ];
    return [...this.constants.code, set(i, get(from)), loopWhile(i32.lt(get(i), get(to)), body)];
  }

  /** An address in the part of this chunk. */
  private inPart(offset: I32): I32 {
    return this.shift ? i32.add(offset, get(this.shift)) : offset;
  }

  private each<T>(make: (c: number) => T): T[] {
    return Array.from({ length: this.tables.field.dim }, (_, c) => make(c));
  }

  private clear(partner: SiteTables, first: Local<"i32">): Statement[] {
    const { sums } = this.mixed.get(partner)!;
    return this.each((c) =>
      zeroMemory(
        i32.add(i32.const(sums + c * this.row), this.inPart(get(first))),
        i32.sub(i32.const(this.row), get(first)),
      ),
    );
  }

  /** The forces on one site of molecule i from all partners, and on them. */
  private site(site: number, begin: Local<"i32">, isSame: boolean): Statement[] {
    const { f, i, j, block, row } = this;
    const { count } = block.second;
    const table = block.a[site];
    const rows = this.mixed.get(table)!;
    const own: Own = {
      x: this.each(() => f.local("v128")),
      numbers: new Map([...rows.numbers].map(([name]) => [name, f.local("v128")])),
    };
    const load = [
      ...own.x.map((local, c) => set(local, f64x2.loadSplat(get(i), componentOf(table, table.x, c)))),
      ...[...own.numbers].map(([name, local]) =>
        set(local, f32x4.loadSplat(i32.shr(get(i), i32.const(1)), rows.numbers.get(name))),
      ),
    ];
    const sums = this.each(() => f.local("v128"));
    const totals = this.each(() => f.local("v128"));
    const clear = sums.map((sum) => set(sum, f32x4.const(0)));
    const flush = totals.flatMap((total, c) => {
      const halves = f64x2.add(f32x4.promoteLow(get(sums[c])), f32x4.promoteHigh(get(sums[c])));
      return [set(total, f64x2.add(get(total), halves))];
    });
    const laws = block.laws[site];
    const full = count % 4 === 0 ? row : row - vector;
    const stop = f.local("i32");
    const index = (lanes: I32): V128 => i32x4.add(i32x4.splat(lanes), i32x4.const([0, 1, 2, 3]));
    const mask = f.local("v128");
    const partner = index(i32.shr(get(j), i32.const(2)));
    const beforeEnd = i32x4.gt(i32x4.const([count, count, count, count]), partner);
    const behindOwn = i32x4.gt(partner, i32x4.splat(i32.shr(get(i), i32.const(3))));
    const next = advance(j, vector);
    const firstOnes = isSame
      ? [
          when(i32.lt(get(j), i32.const(row)), [
            set(mask, i64x2.and(beforeEnd, behindOwn)),
            ...this.vector(laws, own, sums, mask),
            next,
          ]),
        ]
      : [];
    const lastOnes =
      count % 4 === 0
        ? []
        : [when(i32.lt(get(j), i32.const(row)), [set(mask, beforeEnd), ...this.vector(laws, own, sums, mask)])];
    return [
      ...load,
      ...totals.map((total) => set(total, f64x2.const(0, 0))),
      ...clear,
      set(j, get(begin)),
      ...firstOnes,
      loopWhile(i32.lt(get(j), i32.const(full)), [
        set(stop, i32.add(get(j), i32.const(vector * mostAdded.vectors))),
        set(stop, select(i32.lt(get(stop), i32.const(full)), get(stop), i32.const(full))),
        loopWhile(i32.lt(get(j), get(stop)), [...this.vector(laws, own, sums), next]),
        ...flush,
        ...clear,
      ]),
      ...lastOnes,
      ...flush,
      ...this.each((c) => {
        const to = componentOf(table, table.part, c);
        const total = f64.add(f64x2.lane(get(totals[c]), 0), f64x2.lane(get(totals[c]), 1));
        return f64.store(this.inPart(get(i)), f64.add(f64.load(this.inPart(get(i)), to), total), to);
      }),
    ];
  }

  /** Four partners. */
  private vector(
    laws: readonly (PairLaw | undefined)[],
    own: Own,
    sums: readonly Vector[],
    mask?: Vector,
  ): Statement[] {
    const { j, block, row, mixed, module, f, constants } = this;
    const code: Statement[] = [];
    const place: LawPlace<"v128"> = { module, f, lanes: quad, constants, field: this.tables.field, code };
    const [first] = block.b;
    const at = i32.shl(get(j), i32.const(1));
    const from = own.x.map((x, c) =>
      keep(
        place,
        difference(
          () => get(x),
          (half) => f64x2.load(at, componentOf(first, first.x, c) + half),
        ),
      ),
    );
    const on: (Vector | undefined)[] = [];
    laws.forEach((law, t) => {
      if (law === undefined) return;
      const rows = mixed.get(block.b[t])!;
      const { offsets } = rows;
      const d = from.map((x, c) =>
        offsets === undefined ? x : keep(place, f32x4.sub(get(x), f32x4.load(get(j), offsets + c * row))),
      );
      const d2 = keep(
        place,
        d.map((x) => f32x4.mul(get(x), get(x))).reduce((sum, x) => f32x4.add(sum, x)),
      );
      const weight = lawValue(place, law, "force", d2, (side, name) => {
        if (side === "a") {
          const number = own.numbers.get(name);
          return number && get(number);
        }
        const column = rows.numbers.get(name);
        return column === undefined ? undefined : f32x4.load(get(j), column);
      });
      d.forEach((x, c) => {
        const product = f32x4.mul(weight, get(x));
        const force = keep(place, mask ? i64x2.and(product, get(mask)) : product);
        const before = on[c];
        on[c] = before === undefined ? force : keep(place, f32x4.add(get(before), get(force)));
        const to = rows.sums + c * row;
        code.push(f32x4.store(this.inPart(get(j)), f32x4.add(f32x4.load(this.inPart(get(j)), to), get(force)), to));
      });
    });
    sums.forEach((sum, c) => {
      code.push(set(sum, f32x4.add(get(sum), get(on[c]!))));
    });
    return code;
  }

  /** Subtracts a partner's sums at byte j of their rows from those in double. */
  private subtract(partner: SiteTables): Statement[] {
    const { f, j, row } = this;
    const { sums } = this.mixed.get(partner)!;
    const at = this.inPart(i32.shl(get(j), i32.const(1)));
    const four = f.local("v128");
    return this.each((c) => c).flatMap((c) => {
      const to = componentOf(partner, partner.part, c);
      const minus = (halves: V128, half: number): Statement =>
        f64x2.store(at, f64x2.sub(f64x2.load(at, to + half), halves), to + half);
      return [
        set(four, f32x4.load(this.inPart(get(j)), sums + c * row)),
        minus(f32x4.promoteLow(get(four)), 0),
        minus(f32x4.promoteHigh(get(four)), vector),
      ];
    });
  }
}

/** What stays the same for all partners of a site. */
interface Own {
  /** Coordinates, each in two lanes. */
  readonly x: readonly Vector[];
  readonly numbers: ReadonlyMap<string, Vector>;
}
