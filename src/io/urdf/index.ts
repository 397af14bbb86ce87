export { importUrdf } from "./import.js";
export { urdfText } from "./text.js";
