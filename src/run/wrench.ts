/**
 * The force and the torque of some constraints on a body, from the generalised forces Q = -G^T lambda on its centre c and its
 * directors d_k. A small rotation of the body moves every director by the cross product with it, so the torque about the
 * centre is
 *
 *     T_c = sum d_k x Q_k
 *
 * also where a director has been left out: that of a bar turns nothing, and that of a flat body follows the other two. What
 * keeps the directors rigid has no part in it.
 *
 * The torque is given at the place where the forces act. Every row has a force f_r and a torque t_r, and the forces of a
 * joint act at the place c + x for which all of x x f_r = t_r, in the sense of least squares; of several such places,
 * the nearest to the centre. What is then left of the torques is what the joint itself transmits, T = T_c - x x F.
 */

/** Three components; in the plane forces have two, and torques the third. */
export type Vector = [number, number, number];

export const cross = (a: Readonly<Vector>, b: Readonly<Vector>): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

const dot = (a: Readonly<Vector>, b: Readonly<Vector>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The force of one row with the multiplier -1, and its torque about the centre. */
export interface RowWrench {
  readonly force: Readonly<Vector>;
  readonly torque: Readonly<Vector>;
}

/** Forces whose directions differ by less than the root of this count as parallel. */
const parallel = 1e-20;

/** The place at which the forces of these rows act, from the centre; zero if none of them has a force. */
export function placeOf(rows: readonly RowWrench[]): Vector {
  // 1. the normal equations: A = sum |f|^2 1 - f f^T, b = sum f x t
  const b: Vector = [0, 0, 0];
  const outer = [0, 0, 0, 0, 0, 0];
  let size = 0;
  let longest: Readonly<Vector> = [0, 0, 0];
  for (const { force, torque } of rows) {
    const [x, y, z] = force;
    const turned = cross(force, torque);
    for (let i = 0; i < 3; i++) b[i] += turned[i];
    size += dot(force, force);
    if (dot(force, force) > dot(longest, longest)) longest = force;
    [x * x, y * y, z * z, x * y, x * z, y * z].forEach((value, k) => {
      outer[k] += value;
    });
  }
  if (size === 0) return [0, 0, 0];

  // 2. parallel forces leave the place along them open
  const along = dot(longest, longest);
  const across = rows.reduce((sum, { force }) => {
    const part = cross(longest, force);
    return sum + dot(part, part) / along;
  }, 0);
  if (across <= parallel * size) return [b[0] / size, b[1] / size, b[2] / size];

  // 3. otherwise A is positive definite
  const [xx, yy, zz, xy, xz, yz] = outer;
  const columns: [Vector, Vector, Vector] = [
    [size - xx, -xy, -xz],
    [-xy, size - yy, -yz],
    [-xz, -yz, size - zz],
  ];
  const [p, q, r] = columns;
  const determinant = dot(p, cross(q, r));
  return [dot(b, cross(q, r)) / determinant, dot(p, cross(b, r)) / determinant, dot(p, cross(q, b)) / determinant];
}

/** The axes of a body from its directors, -1 where one is missing; undefined if they do not determine it, as for a bar. */
export function axesOf(
  q: ArrayLike<number>,
  directors: readonly number[],
  dim: number,
): readonly Readonly<Vector>[] | undefined {
  const read = (at: number): Vector => [q[at], q[at + 1], dim === 3 ? q[at + 2] : 0];
  if (dim === 2) {
    const [x, y] = read(directors[0]);
    return [
      [x, y, 0],
      [-y, x, 0],
      [0, 0, 1],
    ];
  }
  const missing = directors.flatMap((at, k) => (at < 0 ? [k] : []));
  if (missing.length > 1) return undefined;
  const known = directors.map((at): Vector => (at < 0 ? [0, 0, 0] : read(at)));
  for (const k of missing) known[k] = cross(known[(k + 1) % 3], known[(k + 2) % 3]);
  return known;
}
