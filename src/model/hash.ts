/**
 * The identity of a model: SHA-256 (FIPS 180-4) of canonical JSON. Ours, because it must be synchronous and the same in
 * Node and in browsers; models are small, so its speed does not matter.
 */

// the first 32 bits of the fractional parts of the cube roots (square roots) of the first 64 (8) primes
const roundConstants = fractionBits(64, 1 / 3);
const initialState = fractionBits(8, 1 / 2);

/** SHA-256 of UTF-8 text, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const bytes = padded(new TextEncoder().encode(text));
  const view = new DataView(bytes.buffer);
  const state = initialState.slice();
  const w = new Int32Array(64);

  for (let block = 0; block < bytes.length; block += 64) {
    // 1. the message schedule
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    // 2. sixty-four rounds
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + roundConstants[i] + w[i]) | 0;
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    // 3. into the state
    for (const [i, x] of [a, b, c, d, e, f, g, h].entries()) state[i] += x;
  }
  return Array.from(state, (x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The message, a one bit, zeros, and the length in bits, up to a multiple of 64 bytes. */
function padded(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(bytes.length - 4, message.length * 8);
  return bytes;
}

function turn(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by));
}

/** floor(2^32 frac(p^(1/root))) of the first primes, exactly: the largest integer whose power does not exceed. */
function fractionBits(count: number, exponent: number): Int32Array {
  const power = BigInt(Math.round(1 / exponent));
  const result = new Int32Array(count);
  for (let p = 2, found = 0; found < count; p++) {
    if (!isPrime(p)) continue;
    // x = floor(p^(1/power) 2^32), by bisection on integers
    const target = BigInt(p) << (32n * power);
    let [low, high] = [0n, BigInt(p) << 32n];
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (middle ** power <= target) low = middle;
      else high = middle;
    }
    result[found++] = Number(BigInt.asIntN(32, low));
  }
  return result;
}

function isPrime(p: number): boolean {
  for (let d = 2; d * d <= p; d++) if (p % d === 0) return false;
  return true;
}

/** JSON with keys in the order of their code units and no spaces, so that equal data has equal text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(",")}}`;
}
