/** What the ledger of a run measures of mechanics; mechanics brings it along. */

import type { F64 } from "./arena.js";
import type { ByteReader, ByteWriter } from "./bytes.js";
import type { PowerSource } from "./powers.js";
import type { State } from "./state.js";
import type { Status } from "./status.js";
import type { Balance } from "./watching.js";

/** Linear momentum (one entry per dimension), then angular momentum about the origin (one in the plane, three in space). */
export interface Momenta {
  readonly names: readonly string[];
  /** Compute the momenta of (q, v). */
  measure(out: Float64Array, q: F64, v: F64): void;
}

/** The work of forces whose potential is not written, from the start of a run on. */
export interface PathWork {
  /** The sum of the estimated errors so far; not finite when the forces have no value on the path. */
  readonly error: number;
  begin(s: State): void;
  /** The work from the start to `s`. */
  to(s: State): number;
  /** Continues from `s`, for which the work has just been computed. */
  advance(s: State): void;
  save(to: ByteWriter): void;
  restore(from: ByteReader): void;
}

/** Measures mechanics at states of one run: `meter` of a `Workspace` binds it. */
export interface Meter {
  /** The largest |g| and |G v + g_t| at the last state, and the rows that have them; NaN if one of them is. */
  readonly position: number;
  readonly velocity: number;
  readonly positionRow: number;
  readonly velocityRow: number;
  /** Measures the constraints at `s`. */
  constraints(s: State): void;
  readonly momenta: Momenta | undefined;
  /** Undefined when every potential is written, and where energy is not kept anyway. */
  readonly work: PathWork | undefined;
  /** Undefined unless the ledger keeps the account and the powers are known. */
  readonly account: EnergyAccount | undefined;
}

export interface MeterOptions {
  /** Whether momenta are measured, if the system knows which coordinates are points. */
  readonly momenta: boolean;
  /** Whether the account of the energy is kept. */
  readonly account: boolean;
  /** How accurately work is integrated, as a fraction of itself. */
  readonly accuracy: number;
}

/** The energy of a run and what has changed it: `account` of the ledger. */
export interface EnergySummary {
  readonly kinetic: { readonly initial: number; readonly final: number };
  readonly potential: { readonly initial: number; readonly final: number };
  readonly putIn: number;
  readonly dissipated: number;
  /** The change of kinetic + potential - put in + dissipated since the start, and its largest size on the way. */
  readonly remainder: number;
  readonly largestRemainder: number;
  /** How far the integrals of the powers may be off. */
  readonly uncertainty: number;
  /** What each source has put in or dissipated. */
  readonly sources: readonly (PowerSource & { readonly energy: number })[];
}

/** Writes the state at a part of the present step; absent if the method has no states inside a step. */
export type Inside = (y: F64, theta: number) => Status;

/** What has been put into the energy of a run and dissipated: `account` of a `Meter`. */
export interface EnergyAccount extends Balance {
  /** The columns that `write` fills. */
  readonly columns: readonly string[];
  /** A run begins at a state of this energy. */
  begin(s: State, energy: number): void;
  /** Begins to account for the step of length h from `s` to `end`. */
  enter(s: State, end: State, h: number, inside: Inside | undefined): void;
  /** Counts up to a state in the present step that has this energy, and balances the account there. */
  measure(s: State, energy: number): void;
  /** The present step has been counted up to its end. */
  leave(): void;
  /** Writes the columns of a row. */
  write(row: Float64Array, at: number): void;
  /** The account up to the last measurement; `energyError` is the uncertainty of the energy. */
  summary(energyError: number): EnergySummary;
  save(to: ByteWriter): void;
  restore(from: ByteReader): void;
}
