/** Completion from the JSON Schema of model files: the keys allowed at the cursor, and the names in the run section. */

import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { namesIn } from "./model-names.js";

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}

type Names = Readonly<Record<string, readonly string[]>>;

export function completion(schema: Schema, names: Names) {
  return (context: CompletionContext): CompletionResult | null => {
    const word = context.matchBefore(/[\w-]*/);
    if (word === null || (word.from === word.to && !context.explicit)) return null;
    const path = pathAt(context.state, word.from);
    const before = context.state.sliceDoc(context.state.doc.lineAt(word.from).from, word.from);
    const value = /(?:^|[\s{,-])([\w-]+):\s*$/.exec(before);
    const isName = value !== null || /[[,(*/+^=-]\s*$/.test(before.replace(/^\s*-\s*/, "")) || path.includes("[]");
    const known = value === null ? keys(schema, path) : values(schema, [...path, value[1]], names);
    const options = known.length > 0 || !isName ? known : namesOf(context.state.doc.toString());
    return options.length === 0 ? null : { from: word.from, options, validFor: /^[\w-]*$/ };
  };
}

/** The names that the model itself defines. */
function namesOf(text: string): Completion[] {
  const { places, others } = namesIn(text);
  return [...new Set([...places, ...others])].map((label) => ({ label, type: "variable" }));
}

/** The keys of the maps around a position, outermost first; "[]" for a list. */
function pathAt(state: EditorState, position: number): string[] {
  const path: string[] = [];
  const indent = state.doc.lineAt(position).text.search(/\S|$/);
  const line = state.doc.lineAt(position);
  let column = Math.min(indent, position - line.from);
  // inside braces: add the keys that the braces belong to
  for (let node = syntaxTree(state).resolveInner(position, -1); node.parent !== null; node = node.parent) {
    if (node.name === "FlowSequence") path.unshift("[]");
    if (node.name !== "FlowMapping") continue;
    const key = /([\w'-]+):\s*$/.exec(state.sliceDoc(Math.max(0, node.from - 80), node.from));
    path.unshift(key?.[1] ?? "");
    column = Math.min(column, state.doc.lineAt(node.from).text.search(/\S|$/));
    if (state.doc.lineAt(node.from).number !== line.number) column = state.doc.lineAt(node.from).text.search(/\S|$/);
  }
  // in blocks: add the keys of the lines above that are indented less
  if (path.length > 0) {
    const own = /^(\s*-\s+)/.exec(line.text);
    if (own !== null) path.unshift("[]");
    if (indent === 0 && own === null) return path;
  }
  for (let number = line.number - 1; number >= 1 && column > 0; number--) {
    const { text } = state.doc.line(number);
    const found = /^(\s*)(-\s+)?([\w'-]+):/.exec(text);
    if (found === null || found[1].length >= column) continue;
    column = found[1].length;
    if (found[2] !== undefined) path.unshift("[]", found[3]);
    else path.unshift(found[3]);
  }
  return path;
}

function find(schema: Schema, path: readonly string[]): Schema[] {
  const branches = [schema, ...(schema.anyOf ?? [])];
  const [key, ...rest] = path;
  if (key === undefined) return branches;
  return branches.flatMap((branch) => {
    if (key === "[]") return branch.items ? find(branch.items, rest) : [];
    const inList = branch.items ? find(branch.items, path) : [];
    const next =
      (Object.hasOwn(branch.properties ?? {}, key) ? branch.properties![key] : undefined) ??
      branch.additionalProperties;
    return [...(typeof next === "object" ? find(next, rest) : []), ...inList];
  });
}

function keys(schema: Schema, path: readonly string[]): Completion[] {
  const found = find(schema, path).flatMap((branch) => [branch, ...(branch.items ? find(branch.items, []) : [])]);
  return found.flatMap(({ properties = {} }) =>
    Object.entries(properties).map(([label, { description = "" }]) => ({
      label,
      type: "property",
      info: description,
      apply: `${label}: `,
    })),
  );
}

function values(schema: Schema, path: readonly string[], names: Names): Completion[] {
  const key = path.at(-1)!;
  if (path.at(-2) === "run" && Object.hasOwn(names, key))
    return names[key].map((label) => ({ label, type: "constant" }));
  return find(schema, path).flatMap(({ enum: allowed = [] }) =>
    allowed.map((label) => ({ label: String(label), type: "constant" })),
  );
}
