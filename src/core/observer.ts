import type { F64 } from "./arena.js";
import type { ByteReader, ByteWriter } from "./bytes.js";
import type { State } from "./state.js";

/** Watches a run; pass it in `observers`. The states it sees are interpolated and then projected. */
export interface Observer {
  /** Called at every saved time. */
  observe(s: State): void;
  /** Called after every accepted (and projected) step; `look` sees inside it. */
  step?(s: State, look: Look): void;
  /** Called when a run begins at `s`: forgets earlier states. */
  begin?(s: State): void;
  /** Writes what the observer has seen to a checkpoint. Without this function, the observer of a resumed run starts
   * from the checkpoint. */
  save?(to: ByteWriter): void;
  restore?(from: ByteReader): void;
  /** Warnings about the run as the observer has seen it, one sentence each. */
  readonly warnings?: readonly string[];
}

/**
 * What an `Observer` gets to look inside a step: the state at a time within the step that was just accepted,
 * interpolated and projected as a saved state would be; valid until the next call. Undefined inside the step when the
 * method has no dense output. The call is not counted as work and does not affect the run.
 */
export type Look = (t: number) => State | undefined;

/**
 * A sign change of `value` along the motion, located by root finding on the dense output; pass it in `events` of
 * `solve`.
 */
export interface EventFunction {
  readonly name: string;
  value(t: number, y: F64): number;
  /** Which sign changes count: +1 rising, -1 falling, 0 both. */
  readonly direction: -1 | 0 | 1;
  /** Ends the run at the event. */
  readonly stop: boolean;
}
