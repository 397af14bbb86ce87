/** The part of a run that a time is at, from 0 to 1: for long runs, by powers of ten. */

import { decades } from "../worker/limits.js";

export interface Span {
  readonly from: number;
  readonly until: number;
  readonly logTime: boolean;
}

export function partOf({ from, until, logTime }: Span, t: number): number {
  const part = until === from ? 1 : (t - from) / (until - from);
  return logTime ? Math.min(1, Math.max(0, 1 + Math.log10(part) / decades)) : part;
}

export function timeAt({ from, until, logTime }: Span, part: number): number {
  if (part >= 1) return until;
  if (!logTime) return from + part * (until - from);
  return part <= 0 ? from : from + (until - from) * 10 ** (decades * (part - 1));
}
