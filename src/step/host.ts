/**
 * The host reading: a program as instructions over arrays and cells of numbers, made once at binding. It is the
 * reference for the WebAssembly reading, and the only reading in which an evaluation can be a TypeScript function. All
 * instructions have the same shape and one loop runs them, which engines optimise better than one closure per
 * instruction.
 */

import { addressed, type F64 } from "../core/arena.js";
import {
  type Condition,
  flat,
  type Operation,
  type Places,
  type Program,
  type Row,
  type Scalar,
  type Step,
  type Value,
  type Vector,
} from "../core/program.js";
import type { Status } from "../core/status.js";
import { addScaled, copy, fill, largestRow, normInf, scale, scaledNorm } from "../linalg/vector.js";
import { combine, row } from "./combine.js";

/** An evaluation: the vector that it changes, a number, and the vectors that it reads. An evaluation that takes fewer
 * gets empty ones and 0. */
export type HostEvaluation = (out: F64, number: number, x: F64, y: F64, z: F64) => Status;

export interface OnHostOptions {
  readonly patterns?: Readonly<Record<string, Places>>;
  /** out = x + a y, for callers that have a routine faster than a loop. */
  readonly sum?: Sum;
}

export function onHost(
  program: Program,
  arrays: Readonly<Record<string, F64>>,
  evaluations: Readonly<Record<string, HostEvaluation>>,
  { patterns = {}, sum = addScaled }: OnHostOptions = {},
): Step {
  const counts = program.numbers.length;
  const counters = counts + program.evaluations.length;
  const temporaries = counters + program.counters;
  const binding = new Binding(program, arrays, evaluations, patterns, temporaries);
  const operations = binding.inOrder(program.operations);
  const [first, second, third, fourth] = binding.given();
  const { numbers, integers } = binding;
  return {
    numbers,
    run(integer, a = none, b = none, c = none, d = none) {
      integers[0] = integer;
      first.array = a;
      second.array = b;
      third.array = c;
      fourth.array = d;
      for (let k = counts; k < temporaries; k++) numbers[k] = 0;
      const outcome = execute(operations, numbers, integers, sum);
      return outcome === "left" ? "ok" : outcome;
    },
    evaluated: (index) => numbers[counts + index],
    counted: ({ counter }) => numbers[counters + counter],
  };
}

type Sum = (out: F64, x: F64, a: number, y: F64) => void;

/** A vector as instructions see it: given arrays change from run to run. */
interface Held {
  array: F64;
}

/** The largest number of given arrays. */
const most = 4;
const none = addressed(new Float64Array(0));
const nothing: Held = { array: none };

/** How a list of instructions came to its end: a status that is not "ok" ends the step, "left" the innermost loop. */
type Outcome = Status | "left";

/** The kinds are numbers, because a loop branches on numbers faster than on names. */
const kinds = {
  combine: 0,
  evaluate: 1,
  multiplyAdd: 2,
  copy: 3,
  zero: 4,
  scale: 5,
  addScaled: 6,
  fromInteger: 7,
  entry: 8,
  scaledNorm: 9,
  when: 10,
  whenInteger: 11,
  whenLess: 12,
  whenAtMost: 13,
  repeat: 14,
  leave: 15,
  end: 16,
  count: 17,
  divide: 18,
  larger: 19,
  largest: 20,
  largestRow: 21,
} as const;

/** One operation: its vectors, its cells of numbers, and fields that only some kinds use. */
interface Instruction {
  readonly kind: number;
  readonly out: Held;
  readonly x: Held;
  readonly y: Held;
  readonly z: Held;
  readonly cell: number;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly to: number;
  readonly row: Row;
  readonly norm: "rms" | "max";
  readonly places: Places;
  readonly status: Status;
  readonly evaluate: HostEvaluation;
  readonly yes: readonly Instruction[];
  readonly no: readonly Instruction[];
}

const blank: Omit<Instruction, "kind"> = {
  out: nothing,
  x: nothing,
  y: nothing,
  z: nothing,
  cell: 0,
  a: 0,
  b: 0,
  c: 0,
  to: 0,
  row: row([], 0),
  norm: "rms",
  places: { rowStart: new Int32Array(1), column: new Int32Array(0) },
  status: "ok",
  evaluate: () => "ok",
  yes: [],
  no: [],
};

