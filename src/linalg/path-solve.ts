/**
 * Substitution along paths (`paths.ts`), with the factors of `path-factor.ts`. The operations and their order are those of
 * `loop-solve.ts`, so the bits are equal.
 */

import type { Arguments, F64, FunctionBuilder, I32, Local, Statement } from "../wasm/index.js";
import { advance, f64, get, i32, loopWhile, seq, set } from "../wasm/index.js";
import { lengthOf, type Path, type Stretch } from "./paths.js";
import type { solveParams } from "./pivot.js";
import type { Layout } from "./sparse-tables.js";
import { locals, plus, pointTo } from "./supernode-record.js";

type SolveArguments = Arguments<typeof solveParams>;

/** Forward and backward substitution along a path, with the vector in its original order. */
class SolveLane {
  private readonly path: Path;
  private readonly layout: Layout;
  private readonly p: SolveArguments;
  private readonly at: Local<"i32">;
  private readonly x: Local<"i32">;
  private readonly entry: Local<"i32">;
  private readonly value: Local<"f64">;

  constructor(f: FunctionBuilder, path: Path, layout: Layout, p: SolveArguments) {
    this.path = path;
    this.layout = layout;
    this.p = p;
    [this.at, this.x, this.entry] = locals(f, "i32", 3);
    this.value = f.local("f64");
  }

  /** Row k of the work row. */
  private work(k: number): I32 {
    return plus(get(this.p.store), i32.const(this.layout.work[0] + 8 * k));
  }

  private block(side: number): I32 {
    return plus(get(this.p.store), i32.const(this.layout.blocks.at(side)!));
  }

  /** Forward from row `from`. */
  startForward(): Statement {
    const { path } = this;
    return seq(
      pointTo(this.x, get(this.p.x), path.original, 8),
      pointTo(this.entry, this.block(0), path.block, 8),
      set(this.at, this.work(path.from)),
      set(this.value, f64.load(this.work(path.from - 1))),
    );
  }

  get isBelowEnd(): I32 {
    return i32.lt(get(this.at), this.work(this.path.to));
  }

  forward(): Statement[] {
    const { value, path } = this;
    return [
      set(value, f64.sub(f64.load(get(this.x)), f64.mul(f64.load(get(this.entry)), get(value)))),
      f64.store(get(this.at), get(value)),
      advance(this.at, 8),
      advance(this.x, 8 * path.original.stride),
      advance(this.entry, 8 * path.block.stride),
    ];
  }

  /** Backward from column `to` - 2; row `to` - 1 is known. */
  startBackward(): Statement {
    const { path } = this;
    const last = lengthOf(path) - 1;
    return seq(
      pointTo(this.x, get(this.p.x), path.original, 8, last),
      pointTo(this.entry, this.block(-1), path.block, 8, last),
      set(this.at, this.work(path.to - 1)),
      set(this.value, f64.load(get(this.at))),
    );
  }

  get isAboveStart(): I32 {
    return i32.gt(get(this.at), this.work(this.path.from - 1));
  }

  /** Moves a row to its original place, then divides the row before it by D and eliminates it. */
  backward(): Statement[] {
    const { value, at, path, layout } = this;
    // 1/D comes `work - inverse` bytes before the work row
    const inverse: F64 = f64.load(i32.sub(get(at), i32.const(layout.work[0] - layout.inverse)));
    return [
      f64.store(get(this.x), get(value)),
      f64.store(get(at), f64.const(0)),
      advance(this.x, -8 * path.original.stride),
      advance(at, -8),
      set(value, f64.sub(f64.mul(f64.load(get(at)), inverse), f64.mul(f64.load(get(this.entry)), get(value)))),
      advance(this.entry, -8 * path.block.stride),
    ];
  }

  /** Column `from` - 1 belongs to no row of the path and stays in the work row. */
  finishBackward(): Statement {
    return f64.store(get(this.at), get(this.value));
  }
}

/** Forward substitution along one path, or along two side by side. */
export function pathForward(f: FunctionBuilder, stretch: Stretch, layout: Layout, p: SolveArguments): Statement[] {
  const lanes = stretch.map((path) => new SolveLane(f, path, layout, p));
  return [...lanes.map((lane) => lane.startForward()), ...sideBySide(lanes, "isBelowEnd", "forward")];
}

/** Division by D and backward substitution; rows of the paths go to their original place. */
export function pathBackward(f: FunctionBuilder, stretch: Stretch, layout: Layout, p: SolveArguments): Statement[] {
  const lanes = stretch.map((path) => new SolveLane(f, path, layout, p));
  return [
    ...lanes.map((lane) => lane.startBackward()),
    ...sideBySide(lanes, "isAboveStart", "backward"),
    ...lanes.map((lane) => lane.finishBackward()),
  ];
}

/** The rows of both lanes while both have some, then those that are left in either. */
function sideBySide(
  lanes: readonly SolveLane[],
  hasRows: "isBelowEnd" | "isAboveStart",
  row: "forward" | "backward",
): Statement[] {
  const [a, b] = lanes;
  const together = b === undefined ? [] : [loopWhile(i32.and(a[hasRows], b[hasRows]), [...a[row](), ...b[row]()])];
  return [...together, ...lanes.map((lane) => loopWhile(lane[hasRows], lane[row]()))];
}
