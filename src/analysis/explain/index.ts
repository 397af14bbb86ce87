export { type ExplainOptions, explain } from "./explain.js";
export type { Explanation } from "./explanation.js";
export { explanationFacts, type Fact } from "./words.js";
