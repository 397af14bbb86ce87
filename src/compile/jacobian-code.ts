/** Jacobians of forces, accelerations and rates for implicit methods, compiled when a method first asks for them. */

import { type Arena, addressOf, type F64 } from "../core/arena.js";
import type { ConstraintHessian } from "../core/derivatives.js";
import type { SparseJacobian } from "../core/rate.js";
import { EntryBook } from "../linalg/entry-book.js";
import type { Lowered } from "../model/lowered.js";
import { add, type Expr, gradient, jacobian, mul, neg, sub } from "../symbolic/index.js";
import type { WasmExports } from "../wasm/index.js";
import { kineticForces, momentumAtRest, penalty } from "./derive.js";
import type { MassPlan } from "./mass.js";
import type { PlacedLaw, PlacedModel } from "./place-laws.js";
import type { Unit } from "./site.js";
import { contribution, sparseCode } from "./sparse-entries.js";

/** A law's forces, one per stencil coordinate. */
interface ForceTerm {
  readonly placed: PlacedLaw;
  readonly forces: readonly Expr[];
}

/** The variables by which functions are differentiated: states of a first-order system, or q, v or both of mechanics. */
type By = "y" | "q" | "v" | "q and v";

/** dF/dq and dF/dv, with the velocity terms of a kinetic energy; undefined when a force is a function. */
export function forceJacobian(
  lowered: Lowered,
  placed: PlacedModel,
  unit: Unit,
  part: "soft" | "all",
): SparseJacobian | undefined {
  if (lowered.functions.length > 0) return undefined;
  const terms: ForceTerm[] = [
    ...softTerms(placed, part),
    ...placed.kinetics.map((p) => ({ placed: p, forces: kineticForces(p.calculus) })),
    ...(part === "all"
      ? placed.constraints.map((p) => ({ placed: p, forces: minus(penalty(p.calculus, p.row), p.calculus.q) }))
      : []),
  ];
  return compileJacobian(terms, lowered.n, unit, "q and v");
}

const minus = (V: Expr, xs: readonly Expr[]): Expr[] => gradient(V, xs).map((d) => neg(d));

/** Applied forces, and those of potentials. */
const softTerms = (placed: PlacedModel, part: "soft" | "all"): ForceTerm[] => [
  ...placed.potentials.map((p) => ({ placed: p, forces: minus(p.law.outputs[0], p.calculus.q) })),
  ...(part === "all" ? placed.stiffForces : placed.forces).map((p) => ({ placed: p, forces: p.law.outputs })),
];

/** dF/du by what forces read beside q and v, column by column of u; undefined when a force is a function. */
export function drivenJacobian(
  { n, functions, coupled }: Lowered,
  placed: PlacedModel,
  unit: Unit,
  part: "soft" | "all",
): SparseJacobian | undefined {
  if (functions.length > 0 || coupled === undefined) return undefined;
  const { code, found: pattern } = sparseCode(unit, coupled.states + coupled.algebraic, ["q", "v"], () =>
    softTerms(placed, part).map(({ placed: p, forces }) => {
      const read = p.law.params.filter(({ slot }) => slot !== undefined);
      const entries = jacobian(
        forces,
        read.map(({ symbol }) => symbol),
      );
      return contribution(p, entries, (e, coordinate) => [coordinate(e.row), read[e.col].slot!]);
    }),
  );
  return {
    ...pattern,
    evaluate(values, t, y) {
      code.evaluate(t, addressOf(y), addressOf(y) + 8 * n, addressOf(values));
    },
  };
}

/** df/dv of the applied forces alone; undefined when one of them is a function. */
export function dampingJacobian(lowered: Lowered, placed: PlacedModel, unit: Unit): SparseJacobian | undefined {
  if (lowered.functions.length > 0) return undefined;
  const terms = placed.forces.map((p) => ({ placed: p, forces: p.law.outputs }));
  return compileJacobian(terms, lowered.n, unit, "v");
}

/** d/dq of the momentum T_v(t, q, v), or of M(q) v, which is the part of it that depends on v. */
export function momentumJacobian(
  { n }: Lowered,
  { kinetics }: PlacedModel,
  unit: Unit,
  of: "momentum" | "M v",
): SparseJacobian {
  const terms = kinetics.map((placed): ForceTerm => {
    const { calculus, law } = placed;
    const p = gradient(law.outputs[0], calculus.v);
    const rest = momentumAtRest(calculus);
    return { placed, forces: of === "momentum" ? p : p.map((entry, k) => sub(entry, rest[k])) };
  });
  return compileJacobian(terms, n, unit, "q");
}

/** dF/dy of a first-order system. */
export function rateJacobian(lowered: Lowered, placed: PlacedModel, unit: Unit): SparseJacobian {
  const terms = placed.rates.map((p) => ({ placed: p, forces: p.law.outputs }));
  return compileJacobian(terms, lowered.n, unit, "y");
}

