/**
 * Parses the text of an expression into a small syntax tree.
 *
 * `scan.ts` refuses everything that is not part of the language and limits size and nesting, so the descent below meets
 * only well-formed sequences of tokens. The operators, loosest first:
 *
 *     a + b, a - b      from the left
 *     a * b, a / b      from the left
 *     -a
 *     a ^ b             from the right; -x^2 is -(x^2), and 2^-x is allowed
 *
 * Primes belong to names: `x'` is one name. A unit belongs to the number before it: `20 mm`, `(30 N/mm)`.
 */
import { ExpressionError, quote } from "./errors.js";
import { type Limits, scan, type Token } from "./scan.js";
import type { Unit } from "./units/vocabulary.js";

export type BinaryOperator = "+" | "-" | "*" | "/" | "^";

/** A syntax tree, as plain data. `at` is the 1-based column to which an error about the node should point. */
export type Syntax =
  | { readonly kind: "number"; readonly at: number; readonly value: number; readonly unit?: Unit }
  | { readonly kind: "name"; readonly at: number; readonly name: string }
  | { readonly kind: "unary"; readonly at: number; readonly operator: "-"; readonly argument: Syntax }
  | BinarySyntax
  | { readonly kind: "call"; readonly at: number; readonly name: string; readonly arguments: readonly Syntax[] }
  | { readonly kind: "vector"; readonly at: number; readonly components: readonly Syntax[] };

export interface BinarySyntax {
  readonly kind: "binary";
  readonly at: number;
  readonly operator: BinaryOperator;
  readonly left: Syntax;
  readonly right: Syntax;
}

/** Parses `text`; throws an `ExpressionError` if it is not an expression. */
export function parseSyntax(text: string, limits: Limits = {}): Syntax {
  return new Descent(scan(text, limits), limits.components ?? 16).sum();
}

/** Recursive descent: one method for each line of the table above. */
class Descent {
  private readonly tokens: readonly Token[];
  private readonly mostComponents: number;
  private next = 0;

  constructor(tokens: readonly Token[], mostComponents: number) {
    this.tokens = tokens;
    this.mostComponents = mostComponents;
  }

  sum(): Syntax {
    return this.fromTheLeft(["+", "-"], () => this.fromTheLeft(["*", "/"], () => this.signed()));
  }

  private fromTheLeft(operators: readonly BinaryOperator[], operand: () => Syntax): Syntax {
    let left = operand();
    for (;;) {
      const operator = operators.find((one) => one === this.tokens[this.next]?.text);
      if (operator === undefined) return left;
      const { at } = this.take();
      left = { kind: "binary", at, operator, left, right: operand() };
    }
  }

  private signed(): Syntax {
    const { text, at } = this.tokens[this.next];
    if (text !== "-" && text !== "+") return this.power();
    this.next++;
    const argument = this.signed();
    return text === "+" ? argument : { kind: "unary", at, operator: "-", argument };
  }

  private power(): Syntax {
    const left = this.primary();
    if (this.tokens[this.next]?.text !== "^") return left;
    const { at } = this.take();
    return { kind: "binary", at, operator: "^", left, right: this.signed() };
  }

  private primary(): Syntax {
    const { kind, text, at, unit } = this.take();
    if (kind === "number") {
      const value = Number(text);
      if (Number.isFinite(value)) return { kind: "number", at, value, ...(unit && { unit }) };
      throw new ExpressionError(at, `the number ${quote(text)} is too large; the largest is about 1.8e308`);
    }
    if (kind === "name") {
      if (this.tokens[this.next]?.text !== "(") return { kind: "name", at, name: text };
      this.next++;
      return { kind: "call", at, name: text, arguments: this.list(")") };
    }
    if (text === "(") {
      const inside = this.sum();
      this.next++;
      return inside;
    }
    const components = this.list("]");
    if (components.length <= this.mostComponents) return { kind: "vector", at, components };
    throw new ExpressionError(
      at,
      `a vector may have at most ${this.mostComponents} components; this one has ${components.length}`,
    );
  }

  /** Expressions with commas between them, up to and with the closing bracket. */
  private list(closer: ")" | "]"): Syntax[] {
    const found: Syntax[] = [];
    while (this.tokens[this.next].text !== closer) {
      if (found.length > 0) this.next++;
      found.push(this.sum());
    }
    this.next++;
    return found;
  }

  private take(): Token {
    return this.tokens[this.next++];
  }
}

/** The form `sum(i, from, to, term)`, whose first argument names an index. */
export const sumName = "sum";

/** The names in `syntax` except those of functions and the indices of sums: everything on which its value may depend. */
export function namesIn(syntax: Syntax): Set<string> {
  const names = new Set<string>();
  const left: { readonly node: Syntax; readonly bound: readonly string[] }[] = [{ node: syntax, bound: [] }];
  for (let top = left.pop(); top !== undefined; top = left.pop()) {
    const { node, bound } = top;
    const visit = (inner: Syntax, inside = bound) => left.push({ node: inner, bound: inside });
    if (node.kind === "name" && !bound.includes(node.name)) names.add(node.name);
    else if (node.kind === "unary") visit(node.argument);
    else if (node.kind === "binary") {
      visit(node.right);
      visit(node.left);
    } else if (node.kind === "call") {
      const [index] = node.arguments;
      const isSum = node.name === sumName && node.arguments.length === 4 && index.kind === "name";
      const inside = isSum ? [...bound, index.name] : bound;
      for (const [k, argument] of [...node.arguments.entries()].reverse())
        if (!isSum || k > 0) visit(argument, k === 3 ? inside : bound);
    } else if (node.kind === "vector") for (const component of node.components.toReversed()) visit(component);
  }
  return names;
}
