/**
 * Mass, centre and moments of a body: from numbers, or from what it is made of.
 *
 *     box: [a, b, c]         edges along the axes; [a, b] in the plane
 *     cylinder: [r, length]  along axis 3; a disc of radius r in the plane
 *     sphere: r
 *     bar: length            along axis 1, without thickness; [length, radius] for a round one
 *     plate: [a, b]          edges along axes 1 and 2, without thickness
 *
 * A matrix of inertia with products has principal axes of its own. They become the directors, and what the file gives in the
 * axes of the body is converted to them.
 */

import { maximum } from "../core/index.js";
import { below, fail, show } from "./model-errors.js";
import type { BodyData } from "./schema.js";
import type { Scalar } from "./shapes.js";

export const shapeKinds = ["box", "cylinder", "sphere", "bar", "plate"] as const;
export type ShapeKind = (typeof shapeKinds)[number];

/** How many sizes each shape may have, in the plane and in space. */
const sizes: Readonly<Record<ShapeKind, { readonly plane: readonly number[]; readonly space: readonly number[] }>> = {
  box: { plane: [2], space: [3] },
  cylinder: { plane: [1, 2], space: [2] },
  sphere: { plane: [1], space: [1] },
  bar: { plane: [1, 2], space: [1, 2] },
  plate: { plane: [2], space: [2] },
};

/** A body's shape with its sizes, as the file gives them. */
export interface BodyShape {
  readonly kind: ShapeKind;
  readonly sizes: readonly Scalar[];
}

export interface MassProperties {
  readonly mass: Scalar;
  /** Principal moments about the centre of mass: one in the plane, three in space. */
  readonly moments: readonly Scalar[];
  /** The principal axes in the axes of the body, row by row; those of the body unless a matrix with products is given. */
  readonly principal: readonly (readonly number[])[];
  readonly shape: BodyShape | undefined;
}

/** `numberOf` reads a number, on which the principal axes then depend. */
export function massProperties(
  where: string,
  body: BodyData,
  dimension: 2 | 3,
  numberOf: (where: string, value: Scalar) => number,
): MassProperties {
  const shape = shapeOf(where, body, dimension);
  if (body.mass !== undefined && body.density !== undefined)
    fail(below(where, "density"), "a body has a mass or a density; both are given. Remove one.");
  if (body.density !== undefined && shape === undefined)
    fail(below(where, "density"), `a density needs a shape; there is none. Give one of: ${shapeKinds.join(", ")}.`);
  const mass =
    body.mass ??
    (body.density === undefined
      ? fail(below(where, "mass"), "this is missing: a body needs a mass, or a shape and a density.")
      : product(body.density, extentOf(shape!, dimension)));
  const unit = dimension === 2 ? [[1]] : identity;
  if (body.inertiaAt !== undefined && body.inertia === undefined)
    fail(below(where, "inertiaAt"), "this says about which place inertia is given, and there is none. Remove it.");
  if (body.inertia !== undefined) return { mass, ...givenMoments(where, body, dimension, mass, numberOf), shape };
  if (shape === undefined)
    fail(
      below(where, "inertia"),
      `this is missing: a body needs its moments of inertia, or one of the shapes ${shapeKinds.join(", ")}.`,
    );
  return { mass, moments: momentsOf(shape, mass, dimension), principal: unit, shape };
}

const identity = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

function shapeOf(where: string, body: BodyData, dimension: 2 | 3): BodyShape | undefined {
  const given = shapeKinds.filter((kind) => body[kind] !== undefined);
  if (given.length > 1)
    fail(below(where, given[1]), `a body has one shape; ${given.join(" and ")} are given. Remove one.`);
  const [kind] = given;
  if (kind === undefined) return undefined;
  const value = body[kind]!;
  const list = typeof value === "object" ? value : [value];
  const allowed = sizes[kind][dimension === 2 ? "plane" : "space"];
  if (!allowed.includes(list.length))
    fail(
      below(where, kind),
      `a ${kind} ${dimension === 2 ? "in the plane" : "in space"} has ${allowed.join(" or ")} size${allowed.at(-1) === 1 ? "" : "s"}; got ${list.length}.`,
    );
  return { kind, sizes: list };
}

const text = (value: Scalar): string => `(${value})`;
const product = (...factors: readonly Scalar[]): Scalar =>
  factors.every((each) => typeof each === "number") ? factors.reduce((a, b) => a * b) : factors.map(text).join("*");

/** What a density multiplies: volume, or area of a plate and of shapes in the plane, or length of a thin bar. */
function extentOf({ kind, sizes: [a, b, c] }: BodyShape, dimension: 2 | 3): Scalar {
  if (kind === "sphere") return `4/3*pi*${text(a)}^3`;
  if (kind === "bar") return b === undefined ? a : `pi*${text(b)}^2*${text(a)}`;
  if (kind === "cylinder") return dimension === 2 && b === undefined ? `pi*${text(a)}^2` : `pi*${text(a)}^2*${text(b)}`;
  return kind === "box" && dimension === 3 ? product(a, b, c) : product(a, b);
}

