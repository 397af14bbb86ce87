/** A name with options, as data and as written on a command line. */

import { TautError } from "../core/index.js";
import type { NamedChoice } from "../model/index.js";

/** Splits a choice into its name and its options. */
export function nameAndOptions(choice: NamedChoice): {
  readonly name: string;
  readonly options: Record<string, unknown>;
} {
  if (typeof choice === "string") return { name: choice, options: {} };
  const { name, ...options } = choice;
  return { name, options };
}

/** `name` or `name:option=value,option=value`. */
export function parseChoice(where: string, text: string): NamedChoice {
  const colon = text.indexOf(":");
  if (colon < 0) return text;
  const name = text.slice(0, colon);
  const options = text
    .slice(colon + 1)
    .split(",")
    .map((part) => {
      const equals = part.indexOf("=");
      if (equals < 1)
        throw new TautError(where, `options must be written ${name}:option=value,option=value; got "${part}".`);
      return [part.slice(0, equals), optionValue(part.slice(equals + 1))];
    });
  return { ...Object.fromEntries(options), name };
}

function optionValue(text: string): number | string | boolean {
  if (text === "true" || text === "false") return text === "true";
  const number = Number(text);
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}
