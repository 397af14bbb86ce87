/**
 * Everything that reads or writes the text of a model. It is loaded with the first text that is not from the gallery.
 */

export { parseModelText } from "taut";
export { moveStart } from "./move-start.js";
export { check } from "./problems.js";
export { withRun } from "./with-run.js";
