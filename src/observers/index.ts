export type { CorrelationResult } from "./correlation.js";
export { distances, shellFraction } from "./distances.js";
export { type FrameLayout, type FrameOptions, Frames } from "./frames.js";
export type { Bins, HistogramResult } from "./histogram.js";
export { invariantColumn, type Kept, Ledger, type LedgerOptions, type LedgerSummary } from "./ledger.js";
export {
  type ObservableOptions,
  type ObservableResult,
  Observables,
  type Sampling,
  type Source,
} from "./observables.js";
export { momentsOf, RunningStatistics, type SeriesStatistics, seriesStatistics } from "./statistics.js";
export { temperature } from "./temperature.js";
export { Trajectory, type TrajectoryOptions } from "./trajectory.js";
