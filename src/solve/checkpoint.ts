/**
 * The bytes of a checkpoint: everything that a run needs to continue with the same bits, except for the problem and the
 * options, which the caller has. Their names are included, so that a checkpoint of another run is noticed. The bytes are
 * sealed, because a damaged checkpoint could go on to another trajectory.
 */

import {
  ByteReader,
  ByteWriter,
  type Problem,
  type StartReport,
  seal,
  TautError,
  unseal,
  type Work,
} from "../core/index.js";
import type { SolveOptions } from "./options.js";
import type { Output } from "./output.js";

/** What a run stores in a checkpoint beside its output. */
export interface SavedRun {
  readonly start: StartReport | undefined;
  /** Time and state at the start, after it was made consistent. */
  readonly t0: number;
  readonly y0: ArrayLike<number>;
  readonly t: number;
  readonly y: ArrayLike<number>;
  /** The numbers of the stepping loop, in the order of `Stepping`. */
  readonly loop: ArrayLike<number>;
  readonly work: Work;
  readonly stepper: Uint8Array;
  readonly pacer: Uint8Array;
  readonly projector: Uint8Array;
  readonly problem: Uint8Array;
  /** References of continued angles. */
  readonly branches: ArrayLike<number>;
  /** Singular positions that were passed, and the one that is being approached. */
  readonly passage: Uint8Array;
  /** The redundant constraints that are left out, which may be others than at the start. */
  readonly dropped: ArrayLike<number>;
}

const format = "taut checkpoint 9";

export function writeCheckpoint(
  problem: Problem,
  options: SolveOptions,
  saved: SavedRun,
  output: Output,
  withTrajectory: boolean,
): Uint8Array {
  const { start, t0, y0, t, y, loop, work, stepper, pacer, projector } = saved;
  const to = new ByteWriter();
  to.text(format);
  to.text(identity(problem, options));
  to.text(JSON.stringify(start ?? null));
  to.number(t0);
  to.numbers(y0);
  to.number(t);
  to.numbers(y);
  to.numbers(loop);
  to.text(JSON.stringify(work));
  to.raw(stepper);
  to.raw(pacer);
  to.raw(projector);
  to.raw(saved.problem);
  to.numbers(saved.branches);
  to.raw(saved.passage);
  to.numbers(saved.dropped);
  output.save(to, withTrajectory);
  return seal(to.finish());
}

/**
 * Reads a checkpoint and restores `output` from it. Throws a `TautError` if the bytes are damaged, or were written by
 * another version or by another run.
 */
export function readCheckpoint(problem: Problem, options: SolveOptions, sealed: Uint8Array, output: Output): SavedRun {
  if (formatOf(sealed) !== format)
    throw new TautError("checkpoint", "these bytes are not a checkpoint of this version. Start the run again.");
  const bytes = unseal(sealed);
  if (bytes === undefined)
    throw new TautError(
      "checkpoint",
      "the bytes must be those that were saved, and their digest shows that they are not. Use an earlier checkpoint.",
    );
  const from = new ByteReader(bytes);
  from.text();
  const expected = identity(problem, options);
  const found = from.text();
  if (found !== expected)
    throw new TautError(
      "checkpoint",
      `must belong to this run (${expected}); it belongs to another one (${found}). Give the checkpoint of this run, or none.`,
    );
  const start: StartReport | null = JSON.parse(from.text());
  const checkpoint: SavedRun = {
    start: start ?? undefined,
    t0: from.number(),
    y0: from.numbers(),
    t: from.number(),
    y: from.numbers(),
    loop: from.numbers(),
    work: JSON.parse(from.text()),
    stepper: from.raw(),
    pacer: from.raw(),
    projector: from.raw(),
    problem: from.raw(),
    branches: from.numbers(),
    passage: from.raw(),
    dropped: from.numbers(),
  };
  output.restore(from);
  return checkpoint;
}

/** The text with which the bytes begin; undefined if there is none. */
function formatOf(bytes: Uint8Array): string | undefined {
  try {
    return new ByteReader(bytes).text();
  } catch {
    return undefined;
  }
}

function identity(
  { workspace, name, dimension }: Problem,
  { method, controller, projection, when }: SolveOptions,
): string {
  const repair = projection === undefined ? "none" : `${projection.name}, ${when?.when ?? "step"}`;
  return `${workspace.name}, ${dimension} components, ${name}, ${method.name}, ${controller.name}, projection ${repair}`;
}
