/**
 * Reads the text of a file into plain data. Size and nesting are limited before anything is built, so that a hostile file
 * gives an error message and does not exhaust the memory. JSON and YAML 1.2 give the same data; YAML tags and repeated keys
 * are refused.
 */

import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  type Scalar,
} from "yaml";
import { fail, show } from "./model-errors.js";
import { rememberSource } from "./places.js";
import { placesIn } from "./text-places.js";

/** Options of `parseModelText`. */
export interface TextOptions {
  /** Default: JSON when the file's name ends in `.json` or the text begins with `{`, otherwise YAML. */
  readonly format?: "yaml" | "json";
  /** Name of the file, for messages. */
  readonly file?: string;
}

/** The largest number of characters of a file. */
export const longestText = 20_000_000;
/** Longer texts are not read a second time to find the places of errors. */
const longestLocated = 2_000_000;
/** The deepest nesting of lists and maps in the text. */
const deepestText = 100;
/** The largest number of tokens of a YAML file; JSON needs no such limit because it is read a hundred times faster. */
const mostTokens = 4_000_000;
/** How often YAML aliases may multiply the data. */
const mostAliases = 100;

/**
 * The data in the text of a model file, YAML or JSON; throws a `ModelError` with line and column if it cannot be read.
 * `run` and `validateModel` take the data.
 *
 * @example
 * const data = parseModelText(text, { file: "pendulum.yaml" });
 * run(data, { until: 1 });
 */
export function parseModelText(text: string, options: TextOptions = {}): unknown {
  const file = options.file ?? "model";
  if (text.length > longestText) {
    const advice = "Write families of points and elements with repeat.";
    fail(file, `the limit is ${longestText} characters; the text has ${text.length}. ${advice}`);
  }
  const looksLikeJson = options.file?.endsWith(".json") || (/^\s*\{/.test(text.slice(0, 1000)) && isJson(text));
  const format = options.format ?? (looksLikeJson ? "json" : "yaml");
  const data = format === "json" ? parseJson(text, file) : parseYaml(text, file);
  if (options.file !== undefined && text.length <= longestLocated)
    rememberSource(data, { places: () => placesIn(text, file) });
  return data;
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

/** Refuses repeated keys, of which JSON.parse silently takes the last. The text is known to be JSON. */
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
  // known tags such as !!binary are not resolved, so that they become warnings like any other tag
  const composer = new Composer({ uniqueKeys: false, resolveKnownTags: false, logLevel: "error", stringKeys: true });
  let document: Document.Parsed | undefined;
  for (const next of composer.compose(boundedTokens(text, file, lines), true, text.length)) {
    if (document !== undefined)
      fail(place(next.range[0]), "a file must have one model; there are several documents here. Split the file.");
    document = next;
  }
  const problem = document?.errors[0] ?? document?.warnings[0];
  if (document === undefined) fail(file, "the file is empty.");
  if (problem !== undefined) fail(place(problem.pos[0]), sentence(problem.code, problem.message));
  if (document.directives.yaml.version !== "1.2")
    fail(file, "the file must be YAML 1.2; it says YAML 1.1. Remove the %YAML line.");
  refuseRepeatedNodes(document.contents, place);
  try {
    return document.toJS({ maxAliasCount: mostAliases });
  } catch (error) {
    // the yaml library refuses aliases without an anchor, and those that multiply the data beyond the limit
    const alias = /Unresolved alias[^:]*: (.*)/.exec(String(error))?.[1];
    if (alias !== undefined)
      fail(
        place(Math.max(0, text.search(new RegExp(`\\*${alias.replace(/[^\w-]/g, ".")}`)))),
        `a text that begins with * is an alias in YAML; there is no anchor ${show(`&${alias}`)}. Put the expression in quotes.`,
      );
    fail(
      file,
      `the aliases (*name) in this file cannot be followed: ${firstLine(String(error)).replace(/^\w+: /, "")}.`,
    );
  }
}

/** The tokens of the text; their nesting and number are limited, because the composer is recursive. */
function* boundedTokens(text: string, file: string, lines: LineCounter) {
  const parser = new Parser(lines.addNewLine);
  let count = 0;
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > deepestText) {
      const { line, col } = lines.linePos(parser.offset);
      fail(
        `${file}:${line}:${col}`,
        `there may be at most ${deepestText} lists and maps inside each other; here are more. A model needs fewer than ten.`,
      );
    }
    if (++count > mostTokens) {
      fail(
        file,
        `a YAML file may have at most ${mostTokens} tokens; this one has more. Write families with repeat, or use JSON.`,
      );
    }
  }
  yield* parser.end();
}

/** Refuses equal keys in one map, and aliases to a node that contains them. Visits each node once. */
function refuseRepeatedNodes(root: Node | null, place: (offset: number) => string): void {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const node = stack.pop();
    if (isSeq(node)) {
      for (const item of node.items) stack.push(item);
      const cut = node.flow ? node.items.find(isCutOff) : undefined;
      if (cut !== undefined)
        fail(place((cut as Node).range?.[0] ?? 0), needsQuotes(String((cut as Scalar).value), "[ ]"));
    }
    if (!isMap(node)) continue;
    const keys = new Set<string>();
    for (const { key, value } of node.items) {
      const at = () => place((key as Node).range?.[0] ?? 0);
      if (!isScalar(key) && !isAlias(key)) fail(at(), "a list or a map cannot be a key.");
      const name = isScalar(key) ? String(key.value) : `*${key.source}`;
      if (node.flow && isCutOff(value))
        fail(place((value as Node).range?.[0] ?? 0), needsQuotes(String((value as Scalar).value), "{ }"));
      if (keys.has(name)) fail(at(), `the key ${show(name)} appears twice in one map.`);
      keys.add(name);
      stack.push(value);
    }
  }
}

/** Whether a text without quotes has a bracket that a comma has cut off: `max(1` of `{ b: max(1, 2) }`. */
function isCutOff(node: unknown): boolean {
  if (!isScalar(node) || typeof node.value !== "string" || node.type !== "PLAIN") return false;
  return node.value.split("(").length > node.value.split(")").length;
}

const needsQuotes = (text: string, brackets: string): string =>
  `a comma ends a text inside ${brackets}, so ${show(text)} was cut off. Put the whole expression in quotes.`;

/** The message of the yaml library, or a clearer one. */
function sentence(code: string, message: string): string {
  switch (code) {
    case "TAG_RESOLVE_FAILED":
      return `${firstLine(message)}. A model is plain data: remove tags such as !!name.`;
    case "TAB_AS_INDENT":
      return "YAML cannot be indented with tabs. Use spaces.";
    case "NON_STRING_KEY":
      return "a key must be text. Put it in quotes.";
    case "BAD_ALIAS":
      return "a text that begins with * is an alias in YAML. Put the expression in quotes.";
    default:
      if (/end with a [}\]]/.test(message))
        return `a map or list in brackets is not closed here. Add the missing "${/end with a (.)/.exec(message)![1]}" before.`;
      if (message.startsWith("Block collections are not allowed within flow"))
        return "a colon inside { } or [ ] begins another map. Put a text that contains a colon in quotes.";
      if (/^Missing closing .quote/.test(message)) return "a text in quotes is not closed. Add the missing quote.";
      return `this is not YAML: ${firstLine(message)}. Text with brackets, commas or colons needs quotes.`;
  }
}

function firstLine(message: string): string {
  return message.split("\n")[0].replace(/[.:]$/, "").slice(0, 200);
}
