import type { WatchedKind } from "./watched.js";

/** What became of one watched quantity. */
export interface Verdict {
  readonly kind: WatchedKind;
  /** `energy`, `px`, `Lz`, …; for constraints `position` and `velocity`. */
  readonly quantity: string;
  /** The largest distance from the value at the start. */
  readonly deviation: number;
  /** The threshold when it was crossed under error control, otherwise at the end. */
  readonly threshold: number;
  readonly verdict: "kept" | "doubtful" | "broken" | "accepted";
  /** The constraint that is off most, for constraints. */
  readonly component?: string;
  /** When the threshold was crossed. */
  readonly t?: number;
  /** What was found, the likely cause and what to do; absent when the quantity was kept or is accepted. */
  readonly message?: string;
}
