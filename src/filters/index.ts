export { cubic, exponential, type Filter, response, sample, smooth, verletCosine } from "./filter.js";
export { type FastFrequencies, fastFrequencies } from "./frequencies.js";
export { type MicroWindow, newMicroWindow } from "./micro-window.js";
export {
  checkWindowOptions,
  type FilterWindow,
  filterNames,
  makeWindow,
  refusesWindow,
  startOf,
  type WindowOptions,
  windowOptions,
} from "./window.js";
export { zeroFilter } from "./zeros.js";
