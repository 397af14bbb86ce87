/**
 * Elimination along paths (`paths.ts`): loops with fixed strides, without tables and work rows. The operations and their
 * order are those of `loop-factor.ts`, so the bits are equal; what the next row needs stays in locals. Each row waits for the
 * division of the row before it. Two paths side by side wait for both divisions at the same time.
 */

import { minimum } from "../core/lists.js";
import type { Arguments, F64, FunctionBuilder, I32, Local, Statement } from "../wasm/index.js";
import { advance, f64, get, i32, loopWhile, ret, sequence, set, when } from "../wasm/index.js";
import { after, lengthOf, type Path, type Stretch, upTo } from "./paths.js";
import { type Alarm, type generalParams, isNotFinite, type Sides, whenSmall } from "./pivot.js";
import type { Layout } from "./sparse-tables.js";
import { locals, plus, pointTo } from "./supernode-record.js";

type FactorArguments = Arguments<typeof generalParams>;

/** Where the entries of the rows of a path come from. */
export interface PathRows {
  /** Before the first row. */
  start(): Statement[];
  /** Sets the locals to the diagonal entry of a row and to its other entry, which in a general matrix has two values. */
  read(diagonal: Local<"f64">, others: readonly Local<"f64">[]): Statement[];
  /** Goes on to the next row. */
  next(): Statement[];
}

/** Rows that are read from the arrays of a matrix. */
class StoredRows implements PathRows {
  private readonly path: Path;
  private readonly values: readonly Local<"i32">[];
  private readonly lower: Local<"i32">;
  private readonly diagonalAt: Local<"i32">;
  private readonly from: readonly Local<"i32">[];

  constructor(f: FunctionBuilder, path: Path, sides: Sides, { lower, upper }: FactorArguments) {
    this.path = path;
    this.lower = lower;
    this.values = path.flipped ? [upper, lower] : [lower, upper];
    this.diagonalAt = f.local("i32");
    this.from = locals(f, "i32", sides);
  }

  start(): Statement[] {
    const { path, values } = this;
    return [
      pointTo(this.diagonalAt, get(this.lower), path.diagonal, 8),
      ...this.from.map((pointer, side) => pointTo(pointer, get(values[side]), path.slot, 8)),
    ];
  }

  read(diagonal: Local<"f64">, others: readonly Local<"f64">[]): Statement[] {
    return [
      set(diagonal, f64.load(get(this.diagonalAt))),
      ...others.map((value, side) => set(value, f64.load(get(this.from[side])))),
    ];
  }

  next(): Statement[] {
    const { path } = this;
    return [
      advance(this.diagonalAt, 8 * path.diagonal.stride),
      ...this.from.map((pointer) => advance(pointer, 8 * path.slot.stride)),
    ];
  }
}

/** A right-hand side on which forward substitution runs together with the factorisation, in place. */
class ForwardLane {
  private readonly path: Path;
  private readonly x: Local<"i32">;
  private readonly at: Local<"i32">;
  private readonly value: Local<"f64">;

  constructor(f: FunctionBuilder, path: Path, x: Local<"i32">) {
    this.path = path;
    this.x = x;
    this.at = f.local("i32");
    this.value = f.local("f64");
  }

  start(): Statement[] {
    const { original } = this.path;
    return [
      pointTo(this.at, get(this.x), original, 8),
      set(this.value, f64.load(plus(get(this.x), i32.const(8 * (original.start - original.stride))))),
    ];
  }

  row(entry: Local<"f64">): Statement[] {
    const { at, value } = this;
    return [
      set(value, f64.sub(f64.load(get(at)), f64.mul(get(entry), get(value)))),
      f64.store(get(at), get(value)),
      advance(at, 8 * this.path.original.stride),
    ];
  }
}

