/**
 * The first look at expression text, before anything is parsed: refuses what is not of the language, with its place.
 *
 * One pass over the tokens (numbers, names with primes, marks) that knows whether a value or an operator must come next
 * and which brackets are open. It is linear, keeps no more than the open brackets, and bounds length and nesting, so
 * whatever passes can be parsed by recursive descent without fear for the stack.
 */
import { ExpressionError, quote } from "./errors.js";
import { greekNames } from "./greek.js";

export interface Limits {
  /** Characters in a text; default 10,000. */
  readonly length?: number;
  /** Brackets, signs and powers inside each other; default 200, and not above 1,000 for the sake of the stack. */
  readonly depth?: number;
  /** Components of a vector literal; default 16. */
  readonly components?: number;
}

const token = /[ \t\r\n]+|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_]\w*'*)|[-+*/^()[\],]/y;

interface Bracket {
  readonly kind: "group" | "call" | "vector";
  readonly position: number;
  /** Nesting outside it, and where nesting goes back to after an operator. */
  readonly outside: { readonly depth: number; readonly base: number };
}

/** Throws an `ExpressionError` unless `text` is a well-formed sequence of tokens within the limits. */
export function scan(text: string, limits: Limits = {}): void {
  const { length = 10_000, depth: deepest = 200 } = limits;
  if (text.length > length) {
    fail(length + 1, `the expression has ${text.length} characters, and ${length} are allowed; split it into parts`);
  }
  const open: Bracket[] = [];
  let previous = { text: "", kind: "start" };
  let needsValue = true;
  let nesting = { depth: 0, base: 0 };
  let position = 1;

  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    position = token.lastIndex + 1;
    const match = token.exec(text);
    if (match === null) fail(position, adviceOn(text, position - 1));
    const [piece] = match;
    const kind = match.groups?.number !== undefined ? "number" : match.groups?.name !== undefined ? "name" : piece;
    if (" \t\r\n".includes(piece[0])) continue;
    if (needsValue) value(piece, kind);
    else operator(piece, kind);
    previous = { text: piece, kind };
  }
  const unclosed = open.at(-1);
  if (previous.kind === "start") fail(1, "the expression is empty");
  if (needsValue) fail(text.length + 1, `something is missing after ${quote(previous.text)}`);
  if (unclosed) fail(unclosed.position, `this bracket is never closed; add ${quote(closer(unclosed))}`);

  /** A token where a value must begin. */
  function value(piece: string, kind: string): void {
    if (kind === "number" || kind === "name") {
      needsValue = false;
    } else if (piece === "(" || piece === "[") {
      enter(piece === "(" ? "group" : "vector");
    } else if (piece === "-" || piece === "+") {
      deepen();
    } else if (piece === ")" && previous.text === "(" && open.at(-1)?.kind === "call") {
      leave(piece); // f() goes on to the check of its arguments
    } else if (previous.kind === "start") {
      fail(position, `an expression cannot begin with ${quote(piece)}`);
    } else if (piece === "*" && previous.text === "*") {
      fail(position, 'a power is written with "^", as in x^2');
    } else {
      fail(position, `something is missing between ${quote(previous.text)} and ${quote(piece)}`);
    }
  }

  /** A token where a value has ended. */
  function operator(piece: string, kind: string): void {
    if (kind === "number" || kind === "name" || piece === "(") {
      if (piece === "(" && previous.kind === "name") enter("call");
      else fail(position, adviceOnMissingOperator(text.slice(0, position - 1), previous, piece, kind));
    } else if (piece === "[") {
      fail(position, "there are no indices; write x(u), y(u), z(u) for the components of a vector u");
    } else if (piece === ")" || piece === "]") {
      leave(piece);
    } else if (piece === "^") {
      deepen();
      needsValue = true;
    } else {
      if (piece === "," && (open.at(-1)?.kind ?? "group") === "group") {
        fail(position, 'a "," separates the arguments of a function or the components of a vector; write [a, b]');
      }
      nesting.depth = nesting.base;
      needsValue = true;
    }
  }

  function deepen(): void {
    if (++nesting.depth > deepest) {
      fail(
        position,
        `more than ${deepest} brackets, signs or powers inside each other; split the expression into parts`,
      );
    }
  }

  function enter(kind: Bracket["kind"]): void {
    open.push({ kind, position, outside: { ...nesting } });
    deepen();
    nesting.base = nesting.depth;
    needsValue = true;
  }

  function leave(piece: string): void {
    const bracket = open.pop();
    if (bracket === undefined) fail(position, `nothing is open that ${quote(piece)} could close`);
    if (closer(bracket) !== piece) {
      fail(
        position,
        `the bracket at column ${bracket.position} is closed by ${quote(closer(bracket))}, not by ${quote(piece)}`,
      );
    }
    nesting = { ...bracket.outside };
    needsValue = false;
  }
}

function closer(bracket: Bracket): string {
  return bracket.kind === "vector" ? "]" : ")";
}

function fail(position: number, sentence: string): never {
  throw new ExpressionError(position, sentence);
}

/** What to write for `2x`, `2(x)`, `sin^2(x)`, `a b`. */
function adviceOnMissingOperator(
  before: string,
  previous: { text: string; kind: string },
  piece: string,
  kind: string,
) {
  if (previous.kind !== "number" || kind === "number") {
    return `an operator such as "*" is missing between ${quote(previous.text)} and ${quote(piece)}`;
  }
  if (piece !== "(") return `write ${previous.text}*${piece} to multiply`;
  const power = /([A-Za-z_]\w*)\s*\^\s*[\d.]+\s*$/.exec(before.slice(-100));
  const ofFunction = power === null ? "" : `, or ${power[1]}(…)^${previous.text} for the power of a function`;
  return `write ${previous.text}*(…) to multiply${ofFunction}`;
}

/** What to write instead of characters that other languages have. */
const advice: readonly (readonly [characters: string, sentence: string])[] = [
  ["=", 'there is no "="; write what must vanish: a - b for a = b'],
  ["<>", "there are no comparisons; where(a - b, x, y) is x where a is above b, otherwise y"],
  ["!&|~", "there are no logical or bit operators; write where(c, a, b), min or max"],
  ["?:", "there is no choice by ? and :; write where(c, a, b), which is a where c > 0, otherwise b"],
  ["%", "write mod(a, b) for the remainder"],
  [";", "one text holds one expression"],
  ["{}", "braces are not part of the language; group with ( )"],
  ["\"'`", "there is no text in quotes; a prime for a time derivative follows its name directly, as in x'"],
  [".", "there are no members; write x(u), y(u), z(u) for the components of a vector u"],
  ["×·⋅", 'write "*" to multiply'],
  ["−–—", 'write "-" to subtract'],
  ["÷", 'write "/" to divide'],
  ["²³", 'write a power with "^", as in x^2'],
  ["′’ʹ", "write a time derivative with a plain prime, as in x'"],
  ["√", "write sqrt(x)"],
];

function adviceOn(text: string, index: number): string {
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  const greek = greekNames.get(character);
  if (greek !== undefined) return `names have letters a to z, digits and _; write ${greek} for ${character}`;
  const known = advice.find(([characters]) => characters.includes(character));
  if (known !== undefined) return known[1];
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  const shown = /[\p{L}\p{N}\p{P}\p{S}]/u.test(character) ? `${quote(character)} (U+${code})` : `U+${code}`;
  return `the character ${shown} is not part of the language; names have letters a to z, digits and _`;
}
