import { TautError } from "../../core/index.js";

/** Refuse an option that is not a finite number above 0. */
export function positive(where: string, value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
  throw new TautError(where, `${String(value)} is no rate. Give a finite number above 0.`);
}
