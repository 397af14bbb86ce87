/**
 * Which joints can move: the freedom of a machine without what drives it, the joints between bodies that can only move as one,
 * and the joints whose axes alone lock it. Everything is linear algebra on the rows of G, which are few where this is asked.
 */

import type { F64, Holder, Mechanics, Mobility, Receiver, State, System } from "../core/index.js";
import { rowScales } from "./gaps.js";

/** Larger systems are not examined. */
const most = { coordinates: 400, joints: 40 };
/** A row is dependent if less than this fraction of it is left at right angles to the others. */
const dependent = 1e-5;
/** Relative velocities below this fraction of the velocities are zero. */
const still = 1e-7;

/** The mobility at a state, from G there; undefined for models without joints, and for large ones. */
export function mobilityAt(
  system: Pick<System, "makeup">,
  { constraints, n, m }: Pick<Mechanics, "constraints" | "n" | "m">,
  G: F64,
  { q }: State,
): Mobility | undefined {
  if (n > most.coordinates || system.makeup === undefined) return undefined;
  const { holders, movables } = system.makeup;
  const joints = holders.filter(({ kind }) => kind === "joint");
  if (joints.length === 0) return undefined;
  const driven = new Set(holders.flatMap(({ rows, timed }) => (timed ? rows : [])));
  const rowOf = denseRows(constraints, G, n);
  const undriven = Array.from({ length: m }, (_, row) => row).filter((row) => !driven.has(row));
  const basis = orthonormal(undriven.map(rowOf));
  const freedom = n - basis.length;

  // any motion that the constraints allow; a joint that stands still in it stands still in all of them
  const v = Float64Array.from({ length: n }, (_, k) => 1 + ((k * 7) % 11) / 11);
  const size = norm(v);
  const motion = remainder(v, basis);
  const locked = joints.filter(({ on }) => relativeMotion(on, q, motion) <= still * size).map(({ name }) => name);

  const scaleOf = rowScales(constraints, movables, n);
  const isMobileWithout = ({ rows }: Holder): boolean => {
    const axis = rows.filter((row) => scaleOf(G, row).kind === "angle");
    return axis.length > 0 && orthonormal(undriven.filter((row) => !axis.includes(row)).map(rowOf)).length < n;
  };
  const axes = freedom > 0 || joints.length > most.joints ? [] : joints.filter(isMobileWithout);
  return { freedom, locked, lockedBy: axes.map(({ name }) => name) };
}

/** What a run says about a machine that cannot move. */
export function lockedNote({ freedom, locked, lockedBy }: Mobility): string | undefined {
  if (freedom > 0) return undefined;
  const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(", ");
  const only = lockedBy.length === 1 ? "joint" : "one of the joints";
  const because =
    lockedBy.length === 0
      ? ""
      : ` It would move without the directions that ${only} ${quoted(lockedBy)} fixes: look at the axis there.`;
  return `The machine is locked: no joint can move (${quoted(locked)}), so forces change only the reactions.${because}`;
}

/** The rank of the m rows of G, as they are written: no masses weigh them. */
export function rankOf(constraints: Rows, G: F64, n: number, m: number): number {
  return orthonormal(Array.from({ length: m }, (_, row) => row).map(denseRows(constraints, G, n))).length;
}

type Rows = Pick<Mechanics["constraints"], "rowStart" | "column">;

/** A function that writes a row of G out. */
function denseRows({ rowStart, column }: Rows, G: F64, n: number): (row: number) => Float64Array {
  return (row) => {
    const dense = new Float64Array(n);
    for (let e = rowStart[row]; e < rowStart[row + 1]; e++) dense[column[e]] += G[e];
    return dense;
  };
}

/** An orthonormal basis of the rows; each is orthogonalised twice, which is enough. */
function orthonormal(rows: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  for (const row of rows) {
    const size = norm(row);
    if (size === 0) continue;
    const left = remainder(remainder(row, basis), basis);
    const rest = norm(left);
    if (rest <= dependent * size) continue;
    for (let k = 0; k < left.length; k++) left[k] /= rest;
    basis.push(left);
  }
  return basis;
}

/** The part of x at right angles to an orthonormal basis. */
function remainder(x: Float64Array, basis: readonly Float64Array[]): Float64Array {
  const out = Float64Array.from(x);
  for (const b of basis) {
    let product = 0;
    for (let k = 0; k < out.length; k++) product += b[k] * out[k];
    for (let k = 0; k < out.length; k++) out[k] -= product * b[k];
  }
  return out;
}

const norm = (x: ArrayLike<number>): number => {
  let sum = 0;
  for (let k = 0; k < x.length; k++) sum += x[k] * x[k];
  return Math.sqrt(sum);
};

/** How fast two bodies move against each other, or one against the ground: 0 if they move as one. */
function relativeMotion(on: readonly Receiver[], q: F64, v: Float64Array): number {
  const [a, b] = on;
  if (a === undefined) return 0;
  const first = twistOf(a, q, v);
  if (b === undefined) return norm([...first.spin, ...first.velocity]);
  const second = twistOf(b, q, v);
  const arm = second.place.map((x, c) => x - first.place[c]);
  const carried = cross(first.spin, arm);
  const slide = second.velocity.map((x, c) => x - first.velocity[c] - carried[c]);
  return norm([...second.spin.map((x, c) => x - first.spin[c]), ...slide]);
}

/** The place, velocity and angular velocity of a body, in space. */
function twistOf({ offset, dim, directors }: Receiver, q: F64, v: Float64Array) {
  const vector = (x: ArrayLike<number>, at: number): number[] => [0, 1, 2].map((c) => (c < dim ? x[at + c] : 0));
  const frame = directors.filter((at) => at >= 0).map((at) => ({ d: vector(q, at), rate: vector(v, at) }));
  if (frame.length === 2) {
    const [x, y] = frame;
    const [left, right] = [cross(x.rate, y.d), cross(x.d, y.rate)];
    frame.push({ d: cross(x.d, y.d), rate: left.map((value, c) => value + right[c]) });
  }
  const spin = [0, 0, 0];
  for (const { d, rate } of frame)
    cross(d, rate).forEach((value, c) => {
      spin[c] += value / (frame.length === 1 ? 1 : 2);
    });
  return { place: vector(q, offset), velocity: vector(v, offset), spin };
}

const cross = ([a, b, c]: readonly number[], [x, y, z]: readonly number[]): number[] => [
  b * z - c * y,
  c * x - a * z,
  a * y - b * x,
];
