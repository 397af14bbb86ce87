/**
 * Estimates the longest stable step of zs. Its leapfrog runs in a modified potential, whose fastest linearised
 * frequency is (beta h^2)^-1/2, stable from beta = 1/4 on. Cubic terms shift this frequency by about the fraction
 *
 *     bend = |b^2/2 M^-1 V'''[a, a]| / |a|,   b = beta h^2,
 *
 * which is dimensionless and grows like omega^2 h^4 under a stiff penalty. Steps are stable while bend is below beta -
 * 1/4 and become unstable soon above that: on the pendula of Tao–Owhadi, with beta = 0.3 and 0.4, from omega h^2 = 0.3
 * and 0.37 on (docs/theory/tao-owhadi.md).
 */

import type { Problem } from "../../../core/index.js";

/** The largest bend that is harmless. */
export const mostBend = (beta: number): number => Math.max(beta - 0.25, 0.01);

export interface Bend {
  readonly bend: number;
  readonly bound: number;
  readonly t: number;
  readonly h: number;
}

export function bendWarning(problem: Problem, { bend, bound, t, h }: Bend): string {
  const ratio = Math.sqrt(bound / bend);
  const longest = Math.abs(h) * Math.sqrt(ratio);
  const { part, mechanics } = problem.secondOrder!;
  const omega = part === "all" ? Math.sqrt(mechanics.omega2.reduce((a, b) => Math.max(a, b), 0)) : 0;
  const product = omega * h * h;
  const stiff = omega > 0 ? ` (omega h^2 = ${short(product)}, about ${short(product * ratio)} is stable)` : "";
  const beside = mechanics.m > 0 ? `, or method "gn-zs", which has no such bound` : "";
  return `method "zs": the forces bend by ${short(bend)} within a step at t = ${short(t)}, more than the ${short(bound)} that is safely stable${stiff}. Use steps of at most ${short(longest)}${beside}.`;
}

const short = (x: number): string => String(Number(x.toPrecision(2)));
