/**
 * Prints expressions as TeX, with fractions, roots, powers, Greek letters, and dots for time derivatives.
 *
 * The name `omega` becomes ω; `a_x` and `q12` get subscripts; `x'` and `x''` get dots; other long names are upright.
 */
import { type Expr, isConst } from "./expr.js";
import { isGreek } from "./greek.js";
import {
  type Argument,
  ATOM,
  factors,
  POWER,
  PRODUCT,
  type Printed,
  type PrintOptions,
  powerOf,
  primes,
  print,
  SIGN,
  SUM,
} from "./print.js";

/**
 * An expression in TeX, without delimiters.
 *
 * @example
 * toTeX(new Graph().symbol("omega")); // "\\omega"
 */
export function toTeX(expr: Expr, options?: PrintOptions): string {
  return print(expr, texOf, options);
}

/** A name in TeX. */
export function nameToTeX(name: string): string {
  const [, stem, primes] = /^(.*?)('*)$/s.exec(name) as unknown as [string, string, string];
  const [, head, tail] = /^([A-Za-z]+?)_?(\d+|(?<=_).+)?$/s.exec(stem) ?? ["", stem, undefined];
  const dotted = primes === "" ? word(head) : `\\${"d".repeat(primes.length)}ot{${word(head)}}`;
  return tail === undefined ? dotted : `${dotted}_{${tail.split("_").map(word).join(",")}}`;
}

function word(text: string): string {
  if (isGreek(text)) return `\\${text}`;
  if (/^([A-Za-z]|\d+)$/.test(text)) return text;
  return `\\mathrm{${text.replace(/[^A-Za-z0-9]/g, (character) => (/[_%&#${}]/.test(character) ? `\\${character}` : "?"))}}`;
}

function number(value: number): Printed {
  const [digits, exponent] = String(value).split("e");
  const binding = value < 0 ? SIGN : ATOM;
  if (exponent === undefined) return { text: digits, binding };
  const power = `10^{${Number(exponent)}}`;
  if (digits === "1") return { text: power, binding: POWER };
  return { text: digits === "-1" ? `-${power}` : `${digits} \\cdot ${power}`, binding: PRODUCT };
}

const brackets = (text: string) => `\\left(${text}\\right)`;
const named: ReadonlySet<string> = new Set(["sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "log", "min", "max"]);
const arcs: ReadonlyMap<string, string> = new Map([
  ["asin", "\\arcsin"],
  ["acos", "\\arccos"],
  ["atan", "\\arctan"],
]);

function texOf(e: Expr, argument: Argument): Printed {
  const [a, b, c] = e.args;
  const bare = (arg: Expr) => argument(arg).text;
  const inside = (arg: Expr, binding: number) => (argument(arg).binding >= binding ? bare(arg) : brackets(bare(arg)));
  switch (e.op) {
    case "const":
      return number(e.value);
    case "symbol":
      return { text: nameToTeX(e.name), binding: ATOM };
    case "neg":
      return { text: `-${inside(a, PRODUCT)}`, binding: Math.min(SIGN, argument(a).binding) };
    case "add": {
      const [first, second] = argument(b).binding === SUM ? [b, a] : [a, b];
      return { text: `${inside(first, SUM)} + ${inside(second, PRODUCT)}`, binding: SUM };
    }
    case "sub":
      return { text: `${inside(a, SUM)} - ${inside(b, PRODUCT)}`, binding: SUM };
    case "mul": {
      const power = powerOf(e, argument);
      if (power) return { text: `${inside(power.base, ATOM)}^{${power.exponent}}`, binding: POWER, power };
      const [first, second] = factors(e, argument);
      const sign = /^[-\d]/.test(bare(second)) ? " \\cdot " : " \\, ";
      return {
        text: `${inside(first, PRODUCT)}${sign}${inside(second, isConst(second) ? POWER : PRODUCT)}`,
        binding: PRODUCT,
      };
    }
    case "div":
      return { text: `\\frac{${bare(a)}}{${bare(b)}}`, binding: PRODUCT };
    case "pow":
      return { text: `${inside(a, ATOM)}^{${bare(b)}}`, binding: POWER };
    case "sqrt":
      return { text: `\\sqrt{${bare(a)}}`, binding: ATOM };
    case "abs":
      return { text: `\\left|${bare(a)}\\right|`, binding: ATOM };
    case "floor":
      return { text: `\\left\\lfloor ${bare(a)} \\right\\rfloor`, binding: ATOM };
    case "select": {
      const text = `\\begin{cases} ${bare(b)} & ${bare(a)} > 0 \\\\ ${bare(c)} & \\text{otherwise} \\end{cases}`;
      return { text, binding: SUM };
    }
    case "table":
      return {
        text: `\\operatorname{${e.name.replaceAll("_", "\\_")}}${slopeMarks(e)}${brackets(e.args.map(bare).join(", "))}`,
        binding: ATOM,
      };
    default: {
      const name = arcs.get(e.op) ?? (named.has(e.op) ? `\\${e.op}` : `\\operatorname{${e.op}}`);
      return { text: `${name}${brackets(e.args.map(bare).join(", "))}`, binding: ATOM };
    }
  }
}

/** The marks of a derivative of a table: dashes for one argument, an index for two. */
function slopeMarks(e: Expr): string {
  const marks = primes(e);
  return e.args.length === 1 || marks === "" ? marks : `_{${marks.slice(1)}}`;
}
