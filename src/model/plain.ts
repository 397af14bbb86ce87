/**
 * The first check of a model: it must be plain data, that is finite numbers, texts, booleans, lists and maps, of limited
 * depth and size, with keys that are safe to use. All later code relies on that, wherever the data came from.
 */

import { fail, path, show } from "./model-errors.js";

/** The deepest nesting of lists and maps. A model needs about six levels. */
const deepest = 24;
/** The largest number of numbers, texts, lists and maps together. */
const mostValues = 10_000_000;

/** The names of members that every JavaScript object inherits. */
const inherited: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...["prototype", "arguments", "caller", "then"],
]);

/** Whether `name` is that of an inherited member, such as `constructor`. */
export function isInherited(name: string): boolean {
  return inherited.has(name);
}

/** `mass:1` is a key without a value in YAML. */
function missing(key: string): string {
  const colon = /^([^:]+):(.+)$/.exec(key);
  if (colon === null) return "the value is missing. Give one, or remove the key.";
  return `a colon needs a space after it; ${show(key)} has none. Write ${colon[1]}: ${colon[2]}.`;
}

/** What an object of a class is, as far as its members tell, and what to give instead. */
function called(value: object): string {
  const isBuilder = typeof (value as { build?: unknown }).build === "function";
  if (isBuilder) return "this is a builder. Give the model that its build() returns.";
  const { name } = value.constructor ?? {};
  return `this is an object of ${name ? `the class ${name}` : "a class"}. Give its data as a map.`;
}

/** Throws a `ModelError` with the path of the first value that is not plain data. */
export function checkPlain(data: unknown): void {
  let count = 0;
  const keys: PropertyKey[] = [];

  visit(data);

  function visit(value: unknown): void {
    const where = () => path(...keys) || "model";
    if (++count > mostValues)
      fail(where(), `a model may have at most ${mostValues} values; this one has more. Write families with repeat.`);
    switch (typeof value) {
      case "number":
        if (!Number.isFinite(value))
          fail(where(), `must be a finite number; got ${value}. Use one between -1.8e308 and 1.8e308.`);
        return;
      case "string":
      case "boolean":
        return;
      case "object":
        if (value !== null) break;
        fail(where(), missing(String(keys.at(-1) ?? "")));
        break;
      default:
        fail(where(), `a model may contain numbers, texts, lists and maps only; this is ${show(value)}.`);
    }
    if (keys.length >= deepest) {
      fail(
        where(),
        `there may be at most ${deepest} lists and maps inside each other; here are more. Does the data contain itself?`,
      );
    }
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) inside(i, value[i]);
      return;
    }
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      fail(where(), `a model may contain numbers, texts, lists and maps only; ${called(value)}`);
    }
    for (const key of Object.keys(value as object)) {
      if (inherited.has(key)) {
        fail(
          path(...keys, key),
          `${show(key)} cannot be a name: every JavaScript object has a member of that name. Choose another.`,
        );
      }
      inside(key, (value as Record<string, unknown>)[key]);
    }
  }

  function inside(key: PropertyKey, value: unknown): void {
    keys.push(key);
    visit(value);
    keys.pop();
  }
}