/** Runs the instructions one after the other until one of them ends the list; `x` holds the numbers, `k` the integers. */
function execute(instructions: readonly Instruction[], x: Float64Array, k: Int32Array, sum: Sum): Outcome {
  for (let at = 0; at < instructions.length; at++) {
    const o = instructions[at];
    let outcome: Outcome = "ok";
    switch (o.kind) {
      case kinds.combine:
        combine(o.out.array, o.x.array, x[o.a], o.y.array, o.row);
        break;
      case kinds.evaluate:
        x[o.cell]++;
        outcome = o.evaluate(o.out.array, x[o.a], o.x.array, o.y.array, o.z.array);
        break;
      case kinds.multiplyAdd:
        x[o.cell] = x[o.a] + x[o.b] * x[o.c];
        break;
      case kinds.addScaled:
        sum(o.out.array, o.x.array, x[o.a], o.y.array);
        break;
      case kinds.copy:
        copy(o.out.array, o.x.array);
        break;
      case kinds.zero:
        fill(o.out.array, 0);
        break;
      case kinds.scale:
        copy(o.out.array, o.x.array);
        scale(o.out.array, x[o.a]);
        break;
      case kinds.divide:
        x[o.cell] = x[o.a] / x[o.b];
        break;
      case kinds.larger:
        x[o.cell] = Math.max(x[o.a], x[o.b]);
        break;
      case kinds.fromInteger:
        x[o.cell] = k[o.a];
        break;
      case kinds.entry:
        x[o.cell] = o.x.array[k[o.a] + o.b];
        break;
      case kinds.scaledNorm:
        x[o.cell] = scaledNorm(o.out.array, o.x.array, o.y.array, o.z.array, x[o.a], o.norm);
        break;
      case kinds.largest:
        x[o.cell] = normInf(o.x.array);
        break;
      case kinds.largestRow:
        x[o.cell] = largestRow(o.x.array, o.places.rowStart, o.places.column, o.y.array);
        break;
      case kinds.count:
        x[o.cell]++;
        break;
      case kinds.when:
        outcome = execute(x[o.a] === o.to ? o.yes : o.no, x, k, sum);
        break;
      case kinds.whenInteger:
        outcome = execute(k[o.a] === o.to ? o.yes : o.no, x, k, sum);
        break;
      case kinds.whenLess:
        outcome = execute(x[o.a] < x[o.b] ? o.yes : o.no, x, k, sum);
        break;
      case kinds.whenAtMost:
        outcome = execute(x[o.a] <= x[o.b] ? o.yes : o.no, x, k, sum);
        break;
      case kinds.repeat:
        for (k[o.b] = 1; outcome === "ok" && k[o.b] <= x[o.a]; k[o.b]++) outcome = execute(o.yes, x, k, sum);
        outcome = outcome === "left" ? "ok" : outcome === "ok" ? execute(o.no, x, k, sum) : outcome;
        break;
      case kinds.leave:
        return "left";
      case kinds.end:
        return o.status;
    }
    if (outcome !== "ok") return outcome;
  }
  return "ok";
}

/**
 * Turns the names and handles of a program into arrays and cells. The cells hold shared numbers, counts, temporary
 * numbers and constants.
 */
class Binding {
  readonly numbers: Float64Array;
  readonly integers: Int32Array;
  private readonly program: Program;
  private readonly evaluations: Readonly<Record<string, HostEvaluation>>;
  private readonly patterns: Readonly<Record<string, Places>>;
  private readonly whole: readonly Held[];
  private readonly temporaries: number;
  private constants: number;

  constructor(
    program: Program,
    arrays: Readonly<Record<string, F64>>,
    evaluations: Readonly<Record<string, HostEvaluation>>,
    patterns: Readonly<Record<string, Places>>,
    temporaries: number,
  ) {
    this.program = program;
    this.evaluations = evaluations;
    this.patterns = patterns;
    this.temporaries = temporaries;
    this.constants = temporaries + program.temporaries;
    this.numbers = new Float64Array(this.constants + 3 * [...flat(program.operations)].length);
    this.integers = new Int32Array(program.integers + 1);
    this.whole = program.arrays.map(({ name, given }) => ({ array: given ? none : arrays[name] }));
  }

  /** The given arrays of the program, and others for those that it does not have. */
  given(): Held[] {
    const given = this.whole.filter((_, k) => this.program.arrays[k].given);
    return [...given, ...Array.from({ length: most - given.length }, () => ({ array: none }))];
  }

  inOrder(operations: readonly Operation[]): Instruction[] {
    return operations.map((o) => this.instruction(o));
  }

