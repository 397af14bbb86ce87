/** The examination of a model before it is run. It is loaded when its panel is first shown. */

import { explain, explanationFacts, type Model, type RunSettings } from "taut";
import type { Explained } from "./protocol.js";

export function explained(model: Model, settings: RunSettings, set: Readonly<Record<string, number>>): Explained {
  const found = explain(model, { settings, set });
  return { facts: explanationFacts(found), advice: found.advice };
}
