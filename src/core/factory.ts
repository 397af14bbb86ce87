/**
 * Methods, formulations, projections and controllers by name, with their options as data: the command line, the
 * documentation and the lab list them from here.
 */

import { TautError } from "./errors.js";

export interface Option {
  /** One sentence: what it means. */
  readonly about: string;
  /** Undefined: required, or decided by the code; `about` says which. */
  readonly default: number | string | boolean | undefined;
  readonly unit?: string;
}

export interface Factory<T> {
  readonly name: string;
  /** One sentence: what it is and when to use it. */
  readonly about: string;
  readonly options: Readonly<Record<string, Option>>;
  /** Throws a `TautError` naming the option when one is unknown or has a value that cannot be used. */
  make(options?: Readonly<Record<string, unknown>>): T;
}

/** Refuse option names that the factory does not list. */
export function checkOptions(
  factory: Pick<Factory<unknown>, "name" | "options">,
  given: Readonly<Record<string, unknown>>,
): void {
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(factory.options, name)) continue;
    const known = Object.keys(factory.options);
    const hint = known.length === 0 ? "It has no options." : `Its options are: ${known.join(", ")}.`;
    throw new TautError(`${factory.name}.${name}`, `"${factory.name}" has no option "${name}". ${hint}`);
  }
}
