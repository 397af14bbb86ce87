import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import { plainColumns, plainName, toArrays } from "./arrays.js";
import { toMat } from "./mat.js";
import { arraysToNpz } from "./npz.js";
import { toPvd, toVtp } from "./vtk.js";

const names = ["t", "bob_x", "bob_y", "theta", "bob_x'", "bob_y'", "theta'", "lambda rod[0]", "lambda rod[1]"];
const columns = names.map((name, k) => ({ name, data: Float64Array.of(k, k + 100) }));
const shapes = (list: ReturnType<typeof toArrays>) => Object.fromEntries(list.map(({ name, shape }) => [name, shape]));

test("points, families and multipliers become arrays with the time first", () => {
  const arrays = toArrays(columns);
  expect(shapes(arrays)).toEqual({
    ...{ t: [2], bob: [2, 2], theta: [2], bob_v: [2, 2], theta_v: [2], lambda_rod: [2, 2] },
  });
  expect(Array.from(arrays.find(({ name }) => name === "bob_v")!.data)).toEqual([4, 5, 104, 105]);
});

test("members of a grid are put in their places, whatever their order", () => {
  const grid = [
    "net[1,0]_x",
    "net[0,1]_y",
    "net[0,0]_x",
    "net[0,0]_y",
    "net[0,1]_x",
    "net[1,0]_y",
    "net[1,1]_x",
    "net[1,1]_y",
  ];
  const [array] = toArrays(grid.map((name, k) => ({ name, data: Float64Array.of(k) })));
  expect(array.shape).toEqual([1, 2, 2, 2]);
  expect(Array.from(array.data)).toEqual([2, 3, 4, 1, 0, 5, 6, 7]);
});

test("columns that do not fill an array keep names of their own, and no two arrays share one", () => {
  const odd = ["a[0]_x", "a[2]_x", "b_x", "a_0_x", "1/r", "lambda a b", "lambda a-b"];
  const arrays = toArrays(odd.map((name) => ({ name, data: Float64Array.of(1) })));
  expect(arrays.map(({ name }) => name)).toEqual([
    "a_0_x",
    "a_2_x",
    "b_x",
    "a_0_x_2",
    "x1_r",
    "lambda_a_b",
    "lambda_a_b_2",
  ]);
});

test("names need no quoting", () => {
  expect(["bob_x'", "theta'", "lambda rod[0]", "bead[3]_y"].map(plainName)).toEqual([
    ...["bob_vx", "theta_v", "lambda_rod_0", "bead_3_y"],
  ]);
  expect(plainName("a".repeat(80))).toHaveLength(63);
});

test("two names of one place do not make an array with a gap, and a line end in a name is not an error", () => {
  const odd = ["a[0]", "a[00]", "a[2]", "b\nc_x"].map((name, k) => ({ name, data: Float64Array.of(k) }));
  expect(shapes(toArrays(odd))).toEqual({ a_0: [1], a_00: [1], a_2: [1], b_c_x: [1] });
});

test("plain names of columns differ from each other", () => {
  const odd = ["a b", "a_b", "a-b"].map((name) => ({ name, data: new Float64Array() }));
  expect(plainColumns(odd).map(({ name }) => name)).toEqual(["a_b", "a_b_2", "a_b_3"]);
});

test("names of files are written so that a reader of XML finds them", () => {
  expect(toPvd([{ file: 'a&"<b.vtp', t: 0 }])).toContain('file="a&#38;&#34;&#60;b.vtp"');
});

test("an NPZ archive has the shapes of its arrays", () => {
  const files = unzipSync(arraysToNpz(toArrays(columns)));
  expect(new TextDecoder().decode(files["bob.npy"].subarray(10, 128))).toContain("'shape': (2, 2), }");
  expect(new TextDecoder().decode(files["t.npy"].subarray(10, 128))).toContain("'shape': (2,), }");
});

/** Reads the matrices of a MAT-file by the published layout: tags of 8 bytes, parts padded to 8 bytes. */
function readMat(bytes: Uint8Array<ArrayBuffer>): Map<string, { shape: number[]; data: number[] }> {
  const view = new DataView(bytes.buffer);
  const found = new Map<string, { shape: number[]; data: number[] }>();
  for (let at = 128; at < bytes.length; at += 8 + view.getUint32(at + 4, true)) {
    const parts: { at: number; length: number }[] = [];
    for (let k = at + 8; k < at + 8 + view.getUint32(at + 4, true); ) {
      const length = view.getUint32(k + 4, true);
      parts.push({ at: k + 8, length });
      k += 8 + 8 * Math.ceil(length / 8);
    }
    const [, dimensions, name, real] = parts;
    found.set(new TextDecoder().decode(bytes.subarray(name.at, name.at + name.length)), {
      shape: Array.from({ length: dimensions.length / 4 }, (_, k) => view.getInt32(dimensions.at + 4 * k, true)),
      data: Array.from({ length: real.length / 8 }, (_, k) => view.getFloat64(real.at + 8 * k, true)),
    });
  }
  return found;
}

test("a MAT-file has the arrays column by column, and begins as MATLAB's do", () => {
  const bytes = toMat(toArrays(columns));
  expect(new TextDecoder().decode(bytes.subarray(0, 10))).toBe("MATLAB 5.0");
  expect(Array.from(bytes.subarray(124, 128))).toEqual([0, 1, 0x49, 0x4d]);
  const read = readMat(bytes);
  expect(read.get("theta")).toEqual({ shape: [2, 1], data: [3, 103] });
  expect(read.get("bob")).toEqual({ shape: [2, 2], data: [1, 101, 2, 102] });
  const [grid] = toArrays(
    [0, 1, 2, 3, 4, 5].map((k) => ({ name: `p[${k >> 1}]_${"xy"[k & 1]}`, data: Float64Array.of(k, 10 + k) })),
  );
  // MATLAB's p(time, member, axis): the first index runs fastest
  expect(readMat(toMat([grid])).get("p")).toEqual({
    shape: [2, 3, 2],
    data: [0, 10, 2, 12, 4, 14, 1, 11, 3, 13, 5, 15],
  });
});

test("a VTK file holds points, velocities and lines in base64, and the collection names it with its time", () => {
  const text = toVtp(
    { points: Float64Array.of(0, 0, 0, 1, 2, 3), velocities: new Float64Array(6) },
    Int32Array.of(0, 1),
  );
  expect(text).toContain('NumberOfPoints="2" NumberOfVerts="2" NumberOfLines="1"');
  const encoded = /Name="points"[^>]*>([^<]*)</.exec(text)![1];
  const bytes = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
  expect(new DataView(bytes.buffer).getBigUint64(0, true)).toBe(48n);
  expect(Array.from(new Float64Array(bytes.buffer.slice(8)))).toEqual([0, 0, 0, 1, 2, 3]);
  expect(toPvd([{ file: "a_0.vtp", t: 0.5 }])).toContain('<DataSet timestep="0.5" part="0" file="a_0.vtp"/>');
});
