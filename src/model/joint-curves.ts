/** The texts of surfaces and curves that a point of a joint stays on. They become parts of the law of the joint. */

import { ExpressionError, namesIn } from "../symbolic/index.js";
import type { Body } from "./body-parts.js";
import type { JointText } from "./joint-laws.js";
import { below, fail, show, withErrorsAt } from "./model-errors.js";
import type { JointData } from "./schema.js";
import { syntaxOf } from "./syntax.js";

/** The texts of surfaces and curves, as expressions of x, y, z that are zero there. */
export function curveTexts(
  at: string,
  kind: string,
  data: JointData,
  body: Body | undefined,
  dimension: 2 | 3,
): Record<string, string> {
  const frame = body === undefined ? "" : `${body.origin.length} ${JSON.stringify(body.axes)}`;
  if (kind === "point-on-surface") return { surface: expressionOf(at, data, "surface"), frame };
  if (kind !== "point-on-curve" || dimension === 3) return {};
  const { radius, height } = data;
  if ((radius === undefined) === (height === undefined))
    fail(at, "a point-on-curve joint needs either radius, an expression of phi, or height, an expression of x.");
  const curve =
    radius === undefined
      ? `y - (${expressionOf(at, data, "height")})`
      : `sqrt(x^2 + y^2) - (${polar(expressionOf(at, data, "radius"))})`;
  return { curve, frame };
}

/** The text of an entry that is put into the text of a law: a whole expression, also with something else for x, y, z, phi. */
function expressionOf(at: string, data: JointData, key: "surface" | "radius" | "height"): string {
  const [where, text] = [below(at, key), String(data[key])];
  const syntax = withErrorsAt(where, text, () => syntaxOf(text));
  const hidden = [...namesIn(syntax)].find((name) => name.startsWith("_"));
  if (hidden !== undefined)
    fail(where, `${show(text)} has the unknown name ${show(hidden)}. Names begin with a letter.`);
  if (!isExpression(replaced(polar(text), ["(1)", "(1)", "(1)"])))
    fail(
      where,
      `${show(text)} must use ${key === "radius" ? "phi" : "x, y and z"} as numbers, not as functions or with primes. Write * to multiply; there are no time derivatives here.`,
    );
  return text;
}

function isExpression(text: string): boolean {
  try {
    syntaxOf(text);
    return true;
  } catch (error) {
    if (error instanceof ExpressionError) return false;
    throw error;
  }
}

const polar = (text: string): string => text.replace(/\bphi\b/g, "atan2(y, x)");

/** The text with these components in the places of x, y, z. */
const replaced = (text: string, components: readonly string[]): string =>
  text.replace(/\b([xyz])\b(?!\s*\()/g, (whole, axis: string) => components["xyz".indexOf(axis)] ?? whole);

/** The texts with x, y, z replaced by the components of the place of the first side, in the axes of the second. */
export function inFrame(
  text: JointText,
  texts: Readonly<Record<string, string>>,
  body: Body | undefined,
): Record<string, string> {
  const used = Object.entries(texts).filter(([key]) => key !== "frame");
  if (used.length === 0) return {};
  const place = text.place("a");
  const components = [..."xyz"].slice(0, text.dimension).map((axis, j) => {
    if (body === undefined) return `${axis}(${place})`;
    return `dot((${place}) - (${text.origin()}), ${text.axis(body.axes[j])})`;
  });
  return Object.fromEntries(used.map(([key, expression]) => [key, replaced(expression, components)]));
}
