/** Building blocks of the schema; their error messages say what was found, why it is wrong and what to write. */

import { nearest } from "../symbolic/suggest.js";
import { show } from "./model-errors.js";
import { meantBy } from "./other-words.js";
import { type Found, type Shape, type Shapes, z } from "./z.js";

/** The message for a value that has the wrong type or is missing. */
export function notA(what: string, advice = ""): { error: (found: Pick<Found, "input">) => string } {
  const tail = advice === "" ? "" : ` ${advice}`;
  return {
    error: ({ input }) =>
      input === undefined ? `this is missing: ${what} is needed.${tail}` : `${show(input)} is not ${what}.${tail}`,
  };
}

/** The message for a value that is not one of a few possible ones. */
export function mustBe(what: string): { error: (found: Pick<Found, "input">) => string } {
  return { error: ({ input }) => `must be ${what}; got ${show(input)}.` };
}

export const scalar = z
  .union([z.number(), z.string()], notA("a number or an expression"))
  .describe("A number, or an expression.");

export const vector = z.array(scalar, notA("a list of numbers or expressions"));

export const scalarOrVector = z
  .union([scalar, vector], notA("a number, an expression, or a list of these"))
  .describe("A number, an expression, or a list of these.");

export const truth = z.boolean(notA("true or false"));
export const text = z.string(notA("text"));

/** A map with these keys and no others. */
export function exact<S extends Shapes>(what: string, shape: S) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    title: what,
    error: (found) => {
      if (found.code !== "unrecognized_key")
        return notA(what, `Write a map with some of: ${known.join(", ")}.`).error(found);
      return `${what} has no such entry.${entryMeant(found.key ?? "", known)}`;
    },
  });
}

/** A map from names to `value`. */
export function nameMap<T>(value: Shape<T>, what: string) {
  return z.record(z.string(), value, notA(`a map of ${what}`, `Write {name: …}.`));
}

/** ` Did you mean "b"?` with a leading space, or an empty text if no known name is near. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const names = [...known];
  const meant =
    name.length > 60 ? undefined : (nearest(name, names) ?? names.find((each) => oneLetterMore(each, name)));
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

/** What may be written in the place of an entry that does not exist, with a leading space. */
export function entryMeant(key: string, known: readonly string[]): string {
  const other = meantBy(key, known);
  return other === undefined
    ? didYouMean(key, known) || ` Known here: ${known.join(", ")}.`
    : ` Did you mean "${other}"?`;
}

/** Whether one of two names is the other plus one letter; for short names, the edit distance alone would be too far. */
function oneLetterMore(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) === 1 && (a.startsWith(b) || b.startsWith(a));
}

export type Scalar = z.infer<typeof scalar>;
export type ScalarOrVector = z.infer<typeof scalarOrVector>;

/** Whether a value is a table of numbers, with a row for each member of a family. */
export function isTable(
  value: ScalarOrVector | readonly (readonly number[])[],
): value is readonly (readonly number[])[] {
  return Array.isArray(value) && Array.isArray(value[0]);
}
