/**
 * Everything that reads or writes the text of a model. It is loaded with the first text that is not from the gallery.
 */

import { catalogue, modelJsonSchema, modelSnippets } from "taut";

export { parseModelText } from "taut";
export { moveStart } from "./move-start.js";
export { check } from "./problems.js";
export { withRun } from "./with-run.js";

/** The JSON Schema of model files, for completion. */
export const schema = () => modelJsonSchema(catalogue);

/** Items to insert into a model with these points or bodies. */
export const snippets = (places: readonly string[], dimension: number) => modelSnippets(catalogue, places, dimension);
