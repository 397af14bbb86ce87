/**
 * Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", SC 2011): a keyed bijection
 * of 128-bit counters whose outputs pass the usual batteries of tests. It has no state: block number `counter` of stream
 * `key` is computed where it is needed, in any order, on any machine. It uses integer arithmetic only, so the bits are
 * the same on every engine.
 */

const multiplier0 = 0xd2511f53;
const multiplier1 = 0xcd9e8d57;
/** What is added to the key after each round: the golden ratio and sqrt(3) - 1, as fractions of 2^32. */
const weyl0 = 0x9e3779b9;
const weyl1 = 0xbb67ae85;
const rounds = 10;

/**
 * Writes the four words of block (c0, c1, c2, c3) under the key (k0, k1) into `out`; words are taken modulo 2^32.
 * `RandomStream` is the usual way to draw numbers.
 *
 * @example
 * const words = new Uint32Array(4);
 * philox(words, 0, 0, 0, 0, 7, 0);
 */
export function philox(out: Uint32Array, c0: number, c1: number, c2: number, c3: number, k0: number, k1: number): void {
  for (let round = 0; round < rounds; round++) {
    const high0 = highWord(multiplier0, c0);
    const low0 = Math.imul(multiplier0, c0);
    const high1 = highWord(multiplier1, c2);
    const low1 = Math.imul(multiplier1, c2);
    c0 = high1 ^ c1 ^ k0;
    c1 = low1;
    c2 = high0 ^ c3 ^ k1;
    c3 = low0;
    k0 = (k0 + weyl0) | 0;
    k1 = (k1 + weyl1) | 0;
  }
  out[0] = c0;
  out[1] = c1;
  out[2] = c2;
  out[3] = c3;
}

/** The upper 32 bits of the product of two 32-bit words, from products of halves: each stays below 2^53. */
function highWord(a: number, b: number): number {
  const [aHigh, aLow] = [a >>> 16, a & 0xffff];
  const [bHigh, bLow] = [b >>> 16, b & 0xffff];
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16);
  const other = aLow * bHigh + (middle & 0xffff);
  return (aHigh * bHigh + ((middle / 0x10000) | 0) + ((other / 0x10000) | 0)) | 0;
}
