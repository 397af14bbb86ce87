export { type FrameLayout, type FrameOptions, Frames } from "./frames.js";
export { type Kept, Ledger, type LedgerOptions, type LedgerSummary } from "./ledger.js";
export { momentsOf, RunningStatistics, type SeriesStatistics, seriesStatistics } from "./statistics.js";
export { Trajectory, type TrajectoryOptions } from "./trajectory.js";
