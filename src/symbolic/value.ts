/**
 * Turns syntax into expressions: the scope says what each name means.
 *
 * Vectors of the same length can be added and subtracted, and so can matrices; both can be multiplied and divided by a
 * scalar, a matrix can be multiplied by a vector or a matrix, and vectors can be passed
 * to the functions of `language.ts`. Everything else that involves a vector is refused, with advice on what to write
 * instead. The scope defines names, including primes (`lookup("x'")`). A name that it does not know may be one of the
 * constants `pi` and `e`. A function of the scope takes precedence over one of the language.
 */
import { pow } from "./elementary.js";
import { ExpressionError, quote } from "./errors.js";
import { type Expr, type Graph, isConst } from "./expr.js";
import {
  columnsOf,
  constants,
  functions,
  isVector,
  type LanguageFunction,
  matrixOf,
  product,
  sameLength,
  shaped,
  type Value,
} from "./language.js";
import { type BinarySyntax, parseSyntax, type Syntax, sumName } from "./parse.js";
import type { Limits } from "./scan.js";
import { add, div, mul, neg, sub } from "./simplify.js";
import { nearest } from "./suggest.js";

/** What the names in an expression mean, for `parse`. */
export interface Scope {
  readonly graph: Graph;
  /** The value of `name`. Names come from users, so look them up in a Map, not in a plain object. */
  lookup(name: string): Value | undefined;
  /** The names that `lookup` knows, for "did you mean". */
  names?(): Iterable<string>;
  /** Functions beyond those of the language. */
  readonly functions?: ReadonlyMap<string, LanguageFunction>;
  /** The scope of one term of a sum, in which the index has this value. Default: the same scope with one more name. */
  bind?(index: string, value: number): Scope;
}

/** The value of `syntax` in `scope`. */
export function toValue(syntax: Syntax, scope: Scope): Value {
  // the left side of a sum is as deep as the sum has terms, so walk it in a loop
  const spine: BinarySyntax[] = [];
  let node = syntax;
  while (node.kind === "binary") {
    spine.push(node);
    node = node.left;
  }
  let value = operand(node, scope);
  for (const binary of spine.reverse()) value = combine(binary, value, toValue(binary.right, scope));
  return value;
}

/**
 * Parses `text` and returns its value in `scope`: an expression, or a list of expressions for a vector.
 *
 * @example
 * const graph = new Graph();
 * parse("2*sin(t)^2", { graph, lookup: (name) => (name === "t" ? graph.symbol("t") : undefined) });
 */
export function parse(text: string, scope: Scope, limits?: Limits): Value {
  return toValue(parseSyntax(text, limits), scope);
}

/**
 * Parses `text`, whose value in `scope` must be a scalar.
 *
 * @example
 * const graph = new Graph();
 * const x = graph.symbol("x");
 * toText(parseScalar("x*x*x", { graph, lookup: () => x })); // "x^3"
 */
export function parseScalar(text: string, scope: Scope, limits?: Limits): Expr {
  const value = parse(text, scope, limits);
  if (isVector(value)) fail(1, `a scalar is needed; this is ${describe(value)}; write dot(u, v), norm(u) or x(u)`);
  return value;
}

function operand(syntax: Exclude<Syntax, BinarySyntax>, scope: Scope): Value {
  switch (syntax.kind) {
    case "number":
      return scope.graph.num(numberOf(syntax, scope.graph));
    case "name":
      return named(syntax.name, syntax.at, scope);
    case "unary": {
      const value = toValue(syntax.argument, scope);
      return isVector(value) ? shaped(value.map(neg), columnsOf(value)) : neg(value);
    }
    case "vector": {
      const values = syntax.components.map((component) => toValue(component, scope));
      if (values.every(isVector)) return matrixOf(values, (sentence) => fail(syntax.at, sentence));
      return values.map((value, k) =>
        isVector(value)
          ? fail(syntax.components[k].at, `a component must be a scalar; this is ${describe(value)}`)
          : value,
      );
    }
    case "call":
      return called(syntax, scope);
  }
}

/** A number in the units of the expressions. */
function numberOf({ value, unit, at }: Extract<Syntax, { kind: "number" }>, { quantity }: Graph): number {
  if (unit === undefined) return value;
  if (quantity === undefined)
    fail(
      at,
      `a number with a unit such as ${quote(`${value} ${unit.text}`)} needs the units of the model, which declares none; write units: SI in the model (or mm-t-s, cgs)${unit.text.includes("/") ? "" : `, or ${value}*${unit.text} to multiply`}`,
    );
  const number = quantity(value, unit);
  return Number.isFinite(number)
    ? number
    : fail(at, `${quote(`${value} ${unit.text}`)} is too large in the units of the model`);
}

