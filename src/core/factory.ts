/**
 * Factories of methods, formulations and projections. Names and options are data, from which the command
 * line, the documentation and the lab make their lists.
 */

import { type Checked, checkedOptions, type Given, type OptionTable } from "./options.js";

export interface Factory<T, G = Readonly<Record<string, unknown>>> {
  readonly name: string;
  /** One sentence that says what it is and when to use it. */
  readonly about: string;
  readonly options: OptionTable;
  /** Throws a `TautError` naming the option when one is unknown or has a value that cannot be used. */
  make(given?: G): T;
}

/**
 * A factory whose options are checked against their data before `make` sees them.
 *
 *     factory({ name: "ab2", about: "…", options: { start: { type: "choice", of: ["euler", "midpoint"], … } },
 *               make: ({ start }): Method => … })
 */
export function factory<T, const S extends OptionTable>(description: {
  readonly name: string;
  readonly about: string;
  readonly options: S;
  make(options: Checked<S>): T;
}): Factory<T, Given<S>> {
  const { name, about, options, make } = description;
  return { name, about, options, make: (given = {}) => make(checkedOptions(name, options, given)) };
}
