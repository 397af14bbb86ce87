/** The body of a kernel's loop for one lane width: it computes addresses and values, then writes instance by instance. */

import {
  type Code,
  type FunctionBuilder,
  f64,
  f64x2,
  get,
  type I32,
  i32,
  type Local,
  type Module,
  type Statement,
  set,
} from "../wasm/index.js";
import { type KernelParams, outPointer } from "./kernel-call.js";
import type { Lanes } from "./lanes.js";
import type { Input, Output, Program } from "./program.js";
import type { Tables } from "./tables.js";

type Lane = "f64" | "v128";

/** The longest chain of operations emitted as one stack expression; a longer chain is broken by a local. */
const maxInlineDepth = 24;

export interface Context {
  readonly module: Module;
  readonly f: FunctionBuilder;
  readonly p: KernelParams;
  readonly program: Program;
  readonly tables: Tables;
  readonly i: Local<"i32">;
  readonly invariant: readonly boolean[];
  readonly uses: readonly number[];
  readonly sums: ReadonlyMap<number, Local<"f64">>;
}

/** The body of the loop for one lane width. */
export class Body<T extends Lane> {
  private readonly c: Context;
  private readonly lanes: Lanes<T>;
  private readonly hoisted: ReadonlyMap<number, Local<T>>;
  private readonly width: number;
  private readonly code: Statement[] = [];
  private readonly values: (Code<T> | undefined)[] = [];
  private readonly depth: number[] = [];
  private readonly offsets = new Map<number, Local<"i32">[]>();
  /** The local of each value that has one, how often it will still be read, and locals that are not needed any more. */
  private readonly owned = new Map<number, Local<T>>();
  private readonly left: number[];
  private readonly free: Local<T>[] = [];
  /** The values whose locals the code of a value reads, while that code is not part of a statement. */
  private readonly reads: number[][] = [];

  constructor(context: Context, lanes: Lanes<T>, hoisted: ReadonlyMap<number, Local<T>>, width: number) {
    this.c = context;
    this.lanes = lanes;
    this.hoisted = hoisted;
    this.width = width;
    this.left = [...context.uses];
  }

  emit(): Statement[] {
    const { program, invariant, uses, module, f } = this.c;
    program.instructions.forEach((instruction, k) => {
      const ready = this.hoisted.get(k);
      if (ready) {
        this.values[k] = get(ready);
        this.depth[k] = 0;
      } else if (instruction.op === "const") {
        this.values[k] = this.lanes.const(instruction.value);
        this.depth[k] = 0;
      } else if (!invariant[k] && uses[k] > 0) {
        const value = instruction.input
          ? this.input(instruction.input)
          : this.lanes.apply(
              module,
              instruction.op,
              instruction.args.map((a) => this.values[a]!),
              instruction,
            );
        this.depth[k] = 1 + Math.max(0, ...instruction.args.map((a) => this.depth[a]));
        this.reads[k] = this.readBy(instruction.args);
        if (uses[k] > 1 || this.depth[k] > maxInlineDepth) {
          this.release(k);
          const local = this.free.pop() ?? f.local(this.lanes.type);
          this.code.push(set(local, value));
          this.owned.set(k, local);
          this.values[k] = get(local);
          this.depth[k] = 0;
        } else this.values[k] = value;
      }
    });
    this.write();
    return this.code;
  }

  /** The values whose locals are read by code that uses `args`. */
  private readBy(args: readonly number[]): number[] {
    return args.flatMap((a) => (this.owned.has(a) ? [a] : (this.reads[a] ?? [])));
  }

  /** The code of value `k` becomes part of a statement: locals that nothing else reads may be used again. */
  private release(k: number): void {
    for (const read of this.owned.has(k) ? [k] : (this.reads[k] ?? []))
      if (--this.left[read] === 0) this.free.push(this.owned.get(read)!);
  }

  /** Byte offset of a node's first coordinate, per lane; computed once per body. */
  private nodeOffsets(node: number): readonly Local<"i32">[] {
    const known = this.offsets.get(node);
    if (known) return known;
    const { tables, i, f } = this.c;
    const column = tables.index[node];
    const made = Array.from({ length: this.width }, (_, lane) => {
      const local = f.local("i32");
      const value =
        column.kind === "affine"
          ? i32.add(i32.mul(get(i), i32.const(8 * column.stride)), i32.const(8 * (column.base + lane * column.stride)))
          : i32.load(i32.shl(get(i), i32.const(2)), column.address + 4 * lane);
      this.code.push(set(local, value));
      return local;
    });
    this.offsets.set(node, made);
    return made;
  }

