/** Moving pictures as GIF 89a: one palette for all frames, of the colours that occur most; LZW as the format wants it. */

export interface GifFrame {
  /** Red, green, blue, alpha of each pixel; alpha is not looked at. */
  readonly pixels: Uint8ClampedArray;
}

const mostColours = 256;
/** Bits of each channel by which colours are counted. */
const depth = 5;

/** Every frame is `width` by `height` and stays for `delay` hundredths of a second; the film begins again for ever. */
export function encodeGif(
  frames: readonly GifFrame[],
  width: number,
  height: number,
  delay: number,
): Uint8Array<ArrayBuffer> {
  const { palette, indexOf } = paletteOf(frames);
  const out: number[] = [];
  const word = (value: number): void => void out.push(value & 255, value >> 8);
  const text = (value: string): void => void out.push(...Array.from(value, (c) => c.charCodeAt(0)));

  // 1. screen: a global palette of 256 colours, and repeat for ever
  text("GIF89a");
  word(width);
  word(height);
  out.push(0xf7, 0, 0, ...palette);
  out.push(0x21, 0xff, 11);
  text("NETSCAPE2.0");
  out.push(3, 1, 0, 0, 0);

  // 2. frames: how long each stays, where it is, its pixels
  const parts: Uint8Array[] = [];
  for (const { pixels } of frames) {
    out.push(0x21, 0xf9, 4, 0, delay & 255, delay >> 8, 0, 0, 0x2c, 0, 0, 0, 0);
    word(width);
    word(height);
    out.push(0, 8);
    parts.push(Uint8Array.from(out.splice(0)), blocks(compress(indices(pixels, indexOf))));
  }
  parts.push(Uint8Array.of(0x3b));
  return joined(parts);
}

const key = (pixels: Uint8ClampedArray, at: number): number => {
  const shift = 8 - depth;
  return ((pixels[at] >> shift) << (2 * depth)) | ((pixels[at + 1] >> shift) << depth) | (pixels[at + 2] >> shift);
};

/** The colours that occur most, each the mean of its bucket; others become the nearest of them. */
function paletteOf(frames: readonly GifFrame[]): { palette: Uint8Array; indexOf: Uint8Array } {
  const size = 1 << (3 * depth);
  const counts = new Float64Array(size);
  const sums = new Float64Array(3 * size);
  for (const { pixels } of frames)
    for (let at = 0; at < pixels.length; at += 4) {
      const k = key(pixels, at);
      counts[k]++;
      for (let c = 0; c < 3; c++) sums[3 * k + c] += pixels[at + c];
    }
  const used = Array.from(counts.keys())
    .filter((k) => counts[k] > 0)
    .sort((a, b) => counts[b] - counts[a]);
  const palette = new Uint8Array(3 * mostColours);
  const mean = (k: number, c: number): number => sums[3 * k + c] / counts[k];
  const kept = used.slice(0, mostColours);
  kept.forEach((k, i) => {
    for (let c = 0; c < 3; c++) palette[3 * i + c] = Math.round(mean(k, c));
  });
  const indexOf = new Uint8Array(size);
  for (const k of used) {
    let [best, distance] = [0, Infinity];
    for (let i = 0; i < kept.length; i++) {
      let d = 0;
      for (let c = 0; c < 3; c++) d += (palette[3 * i + c] - mean(k, c)) ** 2;
      if (d < distance) [best, distance] = [i, d];
    }
    indexOf[k] = best;
  }
  return { palette, indexOf };
}

function indices(pixels: Uint8ClampedArray, indexOf: Uint8Array): Uint8Array {
  const out = new Uint8Array(pixels.length / 4);
  for (let i = 0; i < out.length; i++) out[i] = indexOf[key(pixels, 4 * i)];
  return out;
}

/** LZW with codes of 9 to 12 bits, the least significant first; the table is cleared when it is full. */
function compress(data: Uint8Array): Uint8Array {
  const [clear, end, full] = [256, 257, 4096];
  const out = new Uint8Array(2 * data.length + 16);
  let [length, bits, held, width] = [0, 0, 0, 9];
  const put = (code: number): void => {
    held |= code << bits;
    for (bits += width; bits >= 8; bits -= 8, held >>>= 8) out[length++] = held & 255;
  };
  /** The code of (a code, then a byte), at code * 256 + byte; 0 when there is none. */
  const table = new Uint16Array(full * 256);
  let next = end + 1;
  put(clear);
  let code = data[0];
  for (let i = 1; i < data.length; i++) {
    const at = code * 256 + data[i];
    if (table[at] !== 0) {
      code = table[at];
      continue;
    }
    put(code);
    if (next < full) {
      // the reader is one code behind: codes grow when the one just made no longer fits
      if (next >> width > 0) width++;
      table[at] = next++;
    } else {
      put(clear);
      table.fill(0);
      [next, width] = [end + 1, 9];
    }
    code = data[i];
  }
  put(code);
  if (next >> width > 0 && next < full) width++;
  put(end);
  if (bits > 0) out[length++] = held & 255;
  return out.subarray(0, length);
}

/** Data in blocks of up to 255 bytes, each with its length in front, and an empty one at the end. */
function blocks(data: Uint8Array): Uint8Array {
  const count = Math.ceil(data.length / 255);
  const out = new Uint8Array(data.length + count + 1);
  for (let k = 0; k < count; k++) {
    const block = data.subarray(255 * k, 255 * (k + 1));
    out[256 * k] = block.length;
    out.set(block, 256 * k + 1);
  }
  return out;
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}
