export { type FrameLayout, type FrameOptions, Frames } from "./frames.js";
export { type Kept, Ledger, type LedgerOptions, type LedgerSummary } from "./ledger.js";
export { Trajectory, type TrajectoryOptions } from "./trajectory.js";
