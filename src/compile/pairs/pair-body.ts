/** One site of a molecule with one or two partners: distances, laws, and the sums of their values. */

import { append } from "../../core/index.js";
import type { Lanes } from "../../kernels/index.js";
import type { PairField } from "../../model/lowered.js";
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
} from "../../wasm/index.js";
import type { Constants, Lane } from "./emit-expressions.js";
import { keep, type LawPlace, lawValue } from "./law-code.js";
import type { PairLaw } from "./pair-laws.js";
import type { Sums } from "./pair-sums.js";
import { type BlockTables, componentOf, type SiteTables } from "./pair-tables.js";

export type Wanted = "force" | "energy";

/** Where the partners are: byte offsets 8 j, one for each lane, or the offset of the first of two adjacent partners. */
export interface Partner<T extends Lane> {
  readonly offsets: readonly I32[];
  readonly consecutive: boolean;
  /** For a single partner: 0 if its index is even, 1 if it is odd. */
  readonly lane?: 0 | 1;
  readonly lanes?: T;
}

export interface PairContext {
  readonly module: Module;
  readonly f: FunctionBuilder;
  readonly block: BlockTables;
  readonly field: PairField;
  readonly wanted: Wanted;
  readonly sums: Sums | undefined;
  /** Bytes from the first part of the sums to the part that is added to, if there are several. */
  readonly shift?: Local<"i32">;
  readonly total: Local<"f64">;
}

/** One site of one molecule in all lanes: the values that stay the same for all of its partners. */
export class Own<T extends Lane> {
  readonly site: number;
  readonly x: readonly Local<T>[];
  readonly numbers = new Map<string, Local<T>>();
  /** Must run when `i`, the index of the molecule times 8, has changed. */
  readonly code: readonly Statement[];

  constructor({ f, block, field }: PairContext, lanes: Lanes<T>, site: number, i: Local<"i32">) {
    this.site = site;
    const tables = block.a[site];
    const code: Statement[] = [];
    const keep = (address: number): Local<T> => {
      const local = f.local(lanes.type);
      code.push(set(local, lanes.loadUniform(get(i), address)));
      return local;
    };
    this.x = Array.from({ length: field.dim }, (_, k) => keep(componentOf(tables, tables.x, k)));
    for (const [name, column] of tables.numbers) this.numbers.set(name, keep(column.byteOffset));
    this.code = code;
  }
}

interface Contact<T extends Lane> {
  readonly t: number;
  readonly d: readonly Local<T>[];
  readonly d2: Local<T>;
}

export class PairBody<T extends Lane> {
  private readonly c: PairContext;
  private readonly lanes: Lanes<T>;
  private readonly constants: Constants<T>;
  private readonly own: Own<T>;
  private readonly partner: Partner<T>;
  private readonly code: Statement[] = [];
  private readonly place: LawPlace<T>;

  constructor(context: PairContext, lanes: Lanes<T>, constants: Constants<T>, own: Own<T>, partner: Partner<T>) {
    this.c = context;
    this.lanes = lanes;
    this.constants = constants;
    const { module, f, field } = context;
    this.place = { module, f, lanes, constants, field, code: this.code };
    this.own = own;
    this.partner = partner;
  }

  emit(): Statement[] {
    const { block, field, sums } = this.c;
    const on: (Local<T> | undefined)[] = [];
    let energy: Local<T> | undefined;
    block.laws[this.own.site].forEach((law, t) => {
      if (law === undefined) return;
      const contact = this.contact(t);
      const value = this.law(law, contact);
      if (sums === undefined) energy = this.plus(energy, value);
      else
        contact.d.forEach((d, k) => {
          const force = this.keep(this.op("mul", value, get(d)));
          on[k] = this.plus(on[k], get(force));
          this.subtract(block.b[t], k, force);
        });
    });
    if (energy !== undefined) this.addEnergy(energy);
    if (sums !== undefined) append(this.code, sums.add(on.slice(0, field.dim) as Local<T>[], this.partner.lane ?? 0));
    return this.code;
  }

  /** Differences to a site of the partner, and the sum of their squares. */
  private contact(t: number): Contact<T> {
    const { field, block } = this.c;
    const { box } = field;
    const partner = block.b[t];
    const d = this.own.x.map((from, k) => {
      const difference = this.keep(this.op("sub", get(from), this.ofPartner(componentOf(partner, partner.x, k))));
      if (box === undefined) return difference;
      const turns = this.op(
        "floor",
        this.op("add", this.op("mul", get(difference), this.constants.of(1 / box[k])), this.constants.of(0.5)),
      );
      return this.keep(this.op("sub", get(difference), this.op("mul", this.constants.of(box[k]), turns)));
    });
    const d2 = this.keep(
      d.map((each) => this.op("mul", get(each), get(each))).reduce((sum, each) => this.op("add", sum, each)),
    );
    return { t, d, d2 };
  }

  /** The weight of the force, or the energy; zero beyond the cut-off. */
  private law(law: PairLaw, { t, d2 }: Contact<T>): Code<T> {
    return lawValue(this.place, law, this.c.wanted, d2, (side, name) => {
      if (side === "a") {
        const own = this.own.numbers.get(name);
        return own && get(own);
      }
      const column = this.c.block.b[t].numbers.get(name);
      return column && this.ofPartner(column.byteOffset);
    });
  }

  private ofPartner(address: number, offsets = this.partner.offsets): Code<T> {
    const { consecutive } = this.partner;
    if (consecutive) return this.lanes.loadConsecutive(offsets[0], address);
    return this.lanes.gather(offsets.map((offset) => ({ address: offset, offset: address })));
  }

  /** Subtracts forces from the sums of the partners. */
  private subtract(partner: SiteTables, k: number, sum: Local<T>): void {
    const { shift } = this.c;
    const { offsets, consecutive } = this.partner;
    const at = offsets.map((offset) => (shift ? i32.add(offset, get(shift)) : offset));
    const address = componentOf(partner, partner.part, k);
    const value = this.keep(this.op("sub", this.ofPartner(address, at), get(sum)));
    if (value.type === "f64") this.code.push(f64.store(at[0], get(value) as Code<"f64">, address));
    else if (consecutive) this.code.push(f64x2.store(at[0], get(value) as Code<"v128">, address));
    else
      at.forEach((offset, lane) => {
        this.code.push(f64.store(offset, f64x2.lane(get(value) as Code<"v128">, lane as 0 | 1), address));
      });
  }

  private addEnergy(energy: Local<T>): void {
    const { total } = this.c;
    const parts =
      energy.type === "f64"
        ? [get(energy) as Code<"f64">]
        : ([0, 1] as const).map((lane) => f64x2.lane(get(energy) as Code<"v128">, lane));
    for (const part of parts) this.code.push(set(total, f64.add(get(total), part)));
  }

  private plus(sum: Local<T> | undefined, value: Code<T>): Local<T> {
    return this.keep(sum === undefined ? value : this.op("add", get(sum), value));
  }

  private keep(value: Code<T>): Local<T> {
    return keep(this.place, value);
  }

  private op(op: "add" | "sub" | "mul" | "floor", ...args: readonly Code<T>[]): Code<T> {
    return this.lanes.apply(this.c.module, op, args);
  }
}
