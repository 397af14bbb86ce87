/**
 * Prints expressions in the expression language.
 *
 * The text has as few brackets as possible, and parsing it gives the same node again if its names are valid names of the
 * language. This holds because the constructors put every node in normal form: `-x*y` is parsed as `(-x)*y`, which is the
 * same node as `-(x*y)`. Products made by repeated squaring are printed as the powers they came from. (There is one
 * exception: products and quotients of constants that were not folded, because they are not finite, may lose a sign.)
 */
import { LARGEST_EXPANDED_POWER } from "./elementary.js";
import { type Expr, isConst } from "./expr.js";
import { topologicalOrder } from "./order.js";
import { orderAlong } from "./piecewise.js";

/** How tightly the outermost operator of a printed expression binds. */
export const SUM = 1;
export const PRODUCT = 2;
export const SIGN = 3;
export const POWER = 4;
export const ATOM = 5;

/** A node that has been printed. */
export interface Printed {
  readonly text: string;
  readonly binding: number;
  /** The base and exponent of a product that is a power. */
  readonly power?: Power;
  /** Whether a product has neither a constant nor, in the chain of its factors, a quotient. */
  readonly plain?: boolean;
}

interface Power {
  readonly base: Expr;
  readonly exponent: number;
}

/** Looks up an argument, which has been printed before. */
export type Argument = (e: Expr) => Printed;

/** Options of `toText` and `toTeX`. */
export interface PrintOptions {
  /** Maximum number of characters; default 100,000. A small graph can be astronomically long when printed. */
  readonly length?: number;
}

/**
 * An expression in the expression language; `parse` reads it back.
 *
 * @example
 * toText(new Graph().symbol("x")); // "x"
 */
export function toText(expr: Expr, options?: PrintOptions): string {
  return print(expr, textOf, options);
}

/** Prints a graph, arguments first, by a function that prints one node. */
export function print(
  expr: Expr,
  printNode: (e: Expr, argument: Argument) => Printed,
  { length = 100_000 }: PrintOptions = {},
): string {
  const results = new Map<Expr, Printed>();
  const argument = (e: Expr) => results.get(e) as Printed;
  for (const e of topologicalOrder([expr])) {
    const result = printNode(e, argument);
    if (result.text.length > length) {
      throw new RangeError(`the text of an expression may have at most ${length} characters; this one would be longer`);
    }
    results.set(e, result);
  }
  return argument(expr).text;
}

function textOf(e: Expr, argument: Argument): Printed {
  const [a, b] = e.args;
  const inside = (arg: Expr, binding: number) => {
    const printed = argument(arg);
    return printed.binding >= binding ? printed.text : `(${printed.text})`;
  };
  switch (e.op) {
    case "const":
      return { text: String(e.value), binding: e.value < 0 ? SIGN : ATOM };
    case "symbol":
      return { text: e.name, binding: ATOM };
    case "neg":
      // in front of a product this is parsed as the sign of its first factor, which the constructors move out again
      return { text: `-${inside(a, PRODUCT)}`, binding: Math.min(SIGN, argument(a).binding) };
    case "add": {
      const [first, second] = argument(b).binding === SUM ? [b, a] : [a, b];
      return { text: `${inside(first, SUM)} + ${inside(second, PRODUCT)}`, binding: SUM };
    }
    case "sub":
      return { text: `${inside(a, SUM)} - ${inside(b, PRODUCT)}`, binding: SUM };
    case "mul": {
      const power = powerOf(e, argument);
      if (power) return { text: `${inside(power.base, ATOM)}^${power.exponent}`, binding: POWER, power };
      // parsing moves a constant in front of a plain product, but not in front of a quotient: 2*x*y, but 2*(x/y)
      const [first, second] = factors(e, argument);
      const plain = !isConst(first) && (argument(first).binding > PRODUCT || argument(first).plain === true);
      const keepsBrackets = !(isConst(first) && argument(second).plain);
      return {
        text: `${inside(first, PRODUCT)}*${inside(second, keepsBrackets ? SIGN : PRODUCT)}`,
        binding: PRODUCT,
        plain,
      };
    }
    case "div":
      return { text: `${inside(a, PRODUCT)}/${inside(b, SIGN)}`, binding: PRODUCT };
    case "pow":
      return { text: `${inside(a, ATOM)}^${inside(b, SIGN)}`, binding: POWER };
    default: {
      const name = e.op === "select" ? "where" : e.op === "table" ? e.name + primes(e) : e.op;
      return { text: `${name}(${e.args.map((arg) => argument(arg).text).join(", ")})`, binding: ATOM };
    }
  }
}

/** The marks of a derivative of a table: f'' of one argument, f'xxy of two. */
export function primes({ value, args }: Expr): string {
  if (args.length === 1 || value === 0) return "'".repeat(value);
  return `'${"x".repeat(orderAlong(value, 0))}${"y".repeat(orderAlong(value, 1))}`;
}

/** The factors in the order of printing: a constant first, otherwise a product first, which then needs no brackets. */
export function factors(e: Expr, argument: Argument): readonly [Expr, Expr] {
  const [a, b] = e.args;
  const swap = !isConst(a) && (isConst(b) || argument(b).binding === PRODUCT);
  return swap ? [b, a] : [a, b];
}

/** The product `e` as a power, if `pow` could have made it: x^2k = x^k x^k, or x^(2k+1) = x^2k x. */
export function powerOf(e: Expr, argument: Argument): Power | undefined {
  const [a, b] = e.args;
  const of = (arg: Expr): Power => argument(arg).power ?? { base: arg, exponent: 1 };
  if (a === b) {
    const { base, exponent } = of(a);
    return 2 * exponent <= LARGEST_EXPANDED_POWER ? { base, exponent: 2 * exponent } : { base: a, exponent: 2 };
  }
  for (const [even, one] of [e.args, [b, a]]) {
    const { base, exponent } = of(even);
    if (base === one && exponent % 2 === 0 && exponent < LARGEST_EXPANDED_POWER)
      return { base, exponent: exponent + 1 };
  }
  return undefined;
}
