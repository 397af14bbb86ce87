/**
 * Expression text to a small syntax tree.
 *
 * `scan.ts` refuses whatever is not of the language and bounds size and nesting; jsep then finds the structure, and the
 * walk below takes over only the node types that it knows. Operators, loosest first:
 *
 *     a + b, a - b      from the left
 *     a * b, a / b      from the left
 *     -a
 *     a ^ b             from the right; -x^2 is -(x^2), and 2^-x is allowed
 *
 * Primes belong to names: `x'` is one name. For jsep, where a quote would begin a string, they become U+02B9 meanwhile.
 *
 * jsep keeps its operators and plug-ins in global tables, shared with whoever else uses it in the same program. Those are
 * left alone: a subclass with its own `gobbleToken` reads powers, and does not run the hooks of others.
 */
import jsep from "jsep";
import { ExpressionError, quote } from "./errors.js";
import { type Limits, scan } from "./scan.js";

export type BinaryOperator = "+" | "-" | "*" | "/" | "^";

/** A syntax tree: plain data. `at` is the 1-based column of what an error about the node should point to. */
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

/** The part of jsep's parser class that is used here; its type declarations leave the class out. */
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

  /** One operand: what jsep finds, with a power behind it if there is one. */
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

/** Reads `text`; throws an `ExpressionError` that says where and why when it is not an expression. */
export function parseSyntax(text: string, limits: Limits = {}): Syntax {
  scan(text, limits);
  const { components: mostComponents = 16 } = limits;
  const parser = new Parser(text.replaceAll("'", PRIME));
  return syntaxOf(parser.parse());

  function syntaxOf(node: jsep.Expression): Syntax {
    // a sum is as deep on its left as it has terms: walk that side in a loop
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
        `a vector has at most ${mostComponents} components, and this has ${elements.length}`,
      );
    }
    throw new ExpressionError(at, `this is not part of the language (${node.type})`);
  }

  /** A power has its own place; any other operator is the last thing before its right operand. */
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

/** The names that `syntax` mentions, without those of functions: what its value may depend on. */
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
