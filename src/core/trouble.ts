import type { Status } from "./status.js";

/** What is known when a run stops. Everything except the status is optional. */
export interface Trouble {
  readonly status: Exclude<Status, "ok">;
  readonly t: number;
  readonly h?: number;
  readonly residual?: number;
  readonly component?: string;
  /** What happened, as words without time and step. */
  readonly cause?: string;
  readonly advice?: string;
  /** The whole sentence after status and time, where it is known already. */
  readonly message?: string | undefined;
}

/** What to do where constraints depend on each other. */
export const unfold = "Look for a stretched or folded linkage there; start elsewhere, or leave out a constraint.";

/** Advice for cases in which a projection or a formulation itself reports what was measured. */
const measured = {
  begin: "Begin elsewhere, or change the options of the projection or formulation.",
  step: "Try a smaller step, error control, or other options of the projection or formulation.",
} as const;

/** The trouble that a projection or a formulation reports at time t, in a step of length h or at the start. */
export function measuredTrouble(status: Trouble["status"], t: number, cause: string, h?: number): Trouble {
  return { status, t, cause, ...(h === undefined ? { advice: measured.begin } : { h, advice: measured.step }) };
}

/** A number with six digits. */
export function short(x: number): string {
  const rounded = Number(x.toPrecision(6));
  return Math.abs(rounded) >= 1e7 ? rounded.toExponential() : String(rounded);
}
