/** The `tables` of a model as functions of the expression language. */

import { maximum } from "../../core/index.js";
import { type Expr, type Graph, isConst, type LanguageFunction, type Piecewise, table } from "../../symbolic/index.js";
import { type Beyond, interpolated, interpolatedGrid, mostPoints, type Outside } from "../interpolate.js";
import { below, type ErrorCollector, fail, path, show } from "../model-errors.js";
import type { ModelData, TableFunctionData } from "../schema.js";
import type { Scalar } from "../shapes.js";
import { readScalar } from "./context.js";

/** The largest number of points in a grid: the sixteen coefficients of a cell take 128 bytes. */
const mostGridPoints = 100_000;

type Base = { readonly graph: Graph; readonly parameters: ReadonlyMap<string, number> };

export function readTables(
  section: ModelData["tables"],
  base: Base,
  errors: ErrorCollector,
): Map<string, LanguageFunction> {
  const functions = new Map<string, LanguageFunction>();
  for (const [name, data] of Object.entries(section ?? {})) {
    const made = errors.attempt(() => new TableReader(name, data, path("tables", name), base).read());
    const isGrid = data.z !== undefined;
    functions.set(name, {
      usage: isGrid ? `${name}(a, b)` : `${name}(a)`,
      takes: isGrid ? ["scalar", "scalar"] : ["scalar"],
      // a table that is wrong has been reported; laws that use it need not be
      apply: (args) => (made === undefined ? base.graph.num(1) : table(made, args as readonly Expr[])),
    });
  }
  return functions;
}

/** The points along one axis, and what holds beyond them. */
interface Line {
  readonly at: readonly number[];
  readonly beyond: Beyond;
  /** Only with a period: the last point follows from the first (`add`), or is the first again (`replace`). */
  readonly closing?: "add" | "replace";
}

class TableReader {
  private readonly name: string;
  private readonly data: TableFunctionData;
  private readonly where: string;
  private readonly base: Base;

  constructor(name: string, data: TableFunctionData, where: string, base: Base) {
    this.name = name;
    this.data = data;
    this.where = where;
    this.base = base;
  }

  read(): Piecewise {
    const { name, data, where } = this;
    if (data.file !== undefined)
      fail(
        below(where, "file"),
        `the file ${show(data.file)} must be read before the model is used; it was not. Read the model with taut, or give the numbers as x and y.`,
      );
    if (data.layout !== undefined)
      fail(
        below(where, "layout"),
        "says how a file is laid out; this table has none. Name a file, or remove this entry.",
      );
    return data.z === undefined ? this.function(name, data.by ?? "pchip") : this.surface(name, data.by ?? "pchip");
  }

  private function(name: string, by: "pchip" | "linear" | "cubic"): Piecewise {
    const { where } = this;
    const [x, y] = [this.numbers("x", mostPoints), this.numbers("y", mostPoints)];
    if (x.length !== y.length)
      fail(
        where,
        `x and y must have equally many numbers; they have ${x.length} and ${y.length}. Give a value for each x.`,
      );
    const line = this.line("x", x);
    const values = closed(y, line, (a, b) => {
      if (Math.abs(a - b) > 1e-9 * maximum(y.map(Math.abs)))
        fail(
          below(where, "y"),
          `the last point is one period after the first and must have its value; they are ${b} and ${a}. Correct or remove the last one.`,
        );
    });
    return interpolated(name, { x: line.at, y: values }, by, line.beyond);
  }

  private surface(name: string, by: "pchip" | "linear" | "cubic"): Piecewise {
    const { where } = this;
    const [x, y] = [this.numbers("x", mostGridPoints), this.numbers("y", mostGridPoints)];
    const at = below(where, "z");
    const rows = this.data.z;
    if (!Array.isArray(rows))
      return fail(at, `must be a list of rows of numbers; got ${show(rows)}. Write [[1, 2], [3, 4]].`);
    if (x.length * y.length > mostGridPoints)
      fail(
        where,
        `a table of two arguments may have at most ${mostGridPoints} points; this one has ${x.length} times ${y.length}.`,
      );
    if (rows.length !== x.length)
      fail(
        at,
        `must have a row for each x; it has ${rows.length}, and x has ${x.length} numbers.${rows.length === y.length ? " Exchange rows and columns, or x and y." : " Give a row for each x."}`,
      );
    const z = rows.map((row: readonly Scalar[], i) => {
      if (row.length !== y.length)
        fail(
          below(at, i),
          `a row of z must have a number for each y; it has ${row.length}, and y has ${y.length} numbers. Complete the row.`,
        );
      return row.map((value, j) => (typeof value === "number" ? value : this.number(value, below(at, i, j))));
    });
    const lines = [this.line("x", x), this.line("y", y)] as const;
    const size = maximum(z.map((row) => maximum(row.map(Math.abs))));
    const again = (k: "x" | "y") => (a: number, b: number) => {
      if (Math.abs(a - b) > 1e-9 * size)
        fail(
          at,
          `the last ${k} is one period after the first and must have its values; one of them is ${b} at the first and ${a} at the last. Correct or remove the last.`,
        );
    };
    const wide = z.map((row) => closed(row, lines[1], again("y")));
    const whole = closed(wide, lines[0], (a, b) => {
      a.forEach((value, j) => {
        again("x")(value, b[j]);
      });
    });
    return interpolatedGrid(name, { x: lines[0].at, y: lines[1].at, z: whole }, by, [lines[0].beyond, lines[1].beyond]);
  }

