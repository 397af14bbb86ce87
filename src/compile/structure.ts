/**
 * Finds the structure of a system's constraints (distances, triangles and bodies, see `core/structure.ts`) in one pass
 * over the tables of the laws, in time and memory linear in the size of the tables.
 */

import {
  append,
  type Bodies,
  type Constraints,
  type Distances,
  type F64,
  type Pins,
  type Structure,
  type Triangles,
} from "../core/index.js";
import type { Lowered } from "../model/lowered.js";
import { formOf } from "./law-forms.js";
import { tieOf } from "./law-ties.js";
import type { PlacedRows } from "./place-laws.js";

/** Pairs of directors at right angles, two numbers each. */
type RightAngles = readonly number[];

export function findStructure(
  lowered: Lowered,
  laws: readonly PlacedRows[],
  { rowStart, column }: Pick<Constraints, "rowStart" | "column">,
  inverseMass: F64 | undefined,
): Structure {
  const isPoint = (at: number): boolean => {
    if (inverseMass === undefined) return false;
    for (let c = 1; c < lowered.space; c++) if (inverseMass[at + c] !== inverseMass[at]) return false;
    return true;
  };
  const { distances, rightAngles } = readLaws(lowered, laws, isPoint);
  const uses = new Int32Array(lowered.n);
  for (let k = 0; k < rowStart[rowStart.length - 1]; k++) uses[column[k]]++;
  const bodies = findBodies(lowered, distances, rightAngles, inverseMass);
  return {
    distances,
    triangles: findTriangles(distances, uses),
    bodies,
    pins: findPins(laws, bodies, isPoint),
  };
}

function readLaws(
  lowered: Lowered,
  laws: readonly PlacedRows[],
  isPoint: (at: number) => boolean,
): { readonly distances: Distances; readonly rightAngles: RightAngles } {
  const dimension = lowered.space;
  const [rows, ends, places, lengths]: number[][] = [[], [], [], []];
  const rightAngles: number[] = [];
  for (const { law, row } of laws)
    for (let c = 0; c < law.outputs.length; c++) {
      const form = formOf(law, c);
      if (form === undefined || law.stencil[form.node].dim !== dimension) continue;
      const [a, b] = [law.stencil[form.node].index, law.stencil[form.other]?.index];
      for (let i = 0; i < law.count; i++) {
        if (!isPoint(a[i]) || (b !== undefined && !isPoint(b[i]))) continue;
        if (form.kind === "right angle") {
          rightAngles.push(a[i], b[i]);
          continue;
        }
        const place = form.place(i);
        let square = 0;
        for (let k = 0; k < dimension; k++) {
          const difference = lowered.q0[a[i] + k] - (b === undefined ? place[k] : lowered.q0[b[i] + k]);
          square += difference * difference;
        }
        const length = form.length(i, Math.sqrt(square));
        if (length === undefined) continue;
        rows.push(row + i * law.outputs.length + c);
        ends.push(a[i], b === undefined ? -1 : b[i]);
        for (let k = 0; k < dimension; k++) places.push(place[k]);
        lengths.push(length);
      }
    }
  const distances = {
    count: rows.length,
    dimension,
    rows: Int32Array.from(rows),
    ends: Int32Array.from(ends),
    places: Float64Array.from(places),
    lengths: Float64Array.from(lengths),
  };
  return { distances, rightAngles };
}

/** Finds points that have exactly two rows, both of them distances, and that form a closed ring of three. */
function findTriangles({ count, dimension, ends, lengths }: Distances, uses: Int32Array): Triangles {
  const points: number[] = [];
  const sides: number[] = [];
  const touching = neighbours(uses.length, ends);
  const alone = (at: number): boolean =>
    uses[at] === 2 && uses[at + 1] === 2 && uses[at + 2] === 2 && touching[2 * at + 1] >= 0;
  /** The other distance at a point. */
  const other = (at: number, k: number): number => (touching[2 * at] === k ? touching[2 * at + 1] : touching[2 * at]);
  const across = (at: number, k: number): number => (ends[2 * k] === at ? ends[2 * k + 1] : ends[2 * k]);
  for (let k = 0; dimension === 3 && k < count; k++) {
    const [a, b] = [ends[2 * k], ends[2 * k + 1]];
    if (b < 0 || !alone(a) || !alone(b)) continue;
    const [fromA, fromB] = [other(a, k), other(b, k)];
    const c = across(a, fromA);
    // count each triangle once, from its first distance
    if (fromA === fromB || c < 0 || across(b, fromB) !== c || !alone(c) || k > fromA || k > fromB) continue;
    points.push(a, b, c);
    sides.push(lengths[k], lengths[fromB], lengths[fromA]);
  }
  return { count: points.length / 3, points: Int32Array.from(points), lengths: Float64Array.from(sides) };
}

