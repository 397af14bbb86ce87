import type { F64 } from "./arena.js";
import type { State } from "./state.js";

/** Watches a run; sees states that are interpolated, then projected. */
export interface Observer {
  /** Called at every saved time. */
  observe(s: State): void;
  /** Called after every accepted (and projected) step. */
  step?(s: State): void;
}

/** A sign change of `value` along the motion, located by root finding on the dense output. */
export interface EventFunction {
  readonly name: string;
  value(t: number, y: F64): number;
  /** Which sign changes count: +1 rising, -1 falling, 0 both. */
  readonly direction: -1 | 0 | 1;
  /** End the run there. */
  readonly stop: boolean;
}
