/** Caches the syntax of expressions, because a default such as `norm(a - b)` is read for every element that uses it. */

import { parseSyntax, type Syntax } from "../symbolic/index.js";

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
