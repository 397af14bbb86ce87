/**
 * The dimension of an expression. A plain number may be anything in the units of the model, so its dimension is open
 * (undefined), and so is that of a product with an open factor; only what is certain is judged. A sum takes the dimension of
 * the term that has one.
 */

import type { Units } from "../../core/units.js";
import {
  type Dimension,
  ExpressionError,
  isSame,
  pure,
  readDimension,
  type Syntax,
  times,
} from "../../symbolic/index.js";
import { inWords } from "./labels.js";

/** A dimension; undefined if it is open. */
export type Known = Dimension | undefined;

export interface DimensionScope {
  readonly units: Units;
  /** The dimension of what a name stands for. */
  lookup(name: string): Known;
  /** The dimension of the value of a function of the model, such as a table. */
  call?(name: string): Known;
}

const angle = readDimension("angle")!;

type Rule = (args: readonly Known[], same: (list: readonly Known[]) => Known, isPure: (k: number) => void) => Known;

const first: Rule = ([a]) => a;
const alike: Rule = (args, same) => same(args);
const product: Rule = ([a, b]) => (a && b ? times(a, b) : undefined);
const ofNumber =
  (result: Dimension): Rule =>
  (_, __, isPure) => {
    isPure(0);
    return result;
  };

/** What each function does to dimensions. */
const rules: ReadonlyMap<string, Rule> = new Map([
  ...["sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log"].map((name) => [name, ofNumber(pure)] as const),
  ...["asin", "acos", "atan"].map((name) => [name, ofNumber(angle)] as const),
  ...["abs", "floor", "norm", "x", "y", "z"].map((name) => [name, first] as const),
  ...["min", "max", "mod", "hypot"].map((name) => [name, alike] as const),
  ...["dot", "cross"].map((name) => [name, product] as const),
  ["sqrt", ([a]) => a && times(pure, a, 0.5)],
  ["sign", () => pure],
  ["where", ([, a, b], same) => same([a, b])],
  [
    "atan2",
    (args, same) => {
      same(args);
      return angle;
    },
  ],
]);

/** The dimension of `syntax`; throws an `ExpressionError` where quantities of different dimensions are added. */
export function dimensionIn(syntax: Syntax, scope: DimensionScope): Known {
  // the left side of a sum is as deep as the sum has terms, so walk it in a loop
  const spine: Extract<Syntax, { kind: "binary" }>[] = [];
  let node = syntax;
  while (node.kind === "binary") {
    spine.push(node);
    node = node.left;
  }
  let value = operand(node, scope);
  for (const binary of spine.reverse()) value = combined(binary, value, scope);
  return value;
}

function operand(syntax: Syntax, scope: DimensionScope): Known {
  switch (syntax.kind) {
    case "number":
      return syntax.unit?.dimension;
    case "name":
      return syntax.name === "pi" ? (scope.lookup("pi") ?? pure) : scope.lookup(syntax.name);
    case "unary":
      return dimensionIn(syntax.argument, scope);
    case "vector": {
      const parts = syntax.components.map((component) => dimensionIn(component, scope));
      return parts.every((part) => part && parts[0] && isSame(part, parts[0])) ? parts[0] : undefined;
    }
    case "call":
      return called(syntax, scope);
    default:
      return dimensionIn(syntax, scope);
  }
}

function called({ name, at, arguments: list }: Extract<Syntax, { kind: "call" }>, scope: DimensionScope): Known {
  if (name === "sum" && list.length === 4)
    return dimensionIn(list[3], {
      ...scope,
      lookup: (other) => (list[0].kind === "name" && list[0].name === other ? undefined : scope.lookup(other)),
    });
  const args = list.map((argument) => dimensionIn(argument, scope));
  if (name === "pow" && list.length === 2) return raised(args[0], list[1], scope);
  const rule = rules.get(name);
  if (rule === undefined) return scope.call?.(name);
  return rule(
    args,
    (same) => unified(same, at, scope),
    (k) => {
      const found = args[k];
      if (found !== undefined && !isSame(found, pure))
        throw new ExpressionError(
          list[k].at,
          `${name}(…) needs a pure number${name.length === 3 ? " or an angle" : ""}; this is ${inWords(found, scope.units)}; divide it by a quantity of its kind`,
        );
    },
  );
}

/** The common dimension of quantities that are added or compared. */
function unified(list: readonly Known[], at: number, { units }: DimensionScope): Known {
  let known: Known;
  for (const each of list) {
    if (each === undefined) continue;
    if (known !== undefined && !isSame(known, each))
      throw new ExpressionError(
        at,
        `both sides must be quantities of one kind; here are ${inWords(known, units)} and ${inWords(each, units)}; correct the units`,
      );
    known ??= each;
  }
  return known;
}

function combined(
  { operator, at, right }: Extract<Syntax, { kind: "binary" }>,
  a: Known,
  scope: DimensionScope,
): Known {
  if (operator === "^") return raised(a, right, scope);
  const b = dimensionIn(right, scope);
  if (operator === "+" || operator === "-") return unified([a, b], at, scope);
  return a && b ? times(a, b, operator === "*" ? 1 : -1) : undefined;
}

function raised(base: Known, exponent: Syntax, scope: DimensionScope): Known {
  const power = dimensionIn(exponent, scope);
  if (power !== undefined && !isSame(power, pure))
    throw new ExpressionError(
      exponent.at,
      `an exponent must be a pure number; this is ${inWords(power, scope.units)}; divide it by a quantity of its kind`,
    );
  if (base === undefined) return undefined;
  const number = literal(exponent);
  return number === undefined ? (isSame(base, pure) ? pure : undefined) : times(pure, base, number);
}

function literal(syntax: Syntax): number | undefined {
  if (syntax.kind === "number" && syntax.unit === undefined) return syntax.value;
  if (syntax.kind !== "unary") return undefined;
  const inside = literal(syntax.argument);
  return inside === undefined ? undefined : -inside;
}
