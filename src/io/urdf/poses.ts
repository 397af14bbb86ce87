/** Places and axes of links: rotations as matrices, row by row. */

import { maximum } from "../../core/index.js";

export type Vector = readonly [number, number, number];
export type Matrix = readonly [Vector, Vector, Vector];

/** Where a frame is in another one: its origin, and its axes as the columns of a rotation. */
export interface Pose {
  readonly at: Vector;
  readonly turn: Matrix;
}

export const identity: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
export const noPose: Pose = { at: [0, 0, 0], turn: identity };

const vectorOf = (entry: (k: number) => number): Vector => [entry(0), entry(1), entry(2)];
const matrixOf = (entry: (r: number, c: number) => number): Matrix => [
  vectorOf((c) => entry(0, c)),
  vectorOf((c) => entry(1, c)),
  vectorOf((c) => entry(2, c)),
];

export const times = (a: Matrix, b: Matrix): Matrix =>
  matrixOf((r, c) => tidy(a[r][0] * b[0][c] + a[r][1] * b[1][c] + a[r][2] * b[2][c]));
export const transposed = (a: Matrix): Matrix => matrixOf((r, c) => a[c][r]);
export const turned = (a: Matrix, v: Vector): Vector =>
  vectorOf((r) => tidy(a[r][0] * v[0] + a[r][1] * v[1] + a[r][2] * v[2]));
export const sum = (a: Vector, b: Vector, factor = 1): Vector => vectorOf((k) => a[k] + factor * b[k]);
export const scaled = (a: Vector, factor: number): Vector => vectorOf((k) => factor * a[k]);
export const plus = (a: Matrix, b: Matrix): Matrix => matrixOf((r, c) => a[r][c] + b[r][c]);
export const column = (a: Matrix, c: number): Vector => vectorOf((r) => a[r][c]);

/** A number that is rounding of zero in a product of rotations, as zero. */
const tidy = (x: number): number => (Math.abs(x) < 1e-16 ? 0 : x);

/** The pose of a frame given in a second one, which is given in a third. */
export const within = (outer: Pose, inner: Pose): Pose => ({
  at: sum(outer.at, turned(outer.turn, inner.at)),
  turn: times(outer.turn, inner.turn),
});

/** The rotation about a unit vector. */
export function rotation([x, y, z]: Vector, angle: number): Matrix {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const v = 1 - c;
  return [
    [c + v * x * x, v * x * y - s * z, v * x * z + s * y],
    [v * x * y + s * z, c + v * y * y, v * y * z - s * x],
    [v * x * z - s * y, v * y * z + s * x, c + v * z * z],
  ];
}

/** Roll, pitch and yaw: rotations about the fixed axes x, y and z, one after the other. */
export const rollPitchYaw = ([roll, pitch, yaw]: Vector): Matrix =>
  times(rotation([0, 0, 1], yaw), times(rotation([0, 1, 0], pitch), rotation([1, 0, 0], roll)));

/** The axis and the angle of a rotation; undefined for none. */
export function axisAngle(a: Matrix): { readonly axis: Vector; readonly angle: number } | undefined {
  // the quaternion, from its largest component
  const squares = [
    1 + a[0][0] + a[1][1] + a[2][2],
    1 + a[0][0] - a[1][1] - a[2][2],
    1 - a[0][0] + a[1][1] - a[2][2],
    1 - a[0][0] - a[1][1] + a[2][2],
  ];
  const largest = squares.indexOf(maximum(squares));
  const parts = [
    [squares[0], a[2][1] - a[1][2], a[0][2] - a[2][0], a[1][0] - a[0][1]],
    [a[2][1] - a[1][2], squares[1], a[0][1] + a[1][0], a[0][2] + a[2][0]],
    [a[0][2] - a[2][0], a[0][1] + a[1][0], squares[2], a[1][2] + a[2][1]],
    [a[1][0] - a[0][1], a[0][2] + a[2][0], a[1][2] + a[2][1], squares[3]],
  ][largest];
  const sine = Math.hypot(parts[1], parts[2], parts[3]);
  if (sine < 1e-15 * Math.abs(parts[0])) return undefined;
  return {
    axis: vectorOf((k) => parts[k + 1] / sine),
    angle: 2 * Math.atan2(sine, parts[0]),
  };
}

/** The inertia of a mass in a place, which is added to that about the centre. */
export function ofMass(mass: number, [x, y, z]: Vector): Matrix {
  return [
    [mass * (y * y + z * z), -mass * x * y, -mass * x * z],
    [-mass * x * y, mass * (x * x + z * z), -mass * y * z],
    [-mass * x * z, -mass * y * z, mass * (x * x + y * y)],
  ];
}
