/** The outcomes that the table may show for every run, by the names of their columns. */

import { own, type Workspace } from "../core/index.js";
import { invariantColumn } from "../observers/index.js";
import type { Solution } from "../solve/index.js";

export const nameOfFinal = (name: string): string => `final ${name}`;

/** The column of an invariant's deviation; the energy has such a column where there is one. */
export const nameOfDeviation = (name: string, hasEnergy: boolean): string =>
  `ledger ${invariantColumn(name, hasEnergy ? ["energy"] : [])} deviation`;

export const workNames = [
  "steps",
  "rejected",
  "forces",
  "jacobians",
  "factorisations",
  "solves",
  "iterations",
] as const;

/** Reads one outcome from a solution. */
export interface OutcomeReader {
  /** Whether the outcome has a meaning for a run that failed. Default: false. */
  readonly evenIfFailed?: true;
  read(solution: Solution): number;
}

/** All outcomes except events and observables, by column name. */
export function outcomesOf({ names, mechanics, invariants }: Workspace): Map<string, OutcomeReader> {
  const all = new Map<string, OutcomeReader>();
  const add = (name: string, read: OutcomeReader["read"]): void => {
    all.set(name, { read });
  };
  all.set("t", { evenIfFailed: true, read: ({ t }) => t });
  for (const name of workNames) all.set(`work ${name}`, { evenIfFailed: true, read: ({ work }) => work[name] });
  for (const [k, name] of names.entries()) add(nameOfFinal(name), ({ y }) => y[k]);
  for (const [k, name] of (mechanics?.constraintNames ?? []).entries())
    add(nameOfFinal(`lambda ${name}`), ({ lambda }) => lambda?.[k] ?? Number.NaN);
  add("ledger position", ({ ledger }) => ledger.position);
  add("ledger velocity", ({ ledger }) => ledger.velocity);
  add("ledger energy start", ({ ledger }) => ledger.energy?.initial ?? Number.NaN);
  add("ledger energy end", ({ ledger }) => ledger.energy?.final ?? Number.NaN);
  add("ledger energy deviation", ({ ledger }) => ledger.energy?.maxDeviation ?? Number.NaN);
  for (const name of invariants?.names ?? [])
    add(
      nameOfDeviation(name, mechanics !== undefined),
      ({ ledger }) => own(ledger.invariants, name)?.maxDeviation ?? Number.NaN,
    );
  return all;
}

/** Reads the first time of the event that a column names. */
export const firstTime = (column: string): OutcomeReader => ({
  read: ({ events }) => events.find(({ name }) => `event ${name}` === column)?.t ?? Number.NaN,
});
