/** The arguments of tools: their JSON Schema, and reading them with errors that say what must hold. */

import { own } from "../../core/index.js";
import { UsageError } from "../exit.js";

interface Kind<T> {
  readonly json: Readonly<Record<string, unknown>>;
  /** What a value must be, in words. */
  readonly words: string;
  is(value: unknown): value is T;
}

const isText = (value: unknown): value is string => typeof value === "string";
const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const text: Kind<string> = { json: { type: "string" }, words: "a text", is: isText };
/** At most `most` texts. */
export const textsUpTo = (most: number): Kind<readonly string[]> => ({
  json: { type: "array", items: { type: "string" }, maxItems: most },
  words: `a list of at most ${most} texts`,
  is: (value): value is readonly string[] => Array.isArray(value) && value.length <= most && value.every(isText),
});
export const map: Kind<Readonly<Record<string, unknown>>> = { json: { type: "object" }, words: "an object", is: isMap };

/** A number from `least` to `most`. */
export const numberWithin = (least: number, most: number): Kind<number> => ({
  json: { type: "number", minimum: least, maximum: most },
  words: `a number from ${least} to ${most}`,
  is: (value): value is number => typeof value === "number" && value >= least && value <= most,
});

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** One argument: its kind, what it means, and whether it must be given. */
export interface Argument<T> {
  readonly kind: Kind<T>;
  readonly about: string;
  readonly needed?: boolean;
}

export type Arguments = Readonly<Record<string, Argument<unknown>>>;

/** The values of arguments by name; those that need not be given may be undefined. */
type Values<A extends Arguments> = {
  readonly [K in keyof A]: A[K] extends Argument<infer T>
    ? A[K] extends { readonly needed: true }
      ? T
      : T | undefined
    : never;
};

export function schemaOf(args: Arguments): Readonly<Record<string, unknown>> {
  const entries = Object.entries(args);
  return {
    type: "object",
    properties: Object.fromEntries(
      entries.map(([name, { kind, about }]) => [name, { ...kind.json, description: about }]),
    ),
    required: entries.flatMap(([name, { needed }]) => (needed === true ? [name] : [])),
    additionalProperties: false,
  };
}

/** The given values, checked; names that are not arguments are refused. */
export function readArguments<A extends Arguments>(args: A, given: Readonly<Record<string, unknown>>): Values<A> {
  for (const name of Object.keys(given))
    if (!Object.hasOwn(args, name))
      throw new UsageError(
        name,
        `this tool does not have such an argument. Use one of: ${Object.keys(args).join(", ")}.`,
      );
  const values = Object.entries(args).map(([name, { kind, needed }]) => {
    const value = own(given, name);
    if (value === undefined && needed !== true) return [name, undefined];
    if (!kind.is(value))
      throw new UsageError(name, `must be ${kind.words}; got ${shortened(JSON.stringify(value) ?? "nothing")}.`);
    return [name, value];
  });
  return Object.fromEntries(values) as Values<A>;
}
