import type { F64 } from "./arena.js";
import { ByteReader, ByteWriter } from "./bytes.js";

/**
 * Saves what a part of a run (stepper, pacer, projector or formulation) remembers from one call to the next, besides the
 * state. `noHistory` and `savedArray` are the simplest ones.
 */
export interface Checkpoint {
  /** Writes everything that the run needs to continue with the same bits and the same counts: also a rate that is kept
   * from the last step (first same as last). */
  save(to: ByteWriter): void;
  /** Reads what `save` wrote, in a part that has begun a run at the saved state. */
  restore(from: ByteReader): void;
  /** When a run begins, the part behaves as if it had just been bound: no trace of an earlier run can change a bit of
   * the results. */
  readonly forgets?: boolean;
}

/**
 * The checkpoint of a part that remembers nothing.
 *
 * @example
 * const atRest: Stepper = {
 *   start: () => "ok",
 *   attempt: (next, s) => { next.y.set(s.y); return "ok"; },
 *   accept() {},
 *   moved() {},
 *   checkpoint: noHistory, // without it, runs could not be saved
 * };
 */
export const noHistory: Checkpoint = { save() {}, restore() {}, forgets: true };

/**
 * The checkpoint of a part that remembers one array.
 *
 * @example
 * const { arena, dimension } = prepareRun(pendulum).problem;
 * const lastRate = arena.f64(dimension); // kept from one step to the next
 * const checkpoint = savedArray(lastRate); // the `checkpoint` of a stepper
 */
export const savedArray = (values: F64): Checkpoint => ({
  save: (to) => to.numbers(values),
  restore: (from) => values.set(from.numbers()),
});

/** The bytes that a part saves; none when it has nothing to save. */
export function savedBytes(part: Checkpoint | undefined): Uint8Array {
  const to = new ByteWriter();
  part?.save(to);
  return to.finish();
}

/** Hands the bytes of `savedBytes` back to the part. */
export function restoreBytes(part: Checkpoint | undefined, bytes: Uint8Array): void {
  part?.restore(new ByteReader(bytes));
}
