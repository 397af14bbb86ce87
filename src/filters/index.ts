export { cubic, exponential, type Filter, response, sample, smooth, verletCosine } from "./filter.js";
export { type FastFrequencies, fastFrequencies } from "./frequencies.js";
export {
  type IterationOptions,
  iterationOptions,
  type SlowIteration,
  slowIteration,
  startOf,
} from "./iteration.js";
export {
  checkWindowOptions,
  type FilterWindow,
  filterNames,
  makeWindow,
  refusesWindow,
  type WindowOptions,
  windowOptions,
} from "./window.js";
export { zeroFilter } from "./zeros.js";
