/** Caches the syntax of expressions, because a default such as `norm(a - b)` is read for every element that uses it. */

import { ExpressionError, parseSyntax, type Syntax } from "../symbolic/index.js";

const remembered = new Map<string, Syntax>();
const most = 500;
const longest = 500;

/** The syntax of `text`; throws an `ExpressionError` if it is not an expression. */
export function syntaxOf(text: string): Syntax {
  const known = remembered.get(text);
  if (known !== undefined) return known;
  const syntax = parseSyntax(text);
  if (text.length <= longest) {
    if (remembered.size >= most) remembered.clear();
    remembered.set(text, syntax);
  }
  return syntax;
}

/** Whether a number in `text` has a unit; false if it is not an expression. */
export function hasUnit(text: string): boolean {
  const open: Syntax[] = [];
  try {
    open.push(syntaxOf(text));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
  }
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === "number" && node.unit !== undefined) return true;
    if (node.kind === "unary") open.push(node.argument);
    if (node.kind === "binary") open.push(node.left, node.right);
    if (node.kind === "call") for (const argument of node.arguments) open.push(argument);
    if (node.kind === "vector") for (const component of node.components) open.push(component);
  }
  return false;
}
