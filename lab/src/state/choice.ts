/** Names with options, as the library and model files write them. */

import type { NamedChoice } from "taut";

export type { NamedChoice };

export function nameAndOptions(choice: NamedChoice): {
  readonly name: string;
  readonly options: Record<string, unknown>;
} {
  if (typeof choice === "string") return { name: choice, options: {} };
  const { name, ...options } = choice;
  return { name, options };
}

/** The choice with this name and these options; the name alone if no option is given. */
export function together(name: string, options: Readonly<Record<string, unknown>>): NamedChoice {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return given.length === 0 ? name : ({ ...Object.fromEntries(given), name } as NamedChoice);
}

/** The choice as text, `name:key=value,key=value`, as on the command line. */
export function written(choice: NamedChoice): string {
  const { name, options } = nameAndOptions(choice);
  const given = Object.entries(options).map(([key, value]) => `${key}=${String(value)}`);
  return given.length === 0 ? name : `${name}:${given.join(",")}`;
}
