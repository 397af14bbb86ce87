/** One molecule with one or two partners: distances, laws, and what becomes of them. */

import type { Lanes } from "../../kernels/index.js";
import type { PairField } from "../../model/lowered.js";
import type { Expr } from "../../symbolic/index.js";
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
import { type Constants, emitExpressions, type Lane } from "./emit-expressions.js";
import type { BlockTables, SiteTables } from "./pair-tables.js";

export type Wanted = "force" | "energy";

/** Sums of forces on one molecule: components two and two in vectors, so that adding a lane costs half. */
export interface Sums {
  readonly clear: readonly Statement[];
  /** Add one value for each component, lane after lane. */
  add(values: readonly Local<"f64" | "v128">[]): Statement[];
  /** Add the sums to those of the member at byte `i` of each column. */
  addTo(i: I32, sites: readonly SiteTables[], dim: number): Statement[];
}

/** Where the partners are: byte offsets 8 j, one for each lane, or of the first of neighbours. */
export interface Partner<T extends Lane> {
  readonly offsets: readonly I32[];
  readonly consecutive: boolean;
  readonly lanes?: T;
}

export interface PairContext {
  readonly module: Module;
  readonly f: FunctionBuilder;
  readonly block: BlockTables;
  readonly field: PairField;
  readonly wanted: Wanted;
  /** Number of the molecule times 8. */
  readonly i: Local<"i32">;
  readonly sums: Sums | undefined;
  /** Bytes from the first part of the sums to the one that is added to, where there are several. */
  readonly shift?: Local<"i32">;
  readonly total: Local<"f64">;
}

interface Contact<T extends Lane> {
  readonly a: number;
  readonly b: number;
  readonly d: readonly Local<T>[];
  readonly d2: Local<T>;
  readonly r: Local<T>;
  readonly u: Local<T>;
}

export class PairBody<T extends Lane> {
  private readonly c: PairContext;
  private readonly lanes: Lanes<T>;
  private readonly constants: Constants<T>;
  private readonly partner: Partner<T>;
  private readonly code: Statement[] = [];

  constructor(context: PairContext, lanes: Lanes<T>, constants: Constants<T>, partner: Partner<T>) {
    this.c = context;
    this.lanes = lanes;
    this.constants = constants;
    this.partner = partner;
  }

  emit(): Statement[] {
    const { a, b, laws } = this.c.block;
    const { field } = this.c;
    const y = b.map((site, t) => (laws.some((row) => row[t]) ? this.load(site, (x) => this.ofPartner(x)) : []));
    const onA: (Local<T> | undefined)[] = [];
    const onB: (Local<T> | undefined)[] = [];
    let energy: Local<T> | undefined;
    a.forEach((_, s) => {
      const row = laws[s].flatMap((law, t) => (law ? [t] : []));
      const x = row.length === 0 ? [] : this.load(a[s], (address) => this.lanes.loadUniform(get(this.c.i), address));
      for (const t of row) {
        const contact = this.distance(s, t, x, y[t]);
        const value = this.law(contact);
        if (this.c.wanted === "energy") {
          energy = this.plus(energy, value);
          continue;
        }
        contact.d.forEach((d, k) => {
          const force = this.keep(this.op("mul", value, get(d)));
          const [i, j] = [s * field.dim + k, t * field.dim + k];
          onA[i] = onA[i] === undefined ? force : this.plus(onA[i], get(force));
          onB[j] = onB[j] === undefined ? force : this.plus(onB[j], get(force));
        });
      }
    });
    if (energy !== undefined) this.addEnergy(energy);
    if (this.c.wanted === "force") {
      const zero = this.lanes.const(0);
      const all = Array.from({ length: a.length * field.dim }, (_, k) => onA[k] ?? this.keep(zero));
      this.code.push(...this.c.sums!.add(all));
      onB.forEach((sum, k) => {
        if (sum !== undefined) this.subtract(b[Math.floor(k / field.dim)], k % field.dim, sum);
      });
    }
    return this.code;
  }

  /** Differences, their square, the distance and its inverse. */
  private distance(s: number, t: number, x: readonly Local<T>[], y: readonly Local<T>[]): Contact<T> {
    const { box } = this.c.field;
    const d = x.map((from, k) => {
      const difference = this.keep(this.op("sub", get(from), get(y[k])));
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
    const r = this.keep(this.op("sqrt", get(d2)));
    const u = this.keep(this.op("div", this.constants.of(1), get(r)));
    return { a: s, b: t, d, d2, r, u };
  }

  /** The weight of the force, or the energy; zero beyond the cut-off. */
  private law({ a, b, d2, r, u }: Contact<T>): Code<T> {
    const { module, f, field, block, wanted } = this.c;
    const law = block.laws[a][b]!;
    const inputs = new Map<Expr, Code<T>>([
      [field.r, get(r)],
      [field.u, get(u)],
    ]);
    for (const [symbol, { side, name }] of field.numbers) {
      const column = (side === "a" ? block.a[a] : block.b[b]).numbers.get(name);
      if (column === undefined) continue;
      const value =
        side === "a" ? this.lanes.loadUniform(get(this.c.i), column.byteOffset) : this.ofPartner(column.byteOffset);
      inputs.set(symbol, value);
    }
    const wantedOf = wanted === "force" ? law.weight : law.energy;
    const { code, values } = emitExpressions(module, f, this.lanes, this.constants, [wantedOf], inputs);
    this.code.push(...code);
    const within =
      field.cutoff === Number.POSITIVE_INFINITY
        ? values[0]
        : this.op(
            "select",
            this.op("sub", this.constants.of(field.cutoff * field.cutoff), get(d2)),
            values[0],
            this.constants.of(0),
          );
    return get(this.keep(within));
  }

  /** The components of a site. */
  private load({ x, offsets }: SiteTables, from: (address: number) => Code<T>): Local<T>[] {
    return Array.from({ length: this.c.field.dim }, (_, k) => this.keep(from(x.byteOffset + 8 * k * offsets.length)));
  }

  private ofPartner(address: number, offsets = this.partner.offsets): Code<T> {
    return this.partner.consecutive
      ? this.lanes.loadConsecutive(offsets[0], address)
      : this.lanes.gather(offsets, address);
  }

  /** Take a sum from the forces on the partners. */
  private subtract({ part, offsets }: SiteTables, k: number, sum: Local<T>): void {
    const { shift } = this.c;
    const { consecutive } = this.partner;
    const at = this.partner.offsets.map((offset) => (shift ? i32.add(offset, get(shift)) : offset));
    const address = part.byteOffset + 8 * k * offsets.length;
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
    const local = this.c.f.local(this.lanes.type);
    this.code.push(set(local, value));
    return local;
  }

  private op(op: "add" | "sub" | "mul" | "div" | "sqrt" | "floor" | "select", ...args: readonly Code<T>[]): Code<T> {
    return this.lanes.apply(this.c.module, op, args);
  }
}
