import type { Controller } from "./controller.js";
import type { Method } from "./method.js";
import type { Projection, ProjectWhen } from "./projection.js";
import type { WatchedKind } from "./watched.js";

/** What the parts that watch a run must know of it; the options of `solve` are one. */
export interface WatchedRun {
  readonly method: Method;
  readonly controller: Controller;
  readonly projection?: Projection;
  readonly when?: ProjectWhen;
  readonly ledger?: "step" | "saved";
  readonly accept?: readonly WatchedKind[];
}
