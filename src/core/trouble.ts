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

/** A number with six digits. */
export function short(x: number): string {
  const rounded = Number(x.toPrecision(6));
  return Math.abs(rounded) >= 1e7 ? rounded.toExponential() : String(rounded);
}
