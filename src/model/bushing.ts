/**
 * A bushing: springs and dampers between the frames of two bodies at a place. With the displacement x of the place on A
 * against that on B, and the small rotation r of A against B, both in axes fixed in B that are those of space at the start,
 *
 *     V = 1/2 (x, r)^T K (x, r)     D = 1/2 (x', r')^T C (x', r')     the forces are -dV/dq - dD/dv
 *
 * r_k = (e_l^A . e_m^B - e_m^A . e_l^B)/2 is the sine of a rotation about the axis k alone.
 */

import type { JointText } from "./joint-laws.js";
import { below, fail } from "./model-errors.js";
import type { JointData } from "./schema.js";
import type { Scalar, ScalarOrVector } from "./shapes.js";

export function bushingText(
  at: string,
  data: JointData,
  dimension: 2 | 3,
  values: Map<string, ScalarOrVector>,
): { readonly key: string; write(text: JointText): { potential: string; dissipation?: string } } {
  const size = dimension === 2 ? 3 : 6;
  if (data.stiffness === undefined)
    fail(below(at, "stiffness"), `this is missing: ${size} stiffnesses, or a matrix of ${size} rows.`);
  const stiffness = entriesOf(below(at, "stiffness"), data.stiffness, size);
  const damping = data.damping === undefined ? [] : entriesOf(below(at, "damping"), data.damping, size);
  const names = (letter: string, entries: readonly Entry[]) => entries.map(({ r, c }) => `_${letter}${r}${c}`);
  for (const [letter, entries] of [
    ["k", stiffness],
    ["c", damping],
  ] as const)
    for (const [i, { value }] of entries.entries()) values.set(names(letter, entries)[i], value);
  return {
    key: [...names("k", stiffness), ...names("c", damping)].join(" "),
    write(text) {
      const x = displacements(text);
      const form = (letter: string, entries: readonly Entry[], of: readonly string[]): string =>
        entries.map(({ r, c }) => `_${letter}${r}${c}*${r === c ? "0.5*" : ""}(${of[r]})*(${of[c]})`).join(" + ");
      for (const name of [...names("k", stiffness), ...names("c", damping)]) text.parameters[name] = {};
      return {
        potential: form("k", stiffness, x),
        ...(damping.length > 0 && {
          dissipation: form(
            "c",
            damping,
            x.map((each) => `rate(${each})`),
          ),
        }),
      };
    },
  };
}

interface Entry {
  readonly r: number;
  readonly c: number;
  readonly value: Scalar;
}

/** The entries of a symmetric matrix on and above its diagonal, which may be all that is given; zeros are left out. */
function entriesOf(where: string, given: NonNullable<JointData["stiffness"]>, size: number): Entry[] {
  if (given.length !== size) fail(where, `must have ${size} entries or rows; it has ${given.length}.`);
  const entries = given.flatMap((row, r): Entry[] => {
    if (typeof row !== "object") return [{ r, c: r, value: row }];
    if (row.length !== size) return fail(below(where, r), `must have ${size} entries; it has ${row.length}.`);
    return row.flatMap((value, c): Entry[] => {
      const other = given[c];
      if (typeof other === "object" && other[r] !== value)
        fail(below(where, r, c), `the matrix must be symmetric; entries [${r}][${c}] and [${c}][${r}] differ.`);
      return c < r ? [] : [{ r, c, value }];
    });
  });
  return entries.filter(({ value }) => value !== 0);
}

function displacements(text: JointText): string[] {
  const axes = (["x", "y", "z"] as const).slice(0, text.dimension);
  const along = axes.map((axis) => `dot(${text.offset}, ${text.fixed("b", axis)})`);
  const turn = (l: "x" | "y" | "z", m: "x" | "y" | "z"): string => `0.5*(${text.dot(l, m)} - ${text.dot(m, l)})`;
  return text.dimension === 2 ? [...along, turn("x", "y")] : [...along, turn("y", "z"), turn("z", "x"), turn("x", "y")];
}
