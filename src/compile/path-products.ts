/**
 * Assembles the rows of S = G1 M^-1 G0^T along a path where they are eliminated, for a diagonal mass. Each entry is a sum
 * of products of entries of G1 and of W = G0 M^-1, and the same entries of the next row come a fixed number of places later
 * in all arrays, so that pointers with fixed strides reach them. Factors that the row before has used stay in locals. The
 * sums are those of `emit-products.ts`, term by term.
 */

import { append, type F64 as Numbers } from "../core/index.js";
import { type AssembledRows, after, lengthOf, type Path, type PathRows } from "../linalg/index.js";
import {
  advance,
  type F64,
  type FunctionBuilder,
  f64,
  get,
  type I32,
  i32,
  type Local,
  type Statement,
  set,
} from "../wasm/index.js";
import type { ProductList } from "./constraint-pattern.js";

/** S as products of entries of G and of W = G M^-1. */
export interface WeightedProducts {
  /** The products of each entry of S. */
  readonly list: ProductList;
  /** The column of each entry of G. */
  readonly column: Int32Array;
  /** The diagonal of M^-1. */
  readonly inverses: Numbers;
}

/** The addresses from which rows are assembled, and those of the values of S; a symmetric matrix has no `lower`. */
export interface RowPlaces {
  readonly G1: I32;
  readonly G0: I32;
  readonly upper: I32;
  readonly lower?: I32;
}

/** The rows of S along a path. */
export interface PathProducts extends AssembledRows {
  /** The entries of the rows that are not assembled: the one before the path, and those that are skipped. */
  firstRows(places: RowPlaces): Statement[];
}

/** The first rows of a path may be different, because another law precedes it. */
const mostSkipped = 2;

/**
 * The rows of a path after the row whose diagonal is entry `first` of S, without as few as possible of the first ones; undefined where
 * factors are not at fixed distances.
 */
export function pathProducts(path: Path, first: number, products: WeightedProducts): PathProducts | undefined {
  for (let skipped = 0; skipped <= mostSkipped; skipped++) {
    const newRows = regularRows(after(path, skipped), products);
    if (newRows === undefined) continue;
    const own = Array.from({ length: skipped }, (_, k) =>
      [path.diagonal, path.slot].map(({ start, stride }) => start + k * stride),
    );
    return { skipped, newRows, firstRows: (places) => entries([first, ...own.flat()], products, places) };
  }
  return undefined;
}

/** Entries of S, into the arrays of a matrix. */
function entries(
  slots: readonly number[],
  { list: { start, a, b }, column, inverses }: WeightedProducts,
  { G1, G0, upper, lower }: RowPlaces,
): Statement[] {
  const weight = (p: number): F64 => f64.load(i32.const(inverses.byteOffset), 8 * column[p]);
  const weighted = (p: number): F64 => f64.mul(f64.load(G0, 8 * p), weight(p));
  const plain = (p: number): F64 => f64.load(G1, 8 * p);
  return slots.flatMap((slot) => {
    const sum = (left: (p: number) => F64, right: (p: number) => F64): F64 => {
      let total = f64.const(0);
      for (let k = start[slot]; k < start[slot + 1]; k++) total = f64.add(total, f64.mul(left(a[k]), right(b[k])));
      return total;
    };
    return [
      f64.store(upper, sum(weighted, plain), 8 * slot),
      ...(lower === undefined ? [] : [f64.store(lower, sum(plain, weighted), 8 * slot)]),
    ];
  });
}

/** What the rows of a path are made of: the places of their factors in the first row, and how they go on. */
interface Pattern {
  /** Products of the diagonal entry and of the other one; each is the places of its two factors. */
  readonly diagonal: readonly Product[];
  readonly other: readonly Product[];
  readonly flipped: boolean;
  /** Entries of G from one row to the next. */
  readonly stride: number;
  readonly products: WeightedProducts;
  /** By the place of an entry: how far apart its inverse masses are in neighbouring rows; 0 where they are all equal. */
  readonly steps: ReadonlyMap<number, number>;
}

type Product = readonly [number, number];

function regularRows(path: Path, products: WeightedProducts): AssembledRows["newRows"] | undefined {
  const rows = lengthOf(path);
  const { start, a, b } = products.list;
  const stride = a[start[path.diagonal.start + path.diagonal.stride]] - a[start[path.diagonal.start]];
  for (const entry of [path.diagonal, path.slot])
    for (let k = 0; k < rows; k++) {
      const [one, at] = [start[entry.start], start[entry.start + k * entry.stride]];
      const count = start[entry.start + 1] - one;
      if (count === 0 || start[entry.start + k * entry.stride + 1] - at !== count) return undefined;
      for (let p = 0; p < count; p++)
        if (a[at + p] !== a[one + p] + k * stride || b[at + p] !== b[one + p] + k * stride) return undefined;
    }
  const productsOf = (s: number): Product[] =>
    Array.from({ length: start[s + 1] - start[s] }, (_, p) => [a[start[s] + p], b[start[s] + p]]);
  const [diagonal, other] = [path.diagonal.start, path.slot.start].map(productsOf);
  const steps = new Map<number, number>();
  for (const place of [...diagonal, ...other].flat()) {
    const step = inverseStep(products, place, stride, rows);
    if (step === undefined) return undefined;
    steps.set(place, step);
  }
  const pattern: Pattern = { diagonal, other, flipped: path.flipped, stride, products, steps };
  return (f, sides, left, right) => new ProductRows(f, pattern, sides === 2, left, right);
}

