/**
 * From the text of a file to plain data, with limits on size and nesting that hold before anything is built: a hostile
 * file costs a sentence, not the memory. JSON and YAML 1.2 give the same data; YAML without tags, JSON without repeated keys.
 */

import { Composer, type Document, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Node, Parser } from "yaml";
import { fail, show } from "./model-errors.js";

export interface TextOptions {
  /** Default: JSON when the file's name ends in `.json` or the text begins with `{`, otherwise YAML. */
  readonly format?: "yaml" | "json";
  /** Name of the file, for messages. */
  readonly file?: string;
}

/** Characters of a file. */
const longestText = 20_000_000;
/** Lists and maps inside each other, in the text. */
const deepestText = 100;
/** Tokens of a YAML file; JSON has no such limit because it is read a hundred times faster. */
const mostTokens = 4_000_000;
/** How often YAML aliases may multiply the data. */
const mostAliases = 100;

/** The data in `text`; a `ModelError` says line and column when it cannot be read. */
export function parseModelText(text: string, options: TextOptions = {}): unknown {
  const file = options.file ?? "model";
  if (text.length > longestText) {
    const advice = "Large models repeat themselves: write families of points and elements with repeat.";
    fail(file, `the text has ${text.length} characters, and ${longestText} is the limit. ${advice}`);
  }
  const looksLikeJson = options.file?.endsWith(".json") || (/^\s*\{/.test(text.slice(0, 1000)) && isJson(text));
  const format = options.format ?? (looksLikeJson ? "json" : "yaml");
  return format === "json" ? parseJson(text, file) : parseYaml(text, file);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function parseJson(text: string, file: string): unknown {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it cannot be read";
    fail(file, `this is not JSON: ${firstLine(reason)}.`);
  }
  refuseRepeatedKeys(text, file);
  return data;
}

/** JSON.parse silently takes the last of several equal keys; here they are an error. The text is known to be JSON. */
function refuseRepeatedKeys(text: string, file: string): void {
  const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]/g;
  const open: (Set<string> | undefined)[] = [];
  let keyNext = false;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [piece] = match;
    const keys = open.at(-1);
    if (piece === "{") open.push(new Set());
    else if (piece === "[") open.push(undefined);
    else if (piece === "}" || piece === "]") open.pop();
    else if (piece[0] === '"' && keyNext && keys !== undefined) {
      const key = JSON.parse(piece) as string;
      if (keys.has(key))
        fail(`${file}:${lineAndColumn(text, match.index)}`, `the key ${show(key)} appears twice in one map.`);
      keys.add(key);
    }
    keyNext = piece === "{" || (piece === "," && open.at(-1) !== undefined);
  }
}

function lineAndColumn(text: string, index: number): string {
  const before = text.slice(0, index).split("\n");
  return `${before.length}:${before[before.length - 1].length + 1}`;
}

function parseYaml(text: string, file: string): unknown {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${line}:${col}`;
  };
  // known tags such as !!binary are not resolved, so that they become warnings as any other tag does
  const composer = new Composer({ uniqueKeys: false, resolveKnownTags: false, logLevel: "error", stringKeys: true });
  let document: Document.Parsed | undefined;
  for (const next of composer.compose(boundedTokens(text, file, lines), true, text.length)) {
    if (document !== undefined)
      fail(place(next.range[0]), "there are several documents here. One file holds one model.");
    document = next;
  }
  const problem = document?.errors[0] ?? document?.warnings[0];
  if (document === undefined) fail(file, "the file is empty.");
  if (problem !== undefined) fail(place(problem.pos[0]), sentence(problem.code, problem.message));
  if (document.directives.yaml.version !== "1.2")
    fail(file, "this is YAML 1.1. Leave the %YAML line out: YAML 1.2 is read.");
  refuseRepeatedNodes(document.contents, place);
  try {
    return document.toJS({ maxAliasCount: mostAliases });
  } catch (error) {
    // yaml refuses aliases without an anchor, and those that multiply the data beyond the limit
    fail(
      file,
      `the aliases (*name) in this file cannot be followed: ${firstLine(String(error)).replace(/^\w+: /, "")}.`,
    );
  }
}

/** The tokens of the text, as long as they nest no deeper and are no more than allowed: what follows is recursive. */
function* boundedTokens(text: string, file: string, lines: LineCounter) {
  const parser = new Parser(lines.addNewLine);
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > deepestText) {
      const { line, col } = lines.linePos(parser.offset);
      fail(
        `${file}:${line}:${col}`,
        `more than ${deepestText} lists and maps inside each other. A model needs fewer than ten.`,
      );
    }
    if (++count > mostTokens) {
      fail(file, `more than ${mostTokens} YAML tokens. Write families with repeat, or give the data as JSON.`);
    }
  }
  yield* parser.end();
}

/** Equal keys of one map, and aliases to something they are inside of. Looks at each node once. */
function refuseRepeatedNodes(root: Node | null, place: (offset: number) => string): void {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const node = stack.pop();
    if (isSeq(node)) for (const item of node.items) stack.push(item);
    if (!isMap(node)) continue;
    const keys = new Set<string>();
    for (const { key, value } of node.items) {
      const at = () => place((key as Node).range?.[0] ?? 0);
      if (!isScalar(key) && !isAlias(key)) fail(at(), "a list or a map cannot be a key.");
      const name = isScalar(key) ? String(key.value) : `*${key.source}`;
      if (keys.has(name)) fail(at(), `the key ${show(name)} appears twice in one map.`);
      keys.add(name);
      stack.push(value);
    }
  }
}

/** What yaml says, in our words where ours are clearer. */
function sentence(code: string, message: string): string {
  switch (code) {
    case "TAG_RESOLVE_FAILED":
      return `${firstLine(message)}. A model is plain data: leave tags such as !!name out.`;
    case "TAB_AS_INDENT":
      return "a tab cannot indent in YAML. Use spaces.";
    case "NON_STRING_KEY":
      return "a key must be text. Put it in quotes.";
    default:
      return `this is not YAML: ${firstLine(message)}. Text with brackets, commas or colons needs quotes.`;
  }
}

function firstLine(message: string): string {
  return message.split("\n")[0].replace(/[.:]$/, "").slice(0, 200);
}
