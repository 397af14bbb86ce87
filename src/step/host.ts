/**
 * The host reading: a program as instructions over arrays and cells of numbers, made once at binding. It is the
 * reference for the WebAssembly reading, and the only reading in which an evaluation can be a TypeScript function. All
 * instructions have the same shape and one loop runs them, which engines optimise better than one closure per
 * instruction.
 */

import { addressed, type F64 } from "../core/arena.js";
import type { Operation, Program, Row, Scalar, Step, Value, Vector } from "../core/program.js";
import type { Status } from "../core/status.js";
import { addScaled, copy, fill, scale, scaledNorm } from "../linalg/vector.js";
import { combine, row } from "./combine.js";

/** An evaluation: its output, then the number and the vector at which it is taken. */
export type HostEvaluation = (out: F64, number: number, x: F64) => Status;

/** `sum` computes out = x + a y, for callers that have a routine faster than a loop. */
export function onHost(
  program: Program,
  arrays: Readonly<Record<string, F64>>,
  evaluations: Readonly<Record<string, HostEvaluation>>,
  sum: Sum = addScaled,
): Step {
  const counts = program.numbers.length;
  const temporaries = counts + program.evaluations.length;
  const binding = new Binding(program, arrays, evaluations, temporaries);
  const operations = binding.inOrder(program.operations);
  const [first, second] = binding.given();
  const { numbers, integers } = binding;
  return {
    numbers,
    run(integer, a = none, b = none) {
      integers[0] = integer;
      first.array = a;
      second.array = b;
      for (let k = counts; k < temporaries; k++) numbers[k] = 0;
      return execute(operations, numbers, integers, sum);
    },
    evaluated: (index) => numbers[counts + index],
  };
}

type Sum = (out: F64, x: F64, a: number, y: F64) => void;

/** A vector as instructions see it: given arrays change from run to run. */
interface Held {
  array: F64;
}

const none = addressed(new Float64Array(0));
const nothing: Held = { array: none };
const noRow = row([], 0);
const noEvaluation: HostEvaluation = () => "ok";

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
  repeat: 12,
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
  row: noRow,
  norm: "rms",
  evaluate: noEvaluation,
  yes: [],
  no: [],
};

/**
 * Runs the instructions one after the other until an evaluation is not "ok"; `x` holds the numbers, `k` the integers.
 */
function execute(instructions: readonly Instruction[], x: Float64Array, k: Int32Array, sum: Sum): Status {
  for (let at = 0; at < instructions.length; at++) {
    const o = instructions[at];
    let status: Status = "ok";
    switch (o.kind) {
      case kinds.combine:
        combine(o.out.array, o.x.array, x[o.a], o.y.array, o.row);
        break;
      case kinds.evaluate:
        x[o.cell]++;
        status = o.evaluate(o.out.array, x[o.a], o.x.array);
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
      case kinds.fromInteger:
        x[o.cell] = k[o.a];
        break;
      case kinds.entry:
        x[o.cell] = o.x.array[k[o.a] + o.b];
        break;
      case kinds.scaledNorm:
        x[o.cell] = scaledNorm(o.out.array, o.x.array, o.y.array, o.z.array, x[o.a], o.norm);
        break;
      case kinds.when:
        if (x[o.a] === o.to) status = execute(o.yes, x, k, sum);
        else if (o.no.length > 0) status = execute(o.no, x, k, sum);
        break;
      case kinds.whenInteger:
        if (k[o.a] === o.to) status = execute(o.yes, x, k, sum);
        else if (o.no.length > 0) status = execute(o.no, x, k, sum);
        break;
      case kinds.repeat:
        for (k[o.b] = 1; status === "ok" && k[o.b] <= x[o.a]; k[o.b]++) status = execute(o.yes, x, k, sum);
        break;
    }
    if (status !== "ok") return status;
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
  private readonly whole: readonly Held[];
  private readonly temporaries: number;
  private constants: number;

  constructor(
    program: Program,
    arrays: Readonly<Record<string, F64>>,
    evaluations: Readonly<Record<string, HostEvaluation>>,
    temporaries: number,
  ) {
    this.program = program;
    this.evaluations = evaluations;
    this.temporaries = temporaries;
    this.constants = temporaries + program.temporaries;
    this.numbers = new Float64Array(this.constants + 3 * size(program.operations));
    this.integers = new Int32Array(program.integers + 1);
    this.whole = program.arrays.map(({ name, given }) => ({ array: given ? none : arrays[name] }));
  }

  given(): [Held, Held] {
    const [first = { array: none }, second = { array: none }] = this.whole.filter(
      (_, k) => this.program.arrays[k].given,
    );
    return [first, second];
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
      case "evaluate": {
        const [cell, evaluate] = [program.numbers.length + o.evaluation.index, evaluations[o.evaluation.name]];
        return { ...blank, kind: kinds.evaluate, cell, a: place(o.number), x: held(o.x), out: held(o.out), evaluate };
      }
      case "when": {
        const { value, to } = o.condition;
        const [yes, no] = [this.inOrder(o.yes), this.inOrder(o.no)];
        if ("shared" in value) return { ...blank, kind: kinds.when, a: place(value), to, yes, no };
        return { ...blank, kind: kinds.whenInteger, a: value.integer, to, yes, no };
      }
      case "repeat":
        return { ...blank, kind: kinds[o.kind], a: place(o.count), b: o.counter.integer, yes: this.inOrder(o.body) };
    }
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

/** The number of operations, including those inside other operations. */
function size(operations: readonly Operation[]): number {
  return operations.reduce((sum, o) => {
    const inside = o.kind === "when" ? size(o.yes) + size(o.no) : o.kind === "repeat" ? size(o.body) : 0;
    return sum + 1 + inside;
  }, 0);
}