function inverseStep(
  { column, inverses }: WeightedProducts,
  place: number,
  stride: number,
  rows: number,
): number | undefined {
  const all = Array.from({ length: rows }, (_, k) => column[place + k * stride]);
  const [first, second] = all;
  if (all.every((at) => inverses[at] === inverses[first])) return 0;
  const step = second - first;
  return step > 0 && all.every((at, k) => at === first + k * step) ? step : undefined;
}

/** A factor of the first row: an entry of G1 ("g") or of W ("w") and its place. */
interface Factor {
  readonly of: "g" | "w";
  readonly place: number;
}

class ProductRows implements PathRows {
  private readonly f: FunctionBuilder;
  private readonly pattern: Pattern;
  private readonly isGeneral: boolean;
  /** Every factor in a local, ascending by place. */
  private readonly factors: readonly (Factor & { readonly local: Local<"f64"> })[];
  /** Entries of G1 and G0 at the row, and inverse masses by their step; each moves by so many entries per row. */
  private readonly G1: Local<"i32">;
  private readonly G0: Local<"i32">;
  private readonly pointers = new Map<number, Local<"i32">>();
  /** Inverse masses that are equal in all rows, by value. */
  private readonly shared = new Map<number, Local<"f64">>();
  private readonly setUp: Statement[];

  constructor(f: FunctionBuilder, pattern: Pattern, isGeneral: boolean, left: Local<"i32">, right: Local<"i32">) {
    this.f = f;
    this.pattern = pattern;
    this.isGeneral = isGeneral;
    this.G1 = f.local("i32");
    this.G0 = isGeneral ? f.local("i32") : this.G1;
    this.setUp = [set(this.G1, get(left)), ...(isGeneral ? [set(this.G0, get(right))] : [])];
    const { diagonal, other } = pattern;
    const places = { g: new Set<number>(), w: new Set<number>() };
    for (const [a, b] of [...diagonal, ...other]) {
      places.w.add(a);
      places.g.add(b);
      if (!isGeneral) continue;
      places.w.add(b);
      places.g.add(a);
    }
    this.factors = (["g", "w"] as const).flatMap((of) =>
      [...places[of]].sort((a, b) => a - b).map((place) => ({ of, place, local: f.local("f64") })),
    );
    // what a row takes over from the row before it must be there before the first row
    append(this.setUp, this.inverseMasses());
    for (const factor of this.factors) if (this.isKnown(factor)) this.setUp.push(this.load(factor));
  }

  start(): Statement[] {
    return this.setUp;
  }

  read(diagonal: Local<"f64">, others: readonly Local<"f64">[]): Statement[] {
    const { pattern, isGeneral } = this;
    // the diagonal is that of the lower triangle
    const lower = isGeneral ? "right" : "left";
    const sides = isGeneral && pattern.flipped ? (["left", lower] as const) : ([lower, "left"] as const);
    return [
      ...this.factors.filter((factor) => !this.isKnown(factor)).map((factor) => this.load(factor)),
      set(diagonal, this.sum(pattern.diagonal, lower)),
      ...others.map((other, side) => set(other, this.sum(pattern.other, sides[side]))),
    ];
  }

  next(): Statement[] {
    const { stride } = this.pattern;
    return [
      ...this.factors
        .filter((factor) => this.isKnown(factor))
        .map((factor) => set(factor.local, get(this.later(factor)!))),
      ...[...new Set([this.G1, this.G0])].map((pointer) => advance(pointer, 8 * stride)),
      ...[...this.pointers].map(([step, pointer]) => advance(pointer, 8 * step)),
    ];
  }

  /** The local of the factor that this one is in the next row. */
  private later({ of, place }: Factor): Local<"f64"> | undefined {
    return this.factors.find((other) => other.of === of && other.place === place + this.pattern.stride)?.local;
  }

  private isKnown(factor: Factor): boolean {
    return this.later(factor) !== undefined;
  }

  private load({ of, place, local }: (typeof this.factors)[number]): Statement {
    const entry = f64.load(get(of === "g" ? this.G1 : this.G0), 8 * place);
    return set(local, of === "g" ? entry : f64.mul(entry, this.inverse(place)));
  }

  /** Loads inverse masses that all rows share, and points to the others. */
  private inverseMasses(): Statement[] {
    const { steps, products } = this.pattern;
    const { column, inverses } = products;
    const code: Statement[] = [];
    const base: I32 = i32.const(inverses.byteOffset);
    for (const { of, place } of this.factors) {
      if (of === "g") continue;
      const step = steps.get(place)!;
      const value = inverses[column[place]];
      if (step > 0 && !this.pointers.has(step)) {
        const pointer = this.f.local("i32");
        this.pointers.set(step, pointer);
        code.push(set(pointer, base));
      } else if (step === 0 && !this.shared.has(value)) {
        const local = this.f.local("f64");
        this.shared.set(value, local);
        code.push(set(local, f64.load(base, 8 * column[place])));
      }
    }
    return code;
  }

  private inverse(place: number): F64 {
    const { steps, products } = this.pattern;
    const { column, inverses } = products;
    const step = steps.get(place)!;
    if (step === 0) return get(this.shared.get(inverses[column[place]])!);
    return f64.load(get(this.pointers.get(step)!), 8 * column[place]);
  }

  /** The sum of W[a] G1[b] ("left") or of G1[a] W[b] ("right"). It begins with 0, because 0 + x is not x for x = -0. */
  private sum(products: readonly Product[], weighted: "left" | "right"): F64 {
    const local = (of: "g" | "w", place: number): F64 =>
      get(this.factors.find((factor) => factor.of === of && factor.place === place)!.local);
    return products.reduce<F64>((sum, [a, b]) => {
      const product =
        weighted === "left" ? f64.mul(local("w", a), local("g", b)) : f64.mul(local("g", a), local("w", b));
      return f64.add(sum, product);
    }, f64.const(0));
  }
}
