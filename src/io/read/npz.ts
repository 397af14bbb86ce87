/**
 * NumPy's .npz: a zip archive with one .npy array per column. The library that unpacks it ignores the checksums of the
 * archive, so they are compared here.
 */

import { unzipSync } from "fflate";
import { fromColumns, type TableReader } from "./table.js";

export function readNpz(bytes: Uint8Array): TableReader {
  const sums = checksums(bytes);
  const files = unzipSync(bytes);
  const columns = new Map<string, Float64Array>();
  for (const [name, sum] of sums) {
    if (!Object.hasOwn(files, name) || crc32(files[name]) !== sum)
      throw new Error(`the checksum of its entry ${name} does not match: it is damaged`);
    if (!name.endsWith(".npy")) throw new Error(`its entry ${name} is not a NumPy array`);
    columns.set(name.slice(0, -".npy".length), fromNpy(name, files[name]));
  }
  if (Object.keys(files).length !== sums.size) throw new Error("it has entries that its directory does not list");
  return fromColumns(columns);
}

/** The most bytes of all arrays together, as many as the longest file: a small archive can be made to unpack to terabytes. */
const mostBytes = 2_000_000_000;

const signature = { directory: 0x02014b50, end: 0x06054b50 };
const endLength = 22;

/** The CRC-32 of every entry, from the directory at the end of the archive. */
function checksums(bytes: Uint8Array): Map<string, number> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = bytes.length - endLength;
  // our writer and NumPy add no comment, so the record of the end is the last thing in the file
  if (end < 0 || view.getUint32(end, true) !== signature.end) throw new Error("it is not a complete archive");
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const sums = new Map<string, number>();
  let total = 0;
  for (let k = 0; k < count; k++) {
    if (at + 46 > end || view.getUint32(at, true) !== signature.directory) throw new Error("its directory is damaged");
    total += view.getUint32(at + 24, true);
    if (total > mostBytes) throw new Error(`its arrays must have at most ${mostBytes} bytes together, and have more`);
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    sums.set(new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name)), view.getUint32(at + 16, true));
    at += 46 + name + extra + comment;
  }
  if (at !== end || sums.size !== count) throw new Error("its directory is damaged");
  return sums;
}

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

/** CRC-32 as in ISO 3309, which zip uses. */
function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (let k = 0; k < bytes.length; k++) c = table[(c ^ bytes[k]) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** Reads one layout: a list of little-endian doubles. */
function fromNpy(name: string, bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 10 + view.getUint16(8, true);
  const header = new TextDecoder().decode(bytes.subarray(10, start));
  const shape = /^\{'descr': '<f8', 'fortran_order': False, 'shape': \((\d+),\), \} *\n$/.exec(header)?.[1];
  if (bytes[0] !== 0x93 || bytes[6] !== 1 || shape === undefined || bytes.length !== start + 8 * Number(shape))
    throw new Error(`its entry ${name} must be a list of doubles (format 1, '<f8'), and it is not`);
  return Float64Array.from({ length: Number(shape) }, (_, k) => view.getFloat64(start + 8 * k, true));
}
