import type { F64 } from "./arena.js";
import type { ByteReader, ByteWriter } from "./bytes.js";
import type { State } from "./state.js";

/** Watches a run; sees states that are interpolated, then projected. */
export interface Observer {
  /** Called at every saved time. */
  observe(s: State): void;
  /** Called after every accepted (and projected) step; `look` sees inside it. */
  step?(s: State, look: Look): void;
  /** A run begins at `s`: forget what was seen. */
  begin?(s: State): void;
  /** What it has seen, for checkpoints; without it a resumed run is watched from there on. */
  save?(to: ByteWriter): void;
  restore?(from: ByteReader): void;
}

/**
 * The state at a time of the step that was just accepted, as it would be shown there, until the next call. Undefined inside the
 * step when the method has no dense output. Looking is not counted as work and does not touch the run.
 */
export type Look = (t: number) => State | undefined;

/** A sign change of `value` along the motion, located by root finding on the dense output. */
export interface EventFunction {
  readonly name: string;
  value(t: number, y: F64): number;
  /** Which sign changes count: +1 rising, -1 falling, 0 both. */
  readonly direction: -1 | 0 | 1;
  /** End the run there. */
  readonly stop: boolean;
}
