import { unitsOf } from "../../core/units.js";
import { hostMath } from "../../math/index.js";
import { Graph } from "../../symbolic/index.js";
import { ErrorCollector } from "../model-errors.js";
import type { ModelData } from "../schema.js";
import { quantityReader } from "../units/quantities.js";
import { type Context, readNumber } from "./context.js";
import { readLets } from "./lets.js";
import { listsAmong, type Overrides, resolveParameters } from "./parameters.js";
import { readTables } from "./tables.js";

/** The graph, the time and the parameters with which the rest of a model is read. */
export function newContext(
  model: ModelData,
  options: {
    readonly set?: Overrides | undefined;
    readonly origins?: ReadonlyMap<string, string>;
    /** Parameters that are wrong are errors of the context, so that others are found too. Default: they are thrown. */
    readonly collect?: boolean;
  },
): Context {
  const quantity = quantityReader(model.units === undefined ? undefined : unitsOf(model.units));
  const graph = new Graph({ functions: hostMath, ...(quantity && { quantity }) });
  const errors = new ErrorCollector();
  const resolve = () => resolveParameters(model.parameters, options.set, graph);
  const parameters = options.collect ? (errors.attempt(resolve) ?? standIns(model, errors)) : resolve();
  const functions = readTables(model.tables, { graph, parameters }, errors);
  const base = { graph, time: graph.symbol("t"), parameters, functions };
  const context: Context = {
    ...base,
    ...{ t0: 0, lets: readLets(model.let, listsAmong(model.parameters), base, errors) },
    ...{
      errors,
      origins: options.origins ?? new Map(),
      uses: { start: false, members: 0, applied: 0 },
      repeats: new Map(),
    },
  };
  return { ...context, t0: model.time === undefined ? 0 : readNumber(context, "time", model.time) };
}

/** Numbers in place of parameters, some of which are wrong; what contains one of them is not judged. */
function standIns({ parameters = {} }: ModelData, errors: ErrorCollector): Map<string, number> {
  for (const [name, value] of Object.entries(parameters)) if (typeof value !== "number") errors.suspect(name);
  const numbers = Object.entries(parameters).filter(([, value]) => typeof value !== "object");
  return new Map(numbers.map(([name, value]) => [name, typeof value === "number" ? value : 1]));
}
