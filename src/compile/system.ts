/**
 * From a lowered model to a running system: one memory, its tables, its generated code. Memory is sized from the model
 * and a reserve for the work arrays of methods; when that turns out too small, `ArenaFull` is thrown by whoever asks for
 * more, and the caller compiles again with a larger reserve.
 */

import { addressOf, type F64 } from "../core/arena.js";
import type { Crew } from "../core/crew.js";
import { type CompiledRate, rateOf } from "../core/rate.js";
import { noWork, type Work } from "../core/work.js";
import type { Invariants, SparseJacobian, Workspace } from "../core/workspace.js";
import { callKernel, emitKernel, placeSlots } from "../kernels/index.js";
import { ArenaFull, LinearMemory } from "../memory/linear-memory.js";
import type { Lowered } from "../model/lowered.js";
import { jacobian, symbolsOf } from "../symbolic/index.js";
import { get, i32, instantiate, Module } from "../wasm/index.js";
import { makeAlgebraic } from "./algebraic-code.js";
import { blockProgram, scatterProgram, valueProgram } from "./derive.js";
import { zero } from "./emit-vectors.js";
import { countedRate, rateParams } from "./force-code.js";
import { rateJacobian } from "./jacobian-code.js";
import { lazyNames, makeMechanics } from "./mechanics.js";
import { type PlacedLaw, type PlacedModel, placeLaws } from "./place-laws.js";

export interface CompileOptions {
  /** Bytes reserved for work arrays of methods, projections and observers. Default: 40 states and 1 MB. */
  readonly workBytes?: number | undefined;
  /** Threads that share the forces between pairs of large systems. Default: the calling one does all the work. */
  readonly crew?: Crew | undefined;
}

export function compileSystem(lowered: Lowered, options: CompileOptions = {}): Workspace {
  const dimension = lowered.order === "second" ? 2 * lowered.n : lowered.n;
  const workBytes = options.workBytes ?? 40 * 8 * dimension + 1_000_000;
  // about what tables, patterns and factorisation take; too little only means building again
  let tableBytes = 65536 + 200 * dimension;
  for (const law of lowered.laws) {
    const coordinates = law.stencil.reduce((sum, s) => sum + s.dim, 0);
    const perRow = law.kind === "constraint" ? law.outputs.length * (480 + 40 * coordinates) : 0;
    tableBytes += law.count * (perRow + 4 * law.stencil.length + 8 * law.params.length);
  }
  for (;;) {
    try {
      return build(lowered, dimension, new LinearMemory(tableBytes + workBytes), workBytes, options.crew);
    } catch (error) {
      if (!(error instanceof ArenaFull)) throw error;
      tableBytes = Math.max(2 * tableBytes, error.needed);
    }
  }
}

function build(
  lowered: Lowered,
  dimension: number,
  memory: LinearMemory,
  workBytes: number,
  crew: Crew | undefined,
): Workspace {
  const { n, time } = lowered;
  const work = noWork();
  const initial = memory.f64(dimension);
  initial.set(lowered.q0.subarray(0, n), 0);
  if (lowered.order === "second") initial.set(lowered.v0, n);
  const placed = placeLaws(lowered, memory, crew);
  const mechanics = lowered.order === "second" ? makeMechanics(lowered, placed, memory, work) : undefined;
  const isPlain = lowered.order === "first" && lowered.algebraic === 0;
  const rate = isPlain ? makeRate(lowered, placed, memory, work) : undefined;
  const algebraic = lowered.algebraic > 0 ? makeAlgebraic(lowered, placed, memory, work) : undefined;
  let jacobianOfRates: SparseJacobian | undefined;
  // constraints that contain no algebraic variable: what the eliminated system keeps
  const kept = algebraic?.index === 2 ? placed.constraints : placed.invariants;
  const invariants = makeInvariants(lowered, kept, dimension, memory);
  const names = lazyNames(dimension, (k) => (k < n ? lowered.coordinateName(k) : `${lowered.coordinateName(k - n)}'`));
  if (memory.capacity - memory.used < workBytes) throw new ArenaFull(memory.used + workBytes);
  return {
    name: lowered.name,
    arena: memory.opposite,
    work,
    dimension,
    get names() {
      return names();
    },
    autonomous:
      lowered.functions.length === 0 && !lowered.laws.some((law) => [...symbolsOf(law.outputs)].includes(time)),
    initialTime: lowered.t0,
    initial,
    ...(mechanics ? { mechanics } : {}),
    ...(rate && { rate: rateOf(rate), compiledRate: rate }),
    ...(algebraic && { algebraic }),
    get rateJacobian() {
      if (rate) jacobianOfRates ??= rateJacobian(lowered, placed, memory);
      return jacobianOfRates;
    },
    ...(invariants ? { invariants } : {}),
    opaque: lowered.functions.length > 0,
    ...(lowered.units && { units: lowered.units }),
  };
}

