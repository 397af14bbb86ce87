import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LinearMemory } from "../memory/linear-memory.js";
import { interpolated, interpolatedGrid } from "../model/interpolate.js";
import type { Piecewise } from "../symbolic/index.js";
import { instantiate, Module } from "../wasm/index.js";
import { emitKernel } from "./emit.js";
import { interpret } from "./interpreter.js";
import type { Input, Instruction, Program, Target } from "./program.js";
import { placeIndex, placeParam, placeSlots } from "./tables.js";

const unary = [
  "neg",
  "sqrt",
  "abs",
  "floor",
  "sin",
  "cos",
  "tan",
  "asin",
  "acos",
  "atan",
  "exp",
  "log",
  "tanh",
] as const;
const binary = ["add", "sub", "mul", "div", "min", "max", "atan2", "pow"] as const;
/** Functions with one, two and many pieces, periodic and not, of one and two arguments. */
const tables = [
  interpolated("one", { x: [-1, 1], y: [0.3, 2] }, "linear", "refuse"),
  interpolated("held", { x: [-1, 0.5, 1], y: [0.3, 2, 1] }, "cubic", "hold"),
  interpolated("many", { x: series(9, -1.5), y: series(9, 0).map(Math.sin) }, "pchip", "extend"),
  interpolated("again", { x: series(5, 0), y: [1, 3, 0, -2, 1] }, "cubic", { period: 1.2 }),
  interpolatedGrid("flat", { x: [-1, 1], y: series(4, -0.5), z: grid(2, 4) }, "linear", ["extend", "refuse"]),
  interpolatedGrid("map", { x: series(6, -1), y: series(4, 0), z: grid(6, 4) }, "cubic", ["hold", { period: 0.9 }]),
];
function grid(rows: number, columns: number): number[][] {
  return Array.from({ length: rows }, (_, i) => Array.from({ length: columns }, (_, j) => Math.sin(3 * i + (j % 3))));
}
function series(count: number, from: number): number[] {
  return Array.from({ length: count }, (_, k) => from + 0.3 * k);
}
/** Loops of many instances read neighbouring entries together. */
const mostInstances = 37;
const points = mostInstances + 1;
const dim = 2;
const coordinates = points * dim;

/** Random programs on two nodes of dimension 2, with one uniform and one varying parameter and every kind of target. */
const programs = fc
  .record({
    constants: fc.array(fc.double({ noNaN: true, min: -3, max: 3 }), { minLength: 1, maxLength: 3 }),
    steps: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat()), { minLength: 1, maxLength: 40 }),
    outputs: fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.nat(1), fc.nat(1)), { minLength: 1, maxLength: 8 }),
    count: fc.oneof(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 31, max: mostInstances })),
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
    order: fc.constantFrom("shuffled", "bent", "ascending", "descending"),
    alike: fc.boolean(),
  })
  .map(({ constants, steps, outputs, ...rest }) => {
    const inputs: Input[] = [
      ...(["q", "v", "w", "u"] as const).flatMap((from) =>
        [0, 1].flatMap((node) => [0, 1].map((comp): Input => ({ from, node, comp }))),
      ),
      { from: "y", offset: 1, stride: 1 },
      ...[0, 1, 2].map((offset): Input => ({ from: "g", offset, stride: 3 })),
      { from: "omega2", offset: 0, stride: 1 },
      { from: "param", column: 0 },
      { from: "param", column: 1 },
      { from: "t" },
    ];
    const instructions: Instruction[] = [
      ...inputs.map((input): Instruction => ({ op: "symbol", args: [], value: 0, input })),
      ...constants.map((value): Instruction => ({ op: "const", args: [], value: value + 0, input: undefined })),
    ];
    for (const [kind, a, b, c] of steps) {
      const pick = (k: number): number => k % instructions.length;
      const choices = unary.length + binary.length + 1;
      const choice = kind % choices;
      instructions.push(
        choice < unary.length
          ? { op: unary[choice], args: [pick(a)], value: 0, input: undefined }
          : choice < unary.length + binary.length
            ? { op: binary[choice - unary.length], args: [pick(a), pick(b)], value: 0, input: undefined }
            : c % 2 === 0
              ? { op: "select", args: [pick(a), pick(b), pick(c)], value: 0, input: undefined }
              : tableInstruction(tables[((c - 1) / 2) % tables.length], [pick(a), pick(b)], (kind - choice) / choices),
      );
    }
    const target = (kind: number, node: number, comp: number): Target =>
      [
        { to: "scatter", array: 0, node, comp } as const,
        { to: "store", array: 1, offset: 2 * node + comp, stride: 4 } as const,
        { to: "slot", array: 2, column: node } as const,
        { to: "sum", array: 0 } as const,
      ][kind];
    const program: Program = {
      instructions,
      outputs: outputs.map(([value, kind, node, comp]) => ({
        value: value % instructions.length,
        target: target(kind, node, comp),
      })),
    };
    return { program, ...rest };
  });

