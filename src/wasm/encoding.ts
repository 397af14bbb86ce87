/** Byte encodings of the WebAssembly binary format: LEB128 integers, little-endian doubles, vectors, sections. */

export type Bytes = readonly number[];

/** Unsigned LEB128. */
export function unsigned(value: number): number[] {
  const out: number[] = [];
  do {
    const low = value % 128;
    value = Math.floor(value / 128);
    out.push(value > 0 ? low + 128 : low);
  } while (value > 0);
  return out;
}

/** Signed LEB128 of a 32-bit integer. */
export function signed32(value: number): number[] {
  const out: number[] = [];
  value |= 0;
  for (;;) {
    const low = value & 0x7f;
    value >>= 7;
    const done = (value === 0 && (low & 0x40) === 0) || (value === -1 && (low & 0x40) !== 0);
    out.push(done ? low : low | 0x80);
    if (done) return out;
  }
}

/** Signed LEB128 of a 64-bit integer. */
export function signed64(value: bigint): number[] {
  const out: number[] = [];
  value = BigInt.asIntN(64, value);
  for (;;) {
    const low = Number(value & 0x7fn);
    value >>= 7n;
    const done = (value === 0n && (low & 0x40) === 0) || (value === -1n && (low & 0x40) !== 0);
    out.push(done ? low : low | 0x80);
    if (done) return out;
  }
}

const scratch = new DataView(new ArrayBuffer(8));

/** The eight little-endian bytes of a double. */
export function double(value: number): number[] {
  scratch.setFloat64(0, value, true);
  return Array.from({ length: 8 }, (_, k) => scratch.getUint8(k));
}

/** The four little-endian bytes of the number in single precision that is nearest to `value`. */
export function single(value: number): number[] {
  scratch.setFloat32(0, value, true);
  return Array.from({ length: 4 }, (_, k) => scratch.getUint8(k));
}

const encoder = new TextEncoder();

export function utf8(text: string): number[] {
  const bytes = encoder.encode(text);
  return [...unsigned(bytes.length), ...bytes];
}

/** A length-prefixed sequence. */
export function vector(items: readonly Bytes[]): number[] {
  const out = unsigned(items.length);
  for (const item of items) for (const byte of item) out.push(byte);
  return out;
}

export function section(id: number, content: Bytes): number[] {
  return [id].concat(unsigned(content.length), content);
}
