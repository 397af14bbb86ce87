/**
 * Which coordinates become a border of S = G M^-1 G^T (`linalg/border.ts`), decided from the structure alone: those of
 * hubs, when eliminating them before the multipliers would cost many times as much. All other systems keep S as it is.
 *
 * The values of a bordered matrix are, one list after the other: the entries of S0 in the order of its pattern, the entries
 * of W_H, those of -1 / M_H, and the diagonal of S for all rows that touch the border.
 */

import { type Analysis, analyse, type Border, borderedOrder, graphOf, minimumDegree } from "../linalg/index.js";
import { type ProductList, productPattern, type RowPattern, type SchurPattern } from "./constraint-pattern.js";
import type { MassPlan } from "./mass.js";

/** A coordinate in more constraints than this may become one of the border. */
const many = 100;
/** S must cost this many times as much. */
const worth = 8;

export interface BorderPlan extends Border {
  /** The coordinates of the border, in order, and a constraint that acts on each. */
  readonly coordinates: Int32Array;
  readonly rowOf: Int32Array;
  /** Entries of W_H: their places among the entries of W and of G (-1: G has none). */
  readonly inW: Int32Array;
  readonly inG: Int32Array;
  /** Entries of -1 / M_H: their places among the inverses of the mass, and whether they are on the diagonal. */
  readonly inMass: Int32Array;
  readonly isDiagonal: readonly boolean[];
  /** The rows that touch the border, and their diagonal entries of S as sums of products of W and G. */
  readonly touching: Int32Array;
  readonly diagonal: ProductList;
  /** Flags of the coordinates of the border. */
  readonly flags: Uint8Array;
  /** Where the lists of values begin, and the number of values. */
  readonly starts: readonly [entries: number, mass: number, diagonal: number, end: number];
}

export interface Bordered {
  readonly schur: SchurPattern;
  readonly analysis: Analysis;
  readonly border: BorderPlan;
}

/** The bordered system; undefined where S costs less, or not much more. */
export function borderedSystem(G: RowPattern, W: RowPattern, mass: MassPlan, n: number): Bordered | undefined {
  const { coordinates, flags, cost } = heavyCoordinates(G, mass, n);
  if (coordinates.length === 0) return undefined;
  const m = G.rowStart.length - 1;
  const schur = productPattern(W, G, n, flags);

  // 1. rows that act on the border only come after it
  const isLast = new Uint8Array(m).fill(1);
  for (let i = 0; i < m; i++) for (let e = G.rowStart[i]; e < G.rowStart[i + 1]; e++) isLast[i] &= flags[G.column[e]];

  // 2. the entries of the border
  const indexOf = new Int32Array(n).fill(-1);
  coordinates.forEach((k, c) => {
    indexOf[k] = c;
  });
  const [rows, cols]: number[][] = [[], []];
  const [inW, inG]: number[][] = [[], []];
  const diagonal: { start: number[]; a: number[]; b: number[] } = { start: [0], a: [], b: [] };
  const rowOf = new Int32Array(coordinates.length);
  const touching: number[] = [];
  const entryOfG = new Int32Array(n).fill(-1);
  for (let i = 0; i < m; i++) {
    for (let e = G.rowStart[i]; e < G.rowStart[i + 1]; e++) entryOfG[G.column[e]] = e;
    const before = inW.length;
    for (let e = W.rowStart[i]; e < W.rowStart[i + 1]; e++) {
      const k = W.column[e];
      if (flags[k] === 0) continue;
      rows.push(m + indexOf[k]);
      cols.push(i);
      inW.push(e);
      inG.push(entryOfG[k]);
      rowOf[indexOf[k]] = i;
    }
    if (inW.length > before) {
      touching.push(i);
      for (let e = W.rowStart[i]; e < W.rowStart[i + 1]; e++)
        if (entryOfG[W.column[e]] >= 0) {
          diagonal.a.push(e);
          diagonal.b.push(entryOfG[W.column[e]]);
        }
      diagonal.start.push(diagonal.a.length);
    }
    for (let e = G.rowStart[i]; e < G.rowStart[i + 1]; e++) entryOfG[G.column[e]] = -1;
  }

  // 3. the mass of the border
  const [inMass, isDiagonal]: [number[], boolean[]] = [[], []];
  coordinates.forEach((k, c) => {
    for (let other = 0; other <= c; other++) {
      const slot = inverseSlot(mass, k, coordinates[other]);
      if (slot < 0) continue;
      rows.push(m + c);
      cols.push(m + other);
      inMass.push(slot);
      isDiagonal.push(other === c);
    }
  });

  const first = schur.rows.length;
  const starts = [first, first + inW.length, first + rows.length, first + rows.length + touching.length] as const;
  const order = borderedOrder(
    minimumDegree(graphOf({ n: m, rows: schur.rows, cols: schur.cols })),
    coordinates.length,
    (i) => isLast[i] === 1,
  );
  const pattern = {
    n: m + coordinates.length,
    rows: Int32Array.from([...schur.rows, ...rows]),
    cols: Int32Array.from([...schur.cols, ...cols]),
  };
  const analysis = analyse(pattern, order, (row) => (row >= m ? 1 : 2 * isLast[row]));
  if (cost < worth * analysis.operations) return undefined;
  return {
    schur,
    analysis,
    border: {
      from: m,
      coordinates,
      rowOf,
      inW: Int32Array.from(inW),
      inG: Int32Array.from(inG),
      inMass: Int32Array.from(inMass),
      isDiagonal,
      diagonal: {
        start: Int32Array.from(diagonal.start),
        a: Int32Array.from(diagonal.a),
        b: Int32Array.from(diagonal.b),
      },
      flags,
      starts,
      touching: Int32Array.from(touching),
    },
  };
}

