/** The `tables` of a model as functions of the expression language. */

import { maximum } from "../../core/index.js";
import { type Expr, type Graph, isConst, type LanguageFunction, table } from "../../symbolic/index.js";
import { interpolated } from "../interpolate.js";
import { below, type ErrorCollector, fail, path, show } from "../model-errors.js";
import type { ModelData, TableFunctionData } from "../schema.js";
import type { Scalar } from "../shapes.js";
import { readScalar } from "./context.js";

/** The largest number of points. */
const mostPoints = 1_000_000;

export function readTables(
  section: ModelData["tables"],
  base: { graph: Graph; parameters: ReadonlyMap<string, number> },
  errors: ErrorCollector,
): Map<string, LanguageFunction> {
  const functions = new Map<string, LanguageFunction>();
  for (const [name, data] of Object.entries(section ?? {})) {
    const made = errors.attempt(() => readTable(name, data, path("tables", name), base));
    functions.set(name, {
      usage: `${name}(a)`,
      takes: ["scalar"],
      // a table that is wrong has been reported; laws that use it need not be
      apply: ([x]) => (made === undefined ? base.graph.num(1) : made(x as Expr)),
    });
  }
  return functions;
}

function readTable(
  name: string,
  data: TableFunctionData,
  where: string,
  base: { graph: Graph; parameters: ReadonlyMap<string, number> },
): (x: Expr) => Expr {
  const { by = "pchip", outside, period } = data;
  if (data.file !== undefined)
    fail(
      below(where, "file"),
      `the file ${show(data.file)} must be read before the model is used; it was not. Read the model with taut, or give the numbers as x and y.`,
    );
  const numbers = (key: "x" | "y"): number[] => {
    const list = data[key];
    const at = below(where, key);
    if (!Array.isArray(list)) return fail(at, `must be a list of numbers; got ${show(list)}. Write [0, 1, 2].`);
    if (list.length > mostPoints)
      fail(at, `a table may have at most ${mostPoints} points; this one has ${list.length}.`);
    return list.map((value: Scalar, k) => number(value, below(at, k)));
  };
  const number = (value: Scalar, at: string): number => {
    if (typeof value === "number") return value;
    const { graph, parameters } = base;
    const lookup = (other: string) => (parameters.has(other) ? graph.num(parameters.get(other)!) : undefined);
    const expr = readScalar(at, value, { graph, lookup, names: () => parameters.keys() });
    return isConst(expr) ? expr.value : fail(at, `must be a finite number; ${show(value)} is not.`);
  };
  const [x, y] = [numbers("x"), numbers("y")];
  if (x.length !== y.length)
    fail(where, `x and y must have as many numbers; they have ${x.length} and ${y.length}. Give a value for each x.`);
  if (x.length < 2) fail(below(where, "x"), `a table must have at least two points; this one has ${x.length}.`);
  const wrong = x.findIndex((value, k) => k > 0 && !(value > x[k - 1]));
  if (wrong > 0)
    fail(
      below(where, "x", wrong),
      `the numbers of x must increase; ${x[wrong]} comes after ${x[wrong - 1]}. Sort them.`,
    );
  if (period === undefined) {
    const function_ = interpolated(name, { x, y }, by, outside ?? "refuse");
    return (argument) => table(function_, argument);
  }

  // the last point may be given or follow from the first
  const at = below(where, "period");
  if (outside !== undefined)
    fail(below(where, "outside"), "a periodic table has no outside. Remove this entry, or the period.");
  const length = number(period, at);
  const end = x[0] + length;
  const span = x[x.length - 1] - x[0];
  if (!(length > 0)) fail(at, `must be above 0; got ${length}.`);
  const slack = 1e-12 * length;
  if (span > length + slack)
    fail(at, `the points must lie within one period; they span ${span}, and the period is ${length}.`);
  const isWhole = span > length - slack;
  const [first, last] = [y[0], y[y.length - 1]];
  if (isWhole && Math.abs(last - first) > 1e-9 * maximum(y.map(Math.abs)))
    fail(
      below(where, "y"),
      `the last point is one period after the first and must have its value; they are ${first} and ${last}. Correct or remove the last one.`,
    );
  const points = {
    x: [...(isWhole ? x.slice(0, -1) : x), end],
    y: [...(isWhole ? y.slice(0, -1) : y), first],
  };
  const function_ = interpolated(name, points, by, { period: length });
  return (argument) => table(function_, argument);
}
