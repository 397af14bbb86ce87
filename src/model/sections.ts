/** Sections of a model that exclude or need each other. */

import type { ErrorCollector } from "./model-errors.js";
import type { ModelData } from "./schema.js";

/** Sections that need something that moves: points, bodies or coordinates. */
const mechanics = [
  ...["joints", "mass", "kinetic", "potential", "force", "elements", "define", "omega"],
] as readonly (keyof ModelData)[];

/** Whether the model has coordinates with masses. */
export function hasMechanics({ points, bodies, coordinates, molecules }: ModelData): boolean {
  return points !== undefined || bodies !== undefined || coordinates !== undefined || molecules !== undefined;
}

export function checkSections(model: ModelData, errors: ErrorCollector): void {
  const { states, algebraic, rates, constraints } = model;
  const isMechanics = hasMechanics(model);
  if (model.include !== undefined)
    errors.add(
      "include",
      "included files must be read before the model is used; they were not. Read the model with taut, or write their sections here.",
    );
  if (states !== undefined && !isMechanics) {
    for (const section of mechanics) {
      if (model[section] !== undefined)
        errors.add(
          section,
          `states alone make a first-order system, which has no ${section}. Give points, bodies or coordinates too, or use rates.`,
        );
    }
    if (constraints !== undefined && algebraic === undefined)
      errors.add(
        "constraints",
        "constraints of states need algebraic variables that enforce them. Write algebraic: [z], and use z in rates; or write invariants for what holds by itself.",
      );
  }
  if (algebraic !== undefined && constraints === undefined && (states !== undefined || isMechanics))
    errors.add("constraints", "these are missing: each algebraic variable needs one. Write constraints: {name: …}.");
  if (states !== undefined && rates === undefined)
    errors.add("rates", "this is missing: each state needs its rate. Write rates: {x: …}.");
  if (states !== undefined) return;
  if (algebraic !== undefined && !isMechanics)
    errors.add(
      "algebraic",
      "algebraic variables need states or coordinates; there are none. Remove them, or write states: [x].",
    );
  if (rates !== undefined) errors.add("rates", "rates need states; there are none. Write states: [x, y].");
  if (!isMechanics)
    errors.add("model", "something must move; there are no points, bodies, coordinates or states. Give some.");
}
