/** NumPy's .npz: a zip archive with one .npy array (float64, little-endian) per column. */

import { zipSync } from "fflate";
import type { NamedArray } from "./arrays.js";
import type { Column } from "./columns.js";

export function toNpz(columns: readonly Column[]): Uint8Array {
  return arraysToNpz(columns.map(({ name, data }) => ({ name, data, shape: [data.length] })));
}

/** An archive with an array of any number of dimensions under each name. */
export function arraysToNpz(arrays: readonly NamedArray[]): Uint8Array {
  const files: Record<string, Uint8Array> = {};
  for (const array of arrays) files[`${array.name}.npy`] = toNpy(array);
  // stored without compression, as numpy.savez does, because the digits of a motion do not compress; the date is fixed,
  // so that the same run gives the same bytes
  return zipSync(files, { level: 0, mtime: "1980-01-02T00:00:00" });
}

function toNpy({ data, shape }: NamedArray): Uint8Array {
  const tuple = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const description = `{'descr': '<f8', 'fortran_order': False, 'shape': (${tuple}), }`;
  // magic (6), version (2), header length (2), header padded so that the data begin at a multiple of 64
  const padding = 64 - ((10 + description.length + 1) % 64);
  const header = `${description}${" ".repeat(padding % 64)}\n`;
  const out = new Uint8Array(10 + header.length + 8 * data.length);
  out.set([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8]);
  out.set(new TextEncoder().encode(header), 10);
  const view = new DataView(out.buffer, 10 + header.length);
  for (let i = 0; i < data.length; i++) view.setFloat64(8 * i, data[i], true);
  return out;
}
