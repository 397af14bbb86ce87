/**
 * Generates code for first-order systems with algebraic variables: rates and constraints and their Jacobian. Also finds
 * out whether they are linear.
 */

import type { SparseJacobian } from "../core/rate.js";
import type { Work } from "../core/work.js";
import type { Algebraic } from "../core/workspace.js";
import { callKernel, emitKernel, type Program } from "../kernels/index.js";
import { EntryBook } from "../linalg/entry-book.js";
import type { Lowered } from "../model/lowered.js";
import { type Expr, jacobian, symbolsOf, tangent } from "../symbolic/index.js";
import { get, i32, type Module } from "../wasm/index.js";
import { blockProgram, scatterProgram, storeProgram, valueProgram } from "./derive.js";
import { zero } from "./emit-vectors.js";
import type { PlacedLaw, PlacedModel, PlacedRows } from "./place-laws.js";
import type { Site, Unit } from "./site.js";
import { slotTable } from "./sparse-entries.js";

export function makeAlgebraic(lowered: Lowered, placed: PlacedModel, site: Site, work: Work): Algebraic {
  const { n, algebraic: count, q0, time } = lowered;
  const { guess, code } = site.unit("algebraic", (unit) => ({
    guess: unit.f64(count),
    code: unit.code((module) => emitValues(module, placed, n, count, time)),
  }));
  guess.set(q0.subarray(n));
  const slopes = site.lazily("algebraic jacobian", (unit) => jacobianOf(placed, n, count, unit));
  const constraintRate = site.lazily("algebraic constraint rate", (unit) => constraintRateOf(placed, n + count, unit));
  const names = Array.from({ length: count }, (_, k) => lowered.coordinateName(n + k));
  return {
    count,
    names,
    constraintNames: placed.constraints.flatMap(({ law }) => law.outputs.map((_, c) => law.componentName(0, c))),
    ...structure(placed, n),
    guess,
    evaluate(f, t, w) {
      work.forces++;
      code.evaluate(t, w.byteOffset, f.byteOffset);
    },
    get jacobian() {
      return slopes();
    },
    get constraintRate() {
      return constraintRate();
    },
    timeSlope(h, t, w) {
      code.timeSlope(t, w.byteOffset, h.byteOffset);
    },
  };
}

/** F and h at (t, w), and the partial derivative of h in time. */
function emitValues(module: Module, placed: PlacedModel, n: number, count: number, time: Expr): void {
  const rates = placed.rates.map((p, k) => emitKernel(module, `_rate${k}`, scatterProgram(p.calculus), p.tables));
  const rows = (name: string, make: (p: PlacedRows) => Program) =>
    placed.constraints.map((p, k) => emitKernel(module, `_${name}${k}`, make(p), p.tables));
  const values = rows("value", (p) => valueProgram(p.calculus, p.row));
  const slopes = rows("slope", (p) => {
    const inTime = tangent(p.law.outputs, new Map([[time, time.graph.num(1)]]));
    return storeProgram(p.calculus, inTime, p.row);
  });
  module.func("evaluate", { t: "f64", w: "i32", out: "i32" }, "void", (_, a) => [
    ...zero(get(a.out), n + count),
    ...rates.map((kernel) => callKernel(kernel, { t: get(a.t), q: get(a.w), out: [get(a.out)] })),
    ...values.map((kernel) =>
      callKernel(kernel, { t: get(a.t), q: get(a.w), out: [i32.add(get(a.out), i32.const(8 * n))] }),
    ),
  ]);
  module.func("timeSlope", { t: "f64", w: "i32", out: "i32" }, "void", (_, a) =>
    slopes.map((kernel) => callKernel(kernel, { t: get(a.t), q: get(a.w), out: [get(a.out)] })),
  );
}

/** Whether h contains z, and whether the equations that determine z are linear in it. */
function structure(placed: PlacedModel, n: number): { readonly index: 1 | 2; readonly linear: boolean } {
  const algebraic = ({ law }: PlacedLaw) => law.stencil.flatMap(({ q, index }) => (index[0] >= n ? q : []));
  const contains = (p: PlacedLaw, outputs = p.law.outputs): boolean => {
    const used = new Set(symbolsOf(outputs));
    return algebraic(p).some((symbol) => used.has(symbol));
  };
  const index = placed.constraints.some((p) => contains(p)) ? 1 : 2;
  const deciding: readonly PlacedLaw[] = index === 1 ? placed.constraints : placed.rates;
  const linear = deciding.every((p) => {
    const slopes = jacobian(p.law.outputs, algebraic(p)).map(({ expr }) => expr);
    return !contains(p, slopes);
  });
  return { index, linear };
}

function jacobianOf(placed: PlacedModel, n: number, count: number, unit: Unit): SparseJacobian {
  const { code, found: pattern } = unit.codeWith((module, tables) => {
    const book = new EntryBook(n + count);
    const emit = (p: PlacedLaw, name: string, rowOf: (row: number, coordinate: (k: number) => number) => number) => {
      const entries = jacobian(p.law.outputs, p.calculus.q);
      const slots = slotTable(tables, p, entries, (e, coordinate) =>
        book.slot(rowOf(e.row, coordinate), coordinate(e.col)),
      );
      return emitKernel(module, name, blockProgram(p.calculus, entries), { ...p.tables, slots });
    };
    const kernels = [
      ...placed.rates.map((p, k) => emit(p, `_rate${k}`, (row, coordinate) => coordinate(row))),
      ...placed.constraints.map((p, k) => emit(p, `_row${k}`, (row) => n + p.row + row)),
    ];
    const pattern = book.pattern();
    module.func("evaluate", { t: "f64", w: "i32", out: "i32" }, "void", (_, a) => [
      ...zero(get(a.out), pattern.rows.length),
      ...kernels.map((kernel) => callKernel(kernel, { t: get(a.t), q: get(a.w), out: [get(a.out)] })),
    ]);
    return pattern;
  });
  return {
    ...pattern,
    evaluate(values, t, w) {
      code.evaluate(t, w.byteOffset, values.byteOffset);
    },
  };
}

function constraintRateOf(placed: PlacedModel, width: number, unit: Unit): Algebraic["constraintRate"] {
  const { code, found: pattern } = unit.codeWith((module, tables) => {
    const book = new EntryBook(width);
    const kernels = placed.constraints.map((p, k) => {
      const { q, time } = p.calculus;
      const direction = p.calculus.vector("w");
      const seeds = new Map<Expr, Expr>([[time, time.graph.num(1)]]);
      q.forEach((x, i) => {
        seeds.set(x, direction[i]);
      });
      const entries = jacobian(tangent(p.law.outputs, seeds), q);
      const slots = slotTable(tables, p, entries, (e, coordinate) => book.slot(p.row + e.row, coordinate(e.col)));
      return emitKernel(module, `_row${k}`, blockProgram(p.calculus, entries), { ...p.tables, slots });
    });
    const pattern = book.pattern();
    module.func("evaluate", { t: "f64", w: "i32", u: "i32", out: "i32" }, "void", (_, a) => [
      ...zero(get(a.out), pattern.rows.length),
      ...kernels.map((kernel) => callKernel(kernel, { t: get(a.t), q: get(a.w), w: get(a.u), out: [get(a.out)] })),
    ]);
    return pattern;
  });
  return {
    ...pattern,
    values: unit.f64(pattern.rows.length),
    evaluate(values, t, w, u) {
      code.evaluate(t, w.byteOffset, u.byteOffset, values.byteOffset);
    },
  };
}
