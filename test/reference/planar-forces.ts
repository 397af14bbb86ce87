/**
 * Forces in planar machines by Newton's and Euler's equations alone. The positions of all bodies are functions of one
 * parameter s, from closed forms; their derivatives are taken by differences. Each body has three equations, and the
 * forces of the joints, with the drive or the second derivative of s, are their unknowns. There are no multipliers.
 */

type Point = readonly [number, number];

interface PlanarBody {
  readonly mass: number;
  readonly inertia: number;
  /** The centre and the angle at s. */
  pose(s: number): readonly [number, number, number];
  /** Applied forces on the centre, and the applied torque. */
  readonly load?: readonly [number, number, number];
}

/** An unknown: forces at places of bodies, and torques, that it exerts with the value 1. */
export type Unknown = readonly {
  readonly on: string;
  readonly at?: Point;
  readonly force?: Point;
  readonly torque?: number;
}[];

/** A pin: two unknown components of the force on `on`, and the opposite on `from`; the world needs no name. */
export const pin = (on: string, at: Point, from?: string): Unknown[] =>
  [[1, 0] as const, [0, 1] as const].map((force) => [
    { on, at, force },
    ...(from === undefined ? [] : [{ on: from, at, force: [-force[0], -force[1]] as const }]),
  ]);

/** First and second derivatives with errors of the eighth order. */
function derivatives(f: (s: number) => readonly number[], s: number, h: number): [number[], number[]] {
  const first = [4 / 5, -1 / 5, 4 / 105, -1 / 280];
  const second = [8 / 5, -1 / 5, 8 / 315, -1 / 560];
  const middle = f(s);
  const d1 = middle.map(() => 0);
  const d2 = middle.map((x) => (-205 / 72) * x);
  for (let k = 1; k <= 4; k++) {
    const [before, after] = [f(s - k * h), f(s + k * h)];
    for (let c = 0; c < middle.length; c++) {
      d1[c] += first[k - 1] * (after[c] - before[c]);
      d2[c] += second[k - 1] * (after[c] + before[c]);
    }
  }
  return [d1.map((x) => x / h), d2.map((x) => x / (h * h))];
}

/** The values of the unknowns at s, with ds/dt = rate; the last value is d²s/dt² if `free`, otherwise that is zero. */
export function planarForces(
  bodies: Readonly<Record<string, PlanarBody>>,
  unknowns: readonly Unknown[],
  { s, rate, free = false, h = 0.01 }: { s: number; rate: number; free?: boolean; h?: number },
): number[] {
  const names = Object.keys(bodies);
  const size = 3 * names.length;
  const A = Array.from({ length: size }, () => new Array<number>(unknowns.length + (free ? 1 : 0)).fill(0));
  const b = new Array<number>(size).fill(0);
  names.forEach((name, k) => {
    const { mass, inertia, pose, load = [0, 0, 0] } = bodies[name];
    const [first, second] = derivatives(pose, s, h);
    [mass, mass, inertia].forEach((m, c) => {
      b[3 * k + c] = m * second[c] * rate * rate - load[c];
      if (free) A[3 * k + c][unknowns.length] = -m * first[c];
    });
  });
  unknowns.forEach((unknown, j) => {
    for (const { on, at, force = [0, 0], torque = 0 } of unknown) {
      const k = names.indexOf(on);
      const [x, y] = bodies[on].pose(s);
      const arm = at === undefined ? [0, 0] : [at[0] - x, at[1] - y];
      A[3 * k][j] += force[0];
      A[3 * k + 1][j] += force[1];
      A[3 * k + 2][j] += torque + arm[0] * force[1] - arm[1] * force[0];
    }
  });
  return solve(A, b);
}

/** Gauss's elimination with the largest pivot of each column. */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const n = right.length;
  if (matrix.some((row) => row.length !== n))
    throw new Error(`there are ${n} equations for ${matrix[0].length} unknowns`);
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let k = 0; k < n; k++) {
    const best = rows.slice(k).reduce((most, row, i) => (Math.abs(row[k]) > Math.abs(rows[most][k]) ? k + i : most), k);
    [rows[k], rows[best]] = [rows[best], rows[k]];
    for (let r = k + 1; r < n; r++) {
      const factor = rows[r][k] / rows[k][k];
      for (let c = k; c <= n; c++) rows[r][c] -= factor * rows[k][c];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    x[k] = rows[k][n];
    for (let c = k + 1; c < n; c++) x[k] -= rows[k][c] * x[c];
    x[k] /= rows[k][k];
  }
  return x;
}
