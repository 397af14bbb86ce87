/** Computes the values of `parameters`: numbers, or expressions of other parameters, in any order but without cycles. */

import { type Graph, isConst, isVector, namesIn, parseSyntax, type Syntax, toValue } from "../../symbolic/index.js";
import { ErrorCollector, fail, path, show, withErrorsAt } from "../model-errors.js";
import type { ModelData, ParameterData } from "../schema.js";
import { didYouMean, type Scalar } from "../shapes.js";
import { inOrder, inWords } from "./in-order.js";

/** Values that replace those in the file, as with `--set k2=3`. */
export type Overrides = Readonly<Record<string, number>>;

/** The parameters that are vectors or matrices, which are read as named expressions are. */
export const listsAmong = (given: ModelData["parameters"]): [string, Exclude<ParameterData, Scalar>][] =>
  Object.entries(given ?? {}).flatMap(([name, value]) => (typeof value === "object" ? [[name, value] as const] : []));

/** The values of those parameters that are numbers. */
export function resolveParameters(
  given: ModelData["parameters"],
  set: Overrides | undefined,
  graph: Graph,
): Map<string, number> {
  const errors = new ErrorCollector();
  const entries = new Map<string, Scalar>();
  for (const [name, value] of Object.entries(given ?? {})) if (typeof value !== "object") entries.set(name, value);
  const lists = new Set(listsAmong(given).map(([name]) => name));
  if (set !== undefined && (typeof set !== "object" || set === null || Array.isArray(set)))
    errors.add("parameters", `the values to set must be a map {name: number}; got ${show(set)}. Write set: {k: 3}.`);
  for (const [name, value] of Object.entries(set ?? {})) {
    const where = path("parameters", name);
    if (lists.has(name))
      errors.add(
        where,
        `only numbers can be set; ${show(name)} is a list. Give its components parameters of their own, and set those.`,
      );
    else if (!entries.has(name))
      errors.add(
        where,
        `there is no parameter ${show(name)} to set.${didYouMean(name, entries.keys()) || known(entries)}`,
      );
    else if (!Number.isFinite(value)) errors.add(where, `must be a finite number; got ${show(value)}.`);
    else entries.set(name, value);
  }
  errors.check();

  const syntax = new Map<string, Syntax>();
  const values = new Map<string, number>();
  for (const [name, value] of entries) {
    if (typeof value === "number") values.set(name, value);
    else
      errors.attempt(() => withErrorsAt(path("parameters", name), value, () => syntax.set(name, parseSyntax(value))));
  }
  errors.check();

  for (const name of inOrder(needs(syntax), refuseCycle)) {
    errors.attempt(() => {
      const where = path("parameters", name);
      const text = String(entries.get(name));
      const scope = {
        graph,
        lookup: (other: string) => {
          const value = values.get(other);
          if (lists.has(other))
            fail(where, `a parameter must not depend on the list ${show(other)}. Write it under let instead.`);
          if (value === undefined && syntax.has(other))
            fail(where, `it depends on ${show(other)}, which has no valid value. Correct that parameter first.`);
          return value === undefined ? undefined : graph.num(value);
        },
        names: () => entries.keys(),
      };
      const value = withErrorsAt(where, text, () => toValue(syntax.get(name)!, scope));
      if (isVector(value)) fail(where, `must be a number; ${show(text)} is a vector.`);
      if (!isConst(value))
        fail(
          where,
          `must be a finite number; ${show(text)} divides by zero, overflows, or leaves the domain of a function.`,
        );
      values.set(name, value.value);
    });
  }
  errors.check();
  return new Map([...entries.keys()].map((name) => [name, values.get(name)!]));
}

function needs(syntax: ReadonlyMap<string, Syntax>): Map<string, ReadonlySet<string>> {
  return new Map([...syntax].map(([name, tree]) => [name, namesIn(tree)]));
}

function known(entries: ReadonlyMap<string, unknown>): string {
  return entries.size === 0
    ? " The model has no parameters."
    : ` Its parameters are: ${[...entries.keys()].slice(0, 30).join(", ")}.`;
}

function refuseCycle(cycle: readonly string[]): never {
  fail(
    path("parameters", cycle[0]),
    `parameters must not depend on each other in a cycle; ${inWords(cycle)}. Give one of them a number.`,
  );
}
