/** Translates the rates of a test problem to a function in another language. */

import type { TestProblem } from "../../test/problems/stiff.js";

export interface FirstOrder {
  readonly states: Readonly<Record<string, number>>;
  readonly rates: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, number>>;
}

/** The states, rates and parameters of a problem; undefined if it is not given by rates. */
export function firstOrder({ model }: TestProblem): FirstOrder | undefined {
  return model.rates === undefined ? undefined : (model as unknown as FirstOrder);
}

const token = /\d+\.?\d*(?:e[+-]?\d+)?|[A-Za-z_]\w*|\S|\s+/gi;
const kept = new Set(["sin", "cos", "exp", "sqrt", "t"]);

/** The expression with every name of the model and the power operator replaced. */
const renamed = (expression: string, name: (model: string) => string, power: string): string =>
  expression.replace(token, (word) => {
    if (word === "^") return power;
    return /^[A-Za-z_]/.test(word) && !kept.has(word) ? name(word) : word;
  });

/** A Python function `rate(t, y)` from a list to a list. Names get a prefix, because a model may use keywords. */
export function python({ states, rates, parameters }: FirstOrder): string {
  const names = Object.keys(states);
  const prefixed = (name: string): string => `m_${name}`;
  return [
    ...Object.entries(parameters).map(([name, value]) => `${prefixed(name)} = ${value}`),
    "def rate(t, y):",
    `  ${names.map(prefixed).join(", ")}, = y`,
    `  return [${names.map((name) => renamed(rates[name], prefixed, "**")).join(", ")}]`,
  ].join("\n");
}

/** An anonymous Octave function from a column to a column. */
export function octave({ states, rates, parameters }: FirstOrder): string {
  const names = Object.keys(states);
  const entry = (name: string): string =>
    names.includes(name) ? `y(${names.indexOf(name) + 1})` : `(${parameters[name]})`;
  return `@(t, y) [${names.map((name) => `(${renamed(rates[name], entry, "^")})`).join("; ")}]`;
}
