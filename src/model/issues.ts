/** Turns the issues that shapes find into errors of the model: a path and the most helpful sentence. */

import { own } from "../core/index.js";
import { below, type ErrorCollector } from "./model-errors.js";
import { notA } from "./shapes.js";
import type { Issue, Shape } from "./z.js";

/** The names of types in messages. */
const kinds: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
};

/** `data` if it has the shape; otherwise undefined, and the reasons are added to `errors`. */
export function checkShape<T>(shape: Shape<T>, data: unknown, where: string, errors: ErrorCollector): T | undefined {
  const issues = shape.check(data, (found) => notA(own(kinds, found.expected) ?? "what is needed here").error(found));
  if (issues.length === 0) return data as T;
  explain(issues, where, errors);
  return undefined;
}

/** Adds `issues`, found below the path `where`, to the errors. */
function explain(issues: readonly Issue[], where: string, errors: ErrorCollector): void {
  for (const issue of misspeltFirst(issues)) {
    const { keys, message } = nearestCause(issue);
    errors.add(below(where, ...keys) || "model", message);
  }
}

/** Puts misspelt keys first, because they explain the missing ones. */
function misspeltFirst(issues: readonly Issue[]): Issue[] {
  const isMisspelt = ({ code }: Issue) => code === "unrecognized_key";
  return [...issues.filter(isMisspelt), ...issues.filter((issue) => !isMisspelt(issue))];
}

/**
 * When no branch of a union fits, the cause is the deepest value that does not fit: in `{x: true}`, which is neither a
 * number nor a map of numbers, it is `true`. The union itself is the cause only if every branch fails at the top.
 */
function nearestCause(issue: Issue): { keys: PropertyKey[]; message: string } {
  const own = { keys: [...issue.path], message: issue.message };
  if (issue.code === "unrecognized_key") return { keys: [...own.keys, issue.key!], message: own.message };
  if (issue.code !== "invalid_union") return own;
  let deepest: { keys: PropertyKey[]; message: string } | undefined;
  for (const branch of issue.errors!) {
    for (const inner of misspeltFirst(branch).slice(0, 1)) {
      const cause = nearestCause(inner);
      if (cause.keys.length > (deepest?.keys.length ?? 0)) deepest = cause;
    }
  }
  return deepest === undefined ? own : { keys: [...own.keys, ...deepest.keys], message: deepest.message };
}
