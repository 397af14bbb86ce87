/**
 * MATLAB's level 5 MAT-file, which MATLAB, Octave and SciPy read: a header of 128 bytes, then one matrix element for each
 * array, with its numbers column by column, as MATLAB keeps them. All parts are padded to multiples of 8 bytes.
 */

import { TautError } from "../../core/index.js";
import type { NamedArray } from "./arrays.js";

const type = { int8: 1, int32: 5, uint32: 6, double: 9, matrix: 14 } as const;
const doubleClass = 6;
/** The length of an element is a 32-bit number; MATLAB itself stops at 2 GB. */
const longest = 2 ** 31 - 1;

export function toMat(arrays: readonly NamedArray[]): Uint8Array<ArrayBuffer> {
  const elements = arrays.map(sizesOf);
  const out = new Uint8Array(128 + elements.reduce((sum, { whole }) => sum + 8 + whole, 0));
  const view = new DataView(out.buffer);
  out.fill(0x20, 0, 116);
  out.set(new TextEncoder().encode("MATLAB 5.0 MAT-file, written by taut"));
  view.setUint16(124, 0x0100, true);
  // "MI" as a 16-bit number: the file is little-endian
  view.setUint16(126, 0x4d49, true);
  let at = 128;
  const tag = (kind: number, bytes: number): void => {
    view.setUint32(at, kind, true);
    view.setUint32(at + 4, bytes, true);
    at += 8;
  };
  arrays.forEach((array, k) => {
    const { name, shape, whole, data } = elements[k];
    tag(type.matrix, whole);
    tag(type.uint32, 8);
    view.setUint32(at, doubleClass, true);
    at += 8;
    tag(type.int32, 4 * shape.length);
    shape.forEach((extent, d) => {
      view.setInt32(at + 4 * d, extent, true);
    });
    at += padded(4 * shape.length);
    tag(type.int8, name.length);
    out.set(name, at);
    at += padded(name.length);
    tag(type.double, data);
    writeByColumns(view, at, array);
    at += data;
  });
  return out;
}

/** The parts of an array's element, and its length without its tag. */
function sizesOf(array: NamedArray) {
  const name = new TextEncoder().encode(array.name);
  // a matrix has at least two dimensions
  const shape = array.shape.length === 1 ? [array.shape[0], 1] : array.shape;
  const data = 8 * array.data.length;
  const whole = 16 + 8 + padded(4 * shape.length) + 8 + padded(name.length) + 8 + data;
  if (whole > longest)
    throw new TautError("mat", `an array of a MAT-file must be below 2 GB; ${array.name} has ${whole} bytes. Use npz.`);
  return { name, shape, data, whole };
}

const padded = (bytes: number): number => 8 * Math.ceil(bytes / 8);

function writeByColumns(view: DataView, at: number, { shape, data }: NamedArray): void {
  const index = shape.map(() => 0);
  // the place in MATLAB's order of the element that comes next in C's order
  const strides = shape.map((_, k) => shape.slice(0, k).reduce((product, extent) => product * extent, 1));
  for (let k = 0; k < data.length; k++) {
    let place = 0;
    for (let d = 0; d < shape.length; d++) place += index[d] * strides[d];
    view.setFloat64(at + 8 * place, data[k], true);
    for (let d = shape.length - 1; d >= 0 && ++index[d] === shape[d]; d--) index[d] = 0;
  }
}
