/**
 * The named expressions of `let`. Those of parameters and t only are known before any coordinate is, and can be used
 * wherever numbers or motions are read; the others become expressions of coordinates, in `symbols.ts`. Each is built
 * once, so that every law that uses it shares its nodes.
 */

import { type Expr, type Graph, namesIn, parseSyntax, type Scope, toValue, type Value } from "../../symbolic/index.js";
import { constants, isVector, matrixOf } from "../../symbolic/language.js";
import { below, type ErrorCollector, fail, failAfter, path, show, withErrorsAt } from "../model-errors.js";
import { multiplierNames, withLabelCalls, withPlaceholders } from "../references.js";
import type { ModelData, ParameterData } from "../schema.js";
import type { Scalar, ScalarOrVector } from "../shapes.js";
import { inOrder, inWords } from "./in-order.js";

export interface Lets {
  /** Every name, also of those that are wrong. */
  readonly names: ReadonlySet<string>;
  /** The values of those that contain no coordinates: expressions of t. */
  readonly known: ReadonlyMap<string, Value>;
  /** The others, each after those that it needs. */
  readonly moving: readonly { readonly name: string; readonly where: string; readonly value: ScalarOrVector }[];
}

export function readLets(
  section: ModelData["let"],
  lists: readonly (readonly [name: string, value: Exclude<ParameterData, Scalar>])[],
  base: { graph: Graph; time: Expr; parameters: ReadonlyMap<string, number>; functions: Scope["functions"] },
  errors: ErrorCollector,
): Lets {
  const isList = new Set(lists.map(([name]) => name));
  const entries = new Map<string, ParameterData>([...lists, ...Object.entries(section ?? {})]);
  const placeOf = (name: string): string => path(isList.has(name) ? "parameters" : "let", name);
  const known = new Map<string, Value>();
  const moving: Lets["moving"][number][] = [];
  if (entries.size === 0) return { names: new Set(), known, moving };
  const { graph, time, parameters, functions } = base;

  const needs = new Map<string, ReadonlySet<string>>();
  const withMembers = new Set<string>();
  for (const [name, value] of entries) {
    errors.attempt(() => {
      const found = new Set<string>();
      for (const [where, text] of textsOf(placeOf(name), value)) {
        const { text: plain, references } = withPlaceholders(withLabelCalls(text, multiplierNames(functions)).text);
        if (references.size > 0) withMembers.add(name);
        for (const each of withErrorsAt(where, text, () => namesIn(parseSyntax(plain)))) found.add(each);
      }
      needs.set(name, found);
    });
  }
  const isKnown = (name: string) => name === "t" || parameters.has(name) || known.has(name) || constants.has(name);
  const order = errors.attempt(() => inOrder(needs, refuseCycle)) ?? [];
  for (const name of order) {
    const [where, value] = [placeOf(name), entries.get(name)!];
    const unknown = [...needs.get(name)!].find((other) => !isKnown(other));
    if (isList.has(name) && (unknown !== undefined || withMembers.has(name))) {
      const what = unknown === undefined ? "members of families" : show(unknown);
      errors.add(where, `parameters depend on other parameters only; this one contains ${what}. Write it under let.`);
      continue;
    }
    if (withMembers.has(name) || ![...needs.get(name)!].every(isKnown)) {
      moving.push({ name, where, value: value as ScalarOrVector });
      continue;
    }
    const scope: Scope = {
      graph,
      ...(functions && { functions }),
      lookup(other) {
        if (other === "t") return time;
        const number = parameters.get(other);
        return number === undefined ? known.get(other) : graph.num(number);
      },
    };
    errors.attempt(() => known.set(name, readIn(where, value, scope)));
  }
  return { names: new Set(entries.keys()), known, moving };
}

function readIn(where: string, value: ParameterData, scope: Scope): Value {
  if (typeof value === "number") return scope.graph.num(value);
  if (typeof value === "string") return withErrorsAt(where, value, () => toValue(parseSyntax(value), scope));
  const components = value.map((each, k) => readIn(below(where, k), each, scope));
  if (components.every(isVector)) return matrixOf(components, (sentence) => fail(where, `${sentence}.`));
  return components.map((component, k) =>
    isVector(component) ? fail(below(where, k), "a component must be a scalar; this is a vector.") : component,
  );
}

function textsOf(where: string, value: ParameterData): (readonly [where: string, text: string])[] {
  if (typeof value === "string") return [[where, value]];
  if (typeof value === "number") return [];
  if (value.length === 0) fail(where, "the list is empty. Give one entry for each component.");
  return value.flatMap((each, k) => textsOf(below(where, k), each));
}

/** The value of `name` where there are no coordinates; undefined if `let` does not define it. */
export function letWithoutCoordinates({ names, known, moving }: Lets, where: string, name: string): Value | undefined {
  const value = known.get(name);
  if (value !== undefined || !names.has(name)) return value;
  if (moving.some((each) => each.name === name))
    fail(
      where,
      `only laws, events and outputs may depend on the motion; let.${name} does, and numbers are needed here. Write an expression of parameters.`,
    );
  return failAfter(where, `it contains ${show(name)}, which is not valid. Correct let.${name}.`);
}

function refuseCycle(cycle: readonly string[]): never {
  fail(
    path("let", cycle[0]),
    `names of let must not depend on each other in a cycle; ${inWords(cycle)}. Write one of them without the others.`,
  );
}
