/** Dots as a PNG file. */

import { deflateSync } from "node:zlib";

const table = Int32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});

function checksum(bytes: Uint8Array): number {
  let c = -1;
  for (const byte of bytes) c = table[(c ^ byte) & 255] ^ (c >>> 8);
  return ~c >>> 0;
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(checksum(body));
  return Buffer.concat([length, body, check]);
}

/** The file of an image whose dots are red, green and blue, row by row. `perMetre` is how many dots a metre has. */
export function pngFile(width: number, height: number, dots: Uint8Array, perMetre: number): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // eight bits for each of three colours
  header.set([8, 2, 0, 0, 0], 8);
  const size = Buffer.alloc(9);
  size.writeUInt32BE(perMetre, 0);
  size.writeUInt32BE(perMetre, 4);
  size[8] = 1;
  const rows = Buffer.alloc(height * (3 * width + 1));
  for (let y = 0; y < height; y++) rows.set(dots.subarray(3 * width * y, 3 * width * (y + 1)), y * (3 * width + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("pHYs", size),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", new Uint8Array(0)),
  ]);
}
