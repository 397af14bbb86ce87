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
import type { Lanes, Place } from "./lanes.js";
import type { Input, Output, Program, Target } from "./program.js";
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

/** Programs with more results than this write each of them as soon as it is known, one instance at a time. */
const mostTogether = 1000;

/** Whether the results of a program are too many to be held in locals together. */
export const isLong = ({ outputs }: Program): boolean => outputs.length > mostTogether;

/** The body of the loop for one lane width. */
export class Body<T extends Lane> {
  private readonly c: Context;
  private readonly lanes: Lanes<T>;
  private readonly hoisted: ReadonlyMap<number, Local<T>>;
  private readonly width: number;
  private readonly isLong: boolean;
  private readonly code: Statement[] = [];
  private readonly values: (Code<T> | undefined)[] = [];
  private readonly depth: number[] = [];
  /** The locals that the code of each value reads; it is a tree, so each value of it is read at one place. */
  private readonly reads: (readonly Local<T>[])[] = [];
  /** How often each local will still be read, and those that will not be read again. */
  private readonly left = new Map<Local<T>, number>();
  private readonly free: Local<T>[] = [];
  /** Addresses, and pairs of neighbouring entries, that this body has in locals, by what they are. */
  private readonly addresses = new Map<string, Local<"i32">>();
  private readonly neighbours = new Map<string, Local<"v128">>();
  /** The inputs that are read together with a neighbour. */
  private readonly together: Together;

  constructor(context: Context, lanes: Lanes<T>, hoisted: ReadonlyMap<number, Local<T>>, width: number) {
    this.c = context;
    this.lanes = lanes;
    this.hoisted = hoisted;
    this.width = width;
    this.isLong = isLong(context.program);
    this.together = width === 2 ? readTogether(context) : new Map();
  }

  emit(): Statement[] {
    const { program, invariant, uses, module } = this.c;
    let written = 0;
    program.instructions.forEach((instruction, k) => {
      const ready = this.hoisted.get(k);
      this.depth[k] = 0;
      this.reads[k] = [];
      if (ready) this.values[k] = get(ready);
      else if (instruction.op === "const") this.values[k] = this.lanes.const(instruction.value);
      else if (!invariant[k] && uses[k] > 0) {
        const value = instruction.input
          ? this.input(instruction.input)
          : this.lanes.apply(
              module,
              instruction.op,
              instruction.args.map((a) => this.values[a]!),
              instruction,
            );
        this.depth[k] = 1 + instruction.args.reduce((most, a) => Math.max(most, this.depth[a]), 0);
        this.values[k] = value;
        this.reads[k] = instruction.args.flatMap((a) => this.reads[a]);
        if (uses[k] > 1 || this.depth[k] > maxInlineDepth) this.keep(k);
      }
      if (this.isLong)
        while (written < program.outputs.length && program.outputs[written].value <= k) this.writeNow(written++);
    });
    if (!this.isLong) this.write();
    return this.code;
  }

  /** Computes a value into a local, which is free again after the last use of the value. */
  private keep(k: number): void {
    const value = this.values[k]!;
    this.release(k);
    const local = this.free.pop() ?? this.c.f.local(this.lanes.type);
    this.code.push(set(local, value));
    this.values[k] = get(local);
    this.depth[k] = 0;
    this.reads[k] = [local];
    this.left.set(local, this.c.uses[k]);
  }

  /** Frees the locals that are read for the last time by the code of a value. */
  private release(k: number): void {
    for (const local of this.reads[k]) {
      const left = this.left.get(local)! - 1;
      this.left.set(local, left);
      if (left === 0) this.free.push(local);
    }
  }

  /** Writes a result at once, so that the locals behind it can be used again. */
  private writeNow(output: number): void {
    const { outputs } = this.c.program;
    const { value } = outputs[output];
    this.add(outputs[output], 0, this.values[value] as Code<"f64">);
    this.release(value);
  }

