/**
 * A Runge–Kutta step in WebAssembly, for right-hand sides that are WebAssembly themselves: all stages, the end of the
 * step and its error estimates in one call. The operations are those of `RungeKuttaStepper.attempt` in the same order.
 */

import {
  type Arena,
  addressOf,
  type CompiledRate,
  type F64,
  type Pacer,
  type State,
  type Status,
} from "../../../core/index.js";
import {
  type Code,
  call,
  type Func,
  f64,
  get,
  i32,
  type Local,
  type Module,
  ret,
  type Statement,
  set,
  type WasmExports,
  when,
} from "../../../wasm/index.js";
import { combineCode, copyCode } from "./combine-code.js";
import { linkedCode } from "./linked-code.js";
import { normCode } from "./norm-code.js";
import type { Stages } from "./stages.js";

/** Where the rate at the start of a step comes from; "last": it is that at the end of the step before. */
export const firstRate = { known: 0, evaluated: 1, last: 2 } as const;

/** Few, and no numbers among them: engines box a number that a call passes on. */
const parameters = { first: "i32", s: "i32", next: "i32", places: "i32" } as const;

/** Addresses that stay, in the order in which a step finds them. */
const places = ["base", "stage", "K", "errors", "weights", "control"] as const;

/** Where what is in the array for control: t, h, the norm wanted (0: none), rtol, the norms, rates of a failed attempt, atol. */
const control = { t: 0, h: 1, norm: 2, rtol: 3, first: 4, evaluations: 6, atol: 7 } as const;
const norms = ["rms", "max"] as const;

export class CompiledStep {
  private readonly control: F64;
  private readonly places: number;
  private readonly rate: CompiledRate;
  private readonly step: WasmExports[string];
  /** Rates of an attempt without the first. */
  private readonly later: number;
  private readonly estimates: boolean;

  /** `base` becomes a copy of the start of a step unless its rate is known. */
  constructor(arena: Arena, rate: CompiledRate, stages: Stages, stage: State, base: State) {
    const { K, rows, errorRows, end, tableau, errors } = stages;
    const n = stage.y.length;
    const used = [...rows.slice(0, end + 1), ...errorRows];
    const weights = arena.f64(used.reduce((sum, { count }) => sum + count, 0));
    weights.set(used.flatMap(({ a }) => Array.from(a)));
    this.control = arena.f64(control.atol + n);
    this.rate = rate;
    this.step = linkedCode(rate, tableau, n, (module, rate) => emitStep(module, rate, stages, n)).step;
    this.later = end - 1 + (tableau.firstSameAsLast ? 1 : 0);
    this.estimates = errors.length > 0;
    const addresses = arena.i32(places.length);
    addresses.set([base.y, stage.y, K, errors[0] ?? K, weights, this.control].map(addressOf));
    this.places = addressOf(addresses);
  }

  /** Norms of the error estimates are wanted from every attempt. False when these cannot be computed here. */
  pace({ tolerances }: Pacer): boolean {
    const data = this.control;
    if (tolerances === undefined || !this.estimates) return false;
    data[control.norm] = norms.indexOf(tolerances.norm) + 1;
    data[control.rtol] = tolerances.rtol;
    data.set(tolerances.atol, control.atol);
    return true;
  }

  /** Norm of error estimate e of the last attempt. */
  norm(e: 0 | 1): number {
    return this.control[control.first + e];
  }

  /** Rates of the last attempt, when it failed. */
  get evaluations(): number {
    return this.control[control.evaluations];
  }

  /** From `s` to `next`, of length h. */
  attempt(next: State, s: State, h: number, first: number): Status {
    const data = this.control;
    data[control.t] = s.t;
    data[control.h] = h;
    const result = this.step(first, addressOf(s.y), addressOf(next.y), this.places);
    const evaluations = this.later + (first === firstRate.evaluated ? 1 : 0);
    return this.rate.judge(result, result === -1 ? evaluations : this.evaluations);
  }
}

function emitStep(module: Module, rate: Func<"i32">, { rows, errorRows, c, end, tableau }: Stages, n: number): void {
  const normOf = errorRows.length === 0 ? [] : norms.map((norm) => normCode(module, n, norm));
  module.func("step", parameters, "i32", (f, p) => {
    const [result, count, t, step] = [f.local("i32"), f.local("i32"), f.local("f64"), f.local("f64")];
    const [base, stage, K, errors, weights, data] = places.map(() => f.local("i32"));
    const h = get(step);
    const bytes = 8 * n;
    const k = (i: number) => i32.add(get(K), i32.const(i * bytes));
    /** k_i at y, or the end of the attempt. */
    const evaluate = (i: number, at: Code<"f64">, y: Local<"i32">): Statement[] => {
      newest = i;
      return [
        set(count, i32.add(get(count), i32.const(1))),
        set(result, call(rate, at, get(y), k(i))),
        when(i32.ne(get(result), i32.const(-1)), [
          f64.store(get(data), f64.fromI32(get(count)), 8 * control.evaluations),
          ret(get(result)),
        ]),
      ];
    };
    let weight = 0;
    let newest = 0;
    /** The next combination, from the start of the step or from 0. */
    const combined = (row: Stages["rows"][number], out: Code<"i32">, y?: Code<"i32">): Statement[] => {
      const at = i32.add(get(weights), i32.const(8 * weight));
      weight += row.count;
      return combineCode(f, n, out, y, h, get(K), row, at, newest * n);
    };
    const error = (e: number) => i32.add(get(errors), i32.const(e * bytes));
    const stageTime = (i: number) => f64.add(get(t), f64.mul(f64.const(c[i]), h));
    weight = rows[0].count;

    return [
      ...[base, stage, K, errors, weights, data].map((local, i) => set(local, i32.load(get(p.places), 4 * i))),
      set(t, f64.load(get(data), 8 * control.t)),
      set(step, f64.load(get(data), 8 * control.h)),

      // 1. k_0
      when(i32.ne(get(p.first), i32.const(firstRate.known)), [
        ...copyCode(n, get(base), get(p.s)),
        when(i32.eq(get(p.first), i32.const(firstRate.last)), copyCode(n, get(K), k(end)), evaluate(0, get(t), base)),
      ]),

      // 2. the other stages
      ...Array.from({ length: end - 1 }, (_, i) => i + 1).flatMap((i) => [
        ...combined(rows[i], get(stage), get(base)),
        ...evaluate(i, stageTime(i), stage),
      ]),

      // 3. y_1, and its rate where that is the last stage
      ...combined(rows[end], get(p.next), get(base)),
      ...(tableau.firstSameAsLast ? evaluate(end, f64.add(get(t), h), p.next) : []),

      // 4. the error estimates
      ...errorRows.flatMap((row, e) => combined(row, error(e))),

      // 5. their norms
      ...normOf.map((norm, kind) =>
        when(
          f64.eq(f64.load(get(data), 8 * control.norm), f64.const(kind + 1)),
          errorRows.map((_, e) => {
            const atol = i32.add(get(data), i32.const(8 * control.atol));
            const rtol = f64.load(get(data), 8 * control.rtol);
            const size = call(norm, error(e), get(base), get(p.next), atol, rtol);
            return f64.store(get(data), size, 8 * (control.first + e));
          }),
        ),
      ),
      i32.const(-1),
    ];
  });
}
