import { symbolsOf } from "../../symbolic/index.js";
import type { EventLaw, Law } from "../lowered.js";
import { fail, path, show } from "../problems.js";
import type { ModelData } from "../schema.js";
import type { Context } from "./context.js";
import { scalarOf } from "./pieces.js";
import { type Symbols, stencilOf } from "./symbols.js";

/** The events of the run, as expressions that change sign. */
export function eventLaws(context: Context, symbols: Symbols, model: ModelData): EventLaw[] {
  return Object.entries(model.run?.events ?? {}).flatMap(([name, event]) => {
    const where = path("run", "events", name, "when");
    const made = context.problems.attempt((): EventLaw => {
      const outputs = [scalarOf(where, symbols.read(where, event.when))];
      const stencil = stencilOf(symbols.nodesOf(outputs));
      if (stencil.length === 0 && !symbolsOf(outputs).includes(context.time))
        fail(where, `${show(event.when)} never changes. Write an expression of coordinates or t.`);
      const law: Law = {
        kind: "invariant",
        name: "event",
        where,
        outputs,
        stencil,
        params: [],
        count: 1,
        componentName: () => name,
      };
      const direction = event.direction === "rising" ? 1 : event.direction === "falling" ? -1 : 0;
      return { name, direction, stop: event.stop ?? false, law };
    });
    return made === undefined ? [] : [made];
  });
}