  /** A local that is set when it is first asked for. */
  private address(key: string, make: () => I32): I32 {
    let local = this.addresses.get(key);
    if (local === undefined) {
      local = this.c.f.local("i32");
      this.code.push(set(local, make()));
      this.addresses.set(key, local);
    }
    return get(local);
  }

  /**
   * The first coordinate of a node in an array, in one lane. Arithmetic sequences with one stride share an address, and the
   * rest is a constant offset.
   */
  private nodePlace(base: Local<"i32">, node: number, lane: number): KeyedPlace {
    const { tables, i } = this.c;
    const column = tables.index[node];
    if (column.kind === "table") {
      const offset = (): I32 => i32.load(i32.shl(get(i), i32.const(2)), column.address + 4 * lane);
      const at = this.address(`node ${node} ${lane}`, offset);
      return { key: `${base.index} ${node} ${lane}`, address: i32.add(get(base), at), offset: 0 };
    }
    const { base: first, stride } = column;
    // a constant offset must not be negative, and neither may the address without it
    return this.stridedPlace(
      base,
      stride,
      stride < 0 ? 0 : first + lane * stride,
      stride < 0 ? first + lane * stride : 0,
    );
  }

  /** Entry `entry` + `ahead` + `stride` times the instance of an array; the address has `ahead` in it. */
  private stridedPlace(base: Local<"i32">, stride: number, entry: number, ahead = 0): KeyedPlace {
    const key = `${base.index} ${stride} ${ahead}`;
    const address = this.address(`strided ${key}`, () => {
      const moved = i32.add(get(base), i32.mul(get(this.c.i), i32.const(8 * stride)));
      return ahead === 0 ? moved : i32.add(moved, i32.const(8 * ahead));
    });
    return { key, address, offset: 8 * entry };
  }

  /** Where an input that is not the same for all instances is, in one lane. */
  private inputPlace(input: VaryingInput, lane: number): KeyedPlace {
    const { p } = this.c;
    if ("node" in input) {
      const { key, address, offset } = this.nodePlace(p[input.from], input.node, lane);
      return { key, address, offset: offset + 8 * input.comp };
    }
    return this.stridedPlace(p[input.from], input.stride, input.offset + lane * input.stride);
  }

  private input(input: Input): Code<T> {
    const { tables, i } = this.c;
    switch (input.from) {
      case "q":
      case "v":
      case "w":
      case "u":
        return this.varying(input);
      case "y":
      case "g":
        return this.varying(input as EntryInput);
      case "omega2": {
        const entry = i32.mul(get(i), i32.const(8 * input.stride));
        const at = tables.omega2 + 8 * input.offset;
        if (input.stride === 1) return this.lanes.loadConsecutive(entry, at);
        return this.lanes.gather([0, 1].map((lane) => ({ address: entry, offset: at + 8 * lane * input.stride })));
      }
      case "param":
        return this.lanes.loadConsecutive(i32.shl(get(i), i32.const(3)), tables.params[input.column].address);
      case "t":
        throw new Error("kernel: time must be hoisted out of the loop; it was read inside");
    }
  }

  private varying(input: VaryingInput): Code<T> {
    const neighbour = this.together.get(keyOf(input));
    if (neighbour !== undefined) return this.halves(neighbour.low, neighbour.isHigh) as Code<T>;
    const places = Array.from({ length: this.width }, (_, lane) => this.inputPlace(input, lane));
    const [{ address, offset }] = places;
    if ("stride" in input && input.stride === 1) return this.lanes.loadConsecutive(address, offset);
    return this.lanes.gather(places);
  }

  /** The lower or the higher of two neighbouring entries, in both lanes: each lane's two entries are read at once. */
  private halves(low: VaryingInput, isHigh: boolean): Code<"v128"> {
    const [first, second] = [0, 1].map((lane) => {
      const { key, address, offset } = this.inputPlace(low, lane);
      const known = `${key} ${offset}`;
      let local = this.neighbours.get(known);
      if (local === undefined) {
        local = this.c.f.local("v128");
        this.code.push(set(local, f64x2.load(address, offset)));
        this.neighbours.set(known, local);
      }
      return get(local);
    });
    return isHigh ? f64x2.highs(first, second) : f64x2.lows(first, second);
  }

