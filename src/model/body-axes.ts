/** Where the axes of a body point at the start and how they turn, as numbers where the file has numbers and as texts elsewhere. */

import { hostMath } from "../math/index.js";
import { below, fail } from "./model-errors.js";
import type { BodyData } from "./schema.js";
import type { Scalar } from "./shapes.js";

const isNumbers = (list: readonly Scalar[]): list is readonly number[] => list.every((x) => typeof x === "number");
const text = (value: Scalar): string => (typeof value === "number" && value >= 0 ? `${value}` : `(${value})`);

/** The sum of products of pairs; a number if all are numbers. */
export function sumOf(terms: readonly (readonly [Scalar, Scalar])[]): Scalar {
  if (terms.every((pair) => isNumbers(pair))) return terms.reduce((sum, [a, b]) => sum + Number(a) * Number(b), 0);
  const left = terms.filter(([a, b]) => a !== 0 && b !== 0);
  if (left.length === 0) return 0;
  return left.map(([a, b]) => (a === 1 ? text(b) : b === 1 ? text(a) : `${text(a)}*${text(b)}`)).join(" + ");
}

export const difference = (a: Scalar, b: Scalar): Scalar =>
  b === 0 ? a : typeof a === "number" && typeof b === "number" ? a - b : `${text(a)} - ${text(b)}`;

/** The axes of the body at the start, one vector each: columns of cos 1 + sin [n]x + (1 - cos) n n^T. */
export function axesAtStart(where: string, body: BodyData, dimension: 2 | 3): Scalar[][] {
  const angle = body.angle ?? 0;
  const [cos, sin] =
    typeof angle === "number" ? [hostMath.cos(angle), hostMath.sin(angle)] : [`cos(${angle})`, `sin(${angle})`];
  if (dimension === 2) {
    if (body.axis !== undefined)
      return fail(below(where, "axis"), "a body in the plane has no axis of rotation to choose. Remove this entry.");
    return [
      [cos, sin],
      [typeof sin === "number" ? -sin : `-${sin}`, cos],
    ];
  }
  const axis = body.axis ?? [0, 0, 1];
  if (axis.length !== 3)
    return fail(below(where, "axis"), `an axis in space must have three components; this one has ${axis.length}.`);
  const length = isNumbers(axis)
    ? Math.sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2])
    : `sqrt(${axis.map((x) => `(${x})^2`).join(" + ")})`;
  const n = axis.map(
    (x): Scalar => (typeof x === "number" && typeof length === "number" ? x / length : `(${x})/${length}`),
  );
  return [0, 1, 2].map((k) => [0, 1, 2].map((i) => entry(i, k, n, cos, sin)));
}

function entry(i: number, k: number, n: readonly Scalar[], cos: Scalar, sin: Scalar): Scalar {
  const [m, sign] = [n[3 - i - k], (i + 1) % 3 === k ? -1 : 1];
  if (typeof cos === "number" && typeof sin === "number" && isNumbers(n))
    return (i === k ? cos : 0 + sign * (sin * Number(m))) + (1 - cos) * n[i] * n[k];
  const turn = i === k ? text(cos) : `${sign < 0 ? "-" : ""}${text(sin)}*${text(m)}`;
  return `${turn} + (1 - ${text(cos)})*${text(n[i])}*${text(n[k])}`;
}

/** d' = Omega x d of director k, with Omega along the directors. */
export function directorVelocity(
  k: number,
  directors: readonly (readonly Scalar[])[],
  spin: readonly Scalar[],
): Scalar[] | undefined {
  if (spin.length === 0) return undefined;
  const minus = (x: Scalar): Scalar => (typeof x === "number" ? -x : `-${text(x)}`);
  if (spin.length === 1) return [sumOf([[minus(spin[0]), directors[0][1]]]), sumOf([[spin[0], directors[0][0]]])];
  const [next, last] = [(k + 1) % 3, (k + 2) % 3];
  return directors[k].map((_, i) =>
    sumOf([
      [spin[last], directors[next][i]],
      [minus(spin[next]), directors[last][i]],
    ]),
  );
}