function named(name: string, at: number, scope: Scope): Value {
  const value = scope.lookup(name);
  if (value !== undefined) return value;
  const constant = constants.get(name);
  if (constant !== undefined) return scope.graph.num(constant);

  const usage = (scope.functions?.get(name) ?? functions.get(name))?.usage;
  if (usage !== undefined) fail(at, `${quote(name)} is a function; write ${usage}`);
  const plain = name.replace(/'+$/, "");
  if (plain !== name && scope.lookup(plain) !== undefined) {
    fail(at, `${quote(plain)} is known here, but not its time derivative ${quote(name)}`);
  }
  const derivative = derivativeMeant(name, scope);
  if (derivative !== undefined) fail(at, `unknown name ${quote(name)}; a time derivative is written ${derivative}`);
  return unknown("name", name, at, [...(scope.names?.() ?? []), ...constants.keys()]);
}

/** Spellings of time derivatives in other languages and in the columns of results, and how expressions write them. */
const derivatives: readonly (readonly [RegExp, string])[] = [
  [/^(.+)_v([xyz])$/, "$1_$2'"],
  [/^(.+?)_?ddot$/, "$1''"],
  [/^(.+?)_?dot$/, "$1'"],
  [/^[vd]_?(.+)$/, "$1'"],
];

/** The time derivative for which `name` is another spelling, if it is known. */
function derivativeMeant(name: string, scope: Scope): string | undefined {
  for (const [spelling, written] of derivatives) {
    const meant = name.replace(spelling, written);
    if (meant !== name && scope.lookup(meant) !== undefined) return meant;
  }
  return undefined;
}

function called({ name, at, arguments: list }: Extract<Syntax, { kind: "call" }>, scope: Scope): Value {
  const rule = scope.functions?.get(name) ?? functions.get(name);
  if (rule === undefined) {
    if (name === sumName) return summed(at, list, scope);
    if (scope.lookup(name) !== undefined) fail(at, `${quote(name)} is not a function; write ${name}*(…) to multiply`);
    return unknown("function", name, at, [...(scope.functions?.keys() ?? []), ...functions.keys(), sumName]);
  }
  if (list.length !== rule.takes.length) {
    const count = `${rule.takes.length} argument${rule.takes.length === 1 ? "" : "s"}`;
    fail(at, `${name} takes ${count}; got ${list.length}; write ${rule.usage}`);
  }
  const args = list.map((argument, i) => {
    const value = toValue(argument, scope);
    if (kindOf(value) !== rule.takes[i]) {
      fail(argument.at, `${rule.usage} needs a ${rule.takes[i]} here; this is ${describe(value)}`);
    }
    return value;
  });
  return rule.apply(args, (sentence) => fail(at, sentence));
}

/**
 * The most operations in the terms of all sums of a model. Each term is built, and sums inside each other multiply, so
 * the limit is one of time and memory: about 5 s and 1 GB.
 */
const mostOperations = 500_000;

/** `sum(i, from, to, term)`: the term for each integer i from `from` to `to`, added in this order; 0 if there is none. */
function summed(at: number, list: readonly Syntax[], scope: Scope): Value {
  const [index, from, to, term] = list;
  if (list.length !== 4 || index.kind !== "name")
    return fail(at, "a sum has an index, two bounds and a term; write sum(i, 0, n - 1, m*x[i]^2)");
  const { name } = index;
  if (scope.lookup(name) !== undefined)
    fail(
      index.at,
      `the index of a sum must have a name of its own; ${quote(name)} already has a meaning; choose another`,
    );
  const [first, last] = [bound(from, scope), bound(to, scope)];
  if (last < first - 1) fail(to.at, `the last index must not be below the first; got ${first} and ${last}`);
  // a term that contains sums adds its own operations when it is built
  const operations = sizeOf(term);
  const count = last - first + 1;
  const { graph } = scope;
  let total: Value | undefined;
  for (let i = first; i <= last; i++) {
    // what is left of this sum is counted before it is built
    if (graph.summed + operations * (last - i + 1) > mostOperations)
      fail(
        at,
        `the terms of all sums of a model may have at most ${mostOperations} operations; this one has ${count} terms of ${operations}, and others come on top; write a family with repeat, or fewer terms`,
      );
    graph.summed += operations;
    const value = toValue(term, withIndex(scope, name, i));
    total = total === undefined ? value : combine({ ...plus, at: term.at }, total, value);
  }
  return total ?? scope.graph.num(0);
}

/** The number of operations, names and numbers of `syntax`. */
function sizeOf(syntax: Syntax): number {
  let size = 0;
  const left = [syntax];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    size++;
    if (node.kind === "binary") left.push(node.left, node.right);
    else if (node.kind === "unary") left.push(node.argument);
    else if (node.kind === "vector") for (const each of node.components) left.push(each);
    else if (node.kind === "call") for (const each of node.arguments) left.push(each);
  }
  return size;
}

