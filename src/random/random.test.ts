import { describe, expect, it } from "vitest";
import { sha256 } from "../model/index.js";
import { normalQuantile, philox, RandomStream } from "./index.js";

const hex = (words: Uint32Array) => Array.from(words, (w) => w.toString(16).padStart(8, "0")).join(" ");

describe("Philox4x32-10", () => {
  // the known answers were published with the generator (Random123, kat_vectors)
  it.each([
    [[0, 0, 0, 0, 0, 0], "6627e8d5 e169c58d bc57ac4c 9b00dbd8"],
    [new Array<number>(6).fill(0xffffffff), "408f276d 41c83b0e a20bc7c6 6d5451fd"],
    [[0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0], "d16cfe09 94fdcceb 5001e420 24126ea1"],
  ])("gives the known answer for %j", ([c0, c1, c2, c3, k0, k1], answer) => {
    const out = new Uint32Array(4);
    philox(out, c0, c1, c2, c3, k0, k1);
    expect(hex(out)).toBe(answer);
  });
});

/** Φ(-x) for x >= 0: the series of Φ - 1/2 near 0, Laplace's continued fraction of the Mills ratio beyond. */
function lowerTail(x: number): number {
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x < 1.5) {
    let [sum, term] = [x, x];
    for (let k = 3; k < 200; k += 2) {
      term *= (x * x) / k;
      sum += term;
    }
    return 0.5 - density * sum;
  }
  let fraction = x;
  for (let k = 3000; k > 0; k--) fraction = x + k / fraction;
  return density / fraction;
}

describe("normal quantiles", () => {
  it("invert the distribution function, in the centre and in both tails", () => {
    for (let k = 1; k < 160; k++) {
      const p = 10 ** (-k / 10) / 2;
      const x = -normalQuantile(p);
      // near 0 the probability is a difference from 1/2; far out the relative error of p is x² times that of x
      expect(Math.abs(lowerTail(x) - p), `p = ${p}`).toBeLessThan(p * (2 + x * x) * 4e-16 + 1e-16);
    }
    for (const p of [0.3, 0.25, 0.0625, 2 ** -20]) expect(normalQuantile(1 - p)).toBe(-normalQuantile(p));
    expect(normalQuantile(0.5)).toBe(0);
  });

  it("rise with the probability, even where two approximations meet", () => {
    const joints = [0.075, 1.3887943864964021e-11];
    for (const joint of joints)
      for (let k = -50; k < 50; k++) {
        const p = joint * (1 + k * 1e-12);
        expect(normalQuantile(p * (1 + 1e-12))).toBeGreaterThan(normalQuantile(p));
      }
  });
});

describe("streams", () => {
  const take = (stream: RandomStream, count: number) => Array.from({ length: count }, () => stream.uniform());

  it("give the same number k from any starting position", () => {
    const all = take(new RandomStream(7, 3), 20);
    for (let k = 0; k < 20; k++) {
      const stream = new RandomStream(7, 3);
      stream.position = k;
      expect(stream.uniform()).toBe(all[k]);
      expect(stream.position).toBe(k + 1);
    }
  });

  it("have the same bits on every engine: the digest of 4,000 numbers is pinned", () => {
    const stream = new RandomStream(2 ** 53 - 1, 2 ** 53 - 1, "parameters");
    const numbers = Array.from({ length: 4000 }, (_, k) => (k % 3 === 0 ? stream.uniform() : stream.normal()));
    expect(sha256(numbers.join(" "))).toBe("eadc68d80b7cfe6ec659843180350bd03f8023e9be23b9ff480d8204b34a0337");
  });

  it("differ by seed, by index (even above 2^32) and by purpose, and do not overlap", () => {
    const streams = [
      new RandomStream(1),
      new RandomStream(2),
      new RandomStream(1 + 2 ** 32),
      new RandomStream(1, 1),
      new RandomStream(1, 2 ** 32),
      new RandomStream(1, 0, "start"),
    ];
    const seen = new Set(streams.flatMap((stream) => take(stream, 1000)));
    expect(seen.size).toBe(6000);
  });

  it("are uniform in 64 bins, by chi-square", () => {
    const bins = new Float64Array(64);
    const count = 64_000;
    const stream = new RandomStream(1);
    for (let k = 0; k < count; k++) bins[Math.floor(64 * stream.uniform())]++;
    const chi2 = bins.reduce((sum, n) => sum + (n - count / 64) ** 2 / (count / 64), 0);
    // 63 degrees of freedom: mean 63, standard deviation 11; the seed is fixed, so the test is deterministic
    expect(chi2).toBeGreaterThan(63 - 4 * 11.3);
    expect(chi2).toBeLessThan(63 + 4 * 11.3);
  });

  it("have normal moments, and neighbouring streams are uncorrelated", () => {
    const count = 50_000;
    const [a, b] = [new Float64Array(count), new Float64Array(count)];
    new RandomStream(5, 0).fillNormal(a);
    new RandomStream(5, 1).fillNormal(b);
    const mean = (f: (k: number) => number) => a.reduce((sum, _, k) => sum + f(k), 0) / count;
    // four standard errors of each moment of a standard normal
    expect(Math.abs(mean((k) => a[k]))).toBeLessThan(4 / Math.sqrt(count));
    expect(Math.abs(mean((k) => a[k] ** 2) - 1)).toBeLessThan(4 * Math.sqrt(2 / count));
    expect(Math.abs(mean((k) => a[k] ** 3))).toBeLessThan(4 * Math.sqrt(15 / count));
    expect(Math.abs(mean((k) => a[k] ** 4) - 3)).toBeLessThan(4 * Math.sqrt(96 / count));
    expect(Math.abs(mean((k) => a[k] * b[k]))).toBeLessThan(4 / Math.sqrt(count));
    expect(Math.abs(mean((k) => a[k] * a[(k + 1) % count]))).toBeLessThan(4 / Math.sqrt(count));
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])("refuse the seed %s", (seed) => {
    expect(() => new RandomStream(seed)).toThrow(`seed: must be a whole number from 0 to 2^53 - 1; got ${seed}.`);
  });
});

it("filling an array gives the same bits as drawing its numbers one by one", () => {
  const [one, all] = [new RandomStream(3, 1), new RandomStream(3, 1)];
  const out = new Float64Array(4001);
  all.position = 5;
  one.position = 5;
  all.fillNormal(out);
  expect(Array.from(out)).toEqual(Array.from(out, () => one.normal()));
  expect(all.position).toBe(one.position);
});
