/**
 * Checks the text of an expression before it is parsed: everything that is not part of the language is refused, with its
 * column.
 *
 * One pass over the tokens (numbers, names with primes, marks) keeps track of whether a value or an operator must come
 * next and which brackets are open. It is linear and limits length and nesting, so that every accepted text can be
 * parsed by recursive descent without overflowing the stack.
 */
import { ExpressionError, quote } from "./errors.js";
import { greekNames } from "./greek.js";
import { suffixAt } from "./units/unit-text.js";
import type { Unit } from "./units/vocabulary.js";

export interface Limits {
  /** Maximum number of characters of a text; default 10,000. */
  readonly length?: number;
  /** Maximum nesting of brackets, signs and powers; default 200. Above 1,000 the parser might overflow the stack. */
  readonly depth?: number;
  /** Maximum number of components of a vector literal; default 16. */
  readonly components?: number;
}

const tokenPattern =
  /[ \t\r\n]+|(?<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_]\w*'*)|[-+*/^()[\],]/y;

/** The first character of a unit. */
const unitStart = /[A-Za-zµΩÅ°]/;

export interface Token {
  readonly kind: "number" | "name" | "mark";
  readonly text: string;
  /** The 1-based column of its first character. */
  readonly at: number;
  /** The unit that follows a number. */
  readonly unit?: Unit;
}

interface Bracket {
  readonly kind: "group" | "call" | "vector";
  readonly position: number;
  /** The nesting outside the bracket, and the nesting that is restored after an operator there. */
  readonly outside: { readonly depth: number; readonly base: number };
}

/** The tokens of `text`; throws an `ExpressionError` unless they are well-formed and within the limits. */
export function scan(text: string, limits: Limits = {}): Token[] {
  const { length = 10_000, depth: deepest = 200 } = limits;
  if (text.length > length) {
    fail(length + 1, `an expression may have at most ${length} characters; it has ${text.length}; split it into parts`);
  }
  const tokens: Token[] = [];
  const open: Bracket[] = [];
  let needsValue = true;
  let nesting = { depth: 0, base: 0 };
  let position = 1;

  tokenPattern.lastIndex = 0;
  while (tokenPattern.lastIndex < text.length) {
    position = tokenPattern.lastIndex + 1;
    const match = tokenPattern.exec(text);
    if (match === null) fail(position, adviceOn(text, position - 1));
    const [token] = match;
    const kind = match.groups?.number !== undefined ? "number" : match.groups?.name !== undefined ? "name" : "mark";
    if (" \t\r\n".includes(token[0])) continue;
    const previous = tokens.at(-1);
    if (needsValue) value(token, kind, previous);
    else operator(token, kind, previous!);
    const unit = kind === "number" ? unitAfter(previous, tokens.at(-2)) : undefined;
    tokens.push({ kind, text: token, at: position, ...(unit && { unit }) });
  }
  const last = tokens.at(-1) ?? fail(1, "the expression is empty");
  if (needsValue) fail(text.length + 1, `something is missing after ${quote(last.text)}`);
  const unclosed = open.at(-1);
  if (unclosed) fail(unclosed.position, `this bracket is never closed; add ${quote(closer(unclosed))}`);
  return tokens;

  /** The unit after the number that ends here, which is skipped; `previous` and `before` are the tokens before it. */
  function unitAfter(previous: Token | undefined, before: Token | undefined): Unit | undefined {
    let from = tokenPattern.lastIndex;
    while (" \t\r\n".includes(text[from] ?? "x")) from++;
    if (!unitStart.test(text[from] ?? "")) return undefined;
    const opens = (token: Token | undefined) => token === undefined || "([,".includes(token.text);
    const isSigned = previous?.text === "-" || previous?.text === "+";
    const found = suffixAt(text, from, isSigned ? opens(before) : opens(previous));
    if (found === undefined) return undefined;
    const number = text.slice(position - 1, tokenPattern.lastIndex);
    if (found.isTimed) {
      const [before] = found.text.split(/\s*[*/]\s*t\b/);
      fail(
        position,
        `"t" is the time in expressions, but after a unit it would be a tonne; put the number and its unit in brackets, as in (${number} ${before})*t, or write the mass in kg`,
      );
    }
    if (found.unclear !== undefined) {
      const rest = text.slice(from + found.text.length).trimStart();
      fail(
        position,
        `it is not clear whether ${quote(found.unclear)} is a unit here; write (${number} ${found.text}${rest[0]}${found.unclear}) for a product of units, or (${number} ${found.text})${rest[0]}${found.unclear}`,
      );
    }
    tokenPattern.lastIndex = from + found.text.length;
    return found.unit;
  }

  /** Handle a token where a value must begin. */
  function value(token: string, kind: Token["kind"], previous: Token | undefined): void {
    if (kind !== "mark") {
      needsValue = false;
    } else if (token === "(" || token === "[") {
      enter(token === "(" ? "group" : "vector");
    } else if (token === "-" || token === "+") {
      deepen();
    } else if (token === ")" && previous?.text === "(" && open.at(-1)?.kind === "call") {
      leave(token); // a call without arguments is refused later, by the check of its arguments
    } else if (previous === undefined) {
      fail(position, `an expression cannot begin with ${quote(token)}`);
    } else if (token === "*" && previous.text === "*") {
      fail(position, 'a power is written with "^", as in x^2');
    } else {
      fail(position, `something is missing between ${quote(previous.text)} and ${quote(token)}`);
    }
  }

  /** Handle a token where a value has ended. */
  function operator(token: string, kind: Token["kind"], previous: Token): void {
    if (kind !== "mark" || token === "(") {
      if (token === "(" && previous.kind === "name") enter("call");
      else fail(position, adviceOnMissingOperator(text.slice(0, position - 1), previous, token, kind));
    } else if (token === "[") {
      fail(position, "there are no indices; write x(u), y(u), z(u) for the components of a vector u");
    } else if (token === ")" || token === "]") {
      leave(token);
    } else if (token === "^") {
      deepen();
      needsValue = true;
    } else {
      if (token === "," && (open.at(-1)?.kind ?? "group") === "group") {
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
        `there are more than ${deepest} brackets, signs or powers inside each other; split the expression into parts`,
      );
    }
  }

  function enter(kind: Bracket["kind"]): void {
    open.push({ kind, position, outside: { ...nesting } });
    deepen();
    nesting.base = nesting.depth;
    needsValue = true;
  }

  function leave(token: string): void {
    const bracket = open.pop();
    if (bracket === undefined)
      fail(position, `there is no open bracket for this ${quote(token)}; remove it or add one`);
    if (closer(bracket) !== token) {
      fail(
        position,
        `the bracket at column ${bracket.position} must be closed by ${quote(closer(bracket))}; found ${quote(token)}`,
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

/** What to write instead of `2x`, `2(x)`, `sin^2(x)` or `a b`. */
function adviceOnMissingOperator(before: string, previous: Token, token: string, kind: Token["kind"]) {
  if (previous.kind !== "number" || kind === "number") {
    return `an operator such as "*" is missing between ${quote(previous.text)} and ${quote(token)}`;
  }
  if (token !== "(") return `write ${previous.text}*${token} to multiply`;
  const power = /([A-Za-z_]\w*)\s*\^\s*[\d.]+\s*$/.exec(before.slice(-100));
  const ofFunction = power === null ? "" : `, or ${power[1]}(…)^${previous.text} for the power of a function`;
  return `write ${previous.text}*(…) to multiply${ofFunction}`;
}

/** What to write instead of characters from other languages. */
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