  private instruction(o: Operation): Instruction {
    const { program, evaluations } = this;
    const [held, place] = [(x: Vector) => this.hold(x), (x: Value) => this.place(x)];
    switch (o.kind) {
      case "copy":
        return { ...blank, kind: kinds[o.kind], out: held(o.out), x: held(o.x) };
      case "zero":
        return { ...blank, kind: kinds[o.kind], out: held(o.out) };
      case "scale":
        return { ...blank, kind: kinds[o.kind], out: held(o.out), a: place(o.a), x: held(o.x) };
      case "addScaled":
        return { ...blank, kind: kinds[o.kind], out: held(o.out), x: held(o.x), a: place(o.a), y: held(o.y) };
      case "combine": {
        const x = o.start === undefined ? { array: addressed(new Float64Array(o.out.length)) } : held(o.start);
        return { ...blank, kind: kinds[o.kind], out: held(o.out), x, a: place(o.h), y: held(o.x), row: o.row };
      }
      case "multiplyAdd":
        return { ...blank, kind: kinds[o.kind], cell: place(o.out), a: place(o.a), b: place(o.b), c: place(o.c) };
      case "divide":
      case "larger":
        return { ...blank, kind: kinds[o.kind], cell: place(o.out), a: place(o.a), b: place(o.b) };
      case "fromInteger":
        return { ...blank, kind: kinds[o.kind], cell: place(o.out), a: o.value.integer };
      case "entry": {
        // the integer after those of the program stays 0
        const [a, b] = typeof o.at === "number" ? [program.integers, o.at] : [o.at.integer, 0];
        return { ...blank, kind: kinds[o.kind], cell: place(o.out), x: held(o.x), a, b };
      }
      case "scaledNorm": {
        const [out, x, y, z] = [o.error, o.before, o.after, o.atol].map(held);
        return { ...blank, kind: kinds[o.kind], cell: place(o.out), out, x, y, z, a: place(o.rtol), norm: o.norm };
      }
      case "largest":
        return { ...blank, kind: kinds[o.kind], cell: place(o.out), x: held(o.x) };
      case "largestRow": {
        const places = this.patterns[program.patterns[o.places.pattern]];
        return { ...blank, kind: kinds[o.kind], cell: place(o.out), x: held(o.A), y: held(o.x), places };
      }
      case "evaluate": {
        const [cell, evaluate] = [program.numbers.length + o.evaluation.index, evaluations[o.evaluation.name]];
        const [x = nothing, y = nothing, z = nothing] = o.x.map(held);
        const out = o.out === undefined ? nothing : held(o.out);
        return { ...blank, kind: kinds.evaluate, cell, a: place(o.number ?? 0), out, x, y, z, evaluate };
      }
      case "count":
        return { ...blank, kind: kinds.count, cell: this.temporaries - program.counters + o.counter.counter };
      case "when":
        return { ...blank, ...this.condition(o.condition), yes: this.inOrder(o.yes), no: this.inOrder(o.no) };
      case "repeat": {
        const [yes, no] = [this.inOrder(o.body), this.inOrder(o.otherwise)];
        return { ...blank, kind: kinds[o.kind], a: place(o.count), b: o.counter.integer, yes, no };
      }
      case "leave":
        return { ...blank, kind: kinds.leave };
      case "end":
        return { ...blank, kind: kinds.end, status: o.status };
    }
  }

  private condition(o: Condition): Pick<Instruction, "kind" | "a" | "b" | "to"> {
    if (o.relation !== "equal")
      return {
        kind: o.relation === "less" ? kinds.whenLess : kinds.whenAtMost,
        a: this.place(o.a),
        b: this.place(o.b),
        to: 0,
      };
    if ("shared" in o.a) return { kind: kinds.when, a: this.place(o.a), b: 0, to: o.b };
    return { kind: kinds.whenInteger, a: o.a.integer, b: 0, to: o.b };
  }

  /** The cell of a number; each constant gets its own cell. */
  private place(value: Scalar | number): number {
    if (typeof value !== "number") return value.shared ? value.index : this.temporaries + value.index;
    this.numbers[this.constants] = value;
    return this.constants++;
  }

  /** Given arrays are used as a whole. */
  private hold({ array, offset, length }: Vector): Held {
    const whole = this.whole[array];
    if (length === this.program.arrays[array].length) return whole;
    return { array: addressed(whole.array.subarray(offset, offset + length)) };
  }
}
