import { expect, test } from "vitest";
import { meshOf } from "./meshes.js";
import { poser } from "./pose.js";
import { link, point, scene } from "./scene.fixture.js";
import { type MeshName, solidsOf } from "./solids.js";
import { perSolid, placeSolids } from "./transforms.js";

const meshes: readonly MeshName[] = ["box", "sphere", "cylinder", "cone", "coil"];

/** The place of a corner of a mesh after the transform of a solid. */
function moved(out: Float32Array, k: number, corner: readonly number[]): number[] {
  const o = perSolid * k;
  const [a, b, c, w] = out.subarray(o + 3, o + 7);
  const [x, y, z] = [0, 1, 2].map((i) => corner[i] * out[o + 7 + i]);
  const t = [2 * (b * z - c * y), 2 * (c * x - a * z), 2 * (a * y - b * x)];
  return [
    out[o] + x + w * t[0] + b * t[2] - c * t[1],
    out[o + 1] + y + w * t[1] + c * t[0] - a * t[2],
    out[o + 2] + z + w * t[2] + a * t[1] - b * t[0],
  ];
}

test.each(meshes)("the mesh %s fills a cube of edge 1 about the origin, and its triangles face outwards", (name) => {
  const { positions, normals, triangles } = meshOf(name);
  expect(Math.max(...Array.from(positions, Math.abs))).toBeCloseTo(0.5, 2);
  expect(triangles.every((i) => i < positions.length / 3)).toBe(true);
  let outwards = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((i) =>
      Array.from(positions.subarray(3 * triangles[k + i], 3 * triangles[k + i] + 3)),
    );
    const [u, v] = [b.map((x, i) => x - a[i]), c.map((x, i) => x - a[i])];
    const face = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    const normal = Array.from(normals.subarray(3 * triangles[k], 3 * triangles[k] + 3));
    const side = face.reduce((sum, x, i) => sum + x * normal[i], 0);
    if (side > -1e-9) outwards++;
  }
  expect(outwards).toBe(triangles.length / 3);
});

test("a bar reaches from one of its ends to the other, whatever its direction", () => {
  for (const [x, y, z] of [
    [1, 2, 3],
    [0, 0, 2],
    [0, 0, -2],
    [-1, 0.5, -4],
  ]) {
    const made = scene({ dimension: 3, points: [point(0), point(3)], links: [link(0, 1)] });
    const solids = solidsOf(made, 1);
    const out = new Float32Array(perSolid * solids.length);
    placeSolids(out, made, solids, poser(made)(0, [1, 1, 1, 1 + x, 1 + y, 1 + z]), { radius: 1, strongest: 0 });
    const bar = solids.findIndex(({ mesh }) => mesh === "cylinder");
    for (const [corner, end] of [
      [-0.5, [1, 1, 1]],
      [0.5, [1 + x, 1 + y, 1 + z]],
    ] as const)
      moved(out, bar, [0, 0, corner]).forEach((value, c) => {
        expect(value).toBeCloseTo(end[c], 5);
      });
  }
});

test("a shape turns with the frame of its body", () => {
  // axes: the first along y, the second along z, the third along x
  const made = scene({
    dimension: 3,
    points: [point(0, { role: "centre" }), ...[3, 6, 9].map((state) => point(-1, { role: "place", from: { state } }))],
    frames: [{ name: "b", origin: 0, axes: [1, 2, 3], places: [] }],
    shapes: [{ kind: "box", frame: 0, size: [2, 4, 6] }],
  });
  const solids = solidsOf(made, 1);
  const out = new Float32Array(perSolid * solids.length);
  placeSolids(out, made, solids, poser(made)(0, [10, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0]), { radius: 1, strongest: 0 });
  const box = solids.findIndex(({ mesh }) => mesh === "box");
  moved(out, box, [0.5, 0.5, 0.5]).forEach((value, c) => {
    expect(value).toBeCloseTo([10 + 3, 1, 2][c], 5);
  });
});

test("a body without a shape is drawn by bars around its joints, and one with a shape only by that", () => {
  const corners = [
    [1, 0, 0],
    [0, 1, 0],
    [-1, 0, 0],
    [0, -1, 0],
  ];
  const bodies = {
    dimension: 3,
    points: [
      point(0, { role: "centre" }),
      ...[3, 6].map((state) => point(-1, { role: "place", from: { state } })),
      // not in their order around the body
      ...[0, 2, 1, 3].map((k) => point(-1, { role: "place", from: { frame: 0, local: corners[k] } })),
    ],
    frames: [{ name: "b", origin: 0, axes: [1, 2, -1], places: [3, 4, 5, 6] }],
  } as const;
  const bars = solidsOf(scene(bodies), 1).filter(({ mesh }) => mesh === "cylinder");
  const ends = bars.map(({ at }) => ("ends" in at ? [...at.ends].sort() : []).join());
  expect(ends.sort()).toEqual(["3,5", "3,6", "4,5", "4,6"]);
  const shaped = solidsOf(scene({ ...bodies, shapes: [{ kind: "sphere", frame: 0, size: [1, 1, 1] }] }), 1);
  expect(shaped.map(({ mesh }) => mesh)).toEqual(["sphere"]);
});
