/**
 * The WebAssembly reading: a program as one function that contains no addresses. Its parameters are the given integer,
 * the addresses of the given arrays, and the address of a table with the addresses of everything that is bound.
 */

import type { Integer, Operation, Program, Scalar, Sweep, Value, Vector } from "../core/program.js";
import {
  type Code,
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
  type Module,
  ret,
  type Statement,
  set,
  when,
} from "../wasm/index.js";
import { combineCode } from "./combine-code.js";
import { normCode } from "./norm-code.js";
import { sweepCode } from "./sweep-code.js";

/** There are few parameters and no f64 among them, because engines box a number that a call passes on. */
const parameters = { integer: "i32", first: "i32", second: "i32", places: "i32" } as const;

/** An evaluation in generated code: (number, address of the input, address of the output) -> -1 or a failure code. */
export type EmittedEvaluation = Func<"i32">;

/** Adds "step". The table of places: bound arrays in the order of the program, then weights, then numbers. */
export function emitStep(module: Module, program: Program, evaluations: readonly EmittedEvaluation[]): void {
  // norms are separate functions and must come before the function that calls them
  const norms = new Map<string, Func<"f64">>();
  for (const o of flat(program.operations))
    if (o.kind === "scaledNorm" && !norms.has(o.norm)) norms.set(o.norm, normCode(module, o.error.length, o.norm));
  module.func("step", parameters, "i32", (f, p) => {
    const emitter = new Emitter(program, evaluations, norms, f, [p.first, p.second], p.integer);
    return emitter.whole(get(p.places));
  });
}

class Emitter {
  private readonly program: Program;
  private readonly evaluations: readonly EmittedEvaluation[];
  private readonly norms: ReadonlyMap<string, Func<"f64">>;
  private readonly f: FunctionBuilder;
  private readonly arrays: readonly Local<"i32">[];
  private readonly weights: Local<"i32">;
  private readonly numbers: Local<"i32">;
  private readonly shared: readonly Local<"f64">[];
  private readonly temporaries: readonly Local<"f64">[];
  private readonly integers: readonly Local<"i32">[];
  private readonly counts: readonly Local<"i32">[];
  private readonly result: Local<"i32">;
  /** The vector that an evaluation wrote last, entry by entry. */
  private fresh: Vector | undefined;

  constructor(
    program: Program,
    evaluations: readonly EmittedEvaluation[],
    norms: ReadonlyMap<string, Func<"f64">>,
    f: FunctionBuilder,
    given: Local<"i32">[],
    integer: Local<"i32">,
  ) {
    const locals = <T extends "i32" | "f64">(count: number, type: T): Local<T>[] =>
      Array.from({ length: count }, () => f.local(type));
    let taken = 0;
    this.program = program;
    this.evaluations = evaluations;
    this.norms = norms;
    this.f = f;
    this.arrays = program.arrays.map((array) => (array.given ? given[taken++] : f.local("i32")));
    [this.weights, this.numbers, this.result] = locals(3, "i32");
    this.shared = locals(program.numbers.length, "f64");
    this.temporaries = locals(program.temporaries, "f64");
    this.integers = [integer, ...locals(program.integers - 1, "i32")];
    this.counts = locals(program.evaluations.length, "i32");
  }

  whole(places: I32): Code[] {
    const { program, arrays, weights, numbers, shared } = this;
    const bound = [...arrays.filter((_, k) => !program.arrays[k].given), weights, numbers];
    return [
      ...bound.map((local, k) => set(local, i32.load(places, 4 * k))),
      ...shared.map((local, k) => set(local, f64.load(get(numbers), 8 * k))),
      ...this.inOrder(program.operations),
      ...this.storeCounts(),
      i32.const(-1),
    ];
  }

  /** Consecutive operations that go entry by entry share a loop. */
  private inOrder(operations: readonly Operation[]): Statement[] {
    const code: Statement[] = [];
    for (let k = 0; k < operations.length; ) {
      const together = sweepsFrom(operations, k);
      code.push(...(together.length > 0 ? this.sweeps(together) : this.reading(operations[k] as Other)));
      k += Math.max(1, together.length);
    }
    return code;
  }

  private sweeps(sweeps: readonly Sweep[]): Statement[] {
    return sweepCode(
      this.f,
      sweeps,
      (x) => this.address(x),
      (value) => this.value(value),
      this.fresh,
    );
  }

