/** All that reads or writes the text of a model: loaded with the first text that is not the gallery's. */

export { parseModelText } from "taut";
export { moveStart } from "./move-start.js";
export { check } from "./problems.js";
