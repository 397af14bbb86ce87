/** The names in the text of a model, and the place for another element or joint. The text need not be valid. */

import type { ModelSnippet } from "taut";

interface Names {
  /** Points and bodies, which elements and joints act on. */
  readonly places: readonly string[];
  /** Named elements and joints, coordinates, states and parameters. */
  readonly others: readonly string[];
}

export function namesIn(text: string): Names {
  const keys = (section: string): string[] => {
    const [, inline = "", block = ""] =
      new RegExp(`^${section}:[ \\t]*(.*)\\n((?:[ \\t#].*\\n|\\n)*)`, "m").exec(`${text}\n`) ?? [];
    const indent = /^( +)[\w-]/m.exec(block)?.[1] ?? "  ";
    const own = [...block.matchAll(new RegExp(`^${indent}([\\w-]+):`, "gm"))].map(([, name]) => name);
    return [...outerKeys(inline), ...own];
  };
  const named = [...text.matchAll(/\bname:[ \t]*([\w-]+)(?=[ \t]*[,}\n])/g)].map(([, name]) => name);
  const places = [...keys("points"), ...keys("bodies")];
  return {
    places: [...(places.length > 0 ? [/^bodies:/m.test(text) ? "world" : "origin"] : []), ...places],
    others: [...named, ...keys("coordinates"), ...keys("states"), ...keys("parameters")],
  };
}

/** The keys of a map in braces, without those of maps inside it. */
function outerKeys(flow: string): string[] {
  const found: string[] = [];
  let depth = 0;
  for (const [, brace, key] of flow.matchAll(/([{}[\]])|([\w-]+):/g)) {
    if (brace !== undefined) depth += brace === "{" || brace === "[" ? 1 : -1;
    else if (depth === 1) found.push(key);
  }
  return found;
}

/** Where an item goes: at the end of its list, or in a new list at the end of the text. */
export function insertion(text: string, { list, text: item }: ModelSnippet): { at: number; insert: string } {
  const section = new RegExp(`^${list}:[ \\t]*(?:#.*)?\\n(?:(?:[ \\t]|- ).*\\n|\\n(?=[ \\t]))*`, "m").exec(
    text.endsWith("\n") ? text : `${text}\n`,
  );
  const gap = text === "" || text.endsWith("\n") ? "" : "\n";
  if (section === null) return { at: text.length, insert: `${gap}${list}:\n  - ${item}\n` };
  const indent = /\n([ \t]*)- /.exec(section[0])?.[1] ?? "  ";
  const at = Math.min(text.length, section.index + section[0].length);
  return { at, insert: `${at === text.length ? gap : ""}${indent}- ${item}\n` };
}
