/**
 * Projection "stabilise" as one call. It runs the constraint routines in the same order, and with the same bits, as the
 * projection that calls them one by one. Small systems use straight-line code (`fused.ts`), whose last bits differ.
 */

import { type Arena, addressOf, type I32 as I32Array } from "../core/arena.js";
import type { Status } from "../core/status.js";
import type { Work } from "../core/work.js";
import type { Stabiliser } from "../core/workspace.js";
import { callKernel, emitKernel, type Program } from "../kernels/index.js";
import {
  call,
  type Func,
  f64,
  get,
  type I32,
  i32,
  loop,
  type Module,
  ret,
  type Statement,
  set,
  type WasmExports,
  when,
} from "../wasm/index.js";
import { copy } from "./emit-vectors.js";
import { once } from "./small-system.js";

export interface ConstraintRoutines {
  readonly value: Func<"void">;
  readonly hidden: Func<"void">;
  readonly jacobian: Func<"void">;
  readonly factor: Func<"i32">;
  readonly solve: Func<"void">;
  readonly addWeighted: Func<"void">;
}

/**
 * The velocity correction reuses G and its factorisation from the position correction when the resulting error is below
 * rounding.
 */
const epsilon = 2 ** -52;
/** Result codes in addition to -1, the row of a singular matrix, and -2 for a mass that is not positive. */
const nonfinite = -3;
const leftManifold = -4;
const levels = { position: 1, velocity: 2, both: 3 } as const;

const parameters = {
  t: "f64",
  y: "i32",
  level: "i32",
  alpha: "f64",
  noise: "f64",
  G: "i32",
  S: "i32",
  store: "i32",
  x: "i32",
  residuals: "i32",
  counts: "i32",
} as const;

/**
 * Adds `stabilise`. It writes |g| and |G v + g_t| before the correction and |g| after it to `residuals`. It updates
 * `counts`, the numbers of factorisations and solves, when they differ from one per level.
 */
export function emitStabilise(
  module: Module,
  m: number,
  n: number,
  code: ConstraintRoutines,
  programs: { readonly position: Program; readonly velocity: Program } | undefined,
  anyDropped: I32Array,
  arena: Arena,
): void {
  const norm = emitNorm(module);
  const small = programs && {
    position: emitKernel(module, "_position", programs.position, once),
    velocity: emitKernel(module, "_velocity", programs.velocity, once),
  };
  const cells = arena.f64(small ? 4 + n : 0);
  module.func("stabilise", parameters, "i32", (f, p) => {
    const [size, row, straightened] = [f.local("f64"), f.local("i32"), f.local("i32")];
    const [t, q, x] = [get(p.t), get(p.y), get(p.x)];
    const v = i32.add(q, i32.const(8 * n));
    const fails = (condition: I32, result: I32, factored: I32, solved: I32): Statement =>
      when(condition, [i32.store(get(p.counts), factored), i32.store(get(p.counts), solved, 4), ret(result)]);

    const normOf = (x: I32, count: number) => call(norm, x, i32.const(8 * count));
    /** Stores the size of the residual at x, after `done` corrections. */
    const measured = (residual: Statement, at: number, done: I32): Statement[] => [
      residual,
      set(size, normOf(x, m)),
      f64.store(get(p.residuals), get(size), at),
      fails(i32.eqz(f64.lt(get(size), f64.const(Number.POSITIVE_INFINITY))), i32.const(nonfinite), done, done),
    ];
    const factorised = (done: I32): Statement[] => [
      call(code.jacobian, t, q, get(p.G)),
      set(row, call(code.factor, get(p.G), q, get(p.S), get(p.store), i32.const(0))),
      fails(i32.ne(get(row), i32.const(-1)), get(row), i32.add(done, i32.const(1)), done),
    ];
    /** y -= alpha M^-1 G^T S^-1 x */
    const corrected = (y: I32): Statement[] => [
      call(code.solve, get(p.store), x),
      call(code.addWeighted, f64.neg(get(p.alpha)), get(p.G), x, y),
    ];
    const reused = i32.and(
      i32.eq(get(p.level), i32.const(levels.both)),
      f64.le(
        f64.mul(f64.load(get(p.residuals)), get(size)),
        f64.mul(f64.mul(f64.const(epsilon), normOf(q, n)), normOf(v, n)),
      ),
    );

    const most = f64.add(f64.mul(f64.const(2), get(size)), get(p.noise));
    const [none, one] = [i32.const(0), i32.const(1)];
    const has = (level: number): I32 => i32.and(get(p.level), i32.const(level));
    const finite = f64.lt(get(size), f64.const(Number.POSITIVE_INFINITY));

    /** Corrects both levels by straight-line code. When the matrix is singular, the general routines take over and name
     * the row. */
    const straight = ({ position, velocity }: NonNullable<typeof small>): Statement[] => {
      const [alpha, sizes, margin, moved] = [0, 1, 3, 4].map((k) => i32.const(addressOf(cells) + 8 * k));
      const run = (kernel: Func<"void">): Statement =>
        callKernel(kernel, { t, q, v, y: alpha, out: [moved, sizes, margin] });
      const isRegular = f64.gt(f64.load(margin), f64.const(0));
      return [
        f64.store(alpha, get(p.alpha)),
        run(position),
        set(size, f64.load(sizes)),
        f64.store(get(p.residuals), get(size)),
        fails(i32.eqz(finite), i32.const(nonfinite), none, none),
        when(isRegular, [
          ...copy(q, moved, n),
          run(velocity),
          f64.store(get(p.residuals), f64.load(sizes, 8), 16),
          fails(i32.eqz(f64.le(f64.load(sizes, 8), most)), i32.const(leftManifold), one, one),
          set(straightened, one),
          when(isRegular, [
            set(size, f64.load(sizes)),
            f64.store(get(p.residuals), get(size), 8),
            fails(i32.eqz(finite), i32.const(nonfinite), i32.const(2), one),
            ...copy(v, moved, n),
            ret(i32.const(-1)),
          ]),
        ]),
      ];
    };
    const canBeStraight = i32.and(
      i32.eq(get(p.level), i32.const(levels.both)),
      i32.eqz(i32.load(i32.const(addressOf(anyDropped)))),
    );
    return [
      ...(small ? [when(canBeStraight, straight(small))] : []),
      when(i32.and(has(levels.position), i32.eqz(get(straightened))), [
        ...measured(call(code.value, t, q, x), 0, none),
        ...factorised(none),
        ...corrected(q),
        call(code.value, t, q, x),
        f64.store(get(p.residuals), normOf(x, m), 16),
        fails(i32.eqz(f64.le(f64.load(get(p.residuals), 16), most)), i32.const(leftManifold), one, one),
      ]),
      when(has(levels.velocity), [
        ...measured(call(code.hidden, t, q, v, x), 8, has(levels.position)),
        // straight-line code leaves no factorisation behind
        set(row, i32.and(reused, i32.eqz(get(straightened)))),
        when(get(row), [i32.store(get(p.counts), one)]),
        when(i32.eqz(get(row)), factorised(has(levels.position))),
        ...corrected(v),
      ]),
      i32.const(-1),
    ];
  });
}

