/**
 * The motion of a serial arm in its joint angles, by Newton's and Euler's equations from link to link. It shares nothing with
 * the import but the reader of XML: frames, inertias and forces are computed here, from the attributes.
 */

import type { Rate } from "../../../test/fixtures/extrapolation.js";
import { readXml, type XmlElement } from "./xml.js";

type Vector = number[];
const numbers = (element: XmlElement | undefined, key: string): Vector =>
  (element?.attributes.get(key) ?? "0 0 0").split(" ").map(Number);
const child = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((each) => each.name === name);
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const add = (...all: Vector[]): Vector => [0, 1, 2].map((k) => all.reduce((sum, v) => sum + v[k], 0));
const times = (factor: number, a: Vector): Vector => a.map((x) => factor * x);
const apply = (A: Vector[], v: Vector): Vector => A.map((row) => dot(row, v));
const product = (A: Vector[], B: Vector[]): Vector[] =>
  A.map((row) =>
    [0, 1, 2].map((c) =>
      dot(
        row,
        B.map((each) => each[c]),
      ),
    ),
  );

const transpose = (A: Vector[]): Vector[] => [0, 1, 2].map((c) => A.map((row) => row[c]));

/** Rz(yaw) Ry(pitch) Rx(roll), written out. */
function ofAngles([r, p, y]: Vector): Vector[] {
  const [cr, sr, cp, sp, cy, sy] = [r, p, y].flatMap((x) => [Math.cos(x), Math.sin(x)]);
  return [
    [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
    [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
    [-sp, cp * sr, cp * cr],
  ];
}

/** v turned about the unit vector k. */
const about = (k: Vector, angle: number, v: Vector): Vector =>
  add(times(Math.cos(angle), v), times(Math.sin(angle), cross(k, v)), times((1 - Math.cos(angle)) * dot(k, v), k));

interface Part {
  readonly axis: Vector | undefined;
  readonly step: Vector;
  readonly turn: Vector[];
  readonly damping: number;
  readonly friction: number;
  readonly mass: number;
  readonly centre: Vector;
  /** In the axes of the link. */
  readonly inertia: Vector[];
}

/** A joint and the link that it carries. */
function partOf(joint: XmlElement, link: XmlElement): Part {
  const own = numbers(child(joint, "axis"), "xyz");
  const dynamics = child(joint, "dynamics")?.attributes;
  const inertial = child(link, "inertial");
  const [xx, xy, xz, yy, yz, zz] = ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"].map((key) =>
    Number((inertial && child(inertial, "inertia"))?.attributes.get(key) ?? 0),
  );
  const R = ofAngles(numbers(inertial && child(inertial, "origin"), "rpy"));
  const own3 = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  return {
    axis: joint.attributes.get("type") === "fixed" ? undefined : times(1 / Math.hypot(...own), own),
    step: numbers(child(joint, "origin"), "xyz"),
    turn: ofAngles(numbers(child(joint, "origin"), "rpy")),
    damping: Number(dynamics?.get("damping") ?? 0),
    friction: Number(dynamics?.get("friction") ?? 0),
    mass: Number((inertial && child(inertial, "mass"))?.attributes.get("value") ?? 0),
    centre: numbers(inertial && child(inertial, "origin"), "xyz"),
    inertia: product(R, product(own3, transpose(R))),
  };
}

export function serialArm(text: string): Rate {
  const { children } = readXml("arm", text);
  const linkOf = (joint: XmlElement): XmlElement =>
    children.find(
      (each) => each.name === "link" && each.attributes.get("name") === child(joint, "child")!.attributes.get("link"),
    )!;
  const parts = children.flatMap((each) => (each.name === "joint" ? [partOf(each, linkOf(each))] : []));
  const moving = parts.filter(({ axis }) => axis !== undefined);
  const n = moving.length;
  return (_t, y) => {
    const [q, u] = [y.slice(0, n), y.slice(n)];
    // frames, velocities and accelerations outwards; links on fixed joints move with those before them
    let at = [0, 0, 0];
    let turn = ofAngles([0, 0, 0]);
    let [w, alpha, a]: Vector[] = [at, at, at];
    const axes: Vector[] = [];
    const origins: Vector[] = [];
    const M = moving.map(() => new Array<number>(n).fill(0));
    const bias = new Array<number>(n).fill(0);
    for (const part of parts) {
      const step = apply(turn, part.step);
      a = add(a, cross(alpha, step), cross(w, cross(w, step)));
      at = add(at, step);
      turn = product(turn, part.turn);
      if (part.axis !== undefined) {
        const k = axes.length;
        const axis = apply(turn, part.axis);
        alpha = add(alpha, cross(w, times(u[k], axis)));
        w = add(w, times(u[k], axis));
        turn = transpose(transpose(turn).map((column) => about(axis, q[k], column)));
        axes.push(axis);
        origins.push(at);
      }
      const back = transpose(turn);
      const inertia = (v: Vector): Vector => apply(turn, apply(part.inertia, apply(back, v)));
      const c = apply(turn, part.centre);
      const force = times(part.mass, add(a, cross(alpha, c), cross(w, cross(w, c)), [0, 0, 9.81]));
      const torque = add(inertia(alpha), cross(w, inertia(w)));
      const lever = axes.map((axis, k) => cross(axis, add(at, c, times(-1, origins[k]))));
      axes.forEach((axis, i) => {
        bias[i] += dot(lever[i], force) + dot(axis, torque);
        axes.forEach((other, j) => {
          M[i][j] += part.mass * dot(lever[i], lever[j]) + dot(axis, inertia(other));
        });
      });
    }
    const load = moving.map(
      ({ damping, friction }, k) => -bias[k] - damping * u[k] - friction * Math.tanh(u[k] / 0.01),
    );
    return [...u, ...solve(M, load)];
  };
}

/** Gauss's elimination of a positive definite matrix. */
function solve(M: number[][], b: number[]): number[] {
  const [A, x] = [M.map((row) => [...row]), [...b]];
  const n = x.length;
  for (let k = 0; k < n; k++)
    for (let r = k + 1; r < n; r++) {
      const f = A[r][k] / A[k][k];
      for (let c = k; c < n; c++) A[r][c] -= f * A[k][c];
      x[r] -= f * x[k];
    }
  for (let k = n - 1; k >= 0; k--) {
    for (let c = k + 1; c < n; c++) x[k] -= A[k][c] * x[c];
    x[k] /= A[k][k];
  }
  return x;
}