/**
 * The coordinates of the border with their flags, and about what they cost S: the constraints on each are a full matrix, which the
 * coordinates of one constraint share.
 */
function heavyCoordinates(
  G: RowPattern,
  mass: MassPlan,
  n: number,
): { readonly coordinates: Int32Array; readonly flags: Uint8Array; readonly cost: number } {
  // a mass with blocks couples the coordinates of each, so they are counted together
  const isDiagonal = mass.kind === "diagonal";
  const groupOf = (k: number): number => (isDiagonal ? k : mass.blockOf[k]);
  const count = new Int32Array(isDiagonal ? n : mass.blocks.length);
  const counted = new Int32Array(count.length).fill(-1);
  for (let i = 0; i + 1 < G.rowStart.length; i++)
    for (let e = G.rowStart[i]; e < G.rowStart[i + 1]; e++) {
      const group = groupOf(G.column[e]);
      if (counted[group] === i) continue;
      counted[group] = i;
      count[group]++;
    }
  const isHeavy = (k: number): boolean => count[groupOf(k)] > many;
  const flags = Uint8Array.from({ length: n }, (_, k) => Number(isHeavy(k)));
  const coordinates = Int32Array.from(flags.keys()).filter((k) => flags[k] !== 0);
  if (coordinates.length === 0) return { coordinates, flags, cost: 0 };
  let shared = 1;
  for (let i = 0; i + 1 < G.rowStart.length; i++) {
    const groups = new Set(
      G.column
        .subarray(G.rowStart[i], G.rowStart[i + 1])
        .filter(isHeavy)
        .map(groupOf),
    );
    shared = Math.max(shared, groups.size);
  }
  const cost = count.reduce((sum, c) => (c > many ? sum + c ** 3 / 6 : sum), 0) / shared;
  return { coordinates, flags, cost };
}

/** The place of entry (a, b) among the inverses of the mass, or -1. */
function inverseSlot(mass: MassPlan, a: number, b: number): number {
  if (mass.kind === "diagonal") return a === b ? a : -1;
  const block = mass.blocks[mass.blockOf[a]];
  if (mass.blockOf[a] !== mass.blockOf[b]) return -1;
  return mass.slot(mass.blockOf[a], block.indexOf(a), block.indexOf(b));
}
