/** Rigid triangles of one run, kept by the code of `settle-code.ts` on tables of their shapes. */

import {
  addressOf,
  type CompiledRoutine,
  type CompiledRoutines,
  type F64,
  type Problem,
  type Status,
  type Triangles,
} from "../../../core/index.js";
import type { Keeper } from "./kept-leapfrog.js";
import { columns, notes, settleCode } from "./settle-code.js";

/** The index of a triangle whose sides enclose no area, or -1. */
export function flatTriangle({ count, lengths }: Triangles): number {
  for (let k = 0; k < count; k++) if (!(corner(lengths, k).y > 1e-6 * lengths[3 * k])) return k;
  return -1;
}

/** The place of the third point when the first is at 0 and the second at (side, 0). */
function corner(lengths: Float64Array, k: number): { readonly x: number; readonly y: number } {
  const [a, b, c] = [lengths[3 * k], lengths[3 * k + 1], lengths[3 * k + 2]];
  const x = (a + ((c - b) * (c + b)) / a) / 2;
  return { x, y: Math.sqrt((c - x) * (c + x)) };
}

export class SettledTriangles implements Keeper {
  readonly compiled: CompiledRoutines<"positions" | "velocities">;

  constructor({ arena, workspace }: Problem) {
    const { inverseMass, structure, compiled } = workspace.mechanics!;
    const { count, points, lengths } = structure!.triangles;
    const { memory, link } = compiled!.rate(false);
    const code = settleCode(memory);
    const pairs = Math.ceil(count / 2);
    const corners = arena.i32(6 * pairs);
    const table = arena.f64(2 * columns.length * pairs);
    const noted = arena.f64(2 * notes * pairs);
    // an odd one is paired with itself
    for (let slot = 0; slot < 2 * pairs; slot++) {
      const k = Math.min(slot, count - 1);
      for (let i = 0; i < 3; i++) corners[3 * slot + i] = 8 * points[3 * k + i];
      const inverse = [0, 1, 2].map((i) => inverseMass![points[3 * k + i]]);
      const first = 2 * columns.length * (slot >> 1) + (slot & 1);
      shapeOf(lengths, k, inverse).forEach((value, j) => {
        table[first + 2 * j] = value;
      });
    }
    const own = [pairs, addressOf(corners), addressOf(table), addressOf(noted)];
    this.compiled = {
      positions: { code: code.positions, memory, link, own, judge: (result) => (result === -1 ? "ok" : "diverged") },
      velocities: { code: code.velocities, memory, link, own, infallible: true },
    };
  }

  positions(q: F64, v: F64, q0: F64, h: number): Status {
    const { code, own, judge }: CompiledRoutine = this.compiled.positions;
    return judge!(code(h, addressOf(q), addressOf(q0), addressOf(v), ...own!), 1);
  }

  velocities(v: F64, q: F64): Status {
    const { code, own }: CompiledRoutine = this.compiled.velocities;
    code(addressOf(q), addressOf(v), ...own!);
    return "ok";
  }
}

/** The columns of one triangle. */
function shapeOf(lengths: Float64Array, k: number, inverse: readonly number[]): number[] {
  const masses = inverse.map((w) => 1 / w);
  const whole = masses[0] + masses[1] + masses[2];
  const [p0, p1, p2] = masses.map((mass) => mass / whole);
  const side = lengths[3 * k];
  const { x, y } = corner(lengths, k);
  const [cx, cy] = [p1 * side + p2 * x, p2 * y];
  const xs = [-cx, side - cx, x - cx];
  const ys = [-cy, -cy, y - cy];
  const moment = (a: readonly number[], b: readonly number[]): number =>
    p0 * a[0] * b[0] + p1 * a[1] * b[1] + p2 * a[2] * b[2];
  const corners = [xs[0], ys[0], xs[1], ys[1], xs[2], ys[2]];
  const shape = [p0, p1, p2, ...corners, moment(xs, xs), moment(xs, ys), moment(ys, ys), side];
  return [...shape, ...inverse, ...factorOf(xs, ys, inverse)];
}

/** L and D^-1 of G M^-1 G^T, where row k of G is the side from corner k to the next. */
function factorOf(xs: readonly number[], ys: readonly number[], w: readonly number[]): number[] {
  const sides = [0, 1, 2].map((k) => [xs[k] - xs[(k + 1) % 3], ys[k] - ys[(k + 1) % 3]]);
  const dot = (a: number, b: number): number => sides[a][0] * sides[b][0] + sides[a][1] * sides[b][1];
  const own = (k: number): number => (w[k] + w[(k + 1) % 3]) * dot(k, k);
  // two sides meet at one corner, where one begins and the other ends
  const [a00, a11, a22] = [own(0), own(1), own(2)];
  const [a10, a20, a21] = [-w[1] * dot(0, 1), -w[0] * dot(0, 2), -w[2] * dot(1, 2)];
  const [l10, l20] = [a10 / a00, a20 / a00];
  const d1 = a11 - l10 * a10;
  const below = a21 - l20 * a10;
  const l21 = below / d1;
  const d2 = a22 - l20 * a20 - l21 * below;
  return [l10, l20, l21, 1 / a00, 1 / d1, 1 / d2];
}
