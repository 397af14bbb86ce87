/**
 * The WebAssembly reading: a program as one function that contains no addresses. Its parameters are the given integer,
 * the addresses of the given arrays, and the address of a table with the addresses of everything that is bound.
 */

import { append } from "../core/index.js";
import {
  type Condition,
  type Failed,
  flat,
  type Integer,
  type Operation,
  type Program,
  type Scalar,
  type Sweep,
  type Value,
  type Vector,
} from "../core/program.js";
import {
  advance,
  block,
  br,
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
import { largestCode, largestRowCode, normCode } from "./norm-code.js";
import { sweepCode } from "./sweep-code.js";

/** There are few parameters and no f64 among them, because engines box a number that a call passes on. */
const parameters = { integer: "i32", first: "i32", second: "i32", third: "i32", fourth: "i32", places: "i32" } as const;

/**
 * An evaluation in generated code: (number, addresses of the inputs, address of the output, `own` addresses) -> nothing,
 * or -1 or a failure code. It takes a number and an output where the text gives them.
 */
export interface EmittedEvaluation {
  readonly code: Func<"i32"> | Func<"void">;
  readonly own: number;
}

/** A step that ends itself returns this number minus the place of the status in `endings`. */
export const firstEnding = -16;
export const endings: readonly Failed[] = [
  "diverged",
  "singular",
  "nonfinite",
  "left-manifold",
  "step-too-small",
  "max-steps",
  "stopped",
];

/** Norms are separate functions and must come before the function that calls them. */
interface Norms {
  readonly scaled: ReadonlyMap<string, Func<"f64">>;
  readonly largest: Func<"f64"> | undefined;
  readonly largestRow: Func<"f64"> | undefined;
}

/**
 * Adds "step". The table of places: bound arrays in the order of the program, the rows and the columns of each pattern,
 * weights, numbers, counts, and what the evaluations take of their own. Counts are integers: those of the evaluations, the
 * counters, and the index of the evaluation that failed.
 */
export function emitStep(module: Module, program: Program, evaluations: readonly EmittedEvaluation[]): void {
  const scaled = new Map<string, Func<"f64">>();
  const all = [...flat(program.operations)];
  for (const o of all)
    if (o.kind === "scaledNorm" && !scaled.has(o.norm)) scaled.set(o.norm, normCode(module, o.error.length, o.norm));
  const norms = {
    scaled,
    largest: all.some((o) => o.kind === "largest") ? largestCode(module) : undefined,
    largestRow: all.some((o) => o.kind === "largestRow") ? largestRowCode(module) : undefined,
  };
  module.func("step", parameters, "i32", (f, p) => {
    const emitter = new Emitter(program, evaluations, norms, f, [p.first, p.second, p.third, p.fourth], p.integer);
    return emitter.whole(get(p.places));
  });
}

class Emitter {
  private readonly program: Program;
  private readonly evaluations: readonly EmittedEvaluation[];
  private readonly norms: Norms;
  private readonly f: FunctionBuilder;
  private readonly arrays: readonly Local<"i32">[];
  private readonly weights: Local<"i32">;
  private readonly numbers: Local<"i32">;
  private readonly counted: Local<"i32">;
  private readonly shared: readonly Local<"f64">[];
  private readonly temporaries: readonly Local<"f64">[];
  private readonly integers: readonly Local<"i32">[];
  /** The counts of the evaluations, then the counters. */
  private readonly counts: readonly Local<"i32">[];
  /** Rows and columns, pattern by pattern. */
  private readonly patterns: readonly Local<"i32">[];
  /** What each evaluation takes of its own. */
  private readonly own: readonly (readonly Local<"i32">[])[];
  private readonly result: Local<"i32">;
  /** How many blocks are open, and before the opening of which of them `leave` continues. */
  private depth = 0;
  private loops: readonly number[] = [];
  /** The vector that an evaluation wrote last, entry by entry. */
  private fresh: Vector | undefined;

  constructor(
    program: Program,
    evaluations: readonly EmittedEvaluation[],
    norms: Norms,
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
    [this.weights, this.numbers, this.counted, this.result] = locals(4, "i32");
    this.shared = locals(program.numbers.length, "f64");
    this.temporaries = locals(program.temporaries, "f64");
    this.integers = [integer, ...locals(program.integers - 1, "i32")];
    this.counts = locals(program.evaluations.length + program.counters, "i32");
    this.patterns = locals(2 * program.patterns.length, "i32");
    this.own = evaluations.map(({ own }) => locals(own, "i32"));
  }

  whole(places: I32): Code[] {
    const { program, arrays, patterns, weights, numbers, own, shared } = this;
    const fixed = arrays.filter((_, k) => !program.arrays[k].given);
    const bound = [...fixed, ...patterns, weights, numbers, this.counted, ...own.flat()];
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
      append(code, together.length > 0 ? this.sweeps(together) : this.reading(operations[k] as Other));
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
      case "divide":
        return this.assign(o.out, f64.div(this.value(o.a), this.value(o.b)));
      case "larger":
        return this.assign(o.out, f64.max(this.value(o.a), this.value(o.b)));
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
        const [error, before, after, atol] = [o.error, o.before, o.after, o.atol].map((x) => this.address(x));
        return this.assign(o.out, call(this.norms.scaled.get(o.norm)!, error, before, after, atol, this.value(o.rtol)));
      }
      case "largest":
        return this.assign(o.out, call(this.norms.largest!, this.address(o.x), i32.const(8 * o.x.length)));
      case "largestRow": {
        const [rowStart, column] = [0, 1].map((k) => get(this.patterns[2 * o.places.pattern + k]));
        const [A, x, rows] = [this.address(o.A), this.address(o.x), i32.const(4 * o.places.rows)];
        return this.assign(o.out, call(this.norms.largestRow!, A, rowStart, column, x, rows));
      }
      case "evaluate":
        return this.evaluation(o);
      case "count":
        return [increase(this.counts[this.program.evaluations.length + o.counter.counter])];
      case "when": {
        const [yes, no] = [o.yes, o.no].map((inside) => this.inside(1, inside));
        if (o.yes.length === 0) return [when(i32.eqz(this.holds(o.condition)), no)];
        return [when(this.holds(o.condition), yes, no)];
      }
      case "repeat": {
        const { loops } = this;
        const end = this.f.local("i32");
        this.loops = [...loops, this.depth];
        const body = this.inside(3, o.body);
        this.loops = loops;
        const counter = this.integers[o.counter.integer];
        return [
          set(end, i32.add(i32.truncate(this.value(o.count)), i32.const(1))),
          block([loop(counter, i32.const(1), get(end), 1, body), ...this.inside(1, o.otherwise)]),
        ];
      }
      case "leave":
        return [br(this.depth - this.loops.at(-1)! - 1)];
      case "end":
        return [...this.storeCounts(), ret(i32.const(firstEnding - endings.indexOf(o.status)))];
    }
  }

  private evaluation(o: Extract<Operation, { kind: "evaluate" }>): Statement[] {
    const { index } = o.evaluation;
    const { code } = this.evaluations[index];
    const given = [
      ...(o.number === undefined ? [] : [this.value(o.number)]),
      ...o.x.map((x) => this.address(x)),
      ...(o.out === undefined ? [] : [this.address(o.out)]),
      ...this.own[index].map((local) => get(local)),
    ];
    this.fresh = o.out;
    if (code.result === "void") return [increase(this.counts[index]), call(code, ...given)];
    const failed = i32.store(get(this.counted), i32.const(index), 4 * this.counts.length);
    return [
      increase(this.counts[index]),
      set(this.result, call(code, ...given)),
      when(i32.ne(get(this.result), i32.const(-1)), [...this.storeCounts(), failed, ret(get(this.result))]),
    ];
  }

  /** Operations inside so many more blocks. */
  private inside(blocks: number, operations: readonly Operation[]): Statement[] {
    this.depth += blocks;
    const code = this.inOrder(operations);
    this.depth -= blocks;
    return code;
  }

  private holds(o: Condition): I32 {
    if (o.relation !== "equal") return f64[o.relation === "less" ? "lt" : "le"](this.value(o.a), this.value(o.b));
    return "shared" in o.a ? f64.eq(this.value(o.a), f64.const(o.b)) : i32.eq(this.integer(o.a), i32.const(o.b));
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
    return this.counts.map((count, k) => i32.store(get(this.counted), get(count), 4 * k));
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

function increase(count: Local<"i32">): Statement {
  return advance(count, 1);
}