function tableInstruction(table: Piecewise, args: readonly number[], order: number): Instruction {
  const arity = table.axes.length;
  return { op: "table", args: args.slice(0, arity), value: order % 4 ** arity, input: undefined, table };
}

type Case = typeof programs extends fc.Arbitrary<infer T> ? T : never;

/** The point of each instance: in any order, in order up to a point, or in arithmetic sequences. */
const places: Record<Case["order"], (i: number, count: number) => number> = {
  shuffled: (i) => 5 * i * i + i,
  bent: (i) => Math.min(i, 4),
  ascending: (i) => i,
  descending: (i, count) => count - 1 - i,
};

function run({ program, count, seed, order, alike }: Case, engine: "interpreter" | "wasm"): BigUint64Array {
  const memory = new LinearMemory(20000);
  let state = seed;
  const random = (): number => {
    state = (state * 48271) % 2147483647;
    return (4 * state) / 2147483647 - 2;
  };
  const filled = (length: number): Float64Array<ArrayBuffer> => {
    const array = memory.f64(length);
    for (let k = 0; k < length; k++) array[k] = random();
    return array;
  };
  const [q, v, w, u] = Array.from({ length: 4 }, () => filled(coordinates));
  if (alike) for (let k = dim; k < coordinates; k++) u[k] = u[k % dim];
  const y = filled(count + 1);
  const g = filled(3 * count);
  const omega2 = filled(count);
  const index = [0, 1].map((node) =>
    Int32Array.from({ length: count }, (_, i) => dim * ((places[order](i, count) + node) % points)),
  );
  const tables = {
    count,
    index: index.map((column) => placeIndex(memory, column)),
    params: [
      placeParam(memory, Float64Array.of(random())),
      placeParam(memory, Float64Array.from({ length: count }, random)),
    ],
    omega2: omega2.byteOffset,
    slots: placeSlots(
      memory,
      [0, 1].map((c) => Int32Array.from({ length: count }, (_, i) => (3 * i + c) % 5)),
    ),
    isSameWeight: () => alike,
  };
  const out = [filled(coordinates), filled(4 * count), filled(5)];
  const t = random();
  if (engine === "wasm") {
    const module = new Module((length) => memory.f64(length));
    emitKernel(module, "kernel", program, tables);
    const pointers = [q, v, w, u, y, g, ...out].map((a) => a.byteOffset);
    instantiate(module, memory.memory).kernel(t, ...pointers);
  } else
    interpret(program, tables, memory.buffer, {
      t,
      q: q.byteOffset,
      v: v.byteOffset,
      w: w.byteOffset,
      u: u.byteOffset,
      y: y.byteOffset,
      g: g.byteOffset,
      out: out.map((a) => a.byteOffset),
    });
  const bits = out.flatMap((a) => Array.from(a, (x) => (Number.isNaN(x) ? Number.NaN : x)));
  return new BigUint64Array(Float64Array.from(bits).buffer);
}

describe("WebAssembly kernels", () => {
  test("have the same bits as the interpreter, for any program, count and table", () => {
    fc.assert(
      fc.property(programs, (given) => {
        expect(run(given, "wasm")).toEqual(run(given, "interpreter"));
      }),
      { numRuns: 300 },
    );
  });
});