const plus = { kind: "binary", operator: "+" } as BinarySyntax;

function withIndex(scope: Scope, index: string, value: number): Scope {
  if (scope.bind !== undefined) return scope.bind(index, value);
  const number = scope.graph.num(value);
  return { ...scope, lookup: (name) => (name === index ? number : scope.lookup(name)) };
}

/** A bound of a sum; a product such as 0.1*30 may miss an integer by rounding. */
function bound(syntax: Syntax, scope: Scope): number {
  const value = toValue(syntax, scope);
  if (isVector(value) || !isConst(value))
    return fail(syntax.at, "a bound of a sum must be a number; this one depends on what moves");
  const nearestInteger = Math.round(value.value);
  if (Math.abs(value.value - nearestInteger) > 1e-9 * Math.max(1, Math.abs(value.value)))
    fail(syntax.at, `a bound of a sum must be an integer; got ${value.value}`);
  return nearestInteger;
}

function combine({ operator, at }: BinarySyntax, a: Value, b: Value): Value {
  const refuse = (sentence: string) => fail(at, sentence);
  switch (operator) {
    case "+":
    case "-": {
      const build = operator === "+" ? add : sub;
      if (!isVector(a) && !isVector(b)) return build(a, b);
      if (!isVector(a) || !isVector(b)) {
        return refuse(
          `${describe(a)} and ${describe(b)} cannot be added or subtracted; write x(u), y(u), z(u) for components`,
        );
      }
      if (columnsOf(a) !== columnsOf(b))
        return refuse(`${describe(a)} and ${describe(b)} cannot be added or subtracted`);
      sameLength(a, b, refuse);
      return shaped(
        a.map((ai, i) => build(ai, b[i])),
        columnsOf(a),
      );
    }
    case "*":
      if (isVector(a) && isVector(b)) {
        if (kindOf(a) === "matrix" || kindOf(b) === "matrix") return product(a, b, refuse);
        return refuse("the product of two vectors is written dot(u, v) or cross(u, v)");
      }
      if (isVector(a))
        return shaped(
          a.map((ai) => mul(ai, b as Expr)),
          columnsOf(a),
        );
      return isVector(b)
        ? shaped(
            b.map((bi) => mul(a, bi)),
            columnsOf(b),
          )
        : mul(a, b);
    case "/":
      if (isVector(b)) return refuse("a vector cannot be a denominator; write norm(u), or dot(u, u) for its square");
      return isVector(a)
        ? shaped(
            a.map((ai) => div(ai, b)),
            columnsOf(a),
          )
        : div(a, b);
    case "^":
      if (isVector(a)) return refuse("a vector has no powers; write dot(u, u) for the square of its length");
      return isVector(b) ? refuse("an exponent must be a scalar") : pow(a, b);
  }
}

const kindOf = (value: Value): "scalar" | "vector" | "matrix" =>
  !isVector(value) ? "scalar" : columnsOf(value) === undefined ? "vector" : "matrix";

function describe(value: Value): string {
  const width = columnsOf(value);
  if (isVector(value) && width !== undefined) return `a matrix with ${value.length / width} rows and ${width} columns`;
  return isVector(value) ? `a vector with ${value.length} component${value.length === 1 ? "" : "s"}` : "a scalar";
}

function unknown(what: string, name: string, at: number, all: readonly string[]): never {
  // names that the program has made begin with _
  const known = all.filter((each) => !each.startsWith("_"));
  const meant = nearest(name, known);
  const few = known.length > 0 && known.length <= 30 ? `; known here: ${known.join(", ")}` : "";
  return fail(at, `unknown ${what} ${quote(name)}${meant === undefined ? few : `; did you mean ${quote(meant)}?`}`);
}

function fail(position: number, sentence: string): never {
  throw new ExpressionError(position, sentence);
}