  private reading(o: Other): Statement[] {
    switch (o.kind) {
      case "combine": {
        const { out, start, x, row } = o;
        const from = start && this.address(start);
        const weights = i32.add(get(this.weights), i32.const(8 * o.weights));
        const fresh = this.fresh?.array === x.array ? this.fresh.offset - x.offset : -1;
        const terms = this.address(x);
        return combineCode(this.f, out.length, this.address(out), from, this.value(o.h), terms, row, weights, fresh);
      }
      case "multiplyAdd":
        return this.assign(o.out, f64.add(this.value(o.a), f64.mul(this.value(o.b), this.value(o.c))));
      case "fromInteger":
        return this.assign(o.out, f64.fromI32(this.integer(o.value)));
      case "entry": {
        const base = this.address(o.x);
        const value =
          typeof o.at === "number"
            ? f64.load(base, 8 * o.at)
            : f64.load(i32.add(base, i32.shl(this.integer(o.at), i32.const(3))));
        return this.assign(o.out, value);
      }
      case "scaledNorm": {
        const vectors = [o.error, o.before, o.after, o.atol].map((x) => this.address(x));
        return this.assign(o.out, call(this.norms.get(o.norm)!, ...vectors, this.value(o.rtol)));
      }
      case "evaluate": {
        const count = this.counts[o.evaluation.index];
        const [evaluation, from, out] = [this.evaluations[o.evaluation.index], this.address(o.x), this.address(o.out)];
        const result = call(evaluation, this.value(o.number), from, out);
        this.fresh = o.out;
        return [
          set(count, i32.add(get(count), i32.const(1))),
          set(this.result, result),
          when(i32.ne(get(this.result), i32.const(-1)), [...this.storeCounts(), ret(get(this.result))]),
        ];
      }
      case "when": {
        const { value, to } = o.condition;
        const holds =
          "shared" in value ? f64.eq(this.value(value), f64.const(to)) : i32.eq(this.integer(value), i32.const(to));
        return [when(holds, this.inOrder(o.yes), this.inOrder(o.no))];
      }
      case "repeat": {
        const end = this.f.local("i32");
        return [
          set(end, i32.add(i32.truncate(this.value(o.count)), i32.const(1))),
          loop(this.integers[o.counter.integer], i32.const(1), get(end), 1, this.inOrder(o.body)),
        ];
      }
    }
  }

  private address({ array, offset }: Vector): I32 {
    const base = get(this.arrays[array]);
    return offset === 0 ? base : i32.add(base, i32.const(8 * offset));
  }

  private value(value: Value): F64 {
    if (typeof value === "number") return f64.const(value);
    return get((value.shared ? this.shared : this.temporaries)[value.index]);
  }

  private integer({ integer }: Integer): I32 {
    return get(this.integers[integer]);
  }

  private assign(out: Scalar, value: F64): Statement[] {
    const { shared, index } = out;
    const local = (shared ? this.shared : this.temporaries)[index];
    return [set(local, value), ...(shared ? [f64.store(get(this.numbers), get(local), 8 * index)] : [])];
  }

  private storeCounts(): Statement[] {
    const first = this.program.numbers.length;
    return this.counts.map((count, k) => f64.store(get(this.numbers), f64.fromI32(get(count)), 8 * (first + k)));
  }
}

type Other = Exclude<Operation, Sweep>;

function isSweep(o: Operation | undefined): o is Sweep {
  return o?.kind === "copy" || o?.kind === "zero" || o?.kind === "scale" || o?.kind === "addScaled";
}

/** The longest sequence of sweeps of the same length that begins at `k`. */
function sweepsFrom(operations: readonly Operation[], k: number): Sweep[] {
  const found: Sweep[] = [];
  for (let o = operations[k]; isSweep(o); o = operations[k + found.length]) {
    if (found.length > 0 && o.out.length !== found[0].out.length) break;
    found.push(o);
  }
  return found;
}

function* flat(operations: readonly Operation[]): Iterable<Operation> {
  for (const o of operations) {
    yield o;
    if (o.kind === "when") yield* flat([...o.yes, ...o.no]);
    if (o.kind === "repeat") yield* flat(o.body);
  }
}
