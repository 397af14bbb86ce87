/** Errors of a model, which are collected so that several mistakes in a file are reported at once. */

import { ModelError } from "../core/errors.js";
import { ExpressionError } from "../symbolic/index.js";

/** Several errors. This error itself has the message of the first; `all` has them in the order of the file. */
export class ModelErrors extends ModelError {
  readonly all: readonly ModelError[];

  constructor(all: readonly ModelError[]) {
    super(all[0].where, all[0].what, all[0].place);
    this.all = all;
  }
}

/**
 * All errors in an error of `validateModel`, which reports several mistakes in a file at once.
 *
 * @example
 * try {
 *   validateModel({ taut: 1, points: { a: { mass: 1 }, b: { mas: 1, at: [0, 0] } } });
 * } catch (error) {
 *   if (error instanceof ModelError) for (const { message } of allErrors(error)) console.error(message);
 * }
 */
export function allErrors(error: ModelError): readonly ModelError[] {
  return error instanceof ModelErrors ? error.all : [error];
}

/** The largest number of errors that are collected. */
const mostErrors = 20;

/** An error that exists only because of another one, such as the use of a name whose expression is wrong. */
class FollowUpError extends ModelError {}

export class ErrorCollector {
  readonly #list: ModelError[] = [];
  /** An error that follows from another one is reported only if that one is not. */
  #followUp: ModelError | undefined;

  /** Names whose entries are wrong: later errors that contain one may only follow from that, and are left out. */
  readonly #suspects = new Set<string>();

  suspect(name: string): void {
    this.#suspects.add(name);
  }

  #follows(error: ModelError): boolean {
    return this.#suspects.size > 0 && this.#list.length > 0 && mentions(error, this.#suspects);
  }

  get count(): number {
    return this.#list.length;
  }

  add(where: string, what: string): void {
    const error = new ModelError(where, what);
    if (this.#list.length < mostErrors && !this.#follows(error)) this.#list.push(error);
  }

  /** The same; if there is an error, later ones that contain `name` are left out. */
  suspecting<T>(name: string, work: () => T): T | undefined {
    const before = this.count;
    const made = this.attempt(work);
    if (this.count > before) this.suspect(name);
    return made;
  }

  /** The paths of the errors. */
  places(): string[] {
    return this.#list.map(({ where }) => where);
  }

  /** Adds the errors of another collector that `wanted` accepts. */
  addAllOf(other: ErrorCollector, wanted: (error: ModelError) => boolean): void {
    for (const error of other.#list) if (wanted(error)) this.add(error.where, error.what);
  }

  /** Runs `work`; a model error is collected and the result is undefined. Any other error is a bug and is thrown. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      if (error instanceof FollowUpError) {
        this.#followUp ??= error;
        return undefined;
      }
      // `work` may have thrown what is in the list already
      for (const each of allErrors(error))
        if (this.#list.length < mostErrors && !this.#list.includes(each) && !this.#follows(each)) this.#list.push(each);
      return undefined;
    }
  }

  /** Throws the collected errors, if there are any. */
  check(): void {
    if (this.#list.length === 1) throw this.#list[0];
    if (this.#list.length > 1) throw new ModelErrors(this.#list);
    if (this.#followUp !== undefined) throw this.#followUp;
  }
}

export function fail(where: string, what: string): never {
  throw new ModelError(where, what);
}

/** Whether an error is about one of these names; those that it only offers do not count. */
export function mentions({ where, what }: ModelError, names: ReadonlySet<string>): boolean {
  const said = what.replace(/(known here|Known|did you mean|Did you mean)\b.*$/s, "");
  // sentences quote names; outside quotes a word such as "a" is English
  const quoted = said.match(/"[^"]*"/g) ?? [];
  return ([where, ...quoted].join(" ").match(/[A-Za-z_]\w*/g) ?? []).some((word) => names.has(word));
}

/** Throws an error that is not reported beside the one from which it follows. */
export function failAfter(where: string, what: string): never {
  throw new FollowUpError(where, what);
}

/** Runs `work` on the expression `text`; errors get its path. `restore` undoes changes to the text in their sentences. */
export function withErrorsAt<T>(
  where: string,
  text: string,
  work: () => T,
  restore = (sentence: string) => sentence,
): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const sentence = restore(error.sentence);
    throw new ModelError(
      where,
      `${show(text)}, column ${error.position}: ${sentence}${/[.?!]$/.test(sentence) ? "" : "."}`,
    );
  }
}

/** A key of a map as the next part of a path: `.mass`, `["theta'"]`, `[3]`. */
function step(key: PropertyKey): string {
  if (typeof key === "number") return `[${key}]`;
  const name = String(key);
  return /^[A-Za-z_][\w'-]*$/.test(name) && name.length <= 60 ? `.${name}` : `[${show(name)}]`;
}

/** `path("elements", 2, "rod")` is `elements[2].rod`. */
export function path(...keys: readonly PropertyKey[]): string {
  return keys.map(step).join("").replace(/^\./, "");
}

/** A longer path: `below("elements[2].rod", "between", 1)` is `elements[2].rod.between[1]`. */
export function below(where: string, ...keys: readonly PropertyKey[]): string {
  return where === "" ? path(...keys) : where + keys.map(step).join("");
}

/** A value as written in the file, shortened for a message. */
export function show(value: unknown): string {
  if (typeof value === "string") return `"${value.length > 60 ? `${value.slice(0, 60)}…` : value}"`;
  if (value === null || value === undefined) return "nothing";
  if (typeof value === "object") return Array.isArray(value) ? "a list" : "a map";
  if (typeof value === "function" || typeof value === "symbol") return `a ${typeof value}`;
  return String(value);
}
