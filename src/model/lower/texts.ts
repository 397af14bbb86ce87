/** The names in the texts of laws, found before the laws are built. */

import { namesIn, type Syntax } from "../../symbolic/index.js";
import { type Laws, lawKinds } from "../definition.js";
import type { Scalar, ScalarOrVector } from "../shapes.js";
import { syntaxOf } from "../syntax.js";

type Texts = Scalar | readonly Scalar[] | Readonly<Record<string, ScalarOrVector>> | undefined;

/** The names in laws. Their texts have been checked, so they can be parsed. */
export function namesInLaws(laws: Laws): ReadonlySet<string> {
  return new Set(lawKinds.flatMap((kind) => [...namesInTexts(laws[kind])]));
}

export function namesInTexts(texts: Texts): ReadonlySet<string> {
  return new Set(textsOf(texts).flatMap((text) => [...namesIn(syntaxOf(text))]));
}

/** The names in exponents: the derivative of a^n with a varying n would need a logarithm. */
export function exponentNames(laws: Laws): ReadonlySet<string> {
  const names = new Set<string>();
  const stack: { node: Syntax; exponent: boolean }[] = [];
  for (const kind of lawKinds)
    for (const text of textsOf(laws[kind])) stack.push({ node: syntaxOf(text), exponent: false });
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { node, exponent } = top;
    if (node.kind === "name" && exponent) names.add(node.name);
    if (node.kind === "unary") stack.push({ node: node.argument, exponent });
    if (node.kind === "binary") {
      stack.push({ node: node.left, exponent }, { node: node.right, exponent: exponent || node.operator === "^" });
    }
    if (node.kind === "call") {
      node.arguments.forEach((argument, k) => {
        stack.push({ node: argument, exponent: exponent || (node.name === "pow" && k === 1) });
      });
    }
    if (node.kind === "vector") for (const component of node.components) stack.push({ node: component, exponent });
  }
  return names;
}

function textsOf(texts: Texts): string[] {
  if (typeof texts === "string") return [texts];
  return typeof texts === "object" ? Object.values(texts).flatMap((each: ScalarOrVector) => textsOf(each)) : [];
}