function compileJacobian(terms: readonly ForceTerm[], n: number, unit: Unit, by: By): SparseJacobian {
  const { code, found: pattern } = sparseCode(unit, by === "y" ? n : 2 * n, ["q", "v"], () =>
    terms.map(({ placed, forces }) => {
      const c = placed.calculus;
      const entries = [
        ...(by === "v" ? [] : jacobian(forces, c.q).map((e) => ({ ...e, shift: 0 }))),
        ...(by === "v" || by === "q and v" ? jacobian(forces, c.v).map((e) => ({ ...e, shift: n })) : []),
      ];
      return contribution(placed, entries, (e, coordinate) => [coordinate(e.row), coordinate(e.col) + e.shift]);
    }),
  );
  const shift = by === "y" ? 0 : 8 * n;
  return {
    ...pattern,
    evaluate(values, t, y) {
      code.evaluate(t, addressOf(y), addressOf(y) + shift, addressOf(values));
    },
  };
}

/** The entries of M(q), block by block; `masses` is the code that computes them. */
export function massMatrix(mass: MassPlan, masses: () => WasmExports): SparseJacobian {
  const { constant, blocks } = mass;
  if (mass.kind === "diagonal") {
    const diagonal = Int32Array.from(constant.keys());
    return { rows: diagonal, cols: diagonal, evaluate: (values) => values.set(constant) };
  }
  const rows = Int32Array.from(blocks.flatMap((block) => Array.from(block, (r) => Array.from(block, () => r)).flat()));
  const cols = Int32Array.from(blocks.flatMap((block) => Array.from(block, () => Array.from(block)).flat()));
  return {
    rows,
    cols,
    evaluate(values, _t, y) {
      masses().refreshMass(addressOf(y), 0);
      values.set(mass.matrix);
    },
  };
}

/** M^-1 dF for a constant mass: diagonal, or with blocks, where a block couples all of its rows. */
export function accelerationJacobian(
  forces: SparseJacobian,
  mass: MassPlan,
  n: number,
  columns: number,
  arena: Arena,
): SparseJacobian {
  if (mass.inverse) {
    const { inverse } = mass;
    return {
      rows: forces.rows,
      cols: forces.cols,
      evaluate(values, t, y) {
        forces.evaluate(values, t, y);
        for (let e = 0; e < values.length; e++) values[e] *= inverse[forces.rows[e]];
      },
    };
  }
  const book = new EntryBook(columns);
  const products: { to: number; weight: number; from: number }[] = [];
  const position = new Int32Array(n);
  for (const block of mass.blocks)
    block.forEach((k, p) => {
      position[k] = p;
    });
  for (let e = 0; e < forces.rows.length; e++) {
    const block = mass.blockOf[forces.rows[e]];
    mass.blocks[block].forEach((row, p) => {
      const weight = mass.slot(block, p, position[forces.rows[e]]);
      products.push({ to: book.slot(row, forces.cols[e]), weight, from: e });
    });
  }
  const pattern = book.pattern();
  const entries = arena.f64(forces.rows.length);
  return {
    ...pattern,
    evaluate(values, t, y) {
      forces.evaluate(entries, t, y);
      values.fill(0);
      for (const { to, weight, from } of products) values[to] += mass.inverses[weight] * entries[from];
    },
  };
}

/** dc/dq of the curvature c = g_qq[v, v] + 2 g_qt v + g_tt; a row for each constraint. */
export function curvatureJacobian(placed: PlacedModel, n: number, unit: Unit): SparseJacobian {
  const { code, found: pattern } = sparseCode(unit, n, ["q", "v"], () =>
    placed.constraints.map((p) => {
      const { calculus: c, law } = p;
      const entries = jacobian(c.alongMotion(c.alongMotion(law.outputs)), c.q);
      return contribution(p, entries, (e, coordinate, i) => [
        p.row + i * law.outputs.length + e.row,
        coordinate(e.col),
      ]);
    }),
  );
  return {
    ...pattern,
    evaluate(values, t, y) {
      code.evaluate(t, addressOf(y), addressOf(y) + 8 * n, addressOf(values));
    },
  };
}

/** Hessian of y . g, lower triangle. */
export function constraintHessian(placed: PlacedModel, n: number, unit: Unit): ConstraintHessian {
  const { code, found: pattern } = sparseCode(unit, n, ["q", "y"], () =>
    placed.constraints.map((p) => {
      const rows = p.law.outputs.length;
      const weighted = p.law.outputs
        .map((g, k) => mul(p.calculus.entry("y", p.row + k, rows), g))
        .reduce((a, b) => add(a, b));
      return contribution(p, p.calculus.hessian(weighted, p.calculus.q), (e, coordinate) => {
        const [a, b] = [coordinate(e.row), coordinate(e.col)];
        return a >= b ? [a, b] : [b, a];
      });
    }),
  );
  return {
    ...pattern,
    evaluate(values: F64, t: number, q: F64, y: F64) {
      code.evaluate(t, addressOf(q), addressOf(y), addressOf(values));
    },
  };
}
