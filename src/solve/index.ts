export type { Redundancy, StartReport } from "../core/index.js";
export { type FastModes, fastModes, slowEnergy } from "./estimates/fast-modes.js";
export { type Spectrum, spectrumOf } from "./estimates/spectrum.js";
export type { FoundEvent } from "./event-finder.js";
export type { SolveOptions } from "./options.js";
export { Run } from "./run.js";
export type { Solution, Verification } from "./solution.js";
export { driveAsync, resume, type Slices, type SystemSolveOptions, solve, solveAsync } from "./solve.js";
