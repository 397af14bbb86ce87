/** The body of a kernel's loop for one lane width: it computes addresses and values, then writes instance by instance. */

import {
  type Code,
  type FunctionBuilder,
  f64,
  f64x2,
  get,
  i32,
  type Local,
  type Module,
  type Statement,
  set,
} from "../wasm/index.js";
import { type KernelParams, outPointer } from "./kernel-call.js";
import type { Lanes, Place } from "./lanes.js";
import { type KeyedPlace, Places } from "./places.js";
import type { Input, Output, Program, Target } from "./program.js";
import { type EntryInput, keyOf, readTogether, type Together, type VaryingInput } from "./read-together.js";
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
  private readonly places: Places;
  /** Pairs of neighbouring entries that this body has in locals, by their places. */
  private readonly neighbours = new Map<string, Local<"v128">>();
  /** Sums that are written at the end, by place, and the arrays that have them. */
  private readonly gathered = new Map<string, { local: Local; place: Place; isPair: boolean }>();
  private readonly gatheredArrays = new Map<number, boolean>();
  /** The inputs that are read together with a neighbour. */
  private readonly together: Together;

  constructor(context: Context, lanes: Lanes<T>, hoisted: ReadonlyMap<number, Local<T>>, width: number) {
    this.c = context;
    this.lanes = lanes;
    this.hoisted = hoisted;
    this.width = width;
    this.isLong = isLong(context.program);
    this.places = new Places(context.f, context.tables, context.i, this.code);
    this.together = width === 2 ? readTogether(context.program, context.tables, context.invariant) : new Map();
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

  /** Where an input that is not the same for all instances is, in one lane. */
  private inputPlace(input: VaryingInput, lane: number): KeyedPlace {
    const { p } = this.c;
    if ("node" in input) {
      const { key, address, offset } = this.places.node(p[input.from], input.node, lane);
      return { key, address, offset: offset + 8 * input.comp };
    }
    return this.places.strided(p[input.from], input.stride, input.offset + lane * input.stride);
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
    for (const { output, k, lane, isPair } of this.writes()) {
      if (isPair) {
        const [low, high] = [results[k], results[k + 1]].map((local) => get(local) as Code<"v128">);
        this.addPair(output, lane, lane === 0 ? f64x2.lows(low, high) : f64x2.highs(low, high));
      } else this.add(output, lane, this.extract(results[k], lane));
    }
    for (const { local, place, isPair } of this.gathered.values())
      this.code.push(
        isPair
          ? f64x2.store(place.address, get(local) as Code<"v128">, place.offset)
          : f64.store(place.address, get(local) as Code<"f64">, place.offset),
      );
  }

  /** The results in the order in which they are written; two that are neighbours in memory are written together. */
  private writes(): { readonly output: Output; readonly k: number; readonly lane: number; readonly isPair: boolean }[] {
    const { outputs } = this.c.program;
    const found = [];
    for (let lane = 0; lane < this.width; lane++)
      for (let k = 0; k < outputs.length; k++) {
        const isPair = this.width === 2 && k + 1 < outputs.length && areNeighbours(outputs[k], outputs[k + 1]);
        found.push({ output: outputs[k], k, lane, isPair });
        if (isPair) k++;
      }
    return found;
  }

  /**
   * Whether sums over nodes go to an array at places that are known to be the same or apart: then a place that both lanes or
   * several nodes have is read and written once.
   */
  private isGathered(array: number): boolean {
    let known = this.gatheredArrays.get(array);
    if (known === undefined) {
      const writes = this.writes().filter(({ output }) => output.target.array === array);
      const places = writes.map(({ output: { target }, lane, isPair }) => {
        const column = target.to === "scatter" ? this.c.tables.index[target.node] : undefined;
        if (target.to !== "scatter" || column?.kind !== "affine" || column.stride <= 0) return undefined;
        const from = column.base + lane * column.stride + target.comp;
        return { stride: column.stride, from, to: from + (isPair ? 2 : 1) };
      });
      known =
        this.width === 2 &&
        places.every(
          (a) =>
            a !== undefined &&
            places.every(
              (b) =>
                b?.stride === a.stride && (a.to <= b.from || b.to <= a.from || (a.from === b.from && a.to === b.to)),
            ),
        );
      this.gatheredArrays.set(array, known);
    }
    return known;
  }

  /** Adds to what is at a place: at once, or in a local that is written at the end. */
  private accumulate(array: number, place: KeyedPlace, value: Code<"f64"> | Code<"v128">): void {
    const isPair = value.type === "v128";
    const added = (to: Code<"f64"> | Code<"v128">): Code<"f64"> | Code<"v128"> =>
      isPair ? f64x2.add(to as Code<"v128">, value as Code<"v128">) : f64.add(to as Code<"f64">, value as Code<"f64">);
    const { address, offset } = place;
    const loaded = isPair ? f64x2.load(address, offset) : f64.load(address, offset);
    if (!this.isGathered(array)) {
      const sum = added(loaded);
      this.code.push(
        isPair ? f64x2.store(address, sum as Code<"v128">, offset) : f64.store(address, sum as Code<"f64">, offset),
      );
      return;
    }
    const key = `${place.key} ${offset}`;
    const known = this.gathered.get(key);
    const local = known?.local ?? this.c.f.local(value.type);
    if (known === undefined) this.gathered.set(key, { local, place, isPair });
    this.code.push(
      set(local as Local<Lane>, added(known === undefined ? loaded : get(local as Local<Lane>)) as Code<Lane>),
    );
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
    switch (target.to) {
      case "scatter": {
        const place = this.places.node(outPointer(p, target.array), target.node, lane);
        this.accumulate(target.array, { ...place, offset: place.offset + 8 * target.comp }, value);
        return;
      }
      case "store": {
        const { address, offset } = this.storePlace(target, lane);
        this.code.push(f64.store(address, value, offset));
        return;
      }
      case "slot": {
        const slot = i32.load(i32.shl(get(i), i32.const(2)), tables.slots + 4 * (target.column * tables.count + lane));
        const at = i32.add(base, slot);
        this.code.push(f64.store(at, f64.add(f64.load(at), value)));
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
      const place = this.places.node(outPointer(this.c.p, target.array), target.node, lane);
      this.accumulate(target.array, { ...place, offset: place.offset + 8 * target.comp }, values);
    } else if (target.to === "store") {
      const { address, offset } = this.storePlace(target, lane);
      this.code.push(f64x2.store(address, values, offset));
    }
  }

  private storePlace({ array, offset, stride }: Extract<Target, { to: "store" }>, lane: number): Place {
    return this.places.strided(outPointer(this.c.p, array), stride, offset + lane * stride);
  }
}

function areNeighbours(a: Output, b: Output): boolean {
  const [s, t] = [a.target, b.target];
  if (s.array !== t.array) return false;
  if (s.to === "scatter" && t.to === "scatter") return s.node === t.node && t.comp === s.comp + 1;
  if (s.to === "store" && t.to === "store") return s.stride === t.stride && t.offset === s.offset + 1 && s.stride > 1;
  return false;
}
