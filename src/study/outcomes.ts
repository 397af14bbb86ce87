/** The numbers that a table may have of every run, by the names of its columns. */

import type { Workspace } from "../core/index.js";
import type { Solution } from "../solve/index.js";

export const nameOfFinal = (name: string): string => `final ${name}`;

export const workNames = [
  "steps",
  "rejected",
  "forces",
  "jacobians",
  "factorisations",
  "solves",
  "iterations",
] as const;

/** A number of a solution; those of a run that failed too, or not. */
export interface Reader {
  readonly evenThen?: true;
  read(solution: Solution): number;
}

/** Everything that may be a column, by its name. */
export function outcomesOf({ names, mechanics, invariants }: Workspace): Map<string, Reader> {
  const all = new Map<string, Reader>();
  const add = (name: string, read: Reader["read"]): void => {
    all.set(name, { read });
  };
  all.set("t", { evenThen: true, read: ({ t }) => t });
  for (const name of workNames) all.set(`work ${name}`, { evenThen: true, read: ({ work }) => work[name] });
  for (const [k, name] of names.entries()) add(nameOfFinal(name), ({ y }) => y[k]);
  for (const [k, name] of (mechanics?.constraintNames ?? []).entries())
    add(nameOfFinal(`lambda ${name}`), ({ lambda }) => lambda?.[k] ?? Number.NaN);
  add("ledger position", ({ ledger }) => ledger.position);
  add("ledger velocity", ({ ledger }) => ledger.velocity);
  add("ledger energy start", ({ ledger }) => ledger.energy?.initial ?? Number.NaN);
  add("ledger energy end", ({ ledger }) => ledger.energy?.final ?? Number.NaN);
  add("ledger energy deviation", ({ ledger }) => ledger.energy?.maxDeviation ?? Number.NaN);
  for (const name of invariants?.names ?? [])
    add(`ledger ${name} deviation`, ({ ledger }) => ledger.invariants[name]?.maxDeviation ?? Number.NaN);
  return all;
}

/** The first time of the event that a column is for. */
export const firstTime = (column: string): Reader => ({
  read: ({ events }) => events.find(({ name }) => `event ${name}` === column)?.t ?? Number.NaN,
});
