/**
 * Generates code for first-order systems with algebraic variables: rates and constraints and their Jacobian. Also finds
 * out whether they are linear.
 */

import type { F64 } from "../core/arena.js";
import { maximum } from "../core/index.js";
import type { SparseJacobian } from "../core/rate.js";
import type { Work } from "../core/work.js";
import type { Algebraic, HiddenEquations } from "../core/workspace.js";
import { callKernel, emitKernel, type Program } from "../kernels/index.js";
import type { Lowered } from "../model/lowered.js";
import { type Expr, jacobian, tangent } from "../symbolic/index.js";
import { get, i32, type Module } from "../wasm/index.js";
import { scatterProgram, storeProgram, valueProgram } from "./derive.js";
import { zero } from "./emit-vectors.js";
import { makeInvariants } from "./invariant-code.js";
import { isLinearIn } from "./linear-in.js";
import type { PlacedLaw, PlacedModel, PlacedRows } from "./place-laws.js";
import type { Site, Unit } from "./site.js";
import { contribution, sparseCode } from "./sparse-entries.js";

export function makeAlgebraic(lowered: Lowered, placed: PlacedModel, site: Site, work: Work): Algebraic {
  const { n, algebraic: count, q0, time, structure } = lowered;
  const { added, equations } = structure!;
  const unknowns = count + added.length;
  const { guess, code } = site.unit("algebraic", (unit) => ({
    guess: unit.f64(unknowns),
    code: unit.code((module) => emitValues(module, placed, n, unknowns, time)),
  }));
  guess.set(q0.subarray(n));
  const slopes = site.lazily("algebraic jacobian", (unit) => jacobianOf(placed, n, unknowns, unit));
  const constraintRate = site.lazily("algebraic constraint rate", (unit) =>
    constraintRateOf(placed, n + unknowns, unit),
  );
  const hidden = hiddenOf(lowered, placed, n + unknowns, site);
  const invariants = makeInvariants(lowered, placed.invariants, n, site, "invariants of the model");
  const unknownNames = Array.from({ length: unknowns }, (_, k) => lowered.coordinateName(n + k));
  return {
    count,
    names: unknownNames.slice(0, count),
    unknowns,
    unknownNames,
    rowNames: namesOf(placed.constraints),
    differentiated: Uint8Array.from(
      placed.constraints.flatMap(({ law }) => law.outputs.map(() => (law.differentiated ? 1 : 0))),
    ),
    equations,
    index: maximum(equations.map((equation) => equation.index)),
    linear: isLinear(placed, n),
    ...(hidden && { hidden }),
    ...(invariants && { invariants }),
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

const namesOf = (laws: readonly PlacedLaw[]): string[] =>
  laws.flatMap(({ law }) => law.outputs.map((_, c) => law.componentName(0, c)));

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

/** Equations without algebraic variables that hold because derivatives of them are imposed. */
export function keptByElimination({ constraints, hidden }: PlacedModel, n: number): PlacedLaw[] {
  return [
    ...constraints.filter(({ law }) => law.differentiated),
    ...hidden.filter(({ law }) => law.stencil.every(({ index }) => index[0] < n)),
  ];
}

/** Whether the equations that determine z are linear in it, and the rates, so that one step finds both. */
function isLinear({ constraints, rates }: PlacedModel, n: number): boolean {
  const deciding: readonly PlacedLaw[] = [...constraints.filter(({ law }) => !law.differentiated), ...rates];
  return deciding.every(({ law }) =>
    isLinearIn(
      law.outputs,
      law.stencil.flatMap(({ q, index }) => (index[0] >= n ? q : [])),
    ),
  );
}

/** Equations that are not imposed, as functions of (t, w). */
function hiddenOf(lowered: Lowered, { hidden }: PlacedModel, width: number, site: Site): HiddenEquations | undefined {
  if (hidden.length === 0) return undefined;
  const { n } = lowered;
  const value = site.lazily("hidden equations", (unit) =>
    unit.code((module) => {
      const kernels = hidden.map((p, k) => emitKernel(module, `_value${k}`, valueProgram(p.calculus, p.row), p.tables));
      module.func("value", { t: "f64", w: "i32", out: "i32" }, "void", (_, a) =>
        kernels.map((kernel) => callKernel(kernel, { t: get(a.t), q: get(a.w), out: [get(a.out)] })),
      );
    }),
  );
  const slopes = site.lazily("hidden jacobian", (unit) => {
    const { code, found: pattern } = sparseCode(unit, width, ["q"], () => hidden.map((p) => rowSlopes(p)));
    return {
      ...pattern,
      evaluate(values: F64, t: number, w: F64): void {
        code.evaluate(t, w.byteOffset, values.byteOffset);
      },
    };
  });
  const isOfStates = hidden.map(({ law }) => law.stencil.every(({ index }) => index[0] < n));
  return {
    count: hidden.reduce((sum, { law }) => sum + law.outputs.length, 0),
    names: namesOf(hidden),
    ofStates: hidden.reduce((sum, { law }, k) => sum + (isOfStates[k] ? law.outputs.length : 0), 0),
    value(h, t, w) {
      value().value(t, w.byteOffset, h.byteOffset);
    },
    get jacobian() {
      return slopes();
    },
  };
}

/** Derivatives of equations by the coordinates that they read, a row for each equation. */
const rowSlopes = (p: PlacedLaw & Pick<PlacedRows, "row">, entries = jacobian(p.law.outputs, p.calculus.q)) =>
  contribution(p, entries, (e, coordinate) => [p.row + e.row, coordinate(e.col)]);

function jacobianOf(placed: PlacedModel, n: number, count: number, unit: Unit): SparseJacobian {
  const { code, found: pattern } = sparseCode(unit, n + count, ["q"], () => [
    ...placed.rates.map((p) =>
      contribution(p, jacobian(p.law.outputs, p.calculus.q), (e, coordinate) => [coordinate(e.row), coordinate(e.col)]),
    ),
    ...placed.constraints.map((p) => rowSlopes({ ...p, row: n + p.row })),
  ]);
  return {
    ...pattern,
    evaluate(values, t, w) {
      code.evaluate(t, w.byteOffset, values.byteOffset);
    },
  };
}

function constraintRateOf(placed: PlacedModel, width: number, unit: Unit): Algebraic["constraintRate"] {
  const { code, found: pattern } = sparseCode(unit, width, ["q", "w"], () =>
    placed.constraints.map((p) => {
      const { q, time } = p.calculus;
      const direction = p.calculus.vector("w");
      const seeds = new Map<Expr, Expr>([[time, time.graph.num(1)]]);
      q.forEach((x, i) => {
        seeds.set(x, direction[i]);
      });
      return rowSlopes(p, jacobian(tangent(p.law.outputs, seeds), q));
    }),
  );
  return {
    ...pattern,
    values: unit.f64(pattern.rows.length),
    evaluate(values, t, w, u) {
      code.evaluate(t, w.byteOffset, u.byteOffset, values.byteOffset);
    },
  };
}
