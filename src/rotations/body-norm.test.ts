import { describe, expect, test } from "vitest";
import { errorControlled } from "../controllers/error-controlled.js";
import type { Bodies } from "../core/index.js";
import { inBodyAxes } from "./body-norm.js";

type Vector = readonly number[];
const cross = (a: Vector, b: Vector): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
/** Axes turned by an angle about (1, 2, 2)/3. */
const axesAt = (angle: number): number[][] => {
  const [c, s, n] = [Math.cos(angle), Math.sin(angle), [1 / 3, 2 / 3, 2 / 3]];
  return [0, 1, 2].map((k) => {
    const e = [0, 1, 2].map((i) => (i === k ? 1 : 0));
    const side = cross(n, e);
    return e.map((x, i) => c * x + s * side[i] + (1 - c) * n[k] * n[i]);
  });
};
const inSpace = (axes: readonly Vector[], u: Vector): number[] =>
  [0, 1, 2].map((c) => axes[0][c] * u[0] + axes[1][c] * u[1] + axes[2][c] * u[2]);

/** A point and a body of `count` directors: the state, and errors that turn attitude and omega. */
function bodyOf(count: number, angle: number, omega: Vector) {
  const axes = axesAt(angle).slice(0, count);
  const all = axesAt(angle);
  const spin = inSpace(all, omega);
  const rates = axes.map((axis) => cross(spin, axis));
  const y = Float64Array.from([1, 2, 3, ...axes.flat(), 4, 5, 6, ...rates.flat()]);
  const error = (turn: Vector, change: Vector): Float64Array<ArrayBuffer> => {
    const [theta, delta] = [inSpace(all, turn), inSpace(all, change)];
    const faster = axes.map((axis, k) => cross(delta, axis).map((x, c) => x + cross(theta, rates[k])[c]));
    return Float64Array.from([0, 0, 0, ...axes.flatMap((axis) => cross(theta, axis)), 0, 0, 0, ...faster.flat()]);
  };
  const bodies: Bodies = {
    ...{ count: 1, dimension: 3, rows: (count * (count + 1)) / 2, moments: new Float64Array(3) },
    directors: Int32Array.from([3, count > 1 ? 6 : -1, count > 2 ? 9 : -1]),
  };
  return { y, error, bodies, n: 3 + 3 * count };
}

const rtol = 1e-6;
const measured = (count: number, angle: number, omega: Vector, turn: Vector, change: Vector): number => {
  const { y, error, bodies, n } = bodyOf(count, angle, omega);
  const pacer = errorControlled({ rtol, atol: 1e-30 }).bind(2 * n);
  return inBodyAxes(pacer, bodies, n, 2 * n).norm(error(turn, change), y, y) * Math.sqrt(2 * n);
};

describe.each([2, 3])("a body with %o directors", (count) => {
  const omega = [2, 1e-3, 0.5];

  test("an error counts the same in every attitude", () => {
    const [turn, change] = [
      [1e-6, -2e-6, 3e-6],
      [1e-6, 1e-9, -1e-7],
    ];
    const sizes = [0, 0.5, 2].map((angle) => measured(count, angle, omega, turn, change));
    for (const size of sizes) expect(size / sizes[0]).toBeCloseTo(1, 6);
  });

  test("an error of the attitude counts as a rotation, and that of each component of omega relative to it", () => {
    // a rotation about an axis is seen twice where both other axes are directors
    const times = [0, 1, 2].map((k) => (count === 3 || k === 2 ? Math.SQRT2 : 1));
    for (let k = 0; k < 3; k++) {
      const one = (size: number): number[] => [0, 1, 2].map((l) => (l === k ? size : 0));
      expect(measured(count, 0.7, omega, one(1e-6), [0, 0, 0])).toBeCloseTo(times[k], 5);
      expect(measured(count, 0.7, omega, [0, 0, 0], one(1e-6 * omega[k]))).toBeCloseTo(times[k], 5);
    }
  });
});

test("a change of shape counts relative to the largest component of omega", () => {
  const { y, bodies, n } = bodyOf(3, 0.7, [2, 1e-3, 0.5]);
  const pacer = inBodyAxes(errorControlled({ rtol, atol: 1e-30 }).bind(2 * n), bodies, n, 2 * n);
  const stretch = new Float64Array(2 * n);
  for (let c = 0; c < 3; c++) stretch[n + 6 + c] = 2e-6 * y[6 + c];
  expect(pacer.norm(stretch, y, y) * Math.sqrt(2 * n)).toBeCloseTo(1, 6);
});

test("a bar is compared with its whole rate", () => {
  const { y, bodies, n } = bodyOf(1, 0.7, [0, 3, 4]);
  const pacer = inBodyAxes(errorControlled({ rtol, atol: 1e-30 }).bind(2 * n), bodies, n, 2 * n);
  const error = new Float64Array(2 * n);
  error[n + 4] = 5e-6;
  expect(pacer.norm(error, y, y) * Math.sqrt(2 * n)).toBeCloseTo(1, 6);
});

test("a body in the plane: radial errors and the error of omega, relative to omega", () => {
  const [c, s, w] = [Math.cos(0.4), Math.sin(0.4), 3];
  const y = Float64Array.from([0, 0, c, s, 0, 0, -w * s, w * c]);
  const bodies: Bodies = {
    ...{ count: 1, dimension: 2, rows: 1, moments: new Float64Array(3) },
    directors: Int32Array.from([2, -1, -1]),
  };
  const pacer = inBodyAxes(errorControlled({ rtol, atol: 1e-30 }).bind(8), bodies, 4, 8);
  const faster = Float64Array.from([0, 0, 0, 0, 0, 0, -3e-6 * s, 3e-6 * c]);
  // turned by 1e-6, its rate turns along
  const turned = Float64Array.from([0, 0, -1e-6 * s, 1e-6 * c, 0, 0, -w * 1e-6 * c, -w * 1e-6 * s]);
  expect(pacer.norm(faster, y, y) * Math.sqrt(8)).toBeCloseTo(1, 6);
  expect(pacer.norm(turned, y, y) * Math.sqrt(8)).toBeCloseTo(1, 6);
});