  private input(input: Input): Code<T> {
    const { p, tables, i } = this.c;
    switch (input.from) {
      case "q":
      case "v":
      case "w":
      case "u": {
        const base = get(p[input.from]);
        const addresses = this.nodeOffsets(input.node).map((offset) => i32.add(base, get(offset)));
        return this.lanes.gather(addresses, 8 * input.comp);
      }
      case "y":
      case "g":
      case "omega2": {
        const base = input.from === "omega2" ? i32.const(tables.omega2) : get(p[input.from]);
        const entry = i32.add(base, i32.mul(get(i), i32.const(8 * input.stride)));
        return input.stride === 1
          ? this.lanes.loadConsecutive(entry, 8 * input.offset)
          : this.lanes.gather([entry, i32.add(entry, i32.const(8 * input.stride))], 8 * input.offset);
      }
      case "param":
        return this.lanes.loadConsecutive(i32.shl(get(i), i32.const(3)), tables.params[input.column].address);
      case "t":
        throw new Error("kernel: time must be hoisted out of the loop; it was read inside");
    }
  }

  private write(): void {
    const { program, f } = this.c;
    // 1. evaluate all results into locals, so that no store delays an evaluation
    const results = program.outputs.map((output) => {
      this.release(output.value);
      const local = this.free.pop() ?? f.local(this.lanes.type);
      this.code.push(set(local, this.values[output.value]!));
      return local;
    });
    // 2. write them, one instance after the other
    for (let lane = 0; lane < this.width; lane++) {
      for (let k = 0; k < program.outputs.length; k++) {
        const next = program.outputs[k + 1];
        if (this.width === 2 && next && areNeighbours(program.outputs[k], next)) {
          const low = get(results[k]) as Code<"v128">;
          const high = get(results[k + 1]) as Code<"v128">;
          this.addPair(program.outputs[k], lane, lane === 0 ? f64x2.lows(low, high) : f64x2.highs(low, high));
          k++;
        } else this.add(program.outputs[k], lane, this.extract(results[k], lane));
      }
    }
  }

  private extract(local: Local<T>, lane: number): Code<"f64"> {
    return this.lanes.type === "f64"
      ? (get(local) as Code<"f64">)
      : f64x2.lane(get(local) as Code<"v128">, lane === 0 ? 0 : 1);
  }

  private add(output: Output, lane: number, value: Code<"f64">): void {
    const { p, tables, i, sums } = this.c;
    const { target } = output;
    const base = get(outPointer(p, target.array));
    const accumulate = (address: I32, offset: number): void => {
      this.code.push(f64.store(address, f64.add(f64.load(address, offset), value), offset));
    };
    switch (target.to) {
      case "scatter":
        accumulate(i32.add(base, get(this.nodeOffsets(target.node)[lane])), 8 * target.comp);
        return;
      case "store": {
        const address = i32.add(base, i32.mul(get(i), i32.const(8 * target.stride)));
        this.code.push(f64.store(address, value, 8 * (target.offset + lane * target.stride)));
        return;
      }
      case "slot": {
        const slot = i32.load(i32.shl(get(i), i32.const(2)), tables.slots + 4 * (target.column * tables.count + lane));
        accumulate(i32.add(base, slot), 0);
        return;
      }
      case "sum": {
        const sum = sums.get(target.array)!;
        this.code.push(set(sum, f64.add(get(sum), value)));
      }
    }
  }

  /** Add to two neighbouring coordinates of one node, or to two neighbouring entries, with one read and one write. */
  private addPair(output: Output, lane: number, values: Code<"v128">): void {
    const { p, i } = this.c;
    const { target } = output;
    const base = get(outPointer(p, target.array));
    if (target.to === "scatter") {
      const address = i32.add(base, get(this.nodeOffsets(target.node)[lane]));
      const offset = 8 * target.comp;
      this.code.push(f64x2.store(address, f64x2.add(f64x2.load(address, offset), values), offset));
    } else if (target.to === "store") {
      const address = i32.add(base, i32.mul(get(i), i32.const(8 * target.stride)));
      this.code.push(f64x2.store(address, values, 8 * (target.offset + lane * target.stride)));
    }
  }
}

function areNeighbours(a: Output, b: Output): boolean {
  const [s, t] = [a.target, b.target];
  if (s.array !== t.array) return false;
  if (s.to === "scatter" && t.to === "scatter") return s.node === t.node && t.comp === s.comp + 1;
  if (s.to === "store" && t.to === "store") return s.stride === t.stride && t.offset === s.offset + 1 && s.stride > 1;
  return false;
}