  private numbers(key: "x" | "y", most: number): number[] {
    const list = this.data[key];
    const at = below(this.where, key);
    if (!Array.isArray(list)) return fail(at, `must be a list of numbers; got ${show(list)}. Write [0, 1, 2].`);
    if (list.length > most) fail(at, `a table may have at most ${most} points; this one has ${list.length}.`);
    return list.map((value: Scalar, k) => (typeof value === "number" ? value : this.number(value, below(at, k))));
  }

  private number(value: Scalar, at: string): number {
    if (typeof value === "number") return value;
    const { graph, parameters } = this.base;
    const lookup = (other: string) => (parameters.has(other) ? graph.num(parameters.get(other)!) : undefined);
    const expr = readScalar(at, value, { graph, lookup, names: () => parameters.keys() });
    return isConst(expr) ? expr.value : fail(at, `must be a finite number; ${show(value)} is not.`);
  }

  /** The points of `x` or `y` as an axis. */
  private line(key: "x" | "y", x: readonly number[]): Line {
    const at = below(this.where, key);
    if (x.length < 2) fail(at, `a table must have at least two points; this one has ${x.length}.`);
    const wrong = x.findIndex((value, k) => k > 0 && !(value > x[k - 1]));
    if (wrong > 0)
      fail(
        below(at, wrong),
        `the numbers of ${key} must increase; ${x[wrong]} comes after ${x[wrong - 1]}. Sort them.`,
      );
    const outside = this.entry<Outside>("outside", key);
    const period = this.entry<Scalar>("period", key);
    if (period.value === undefined) return { at: x, beyond: outside.value ?? "refuse" };

    // the last point may be given or follow from the first
    if (outside.value !== undefined)
      fail(outside.at, "a periodic table has no outside. Remove this entry, or the period.");
    const length = this.number(period.value, period.at);
    const span = x[x.length - 1] - x[0];
    if (!(length > 0)) fail(period.at, `must be above 0; got ${length}.`);
    const slack = 1e-12 * length;
    if (span > length + slack)
      fail(period.at, `the points must lie within one period; they span ${span}, and the period is ${length}.`);
    const closing = span > length - slack ? "replace" : "add";
    return {
      at: [...(closing === "replace" ? x.slice(0, -1) : x), x[0] + length],
      beyond: { period: length },
      closing,
    };
  }

  /** What the table says about an axis, as a word for all axes or by its name. */
  private entry<T extends Scalar>(word: "outside" | "period", key: "x" | "y"): { value: T | undefined; at: string } {
    const given = this.data[word] as T | { readonly [axis in "x" | "y"]?: T } | undefined;
    const at = below(this.where, word);
    const isGrid = this.data.z !== undefined;
    if (typeof given !== "object") {
      if (word === "period" && given !== undefined && isGrid)
        fail(
          at,
          `must say which argument repeats itself; got ${show(given)}. Write { x: ${given} } or { y: ${given} }.`,
        );
      return { value: given, at };
    }
    if (!isGrid)
      fail(at, `must not be a map where the table has one argument. Write ${word}: ${show(given[key] ?? "…")}.`);
    return { value: given[key], at: below(at, key) };
  }
}

/** Values along an axis with those at the end of its period. */
function closed<T>(values: readonly T[], { closing }: Line, again: (last: T, first: T) => void): readonly T[] {
  if (closing === undefined) return values;
  if (closing === "add") return [...values, values[0]];
  again(values[values.length - 1], values[0]);
  return [...values.slice(0, -1), values[0]];
}