/** The rows of a path: L_k = a / d_(k-1) and d_k = a_kk - L_k a', with a' = a in a symmetric matrix. */
class FactorLane {
  readonly path: Path;
  private readonly p: FactorArguments;
  private readonly layout: Layout;
  private readonly sides: Sides;
  private readonly alarm: Alarm | undefined;
  private readonly rows: PathRows;
  private readonly forward: ForwardLane | undefined;
  /** Addresses of the flag, of 1/d, and of the places of the entries in L. */
  private readonly flag: Local<"i32">;
  private readonly inverseAt: Local<"i32">;
  private readonly to: readonly Local<"i32">[];
  private readonly z: readonly Local<"f64">[];
  private readonly L: readonly Local<"f64">[];
  private readonly d: Local<"f64">;
  private readonly diagonal: Local<"f64">;
  private readonly inverse: Local<"f64">;
  private readonly bad: Local<"i32">;

  constructor(
    f: FunctionBuilder,
    path: Path,
    layout: Layout,
    p: FactorArguments,
    alarm: Alarm | undefined,
    rows: PathRows = new StoredRows(f, path, layout.blocks.length as Sides, p),
    x?: Local<"i32">,
  ) {
    this.rows = rows;
    this.forward = x && new ForwardLane(f, path, x);
    this.path = path;
    this.p = p;
    this.layout = layout;
    this.sides = layout.blocks.length as Sides;
    this.alarm = alarm;
    [this.flag, this.inverseAt, this.bad] = locals(f, "i32", 3);
    this.to = locals(f, "i32", this.sides);
    [this.z, this.L] = [locals(f, "f64", this.sides), locals(f, "f64", this.sides)];
    [this.d, this.diagonal, this.inverse] = locals(f, "f64", 3);
  }

  start(): Statement {
    const { path, p, layout } = this;
    return sequence([
      pointTo(this.flag, get(p.dropped), path.original, 4),
      ...this.rows.start(),
      ...(this.forward?.start() ?? []),
      ...this.to.map((pointer, side) =>
        pointTo(pointer, plus(get(p.store), i32.const(layout.blocks[side])), path.block, 8),
      ),
      set(this.inverseAt, plus(get(p.store), i32.const(layout.inverse + 8 * path.from))),
      set(this.inverse, f64.load(plus(get(p.store), i32.const(layout.inverse + 8 * (path.from - 1))))),
    ]);
  }

  get isInside(): I32 {
    return i32.lt(get(this.inverseAt), plus(get(this.p.store), i32.const(this.layout.inverse + 8 * this.path.to)));
  }

  get isDropped(): I32 {
    return i32.load(get(this.flag));
  }

  read(): Statement[] {
    return this.rows.read(this.diagonal, this.z);
  }

  /** Computes L_k and d_k; `refuse` where the pivot is not acceptable. */
  eliminate(refuse: readonly Statement[]): Statement[] {
    const { diagonal, z, L, d, sides } = this;
    return [
      ...L.map((entry, side) => set(entry, f64.mul(get(z[side]), get(this.inverse)))),
      set(d, f64.sub(get(diagonal), f64.mul(get(L[0]), get(z[sides - 1])))),
      whenSmall(sides, get(d), get(diagonal), get(this.p.tolerance), refuse, this.alarm),
    ];
  }

  invert(): Statement {
    return set(this.inverse, f64.div(f64.const(1), get(this.d)));
  }

  /** Stores the row and goes on to the next one. */
  finish(): Statement[] {
    const { path } = this;
    return [
      ...(this.forward?.row(this.L[0]) ?? []),
      ...this.to.map((pointer, side) => f64.store(get(pointer), get(this.L[side]))),
      f64.store(get(this.inverseAt), get(this.inverse)),
      advance(this.flag, 4 * path.original.stride),
      advance(this.inverseAt, 8),
      ...this.rows.next(),
      ...this.to.map((pointer) => advance(pointer, 8 * path.block.stride)),
    ];
  }

