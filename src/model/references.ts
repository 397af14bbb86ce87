/**
 * References to members of families: `bead[3]`, `bead[i+1]`, `node[i, j+1]`, and components `bead[3]_y`.
 *
 * The expression language has no indices, so inside an expression each reference is replaced by a name of the same length
 * that users cannot choose (it begins with `_`), and the scope looks up that name here.
 */

import { fail, show } from "./model-errors.js";

export interface Reference {
  readonly name: string;
  /** The texts of the indices; empty for a single point or coordinate. */
  readonly indices: readonly string[];
  /** 0, 1, 2 for a trailing `_x`, `_y`, `_z` after an index. */
  readonly component?: number;
  /** The reference as written. */
  readonly text: string;
}

/** The parser refuses longer texts, so their references need not be found. */
const longest = 10_000;

const start = /[A-Za-z_]\w*\s*\[/g;

/** `text` with its references replaced by names of the same length, and a map from these names to the references. */
export function withPlaceholders(text: string): { text: string; references: ReadonlyMap<string, Reference> } {
  const references = new Map<string, Reference>();
  if (text.length > longest) return { text, references };
  let result = "";
  let done = 0;
  start.lastIndex = 0;
  for (let match = start.exec(text); match !== null; match = start.exec(text)) {
    const reference = referenceAt(text, match.index, match[0]);
    if (reference === undefined) break; // an unclosed bracket: the parser says so
    const number = references.size.toString(36);
    const placeholder = `_${number}`.padEnd(reference.text.length, "_");
    references.set(placeholder, reference);
    result += text.slice(done, match.index) + placeholder;
    done = match.index + reference.text.length;
    start.lastIndex = done;
  }
  return { text: result + text.slice(done), references };
}

/** A call whose arguments are names as results show them, such as `lambda(rod[3])`. */
export interface LabelCall {
  readonly call: string;
  readonly labels: readonly string[];
  readonly text: string;
}

/** The calls that stand for what constraints do: multipliers, forces, and torques on bodies. */
export const labelCalls: readonly string[] = ["lambda", "reaction", "torque"];

/** The same, unless the model has tables of these names. */
export const multiplierNames = (tables: { has(name: string): boolean } | undefined): readonly string[] =>
  labelCalls.filter((name) => tables?.has(name) !== true);

/** `text` with the calls of these names replaced by names of the same length, and a map from these to the calls. */
export function withLabelCalls(
  text: string,
  calls: readonly string[],
): { text: string; found: ReadonlyMap<string, LabelCall> } {
  const found = new Map<string, LabelCall>();
  if (text.length > longest || calls.length === 0) return { text, found };
  const pattern = new RegExp(`\\b(${calls.join("|")})\\s*\\(([^()]*)\\)`, "g");
  const replaced = text.replace(pattern, (whole, call: string, inside: string) => {
    const placeholder = `__${found.size.toString(36)}`.padEnd(whole.length, "_");
    found.set(placeholder, { call, labels: splitLabels(inside), text: whole });
    return placeholder;
  });
  return { text: replaced, found };
}

/** The parts of `a[i, j], b` between commas that are not inside brackets. */
function splitLabels(text: string): string[] {
  return text.split(/,(?![^[]*\])/).map((part) => part.trim());
}

/** The reference that begins at `from` with `head`, its name and opening bracket. */
function referenceAt(text: string, from: number, head: string): Reference | undefined {
  const indices: string[] = [];
  let depth = 1;
  let begin = from + head.length;
  for (let k = begin; k < text.length; k++) {
    const character = text[k];
    if (character === "[" || character === "(") depth++;
    if (character === "]" || character === ")") depth--;
    if ((character === "," && depth === 1) || depth === 0) {
      indices.push(text.slice(begin, k));
      begin = k + 1;
    }
    if (depth === 0) {
      const suffix = /^_([xyz])(?!\w)/.exec(text.slice(begin, begin + 3));
      const end = begin + (suffix === null ? 0 : 2);
      const component = suffix === null ? undefined : "xyz".indexOf(suffix[1]);
      return { name: head.slice(0, -1).trim(), indices, component, text: text.slice(from, end) };
    }
  }
  return undefined;
}

/** A reference that is the whole text, as in `between: ["bead[i]", a]` or as a key of `initial`. */
export function readReference(where: string, text: string): Reference {
  const trimmed = text.trim();
  if (/^[A-Za-z_]\w*$/.test(trimmed)) return { name: trimmed, indices: [], text: trimmed };
  const head = /^[A-Za-z_]\w*\s*\[/.exec(trimmed)?.[0];
  const reference = head === undefined ? undefined : referenceAt(trimmed, 0, head);
  if (reference?.text.length === trimmed.length) return reference;
  const isExpression = /[-+*/^(]/.test(trimmed.replace(/\[[^\]]*\]/g, ""));
  const advice = isExpression
    ? "An expression cannot stand here: elements act on coordinates themselves. Relate an expression to others in constraints:, or act on the coordinate of a joint that measures it."
    : "Write for example a, or bead[i+1] for a member of a family.";
  fail(where, `${show(text)} is not the name of a point or coordinate. ${advice}`);
}
