/**
 * Compiles kernel programs to WebAssembly. The generated function has the arguments `kernelSignature` and runs a program
 * over its tables, two instances at a time with a scalar tail. Values that are the same for all instances are computed
 * once, before the loop. Two instances are evaluated together but scattered one after the other, so that sums are formed
 * in the order of the scalar kernel and have its bits.
 */

import {
  type Code,
  type Func,
  type FunctionBuilder,
  f64,
  f64x2,
  get,
  i32,
  type Local,
  loop,
  type Module,
  type Statement,
  sequence,
  set,
} from "../wasm/index.js";
import { Body, type Context, isLong } from "./emit-body.js";
import { type KernelParams, kernelSignature, outPointer } from "./kernel-call.js";
import { pair, scalar } from "./lanes.js";
import type { Input, Program } from "./program.js";
import type { Tables } from "./tables.js";

export function emitKernel(module: Module, name: string, program: Program, tables: Tables): Func<"void"> {
  return module.func(name, kernelSignature, "void", (f, p) => new KernelEmitter(module, f, p, program, tables).emit());
}

class KernelEmitter {
  private readonly module: Module;
  private readonly f: FunctionBuilder;
  private readonly p: KernelParams;
  private readonly program: Program;
  private readonly tables: Tables;
  private readonly i: Local<"i32">;
  /** Whether each instruction has the same value for all instances. */
  private readonly invariant: boolean[];
  private readonly uses: number[];
  private readonly hoisted = new Map<number, Local<"f64">>();
  private readonly sums = new Map<number, Local<"f64">>();

  constructor(module: Module, f: FunctionBuilder, p: KernelParams, program: Program, tables: Tables) {
    this.module = module;
    this.f = f;
    this.p = p;
    this.program = program;
    this.tables = tables;
    this.i = f.local("i32");
    const { instructions, outputs } = program;
    this.invariant = [];
    this.uses = new Array<number>(instructions.length).fill(0);
    instructions.forEach((instruction, k) => {
      this.invariant[k] = instruction.input
        ? isUniform(instruction.input, tables)
        : instruction.args.every((a) => this.invariant[a]);
      for (const a of instruction.args) this.uses[a]++;
    });
    for (const output of outputs) {
      this.uses[output.value]++;
      const { target } = output;
      if (target.to === "sum" && !this.sums.has(target.array)) this.sums.set(target.array, f.local("f64"));
    }
  }

  emit(): Statement[] {
    const { count } = this.tables;
    const code: Statement[] = [...this.hoist()];
    const pairs = isLong(this.program) ? 0 : count - (count % 2);
    if (pairs > 0)
      code.push(
        loop(
          this.i,
          i32.const(0),
          i32.const(pairs),
          2,
          new Body(this.context(), pair, this.hoistedPairs(code), 2).emit(),
        ),
      );
    if (pairs < count) {
      const body = new Body(this.context(), scalar, this.hoisted, 1).emit();
      const isOne = pairs === count - 1;
      code.push(
        isOne
          ? sequence([set(this.i, i32.const(pairs)), ...body])
          : loop(this.i, i32.const(pairs), i32.const(count), 1, body),
      );
    }
    for (const [array, sum] of this.sums) {
      const address = get(outPointer(this.p, array));
      code.push(f64.store(address, f64.add(f64.load(address), get(sum))));
    }
    return code;
  }

  private context(): Context {
    const { module, f, p, program, tables, i, invariant, uses, sums } = this;
    return { module, f, p, program, tables, i, invariant, uses, sums };
  }

  /** Compute, before the loop, the invariant values that the loop uses. */
  private hoist(): Statement[] {
    const { instructions, outputs } = this.program;
    const wanted = new Set<number>();
    instructions.forEach((instruction, k) => {
      if (!this.invariant[k]) for (const a of instruction.args) if (this.invariant[a]) wanted.add(a);
    });
    for (const output of outputs) if (this.invariant[output.value]) wanted.add(output.value);
    // every invariant value that the loop or several instructions use gets a local; constants stay inline
    const code: Statement[] = [];
    const value = (k: number): Code<"f64"> => {
      const local = this.hoisted.get(k);
      if (local) return get(local);
      const instruction = instructions[k];
      if (instruction.op === "const") return f64.const(instruction.value);
      if (instruction.input) return this.uniformInput(instruction.input);
      return scalar.apply(this.module, instruction.op, instruction.args.map(value), instruction);
    };
    const needed = new Array<boolean>(instructions.length).fill(false);
    for (let k = instructions.length - 1; k >= 0; k--) {
      if (!this.invariant[k] || !(needed[k] || wanted.has(k))) continue;
      for (const a of instructions[k].args) needed[a] = true;
    }
    instructions.forEach((instruction, k) => {
      if (!this.invariant[k] || instruction.op === "const" || !(needed[k] || wanted.has(k))) return;
      const code64 = value(k);
      const local = this.f.local("f64");
      code.push(set(local, code64));
      this.hoisted.set(k, local);
    });
    return code;
  }

  private hoistedPairs(code: Statement[]): Map<number, Local<"v128">> {
    const pairs = new Map<number, Local<"v128">>();
    const spread = (k: number, value: Code<"f64">): void => {
      const both = this.f.local("v128");
      code.push(set(both, f64x2.splat(value)));
      pairs.set(k, both);
    };
    for (const [k, local] of this.hoisted) spread(k, get(local));
    this.program.instructions.forEach((instruction, k) => {
      if (instruction.op === "const") spread(k, f64.const(instruction.value));
    });
    return pairs;
  }

  private uniformInput(input: Input): Code<"f64"> {
    if (input.from === "t") return get(this.p.t);
    if (input.from === "param") return f64.load(i32.const(0), this.tables.params[input.column].address);
    if (input.from === "u") {
      const column = this.tables.index[input.node];
      const first = column.kind === "affine" ? i32.const(8 * column.base) : i32.load(i32.const(column.address));
      return f64.load(i32.add(get(this.p.u), first), 8 * input.comp);
    }
    throw new Error(
      `kernel: only t, uniform parameters and equal weights can be hoisted; got an input from "${input.from}"`,
    );
  }
}

function isUniform(input: Input, tables: Tables): boolean {
  if (input.from === "u") return tables.isSameWeight?.(input.node, input.comp) ?? false;
  return input.from === "t" || (input.from === "param" && tables.params[input.column].uniform);
}