/** Moments about the centre, in the axes of the body. */
function momentsOf({ kind, sizes: [a, b, c] }: BodyShape, mass: Scalar, dimension: 2 | 3): Scalar[] {
  const m = text(mass);
  const square = (x: Scalar | undefined): string => (x === undefined ? "0" : `${text(x)}^2`);
  const all = (): string[] => {
    if (kind === "sphere") return Array.from({ length: 3 }, () => `2/5*${m}*${square(a)}`);
    if (kind === "cylinder") {
      const across = `${m}*(3*${square(a)} + ${square(b)})/12`;
      return [across, across, `${m}*${square(a)}/2`];
    }
    if (kind === "bar") {
      const across = `${m}*(${square(a)} + 3*${square(b)})/12`;
      return [b === undefined ? "0" : `${m}*${square(b)}/2`, across, across];
    }
    const [x, y, z] = [square(a), square(b), square(c)];
    return [`${m}*(${y} + ${z})/12`, `${m}*(${x} + ${z})/12`, `${m}*(${x} + ${y})/12`];
  };
  const moments = all();
  return dimension === 2 ? [moments[2]] : moments;
}

/** The moments in the file: a number in the plane, three principal ones, or a matrix, about the centre or another point. */
function givenMoments(
  where: string,
  body: BodyData,
  dimension: 2 | 3,
  mass: Scalar,
  numberOf: (where: string, value: Scalar) => number,
): Pick<MassProperties, "moments" | "principal"> {
  const at = below(where, "inertia");
  const { inertia } = body;
  if (dimension === 2) {
    if (typeof inertia === "object")
      return fail(at, "must be one moment of inertia in the plane; got a list. Write a number.");
    if (body.inertiaAt === undefined) return { moments: [inertia!], principal: [[1]] };
    const [x, y] = fromPlace(where, body, dimension).map((each) => `(${each})^2`);
    return { moments: [`${text(inertia!)} - ${text(mass)}*(${x} + ${y})`], principal: [[1]] };
  }
  if (typeof inertia !== "object" || inertia.length !== 3)
    return fail(at, "must be three principal moments of inertia in space. Write a list of three, or a matrix.");
  const isMatrix = inertia.some((row) => typeof row === "object");
  if (!isMatrix && body.inertiaAt === undefined) return { moments: inertia as Scalar[], principal: identity };
  const matrix = inertia.map((row, r) => {
    if (!isMatrix) return inertia.map((_, c) => (r === c ? numberOf(below(at, r), row as Scalar) : 0));
    if (typeof row !== "object" || row.length !== 3)
      return fail(below(at, r), `must be a row of three numbers, like the other rows; got ${show(row)}.`);
    return row.map((value, c) => numberOf(below(at, r, c), value));
  });
  const largest = maximum(matrix.flat().map(Math.abs));
  matrix.forEach((row, r) => {
    row.forEach((value, c) => {
      if (Math.abs(value - matrix[c][r]) > 1e-9 * largest)
        fail(
          below(at, r, c),
          `a matrix of inertia must be symmetric; entries [${r}][${c}] and [${c}][${r}] are ${value} and ${matrix[c][r]}.`,
        );
    });
  });
  if (body.inertiaAt !== undefined) {
    // the centre of mass is at d from there, and I = I_centre + m (d.d 1 - d d^T)
    const d = fromPlace(where, body, dimension).map((each) => numberOf(below(where, "inertiaAt"), each));
    const m = numberOf(below(where, "mass"), mass);
    const squares = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    for (const [r, row] of matrix.entries())
      for (let c = 0; c < 3; c++) row[c] -= m * ((r === c ? squares : 0) - d[r] * d[c]);
  }
  const { values, vectors } = eigen(matrix);
  return { moments: values, principal: vectors };
}

/** The centre of mass from the place about which the inertia is given. */
function fromPlace(where: string, { inertiaAt, centre }: BodyData, dimension: 2 | 3): Scalar[] {
  if (inertiaAt!.length !== dimension)
    fail(
      below(where, "inertiaAt"),
      `must have ${dimension} components, like the body; it has ${inertiaAt!.length}. Correct it.`,
    );
  return inertiaAt!.map((x, k) => {
    const c = centre?.[k] ?? 0;
    return typeof c === "number" && typeof x === "number" ? c - x : `${text(c)} - ${text(x)}`;
  });
}

/** Eigenvalues of a symmetric 3 by 3 matrix, and its eigenvectors as the rows of a rotation, by Jacobi's method. */
export function eigen(matrix: readonly (readonly number[])[]): { values: number[]; vectors: number[][] } {
  const A = matrix.map((row) => [...row]);
  const V = identity.map((row) => [...row]);
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;
  for (let sweep = 0; sweep < 30; sweep++) {
    const off = Math.abs(A[0][1]) + Math.abs(A[0][2]) + Math.abs(A[1][2]);
    if (off <= 1e-300 + 1e-17 * (Math.abs(A[0][0]) + Math.abs(A[1][1]) + Math.abs(A[2][2]))) break;
    for (const [p, q] of pairs) {
      if (A[p][q] === 0) continue;
      // the rotation by the smaller angle that makes the entry (p, q) zero
      const theta = (A[q][q] - A[p][p]) / (2 * A[p][q]);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      for (let k = 0; k < 3; k++) {
        const [x, y] = [A[k][p], A[k][q]];
        A[k][p] = c * x - s * y;
        A[k][q] = s * x + c * y;
      }
      for (let k = 0; k < 3; k++) {
        const [x, y] = [A[p][k], A[q][k]];
        A[p][k] = c * x - s * y;
        A[q][k] = s * x + c * y;
        const [u, v] = [V[p][k], V[q][k]];
        V[p][k] = c * u - s * v;
        V[q][k] = s * u + c * v;
      }
    }
  }
  return { values: [0, 1, 2].map((k) => A[k][k]), vectors: V };
}
