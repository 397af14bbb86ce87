import { symbolsOf } from "../../symbolic/index.js";
import type { EventLaw, Law, ReadingLaw } from "../lowered.js";
import { fail, path, show } from "../model-errors.js";
import type { ModelData, ObservableData } from "../schema.js";
import type { Scalar } from "../shapes.js";
import type { Context } from "./context.js";
import { scalarOf } from "./named-expressions.js";
import { type Symbols, stencilOf } from "./symbols.js";
import { refuseTurns } from "./turns.js";

/** The events of the run, as expressions that change sign. */
export function eventLaws(context: Context, symbols: Symbols, model: ModelData): EventLaw[] {
  return Object.entries(model.run?.events ?? {}).flatMap(([name, event]) => {
    const where = path("run", "events", name, "when");
    const made = context.errors.attempt((): EventLaw => {
      const law = expressionLaw(symbols, where, name, event.when);
      if (law.stencil.length === 0 && !symbolsOf(law.outputs).includes(context.time))
        fail(where, `must depend on coordinates or t; ${show(event.when)} never changes. Write another expression.`);
      const direction = event.direction === "rising" ? 1 : event.direction === "falling" ? -1 : 0;
      return { name, direction, stop: event.stop ?? false, law };
    });
    return made === undefined ? [] : [made];
  });
}

/** The observables of the run that are expressions. */
export function readingLaws(context: Context, symbols: Symbols, model: ModelData): ReadingLaw[] {
  return Object.entries(model.run?.observables ?? {}).flatMap(([name, data]) => {
    const where = path("run", "observables", name);
    const laws = expressionsOf(data).flatMap((text) => {
      const made = context.errors.attempt(() => expressionLaw(symbols, where, name, text));
      return made === undefined ? [] : [made];
    });
    return laws.length === 0 ? [] : [{ name, laws }];
  });
}

function expressionsOf(data: ObservableData): readonly string[] {
  const of = typeof data === "string" || Array.isArray(data) ? data : (data.of ?? []);
  return typeof of === "string" ? [of] : of;
}

function expressionLaw(symbols: Symbols, where: string, name: string, expression: Scalar): Law {
  const outputs = [scalarOf(where, symbols.read(where, expression))];
  refuseTurns(where, "an event or observable", outputs, symbols.angles);
  return {
    kind: "invariant",
    name: "event",
    where,
    outputs,
    stencil: stencilOf(symbols.nodesOf(outputs)),
    params: [],
    count: 1,
    componentName: () => name,
  };
}