  private write(): void {
    const { program, f } = this.c;
    // 1. evaluate all results into locals, so that no store delays an evaluation
    const results = program.outputs.map((output) => {
      const local = f.local(this.lanes.type);
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
      case "scatter": {
        const { address, offset } = this.nodePlace(outPointer(p, target.array), target.node, lane);
        accumulate(address, offset + 8 * target.comp);
        return;
      }
      case "store": {
        const { address, offset } = this.storePlace(target, lane);
        this.code.push(f64.store(address, value, offset));
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
    const { target } = output;
    if (target.to === "scatter") {
      const place = this.nodePlace(outPointer(this.c.p, target.array), target.node, lane);
      const offset = place.offset + 8 * target.comp;
      this.code.push(f64x2.store(place.address, f64x2.add(f64x2.load(place.address, offset), values), offset));
    } else if (target.to === "store") {
      const { address, offset } = this.storePlace(target, lane);
      this.code.push(f64x2.store(address, values, offset));
    }
  }

  private storePlace({ array, offset, stride }: Extract<Target, { to: "store" }>, lane: number): Place {
    return this.stridedPlace(outPointer(this.c.p, array), stride, offset + lane * stride);
  }
}

/** Places with equal keys have equal addresses. */
interface KeyedPlace extends Place {
  readonly key: string;
}

type NodeInput = Extract<Input, { readonly node: number }>;
type EntryInput = { readonly from: "y" | "g"; readonly offset: number; readonly stride: number };
type VaryingInput = NodeInput | EntryInput;
type Together = ReadonlyMap<string, { readonly low: VaryingInput; readonly isHigh: boolean }>;

/** In shorter loops, entries may have been written one by one shortly before, and a read of two would wait for both. */
const fewestTogether = 32;

const keyOf = (input: VaryingInput): string =>
  "node" in input ? `${input.from} ${input.node} ${input.comp}` : `${input.from} ${input.offset} ${input.stride}`;

/** Finds inputs whose neighbours are read too: coordinates of a node, or entries of an array with a stride. */
function readTogether({ program, tables, invariant }: Context): Together {
  const found = new Map<string, { low: VaryingInput; isHigh: boolean }>();
  if (tables.count < fewestTogether) return found;
  const read = new Map<string, VaryingInput>();
  program.instructions.forEach(({ input }, k) => {
    if (input === undefined || invariant[k]) return;
    if ("node" in input) read.set(keyOf(input), input);
    else if ((input.from === "y" || input.from === "g") && input.stride > 1) {
      const entry = input as EntryInput;
      read.set(keyOf(entry), entry);
    }
  });
  const placeIn = (input: VaryingInput): number => ("node" in input ? input.comp : input.offset);
  const next = (input: VaryingInput): VaryingInput =>
    "node" in input ? { ...input, comp: input.comp + 1 } : { ...input, offset: input.offset + 1 };
  for (const low of [...read.values()].sort((a, b) => placeIn(a) - placeIn(b))) {
    const high = next(low);
    if (found.has(keyOf(low)) || !read.has(keyOf(high))) continue;
    found.set(keyOf(low), { low, isHigh: false });
    found.set(keyOf(high), { low, isHigh: true });
  }
  return found;
}

function areNeighbours(a: Output, b: Output): boolean {
  const [s, t] = [a.target, b.target];
  if (s.array !== t.array) return false;
  if (s.to === "scatter" && t.to === "scatter") return s.node === t.node && t.comp === s.comp + 1;
  if (s.to === "store" && t.to === "store") return s.stride === t.stride && t.offset === s.offset + 1 && s.stride > 1;
  return false;
}
