/** Bugs that can be planted in a source file: small changes of its syntax tree, each a slip that people make. */

import ts from "typescript";

/** One bug: a piece of the text and what replaces it. */
export interface Mutant {
  readonly file: string;
  readonly kind: MutantKind;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The line as it was and as it becomes, for people. */
  readonly line: number;
  readonly was: string;
  readonly becomes: string;
}

export type MutantKind = "constant" | "sign" | "off by one" | "dropped term" | "function" | "condition";

const { SyntaxKind } = ts;

const signs = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.PlusToken, "-"],
  [SyntaxKind.MinusToken, "+"],
  [SyntaxKind.AsteriskToken, "/"],
  [SyntaxKind.SlashToken, "*"],
  [SyntaxKind.PlusEqualsToken, "-="],
  [SyntaxKind.MinusEqualsToken, "+="],
]);
const comparisons = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.LessThanToken, "<="],
  [SyntaxKind.LessThanEqualsToken, "<"],
  [SyntaxKind.GreaterThanToken, ">="],
  [SyntaxKind.GreaterThanEqualsToken, ">"],
]);
const functions = new Map([
  ["floor", "ceil"],
  ["ceil", "floor"],
  ["min", "max"],
  ["max", "min"],
]);
const terms = new Set<ts.SyntaxKind>([SyntaxKind.PlusToken, SyntaxKind.MinusToken]);

/** Whether a node is text, so that a plus beside it joins strings. */
function isText(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right);
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

/** Whether a node is outside what a run computes: types, imports, and the sentences of errors. */
const isApart = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isThrowStatement(node) || ts.isTemplateExpression(node);

/** Every bug that can be planted in a file, in the order of its text. */
export function mutantsOf(file: string, text: string): Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const add = (kind: MutantKind, start: number, end: number, replacement: string) => {
    const { line } = source.getLineAndCharacterOfPosition(start);
    const [from, next] = [source.getLineStarts()[line], source.getLineStarts()[line + 1] ?? text.length];
    const was = text.slice(from, next).trim();
    const becomes = (text.slice(from, start) + replacement + text.slice(end, Math.max(next, end))).trim();
    found.push({ file, kind, start, end, replacement, line: line + 1, was, becomes });
  };
  const visit = (node: ts.Node): void => {
    if (isApart(node)) return;
    if (ts.isNumericLiteral(node)) {
      const value = Number(node.text);
      add("constant", node.getStart(), node.end, String(Number.isInteger(value) ? value + 1 : value * 1.1));
    } else if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken;
      const [sign, comparison] = [signs.get(operator.kind), comparisons.get(operator.kind)];
      if (sign !== undefined && !isText(node)) {
        add("sign", operator.getStart(), operator.end, sign);
        if (terms.has(operator.kind)) add("dropped term", node.left.end, node.end, "");
      }
      if (comparison !== undefined) add("off by one", operator.getStart(), operator.end, comparison);
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.MinusToken) {
      add("sign", node.getStart(), node.operand.getStart(), "");
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      const other = functions.get(name.text);
      if (other !== undefined && expression.getText() === "Math") add("function", name.getStart(), name.end, other);
    } else if (ts.isIfStatement(node)) {
      const { expression } = node;
      add("condition", expression.getStart(), expression.end, `!(${expression.getText()})`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((a, b) => a.start - b.start);
}

/** The text with a bug in it. */
export const planted = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end);
