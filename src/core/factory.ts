/**
 * Factories of methods, formulations and projections. Names and options are data, from which the command
 * line, the documentation and the lab make their lists.
 */

import { type Checked, checkedOptions, type Given, type OptionTable } from "./options.js";

/**
 * A method, formulation, projection or controller by name, with its options as data: `factory` makes it, and `registry`
 * lists the built-in ones.
 */
export interface Factory<T, G = Readonly<Record<string, unknown>>> {
  readonly name: string;
  /** One sentence that says what it is and when to use it. */
  readonly about: string;
  readonly options: OptionTable;
  /** Throws a `TautError` naming the option when one is unknown or has a value that cannot be used. */
  make(given?: G): T;
}

/**
 * Makes a factory, whose options are checked against their data before `make` sees them.
 *
 * @example
 * const steps = { about: "Number of steps.", type: "integer", from: 1, default: 4 } as const;
 * const counter = factory({ name: "counter", about: "Counts.", options: { steps }, make: ({ steps }) => steps });
 * counter.make({ steps: 2 }); // 2; counter.make({ steps: 0 }) throws
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
