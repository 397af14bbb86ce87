import type { F64, Pacer, Rate, State } from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { root } from "../math/root.js";

/** Products with the Jacobian beyond the rates, and how often their length is chosen again. */
const products = 3;
const tries = 8;
/** Where in the rest of the run the rates are looked at, as fractions of it; none of them is a likely place for a period to end. */
const ahead = [0.71, 0.29, 0.11, 0.037, 7e-3, 1.3e-3];

export interface Expectation {
  /** The time in which the rates change by as much as they are, at most that of the run. */
  readonly time: number;
  /** The size that each component has after this time. */
  readonly sizes: F64;
}

/**
 * What motion to expect from a state in which all of a block is zero, so that its size does not follow from the state. With
 * f = f(t, y) and differences u_k = h^(k+1) J^k f, the rates change in the time T = h min (|u_j| / |u_k|)^(1/(k-j)), component by
 * component, so that no unit plays a part. The solution is then of the size of the terms u_k (T/h)^(k+1) of its Taylor
 * series. `f0` is f at `s`, and `trial` and `f1` are overwritten. Undefined where nothing moves.
 */
function expectedSizes(rate: Rate, s: State, span: number, f0: F64, trial: F64, f1: F64): Expectation | undefined {
  const n = s.y.length;
  const longest = Math.abs(span);
  if (!f0.some((x) => x !== 0)) {
    if (rate(f1, s.t + 1e-6 * span, s.y) !== "ok" || !allFinite(f1) || !f1.some((x) => x !== 0)) return undefined;
  } else f1.set(f0);
  const t = s.t + (f0.some((x) => x !== 0) ? 0 : 1e-6 * span);
  const f = f1.slice();
  const u = Array.from({ length: products + 1 }, () => new Float64Array(n));
  let h = 1e-3 * span;
  for (let attempt = 0; attempt < tries; attempt++) {
    for (let i = 0; i < n; i++) u[0][i] = h * f[i];
    let isKnown = true;
    for (let k = 1; isKnown && k <= products; k++) {
      for (let i = 0; i < n; i++) trial[i] = s.y[i] + u[k - 1][i];
      isKnown = rate(f1, t, trial) === "ok" && allFinite(f1);
      for (let i = 0; i < n; i++) u[k][i] = h * (f1[i] - f[i]);
    }
    const fast = isKnown ? change(u) : 1e6;
    if (fast > 1) {
      h *= 0.1 / fast;
      continue;
    }
    const time = fast * longest > Math.abs(h) ? Math.abs(h) / fast : longest;
    const sizes = new Float64Array(n);
    for (let k = 0, factor = time / Math.abs(h); k <= products; k++, factor *= time / Math.abs(h))
      for (let i = 0; i < n; i++) sizes[i] = Math.max(sizes[i], Math.abs(u[k][i]) * factor);
    return { time, sizes };
  }
  return undefined;
}

/** By how much the rates change in a time h, from every component that two of the terms have in common. */
function change(u: readonly Float64Array[]): number {
  let most = 0;
  for (let k = 1; k < u.length; k++)
    for (let j = 0; j < k; j++)
      for (let i = 0; i < u[0].length; i++) {
        const ratio = Math.abs(u[k][i] / u[j][i]);
        if (ratio > 0 && ratio < Number.POSITIVE_INFINITY) most = Math.max(most, root(ratio, k - j));
      }
  return most;
}

/**
 * The sizes that the rates of later times would give a motion that begins at `s`. Where a force rises like a power of the
 * time, its first values say nothing of the motion that it makes. Undefined where nothing is forced.
 */
function laterSizes(rate: Rate, s: State, span: number, trial: F64, f1: F64): F64 | undefined {
  let sizes: F64 | undefined;
  for (const part of ahead) {
    const later = { ...s, t: s.t + part * span };
    if (rate(f1, later.t, s.y) !== "ok" || !allFinite(f1) || !f1.some((x) => x !== 0)) continue;
    const found = expectedSizes(rate, later, part * span, f1.slice(), trial, f1)?.sizes;
    if (found === undefined || !allFinite(found)) continue;
    sizes ??= new Float64Array(found.length);
    for (let i = 0; i < sizes.length; i++) sizes[i] = Math.max(sizes[i], found[i]);
  }
  return sizes;
}

/** Tells the pacer what to expect from a state whose sizes are not known; undefined if they are, or if nothing moves. */
export function expectMotion(
  pacer: Pacer,
  rate: Rate,
  s: State,
  span: number,
  f0: F64,
  trial: F64,
  f1: F64,
): Expectation | undefined {
  const expected = expectedSizes(rate, s, span, f0, trial, f1);
  if (expected === undefined) return undefined;
  const later = laterSizes(rate, s, span, trial, f1);
  return pacer.expect!(expected.sizes, later) ? expected : undefined;
}
