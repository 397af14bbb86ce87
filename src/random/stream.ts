/**
 * Random numbers by address. Number `k` of stream (seed, index, purpose) is a function of these four alone, so a run can
 * be repeated, resumed or moved to another machine and sees the same noise, and runs with different indices (or seeds, or
 * purposes) never share a number. A Philox block has a counter of 128 bits and a key of 64 bits:
 *
 *     counter  block (k / 2): words 0, 1 · index (53 bits): word 2 and the low 21 bits of 3 · purpose (11 bits): the rest
 *     key      seed (53 bits): words 0, 1
 *
 * Each block holds two numbers of 52 bits. A uniform and a normal number use one of them each, so the two kinds may be
 * mixed: the position counts numbers of either kind.
 */

import { TautError } from "../core/index.js";
import { normalQuantile, normalQuantiles } from "./normal-quantile.js";
import { philox } from "./philox.js";

/** Streams for different uses of one seed and index. Only append to this list: changing a number changes results. */
export const purposes = { noise: 0, start: 1, parameters: 2, seeds: 3 } as const;

/** What the numbers of a `RandomStream` are for; streams of different purposes never share a number. */
export type Purpose = keyof typeof purposes;

const wordSize = 2 ** 32;

/**
 * Random numbers by address: number `k` of stream (seed, index, purpose) is a function of these four alone, so it does
 * not depend on other draws and has the same bits on every machine.
 *
 * @example
 * const noise = new RandomStream(7, 3); // seed 7, stream 3
 * [noise.uniform(), noise.normal()];
 * noise.position = 1000; // continue with number 1000 of the stream
 */
export class RandomStream {
  /** How many numbers have been drawn. It may be set, to continue from a checkpoint or to skip numbers. */
  position = 0;
  private readonly words = new Uint32Array(4);
  /** The number of the block in `words`, or -1 if it is empty. */
  private block = -1;
  private readonly key0: number;
  private readonly key1: number;
  private readonly index0: number;
  private readonly index1: number;

  /** `seed` and `index` are whole numbers from 0 to 2^53 - 1. */
  constructor(seed: number, index = 0, purpose: Purpose = "noise") {
    whole("seed", seed);
    whole("stream index", index);
    this.key0 = seed % wordSize;
    this.key1 = Math.floor(seed / wordSize);
    this.index0 = index % wordSize;
    this.index1 = Math.floor(index / wordSize) | (purposes[purpose] << 21);
  }

  /** A uniform number strictly between 0 and 1: (j + 1/2) / 2^52 with 52 random bits j. */
  uniform(): number {
    const k = this.position++;
    const block = Math.floor(k / 2);
    if (block !== this.block) this.load(block);
    const at = (k % 2) * 2;
    // 26 bits from each word; the sum is exact
    return ((this.words[at] >>> 6) * 0x4000000 + (this.words[at + 1] >>> 6) + 0.5) / 0x10000000000000;
  }

  /** A standard normal number: mean 0, variance 1. */
  normal(): number {
    return normalQuantile(this.uniform());
  }

  /** Fill an array with standard normal numbers. */
  fillNormal(out: Float64Array): void {
    const { words } = this;
    let k = this.position;
    for (let i = 0; i < out.length; i++, k++) {
      const block = Math.floor(k / 2);
      if (block !== this.block) this.load(block);
      const at = (k % 2) * 2;
      out[i] = ((words[at] >>> 6) * 0x4000000 + (words[at + 1] >>> 6) + 0.5) / 0x10000000000000;
    }
    this.position = k;
    normalQuantiles(out);
  }

  /** A whole number from 0 to 2^52 - 1, for example a seed for something else. */
  integer(): number {
    return Math.floor(this.uniform() * 0x10000000000000);
  }

  private load(block: number): void {
    philox(this.words, block % wordSize, Math.floor(block / wordSize), this.index0, this.index1, this.key0, this.key1);
    this.block = block;
  }
}

function whole(what: string, value: number): void {
  if (!(Number.isSafeInteger(value) && value >= 0))
    throw new TautError(what, `must be a whole number from 0 to 2^53 - 1; got ${value}. Choose another number.`);
}