function makeRate(lowered: Lowered, placed: PlacedModel, memory: LinearMemory, work: Work): CompiledRate {
  const module = new Module();
  const kernels = placed.rates.map((p, k) => emitKernel(module, `_rate${k}`, scatterProgram(p.calculus), p.tables));
  module.func("rate", rateParams, "i32", (_, p) => [
    ...zero(get(p.dy), lowered.n),
    ...kernels.map((kernel) => callKernel(kernel, { t: get(p.t), q: get(p.y), out: [get(p.dy)] })),
    i32.const(-1),
  ]);
  return countedRate(instantiate(module, memory.memory).rate, memory, work);
}

/** Invariants h(t, y): for mechanics of q and v, for first-order systems of the states. */
function makeInvariants(
  lowered: Lowered,
  invariants: readonly PlacedLaw[],
  dimension: number,
  memory: LinearMemory,
): Invariants | undefined {
  if (invariants.length === 0) return undefined;
  const { n } = lowered;
  const isMechanics = lowered.order === "second";
  const names: string[] = [];
  const module = new Module();
  let row = 0;
  const kernels = invariants.map((p, k) => {
    const rows = p.law.outputs.length;
    const value = emitKernel(module, `_value${k}`, valueProgram(p.calculus, row), p.tables);
    // dense rows: entry (c, q_k) and (c, v_k), as slots
    const c = p.calculus;
    const entries = [
      ...jacobian(p.law.outputs, c.q).map((e) => ({ ...e, shift: 0 })),
      ...(isMechanics ? jacobian(p.law.outputs, c.v).map((e) => ({ ...e, shift: n })) : []),
    ];
    const slots = placeSlots(
      memory,
      entries.map((e) =>
        Int32Array.from({ length: p.law.count }, (_, i) => {
          const { node, comp } = c.place[e.col];
          return (row + i * rows + e.row) * dimension + e.shift + p.law.stencil[node].index[i] + comp;
        }),
      ),
    );
    const slope = emitKernel(module, `_jacobian${k}`, blockProgram(c, entries), { ...p.tables, slots });
    for (let i = 0; i < p.law.count; i++) for (let r = 0; r < rows; r++) names.push(p.law.componentName(i, r));
    row += rows * p.law.count;
    return { value, slope };
  });
  const params = { t: "f64", y: "i32", v: "i32", out: "i32" } as const;
  module.func("value", params, "void", (_, p) =>
    kernels.map(({ value }) => callKernel(value, { t: get(p.t), q: get(p.y), v: get(p.v), out: [get(p.out)] })),
  );
  module.func("jacobian", params, "void", (_, p) => [
    ...zero(get(p.out), row * dimension),
    ...kernels.map(({ slope }) => callKernel(slope, { t: get(p.t), q: get(p.y), v: get(p.v), out: [get(p.out)] })),
  ]);
  const code = instantiate(module, memory.memory);
  const velocities = (y: F64): number => addressOf(y) + (isMechanics ? 8 * n : 0);
  return {
    count: row,
    names,
    value(h, t, y) {
      code.value(t, addressOf(y), velocities(y), addressOf(h));
    },
    jacobian(H, t, y) {
      code.jacobian(t, addressOf(y), velocities(y), addressOf(H));
    },
  };
}