/** The largest magnitude among some numbers; NaN when one of them is NaN. */
function emitNorm(module: Module): Func<"f64"> {
  return module.func("_norm", { x: "i32", bytes: "i32" }, "f64", (f, p) => {
    const [i, largest] = [f.local("i32"), f.local("f64")];
    return [
      loop(i, i32.const(0), get(p.bytes), 8, [
        set(largest, f64.max(get(largest), f64.abs(f64.load(i32.add(get(p.x), get(i)))))),
      ]),
      get(largest),
    ];
  });
}

/** `storage` gives the sizes of a Jacobian, of G M^-1 G^T and of its factorisation. */
export function makeStabiliser(
  code: WasmExports,
  arena: Arena,
  work: Work,
  m: number,
  storage: readonly [jacobian: number, matrix: number, store: number],
  judge: (row: number) => Status,
): Stabiliser {
  const [G, S, store] = storage.map((length) => addressOf(arena.f64(length)));
  const x = addressOf(arena.f64(m));
  const residuals = arena.f64(3);
  const counts = arena.i32(2);
  const [found, counted] = [addressOf(residuals), addressOf(counts)];
  return {
    apply(y, t, level, alpha, noise) {
      residuals[0] = 0;
      residuals[1] = 0;
      residuals[2] = 0;
      counts[0] = level === "both" ? 2 : 1;
      counts[1] = counts[0];
      const result = code.stabilise(t, addressOf(y), levels[level], alpha, noise, G, S, store, x, found, counted);
      work.jacobians += counts[0];
      work.factorisations += counts[0];
      work.solves += counts[1];
      if (result === nonfinite) return "nonfinite";
      return result === leftManifold ? "left-manifold" : judge(result);
    },
    get left() {
      return residuals[2];
    },
    get residual() {
      const position = residuals[0];
      const velocity = residuals[1];
      return position >= velocity ? position : velocity > position ? velocity : Number.NaN;
    },
  };
}
