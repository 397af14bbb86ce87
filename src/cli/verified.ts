import type { PreparedRun, PrepareOptions } from "../run/index.js";
import type { Run, Verification } from "../solve/index.js";
import { drive } from "./drive.js";

/** How far the end of a run is known, where that was asked for, or is soon found and was not refused. */
export async function verified(
  prepared: PreparedRun,
  options: PrepareOptions,
  asked: boolean | undefined,
  signal: AbortSignal,
  progress: (other: Run) => void,
): Promise<Verification | undefined> {
  if (prepared.run.failure !== undefined || signal.aborted || asked === false) return undefined;
  const { isVerifiedUnasked, verifyRun } = await import("../analysis/verify.js");
  if (asked === undefined && !isVerifiedUnasked(prepared)) return undefined;
  return verifyRun(prepared, options, (other) => drive(other, signal, () => progress(other)));
}
