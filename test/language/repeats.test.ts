/** Repetitions over pairs and rings, and vectors and matrices as parameters, against the same models written out. */

import { expect, test } from "vitest";
import { parseModelText, run } from "../../src/index.js";

const moved = (text: string): Float64Array => {
  const { q, failure } = run(parseModelText(`taut: 1\n${text}\nrun: { until: 0.5, rtol: 1e-10 }`));
  expect(failure).toBeUndefined();
  return q;
};
const beads = "points: { b: { repeat: 4, mass: 1, at: [i, 0.3*i^2], velocity: [0, 0.1*i] } }";
const spring = (rest: string): string => `  - spring: { ${rest}, stiffness: 3, length: 0.7 }`;

test("all pairs i < j, in either form, are the pairs written out", () => {
  const pairs = [0, 1, 2].flatMap((i) => [1, 2, 3].filter((j) => j > i).map((j) => [i, j] as const));
  const written = moved(
    `${beads}\nelements:\n${pairs.map(([i, j]) => spring(`between: ["b[${i}]", "b[${j}]"]`)).join("\n")}`,
  );
  const ranged = moved(
    `${beads}\nelements:\n${spring('repeat: { i: 4, j: { from: i + 1, to: 3 } }, between: ["b[i]", "b[j]"]')}`,
  );
  const nested = moved(`${beads}\nelements:\n${spring('repeat: { j: 4, i: j }, between: ["b[i]", "b[j]"]')}`);
  for (const [k, x] of written.entries()) {
    expect(ranged[k]).toBeCloseTo(x, 9);
    expect(nested[k]).toBeCloseTo(x, 9);
  }
});

test("a ring closes", () => {
  const ring = moved(`${beads}\nelements:\n${spring('repeat: 4, between: ["b[i]", "b[i+1]"], wrap: true')}`);
  const written = moved(
    `${beads}\nelements:\n${spring('repeat: 3, between: ["b[i]", "b[i+1]"]')}\n${spring('between: ["b[3]", "b[0]"]')}`,
  );
  for (const [k, x] of written.entries()) expect(ring[k]).toBeCloseTo(x, 9);
});

test("products of matrices and vectors are those of their components", () => {
  const start = "points: { a: { mass: 1, at: [1, 2, 3] } }";
  const short = moved(
    `${start}\nparameters: { c: 2, A: [[1, c, 0], [0, 1, 3], [4, 0, 1]], B: [[0, 1, 0], [1, 0, 1], [0, 2, 0]], u: [c, 0, 1] }\nforce: { a: "-(A*B - 2*transpose(B))*a/5 + u" }`,
  );
  // A B - 2 B^T, by hand
  const rows = [
    [2, -1, 2],
    [-1, 7, -3],
    [0, 4, 0],
  ];
  const [A, B] = [
    [
      [1, 2, 0],
      [0, 1, 3],
      [4, 0, 1],
    ],
    [
      [0, 1, 0],
      [1, 0, 1],
      [0, 2, 0],
    ],
  ];
  const M = A.map((row, i) => row.map((_, j) => row.reduce((sum, x, k) => sum + x * B[k][j], 0) - 2 * B[j][i]));
  expect(M[0][0]).toBe(rows[0][0]);
  const force = M.map((row, i) => `"-(${row.map((x, k) => `(${x})*a_${"xyz"[k]}`).join(" + ")})/5 + ${[2, 0, 1][i]}"`);
  const long = moved(`${start}\nforce: { a: [${force.join(", ")}] }`);
  for (const [k, x] of long.entries()) expect(short[k]).toBeCloseTo(x, 9);
});
