/** Laws placed in a system's memory: their tables, and where their rows and Jacobian entries begin. */

import type { Arena } from "../core/arena.js";
import type { Crew } from "../core/crew.js";
import { type ParamColumn, placeIndex, placeParam, type Tables } from "../kernels/index.js";
import type { Law, Lowered, PairField, Param } from "../model/lowered.js";
import type { Expr } from "../symbolic/index.js";
import { LawCalculus, type RowEntry, rowEntries } from "./derive.js";
import type { PlacedPairs } from "./pairs/pair-imports.js";
import { expandedPairs } from "./pairs/pair-laws.js";
import { chunksOf, placePairs } from "./pairs/pair-tables.js";

export interface PlacedLaw {
  readonly law: Law;
  readonly calculus: LawCalculus;
  readonly tables: Tables;
}

/** A law with rows: constraints and invariants. */
export interface PlacedRows extends PlacedLaw {
  /** First row of instance 0; instance i has `outputs.length` rows from `row + i * outputs.length`. */
  readonly row: number;
  readonly entries: readonly RowEntry[];
  /** First Jacobian entry of instance 0; instance i has `entries.length` of them. */
  readonly base: number;
}

export interface PlacedModel {
  readonly potentials: readonly PlacedLaw[];
  readonly forces: readonly PlacedLaw[];
  /** The forces of the stiff view without the penalties: the same, except where they read multipliers. */
  readonly stiffForces: readonly PlacedLaw[];
  readonly kinetics: readonly PlacedLaw[];
  readonly rates: readonly PlacedLaw[];
  readonly constraints: readonly PlacedRows[];
  readonly invariants: readonly PlacedLaw[];
  /** Equations of first-order systems that hold although they are not imposed. */
  readonly hidden: readonly (PlacedLaw & Pick<PlacedRows, "row">)[];
  /** Energies between all pairs, which have their own kernels. */
  readonly pairs?: PlacedPairs;
  /** Constraint rows and stored Jacobian entries. */
  readonly m: number;
  readonly nonzeros: number;
  readonly omega2: Float64Array<ArrayBuffer>;
  /** The multipliers that forces read, row by row; empty when no force does. */
  readonly read: Float64Array<ArrayBuffer>;
}

export function placeLaw(law: Law, time: Expr, arena: Arena, omega2 = 0, read = 0): PlacedLaw {
  /** Multipliers and stiffnesses are read where they stand. */
  const placed = ({ values, multiplier, omega2: row }: Param): ParamColumn => {
    if (multiplier !== undefined) return { address: read + 8 * multiplier, uniform: true };
    return row === undefined ? placeParam(arena, values) : { address: omega2 + 8 * row, uniform: true };
  };
  return {
    law,
    calculus: new LawCalculus(law, time),
    tables: {
      count: law.count,
      index: law.stencil.map((s) => placeIndex(arena, s.index)),
      params: law.params.map(placed),
      omega2,
      slots: -1,
    },
  };
}

export function placeLaws(lowered: Lowered, arena: Arena, crew?: Crew): PlacedModel {
  const rowsOf = (laws: readonly Law[]) => laws.reduce((sum, law) => sum + law.count * law.outputs.length, 0);
  const constraintLaws = lowered.laws.filter((law) => law.kind === "constraint");
  const m = rowsOf(constraintLaws);
  const omega2 = arena.f64(m);

  const reads = lowered.laws.some(({ penalised }) => penalised !== undefined);
  const read = arena.f64(reads ? m : 0);
  const place = (law: Law): PlacedLaw => placeLaw(law, lowered.time, arena, omega2.byteOffset, read.byteOffset);
  const ofKind = (kind: Law["kind"]) => lowered.laws.filter((law) => law.kind === kind && law.count > 0).map(place);

  let row = 0;
  let nonzeros = 0;
  const constraints = ofKind("constraint").map((placed): PlacedRows => {
    const { law, calculus } = placed;
    const entries = rowEntries(calculus);
    const result = { ...placed, entries, row, base: nonzeros };
    const rows = law.outputs.length;
    for (let i = 0; i < law.count; i++) {
      const omega = law.omega?.[law.omega.length === 1 ? 0 : i] ?? lowered.omega;
      for (let k = 0; k < rows; k++) omega2[row + i * rows + k] = omega * omega;
    }
    row += law.count * rows;
    nonzeros += law.count * entries.length;
    return result;
  });

  let hiddenRows = 0;
  const hidden = ofKind("hidden").map((placed) => {
    const row = hiddenRows;
    hiddenRows += placed.law.outputs.length;
    return { ...placed, row };
  });

  const potentials = ofKind("potential");
  const forces = ofKind("force");
  return {
    potentials,
    forces,
    stiffForces: forces.map((each) => (each.law.penalised === undefined ? each : place(each.law.penalised))),
    kinetics: ofKind("kinetic"),
    rates: ofKind("rate"),
    constraints,
    invariants: ofKind("invariant"),
    hidden,
    ...(lowered.pairs && { pairs: placedPairs(lowered.pairs, arena, crew) }),
    m,
    nonzeros,
    omega2,
    read,
  };
}

/**
 * Places the pairs. When a crew computes the sums, no room is needed for them here; small systems do not use the crew.
 */
function placedPairs(field: PairField, arena: Arena, crew: Crew | undefined): PlacedPairs {
  if (crew === undefined || crew.threads === 1 || chunksOf(field) === 1) return { tables: placePairs(field, arena) };
  return { tables: placePairs(field, arena, { parts: 0, lists: false }), crew };
}

/** The same model with its pairs as potentials over tables, for derivatives that pair kernels do not have. */
export function withExpandedPairs(lowered: Lowered, placed: PlacedModel, arena: Arena): PlacedModel {
  if (lowered.pairs === undefined) return placed;
  const { pairs: _, ...rest } = placed;
  const laws = expandedPairs(lowered.pairs, lowered.time).map((law) => placeLaw(law, lowered.time, arena));
  return { ...rest, potentials: [...placed.potentials, ...laws] };
}