/** The first two distances at each point; -1 where one is missing. */
function neighbours(n: number, ends: Int32Array): Int32Array {
  const touching = new Int32Array(2 * n).fill(-1);
  ends.forEach((at, k) => {
    if (at < 0) return;
    const place = touching[2 * at] < 0 ? 2 * at : 2 * at + 1;
    touching[place] = k >> 1;
  });
  return touching;
}

function findBodies(
  lowered: Lowered,
  { count, dimension, ends, places, lengths }: Distances,
  rightAngles: RightAngles,
  inverseMass: F64 | undefined,
): Bodies {
  // 1. unit vectors, and for each the ones at right angles to it
  const partners = new Map<number, Set<number>>();
  for (let k = 0; k < count; k++) {
    const at = ends[2 * k];
    if (ends[2 * k + 1] >= 0 || Math.abs(lengths[k] - 1) > 2 ** -50) continue;
    if (places.subarray(k * dimension, (k + 1) * dimension).every((x) => x === 0)) partners.set(at, new Set());
  }
  for (let k = 0; k < rightAngles.length; k += 2) {
    const [a, b] = [rightAngles[k], rightAngles[k + 1]];
    if (!partners.has(a) || !partners.has(b)) continue;
    partners.get(a)!.add(b);
    partners.get(b)!.add(a);
  }

  // 2. sets whose members are all at right angles to each other and to no other vector
  const directions = new Set<number>();
  for (const { direction, offset, dim, count: members } of lowered.groups)
    for (let i = 0; direction === true && i < members; i++) directions.add(offset + i * dim);
  const directors: number[] = [];
  const moments: number[] = [];
  let rows = 0;
  for (const at of [...partners.keys()].sort((a, b) => a - b)) {
    const set = [at, ...partners.get(at)!].sort((a, b) => a - b);
    const size = set.length;
    const whole = set.every(
      (a) => partners.get(a)!.size === size - 1 && set.every((b) => a === b || partners.get(a)!.has(b)),
    );
    if (!whole || set[0] !== at || size > dimension || (size === 1 && !directions.has(at))) continue;
    for (let k = 0; k < 3; k++) {
      directors.push(set[k] ?? -1);
      moments.push(k < size ? 1 / inverseMass![set[k]] : 0);
    }
    rows += (size * (size + 1)) / 2;
  }
  return {
    count: directors.length / 3,
    dimension,
    directors: Int32Array.from(directors),
    moments: Float64Array.from(moments),
    rows,
  };
}

/** Finds ties between the directors of one body and a point that is not a director. */
function findPins(laws: readonly PlacedRows[], bodies: Bodies, isPoint: (at: number) => boolean): Pins {
  const owner = new Map<number, number>();
  bodies.directors.forEach((at, k) => {
    if (at >= 0) owner.set(at, k);
  });
  const [points, of, arms, places]: number[][] = [[], [], [], []];
  for (const { law } of owner.size === 0 ? [] : laws)
    for (let c = 0; c + 3 <= law.outputs.length; c++) {
      const tie = tieOf(law, c);
      if (tie === undefined) continue;
      for (let i = 0; i < law.count; i++) {
        const at = tie.nodes.map((node) => law.stencil[node].index[i]);
        const free = at.findIndex((point) => !owner.has(point));
        const body = Math.floor((owner.get(at[free === 0 ? 1 : 0]) ?? -1) / 3);
        const others = at.every((point, k) => k === free || Math.floor((owner.get(point) ?? -1) / 3) === body);
        if (free < 0 || body < 0 || !others || !isPoint(at[free])) continue;
        const values = tie.values(i);
        const arm = [0, 0, 0];
        at.forEach((point, k) => {
          if (k !== free) arm[owner.get(point)! % 3] = values[k] / values[free];
        });
        points.push(at[free]);
        of.push(body);
        append(arms, arm);
        for (let k = 0; k < 3; k++) places.push(-values[at.length + k] / values[free]);
      }
    }
  return {
    count: points.length,
    points: Int32Array.from(points),
    bodies: Int32Array.from(of),
    arms: Float64Array.from(arms),
    places: Float64Array.from(places),
  };
}