  /** The whole path, with dropped rows and pivots that are refused. */
  whole(): Statement[] {
    const { bad, d, p, flag } = this;
    const row = i32.shr(i32.sub(get(flag), get(p.dropped)), i32.const(2));
    return [
      this.start(),
      loopWhile(this.isInside, [
        ...this.read(),
        set(bad, this.isDropped),
        when(
          i32.eqz(get(bad)),
          this.eliminate([
            when(i32.or(i32.eqz(get(p.mark)), isNotFinite(get(d))), [ret(row)]),
            i32.store(get(flag), i32.const(1)),
            set(bad, i32.const(1)),
          ]),
        ),
        when(
          get(bad),
          [...this.L.map((entry) => set(entry, f64.const(0))), set(this.inverse, f64.const(0))],
          [this.invert()],
        ),
        ...this.finish(),
      ]),
    ];
  }
}

/** The rows of one path, or of two side by side, which are done again one after the other if a row is dropped or refused. */
export function pathFactor(
  f: FunctionBuilder,
  stretch: Stretch,
  layout: Layout,
  p: FactorArguments,
  alarm: Alarm | undefined,
): Statement[] {
  const lane = (path: Path): FactorLane => new FactorLane(f, path, layout, p, alarm);
  const alone = stretch.flatMap((path) => lane(path).whole());
  if (stretch.length === 1) return alone;
  const rows = minimum(stretch.map(lengthOf));
  const [a, b] = stretch.map((path) => lane(upTo(path, rows)));
  const failed = f.local("i32");
  const refuse = [set(failed, i32.const(1))];
  return [
    a.start(),
    b.start(),
    set(failed, i32.const(0)),
    loopWhile(i32.and(a.isInside, i32.eqz(get(failed))), [
      set(failed, i32.or(a.isDropped, b.isDropped)),
      when(i32.eqz(get(failed)), [...a.read(), ...b.read(), ...a.eliminate(refuse), ...b.eliminate(refuse)]),
      a.invert(),
      b.invert(),
      ...a.finish(),
      ...b.finish(),
    ]),
    when(
      get(failed),
      alone,
      stretch.filter((path) => lengthOf(path) > rows).flatMap((path) => lane(after(path, rows)).whole()),
    ),
  ];
}

/**
 * Factorisation of a matrix that is one path, whose rows are assembled where they are eliminated, with the solution of one
 * equation: x in place. The row before the path and the first ones of the path, which are skipped, have been eliminated.
 */
export function pathFactorSolve(
  f: FunctionBuilder,
  path: Path,
  skipped: number,
  layout: Layout,
  p: FactorArguments & { readonly x: Local<"i32"> },
  rows: PathRows,
  alarm: Alarm | undefined,
): Statement[] {
  const { original, block } = path;
  const last = lengthOf(path) - 1;
  const [x, inverse, entry] = locals(f, "i32", 3);
  const value = f.local("f64");
  const place = (bytes: number): I32 => plus(get(p.store), i32.const(bytes));
  const scaled = (): F64 => f64.mul(f64.load(get(x)), f64.load(get(inverse)));
  return [
    ...Array.from({ length: skipped }, (_, k) => {
      const [before, at] = [k - 1, k].map((row) => 8 * (original.start + row * original.stride));
      const L = f64.load(place(layout.blocks[0] + 8 * (block.start + k * block.stride)));
      return f64.store(get(p.x), f64.sub(f64.load(get(p.x), at), f64.mul(L, f64.load(get(p.x), before))), at);
    }),
    ...new FactorLane(f, after(path, skipped), layout, p, alarm, rows, p.x).whole(),
    pointTo(x, get(p.x), original, 8, last),
    pointTo(entry, place(layout.blocks.at(-1)!), block, 8, last),
    set(inverse, place(layout.inverse + 8 * (path.to - 1))),
    set(value, scaled()),
    f64.store(get(x), get(value)),
    loopWhile(i32.gt(get(inverse), place(layout.inverse)), [
      advance(x, -8 * original.stride),
      advance(inverse, -8),
      set(value, f64.sub(scaled(), f64.mul(f64.load(get(entry)), get(value)))),
      f64.store(get(x), get(value)),
      advance(entry, -8 * block.stride),
    ]),
  ];
}
