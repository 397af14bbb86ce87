/** Patterns, tables and scratch arrays of the constraints. */

import type { Arena, F64, I32 } from "../core/arena.js";
import { type Analysis, analyse, lateBytes } from "../linalg/index.js";
import { type BorderPlan, borderedSystem } from "./border-plan.js";
import {
  jacobianPattern,
  productPattern,
  type RowPattern,
  type SchurPattern,
  weightedPattern,
} from "./constraint-pattern.js";
import type { MassPlan } from "./mass.js";
import type { PlacedModel } from "./place-laws.js";

export interface ConstraintPlan {
  readonly G: RowPattern;
  readonly schur: SchurPattern;
  readonly analysis: Analysis;
  /** Without the coordinates of hubs, if `schur` is without them. */
  readonly border: BorderPlan | undefined;
  /** Lengths of the values of S, or of its bordered system, and of stores of its factorisations. */
  readonly lengths: { readonly values: number; readonly store: number; readonly generalStore: number };
  /** Products that make W = G M^-1 for a mass with blocks. */
  readonly weighted: ReturnType<typeof weightedPattern> | undefined;
  /** Scratch arrays: entries of G and of W, S, its factorisation, the right-hand side (later lambda), dropped rows. */
  readonly jacobian: F64;
  readonly weights: F64;
  readonly matrix: F64;
  readonly store: F64;
  readonly lambda: F64;
  readonly dropped: I32;
  /** One entry: 1 when rows are dropped. */
  readonly anyDropped: I32;
  /** One entry, set to 1 by factorisations that meet a pivot below `alarmingPivot` times its diagonal. */
  readonly alarm: I32;
  /** Scratch over coordinates. */
  readonly vector: F64;
  /** Scratch over the rows of a bordered system; empty without one. */
  readonly wide: F64;
  /** M^-1. */
  readonly inverses: F64;
}

/** The part of the plan that follows from the model alone. */
export type ConstraintPatterns = Pick<ConstraintPlan, "G" | "schur" | "analysis" | "border" | "lengths" | "weighted">;

export function constraintPatterns(placed: PlacedModel, mass: MassPlan, n: number): ConstraintPatterns {
  const G = jacobianPattern(placed.constraints, placed.m, placed.nonzeros);
  const weighted = mass.kind === "diagonal" ? undefined : weightedPattern(G, mass.blockOf, mass.blocks, mass.slot);
  const W = weighted?.pattern ?? G;
  // forces that read multipliers use S itself
  const bordered = placed.forces.some(({ law }) => law.penalised !== undefined)
    ? undefined
    : borderedSystem(G, W, mass, n);
  if (bordered !== undefined) {
    const { analysis, border } = bordered;
    const late = lateBytes(analysis, border);
    return { G, weighted, ...bordered, lengths: lengthsOf(analysis, border.starts[3], late) };
  }
  const schur = productPattern(W, G, n);
  const analysis = analyse({ n: placed.m, rows: schur.rows, cols: schur.cols });
  return { G, schur, analysis, weighted, border: undefined, lengths: lengthsOf(analysis, schur.rows.length, 0) };
}

const lengthsOf = ({ storeBytes, generalStoreBytes }: Analysis, values: number, late: number) => ({
  values,
  store: (storeBytes + late) / 8,
  generalStore: (generalStoreBytes + late) / 8,
});

export function planConstraints(
  placed: PlacedModel,
  patterns: ConstraintPatterns,
  mass: MassPlan,
  n: number,
  arena: Arena,
): ConstraintPlan {
  const { weighted, border, lengths } = patterns;
  const wide = border === undefined ? 0 : placed.m + border.coordinates.length;
  return {
    ...patterns,
    jacobian: arena.f64(placed.nonzeros),
    weights: arena.f64(weighted?.pattern.column.length ?? placed.nonzeros),
    matrix: arena.f64(lengths.values),
    store: arena.f64(lengths.store),
    lambda: arena.f64(placed.m),
    dropped: arena.i32(Math.max(placed.m, wide)),
    anyDropped: arena.i32(1),
    alarm: arena.i32(1),
    vector: arena.f64(n),
    wide: arena.f64(wide),
    inverses: mass.inverses,
  };
}
