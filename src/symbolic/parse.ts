/**
 * Parses the text of an expression into a small syntax tree.
 *
 * `scan.ts` refuses everything that is not part of the language and limits size and nesting; jsep then finds the
 * structure, and the walk below accepts only the node types that it knows. The operators, loosest first:
 *
 *     a + b, a - b      from the left
 *     a * b, a / b      from the left
 *     -a
 *     a ^ b             from the right; -x^2 is -(x^2), and 2^-x is allowed
 *
 * Primes belong to names: `x'` is one name. jsep would read a quote as the start of a string, so it receives U+02B9
 * instead.
 *
 * jsep keeps its operators and plug-ins in global tables, which it shares with all its users in the same program. This
 * module does not touch them: a subclass with its own `gobbleToken` reads powers, and does not run the hooks of others.
 */
import jsep from "jsep";
import { ExpressionError, quote } from "./errors.js";
import { type Limits, scan } from "./scan.js";

export type BinaryOperator = "+" | "-" | "*" | "/" | "^";

/** A syntax tree, as plain data. `at` is the 1-based column to which an error about the node should point. */
export type Syntax =
  | { readonly kind: "number"; readonly at: number; readonly value: number }
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

const PRIME = "\u02b9";

/** The part of jsep's parser class that is used here; its type declarations omit the class. */
interface Jsep {
  index: number;
  readonly code: number;
  gobbleSpaces(): void;
  gobbleToken(): jsep.Expression | false | undefined;
  runHook<Node>(name: string, node: Node): Node;
  searchHook(name: string): undefined;
  parse(): jsep.Expression;
}
const { Jsep } = jsep as unknown as { Jsep: new (text: string) => Jsep };

class Parser extends Jsep {
  /** For each node, the index of its own first character, and of the first bracket around it. */
  readonly places = new Map<jsep.Expression, { own: number; outer: number }>();

  /** One operand: the token that jsep finds, with the power that follows it if there is one. */
  override gobbleToken(): jsep.Expression | false | undefined {
    this.gobbleSpaces();
    const start = this.index;
    const base = super.gobbleToken();
    if (!base) return base;
    this.#place(base, start, start);

    this.gobbleSpaces();
    if (this.code !== "^".charCodeAt(0)) return base;
    const caret = this.index++;
    const node = { type: "BinaryExpression", operator: "^", left: base, right: this.gobbleToken() };
    this.#place(node, caret, start);
    return node;
  }

  override runHook<Node>(_name: string, node: Node): Node {
    return node;
  }

  override searchHook(): undefined {
    return undefined;
  }

  #place(node: jsep.Expression, own: number, outer: number): void {
    this.places.set(node, { own: this.places.get(node)?.own ?? own, outer });
  }
}

/** Parses `text`; throws an `ExpressionError` if it is not an expression. */
export function parseSyntax(text: string, limits: Limits = {}): Syntax {
  scan(text, limits);
  const { components: mostComponents = 16 } = limits;
  const parser = new Parser(text.replaceAll("'", PRIME));
  return syntaxOf(parser.parse());

  function syntaxOf(node: jsep.Expression): Syntax {
    // the left side of a sum is as deep as the sum has terms, so walk it in a loop
    const spine: jsep.BinaryExpression[] = [];
    while (is<jsep.BinaryExpression>(node, "BinaryExpression")) {
      spine.push(node);
      node = node.left;
    }
    let syntax = operandOf(node);
    for (const binary of spine.reverse()) {
      const at = operatorColumn(binary);
      if (!isOperator(binary.operator)) throw new ExpressionError(at, `there is no operator ${quote(binary.operator)}`);
      syntax = { kind: "binary", at, operator: binary.operator, left: syntax, right: syntaxOf(binary.right) };
    }
    return syntax;
  }

  function operandOf(node: jsep.Expression): Syntax {
    const at = columnOf(node);
    if (is<jsep.Literal>(node, "Literal")) {
      if (typeof node.value !== "number") return { kind: "name", at, name: node.raw }; // true, false, null
      if (Number.isFinite(node.value)) return { kind: "number", at, value: node.value };
      throw new ExpressionError(at, `the number ${quote(node.raw)} is too large; the largest is about 1.8e308`);
    }
    if (is<jsep.Identifier>(node, "Identifier")) return { kind: "name", at, name: withPrimes(node.name) };
    if (is<jsep.ThisExpression>(node, "ThisExpression")) return { kind: "name", at, name: "this" };
    if (is<jsep.UnaryExpression>(node, "UnaryExpression")) {
      const argument = syntaxOf(node.argument);
      if (node.operator === "-") return { kind: "unary", at, operator: "-", argument };
      if (node.operator === "+") return argument;
    }
    if (is<jsep.CallExpression>(node, "CallExpression")) {
      const callee = operandOf(node.callee);
      if (callee.kind === "name")
        return { kind: "call", at, name: callee.name, arguments: node.arguments.map(syntaxOf) };
    }
    if (is<jsep.ArrayExpression>(node, "ArrayExpression")) {
      const elements = node.elements.filter((element) => element !== null);
      if (elements.length <= mostComponents) return { kind: "vector", at, components: elements.map(syntaxOf) };
      throw new ExpressionError(
        at,
        `a vector may have at most ${mostComponents} components; this one has ${elements.length}`,
      );
    }
    throw new ExpressionError(at, `this is not part of the language (${node.type})`);
  }

  /** The column of a power is known; any other operator is the last character before its right operand. */
  function operatorColumn(binary: jsep.BinaryExpression): number {
    if (binary.operator === "^") return columnOf(binary);
    let first = binary.right;
    while (!parser.places.has(first) && is<jsep.BinaryExpression>(first, "BinaryExpression")) first = first.left;
    return text.slice(0, parser.places.get(first)?.outer).trimEnd().length;
  }

  function columnOf(node: jsep.Expression): number {
    return (parser.places.get(node)?.own ?? 0) + 1;
  }
}

/** The names in `syntax` except those of functions: everything on which its value may depend. */
export function namesIn(syntax: Syntax): Set<string> {
  const names = new Set<string>();
  const left = [syntax];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.kind === "name") names.add(node.name);
    else if (node.kind === "unary") left.push(node.argument);
    else if (node.kind === "binary") left.push(node.right, node.left);
    else if (node.kind === "call") left.push(...node.arguments.toReversed());
    else if (node.kind === "vector") left.push(...node.components.toReversed());
  }
  return names;
}

function is<Node extends jsep.Expression>(node: jsep.Expression, type: Node["type"]): node is Node {
  return node.type === type;
}

function isOperator(operator: string): operator is BinaryOperator {
  return ["+", "-", "*", "/", "^"].includes(operator);
}

function withPrimes(name: string): string {
  return name.replaceAll(PRIME, "'");
}
