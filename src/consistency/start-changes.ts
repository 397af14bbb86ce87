/** Sentences about a start that was moved far to reach the constraints, or was taken as given and violates them. */

import { type Change, type F64, type Residuals, type StartReport, type State, short } from "../core/index.js";

/** Changes above this fraction of the largest given coordinate, or velocity, are reported. */
const large = 0.1;
/** A start that is taken as it is may be this far from the constraints without a warning. */
const rounding = 1e-8;

/**
 * The largest change of a coordinate and of a velocity, where it is large. A velocity of 0 may only mean
 * that the model gives none, so its changes are not reported.
 */
export function largeChanges(
  names: readonly string[],
  n: number,
  given: State,
  s: State,
  { worstOf }: Residuals,
): Change[] {
  const changeOf = (from: F64, to: F64, first: number, level: "position" | "velocity"): Change[] => {
    let [at, most, scale] = [-1, 0, 0];
    for (let k = 0; k < from.length; k++) {
      scale = Math.max(scale, Math.abs(from[k]));
      const change = level === "velocity" && from[k] === 0 ? 0 : Math.abs(to[k] - from[k]);
      if (change > most) [at, most] = [k, change];
    }
    if (at < 0 || !(most > large * scale)) return [];
    return [
      { name: names[first + at], given: from[at], became: to[at], ...(worstOf && { constraint: worstOf[level] }) },
    ];
  };
  return [...changeOf(given.q, s.q, 0, "position"), ...changeOf(given.v, s.v, n, "velocity")];
}

/** Warnings about the start, a sentence each. `kept`: whether constraints hold in this view. */
export function startWarnings({ mode, changes = [], position, velocity, worst }: StartReport, kept: boolean): string[] {
  const said = changes.map(
    ({ name, given, became, constraint }) =>
      `the start was changed: ${name} was given as ${short(given)} and became ${short(became)}${constraint === undefined ? "" : `, because of the constraint "${constraint}"`}. Give a start that satisfies the constraints if another one is meant.`,
  );
  const residual = Math.max(position.after, velocity.after);
  if (mode === "assume" && kept && !(residual <= rounding))
    said.push(
      `the start was taken as given and violates the constraints: |g| = ${short(position.after)}, |G v + g_t| = ${short(velocity.after)}, the worst is "${worst}". The results are not those of a consistent motion. Use start "project", or correct the start.`,
    );
  return said;
}

/** The largest difference of two vectors. */
export function distance(a: State["q"], b: State["q"]): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i] - b[i]));
  return largest;
}
