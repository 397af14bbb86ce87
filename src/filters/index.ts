export { cubic, type Filter } from "./filter.js";
export type { FastFrequencies } from "./frequencies.js";
export { type MicroWindow, newMicroWindow } from "./micro-window.js";
export {
  checkWindowOptions,
  type FilterWindow,
  makeWindow,
  refusesWindow,
  startOf,
  type WindowOptions,
  windowOptions,
} from "./window.js";
