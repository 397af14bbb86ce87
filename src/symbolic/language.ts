/**
 * The functions and constants of the expression language, as data.
 *
 * Each function has a usage, the kinds of its arguments (scalar or vector, checked before the call), and a builder.
 */
import * as f from "./elementary.js";
import type { Expr } from "./expr.js";
import { add, div, mul, sub } from "./simplify.js";

/** A vector has at least one component. A matrix is a vector of its entries that knows its columns (`columnsOf`). */
export type Vector = readonly Expr[];

/** The value of an expression. */
export type Value = Expr | Vector;

/** The number of columns of the vectors that are matrices, with their rows one after the other. */
const columns = new WeakMap<Vector, number>();

/** The columns of a matrix; undefined for other values. */
export const columnsOf = (value: Value): number | undefined => (isVector(value) ? columns.get(value) : undefined);

/** A matrix of these entries, row by row. */
export function shaped(entries: Vector, width: number | undefined): Vector {
  if (width !== undefined) columns.set(entries, width);
  return entries;
}

/** Rows of equal length as a matrix with two or three rows and columns; `fail` refuses others with a sentence. */
export function matrixOf(rows: readonly Vector[], fail: (sentence: string) => never): Vector {
  const width = rows[0].length;
  if (rows.some((row) => row.length !== width || columnsOf(row) !== undefined))
    fail("all rows of a matrix must be vectors of the same length; these are not");
  if (rows.length < 2 || rows.length > 3 || width < 2 || width > 3)
    fail(`a matrix must have two or three rows and columns; this one has ${rows.length} and ${width}`);
  return shaped(rows.flat(), width);
}

/** A times u, or A times B; `fail` refuses what does not fit. */
export function product(a: Vector, b: Vector, fail: (sentence: string) => never): Vector {
  const [width, other] = [columnsOf(a), columnsOf(b)];
  if (width === undefined) return fail("a vector cannot stand before a matrix in a product; write transpose(A)*u");
  const inner = other === undefined ? b.length : b.length / other;
  if (inner !== width)
    fail(
      `the matrix has ${width} columns, so that ${other === undefined ? "the vector needs as many components" : "the other needs as many rows"}; it has ${inner}`,
    );
  const across = other ?? 1;
  const entries = Array.from({ length: (a.length / width) * across }, (_, k) => {
    const [i, j] = [Math.floor(k / across), k % across];
    return Array.from({ length: width }, (_, c) => mul(a[i * width + c], b[c * across + j])).reduce(add);
  });
  return shaped(entries, other);
}

export interface LanguageFunction {
  /** An example of a call, for messages: "dot(u, v)". */
  readonly usage: string;
  readonly takes: readonly ("scalar" | "vector" | "matrix")[];
  /** The value for arguments of the kinds in `takes`; `fail` refuses them with a sentence. */
  apply(args: readonly Value[], fail: (sentence: string) => never): Value;
}

export function isVector(value: Value): value is Vector {
  return Array.isArray(value);
}

/** The constants. A name that the model defines takes precedence. */
export const constants: ReadonlyMap<string, number> = new Map([
  ["pi", Math.PI],
  ["e", Math.E],
]);

export function dot(u: Vector, v: Vector): Expr {
  return u.map((ui, i) => mul(ui, v[i])).reduce(add);
}

/** The Euclidean length; for a single component x it is |x|. */
export function norm(u: Vector): Expr {
  return u.length === 1 ? f.abs(u[0]) : f.sqrt(dot(u, u));
}

/** The cross product of two vectors in space, or its only component for two in the plane. */
export function cross(u: Vector, v: Vector): Value {
  const minor = (i: number, j: number) => sub(mul(u[i], v[j]), mul(u[j], v[i]));
  return u.length === 2 ? minor(0, 1) : [minor(1, 2), minor(2, 0), minor(0, 1)];
}

/** a - b floor(a/b), which has the sign of b. */
const mod = (a: Expr, b: Expr) => sub(a, mul(b, f.floor(div(a, b))));
const hypot = (a: Expr, b: Expr) => f.sqrt(add(mul(a, a), mul(b, b)));

function scalar1(usage: string, build: (a: Expr) => Expr): LanguageFunction {
  return { usage, takes: ["scalar"], apply: (args) => build(args[0] as Expr) };
}

function scalar2(usage: string, build: (a: Expr, b: Expr) => Expr): LanguageFunction {
  return { usage, takes: ["scalar", "scalar"], apply: (args) => build(args[0] as Expr, args[1] as Expr) };
}

function component(usage: string, index: number): LanguageFunction {
  return {
    usage,
    takes: ["vector"],
    apply([u], fail) {
      const vector = u as Vector;
      return (
        vector[index] ?? fail(`${usage}: the vector has ${vector.length} component${vector.length > 1 ? "s" : ""}`)
      );
    },
  };
}

const all: readonly LanguageFunction[] = [
  scalar1("sin(a)", f.sin),
  scalar1("cos(a)", f.cos),
  scalar1("tan(a)", f.tan),
  scalar1("asin(a)", f.asin),
  scalar1("acos(a)", f.acos),
  scalar1("atan(a)", f.atan),
  scalar1("sinh(a)", f.sinh),
  scalar1("cosh(a)", f.cosh),
  scalar1("tanh(a)", f.tanh),
  scalar1("exp(a)", f.exp),
  scalar1("log(a)", f.log),
  scalar1("sqrt(a)", f.sqrt),
  scalar1("abs(a)", f.abs),
  scalar1("floor(a)", f.floor),
  scalar1("sign(a)", f.sign),
  scalar2("min(a, b)", f.min),
  scalar2("max(a, b)", f.max),
  scalar2("mod(a, b)", mod),
  scalar2("pow(a, b)", f.pow),
  scalar2("atan2(y, x)", f.atan2),
  scalar2("hypot(a, b)", hypot),
  {
    usage: "where(c, a, b)",
    takes: ["scalar", "scalar", "scalar"],
    apply: ([c, a, b]) => f.select(c as Expr, a as Expr, b as Expr),
  },
  { usage: "norm(u)", takes: ["vector"], apply: ([u]) => norm(u as Vector) },
  {
    usage: "dot(u, v)",
    takes: ["vector", "vector"],
    apply([u, v], fail) {
      sameLength(u as Vector, v as Vector, fail);
      return dot(u as Vector, v as Vector);
    },
  },
  {
    usage: "cross(u, v)",
    takes: ["vector", "vector"],
    apply([u, v], fail) {
      const { length } = u as Vector;
      sameLength(u as Vector, v as Vector, fail);
      return length === 2 || length === 3
        ? cross(u as Vector, v as Vector)
        : fail(`cross(u, v) needs vectors with 2 or 3 components; these have ${length}`);
    },
  },
  {
    usage: "transpose(A)",
    takes: ["matrix"],
    apply([a]) {
      const matrix = a as Vector;
      const width = columnsOf(matrix)!;
      const height = matrix.length / width;
      return shaped(
        matrix.map((_, k) => matrix[(k % height) * width + Math.floor(k / height)]),
        height,
      );
    },
  },
  component("x(u)", 0),
  component("y(u)", 1),
  component("z(u)", 2),
];

/** The functions by name. */
export const functions: ReadonlyMap<string, LanguageFunction> = new Map(
  all.map((each) => [each.usage.slice(0, each.usage.indexOf("(")), each]),
);

/** Refuses vectors of different lengths. */
export function sameLength(u: Vector, v: Vector, fail: (sentence: string) => never): void {
  if (u.length !== v.length)
    fail(`both vectors must have the same length; these have ${u.length} and ${v.length} components`);
}
