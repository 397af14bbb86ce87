/**
 * The first look at a model: is it plain data at all? Numbers, texts, booleans, lists and maps, finite, of bounded depth
 * and size, with keys that are safe to use. Everything after it may rely on that, whoever made the data.
 */

import { fail, path, show } from "./model-errors.js";

/** Lists and maps inside each other. A model needs about six. */
const deepest = 24;
/** Numbers, texts, lists and maps in all. */
const most = 10_000_000;

/** Names that every JavaScript object answers to. */
const inherited: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(Object.prototype),
  ...["prototype", "arguments", "caller", "then"],
]);

/** Whether `name` is one that objects already have, such as `constructor`. */
export function isInherited(name: string): boolean {
  return inherited.has(name);
}

/** Throws a `ModelError` with the path of the first thing that is not plain data. */
export function checkPlain(data: unknown): void {
  let count = 0;
  const keys: PropertyKey[] = [];

  visit(data);

  function visit(value: unknown): void {
    const where = () => path(...keys) || "model";
    if (++count > most) fail(where(), `the model has more than ${most} values. Write families with repeat.`);
    switch (typeof value) {
      case "number":
        if (!Number.isFinite(value))
          fail(where(), `${value} is not a finite number. Use one between -1.8e308 and 1.8e308.`);
        return;
      case "string":
      case "boolean":
        return;
      case "object":
        if (value !== null) break;
        fail(where(), "there is nothing here. Give a value, or leave the key out.");
        break;
      default:
        fail(where(), `${show(value)} is not data. A model holds numbers, texts, lists and maps only.`);
    }
    if (keys.length >= deepest) {
      fail(
        where(),
        `more than ${deepest} lists and maps inside each other; a model needs about six. Does it contain itself?`,
      );
    }
    if (Array.isArray(value)) {
      for (let i = 0; i < value.length; i++) inside(i, value[i]);
      return;
    }
    const prototype = Object.getPrototypeOf(value);
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
      fail(where(), "this is an object of some class. A model holds numbers, texts, lists and maps only.");
    }
    for (const key of Object.keys(value as object)) {
      if (inherited.has(key)) {
        fail(
          path(...keys, key),
          `${show(key)} cannot be a name: every JavaScript object has something called so. Choose another.`,
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
