/** Rates of a test problem as a function of another language. */

import type { TestProblem } from "../../test/problems/stiff.js";

interface FirstOrder {
  readonly states: Readonly<Record<string, number>>;
  readonly rates: Readonly<Record<string, string>>;
  readonly parameters: Readonly<Record<string, number>>;
}

/** States, rates and parameters, of problems that are given that way. */
export function firstOrder({ model }: TestProblem): FirstOrder | undefined {
  return model.rates === undefined ? undefined : (model as unknown as FirstOrder);
}

const token = /\d+\.?\d*(?:e[+-]?\d+)?|[A-Za-z_]\w*|\S|\s+/gi;
const kept = new Set(["sin", "cos", "exp", "sqrt", "t"]);

/** The expression with every name of the model given a prefix, since a model may use another language's keywords. */
const renamed = (expression: string, power: string): string =>
  expression.replace(token, (word) =>
    /^[A-Za-z_]/.test(word) && !kept.has(word) ? `m_${word}` : word === "^" ? power : word,
  );

/** `rate(t, y)`, a list from a list. */
export function python({ states, rates, parameters }: FirstOrder): string {
  const names = Object.keys(states);
  return [
    ...Object.entries(parameters).map(([name, value]) => `m_${name} = ${value}`),
    "def rate(t, y):",
    `  ${names.map((name) => `m_${name}`).join(", ")}, = y`,
    `  return [${names.map((name) => renamed(rates[name], "**")).join(", ")}]`,
  ].join("\n");
}
