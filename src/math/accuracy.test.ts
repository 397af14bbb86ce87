import { describe, expect, it } from "vitest";
import { hostMath, type MathName, mathArity } from "./index.js";
import { chunks } from "./reduction.js";
import { exactly, pi, type Real, reference, ulps } from "./reference.fixture.js";
import { samples } from "./samples.fixture.js";

const names = Object.keys(mathArity) as MathName[];

function error(name: MathName, args: readonly number[]): number {
  const given = hostMath[name] as (...args: readonly number[]) => number;
  const exact = reference[name] as (...args: readonly Real[]) => Real;
  return ulps(given(...args), exact(...args.map(exactly)));
}

describe("the reference itself", () => {
  it("knows π, counts units in the last place, and is exact where it should be", () => {
    expect(pi(200).toString(16)).toBe("3243f6a8885a308d313198a2e03707344a4093822299f31d008");
    expect(ulps(0.5, { n: 1n << 99n, e: -100 })).toBe(0);
    expect(ulps(1 + 2 ** -52, exactly(1))).toBe(1);
    expect(ulps(5e-324, exactly(1e-323))).toBe(1);
    expect(ulps(32, reference.pow(exactly(2), exactly(5)))).toBeLessThan(1e-9);
    expect(ulps(1, reference.exp(exactly(0)))).toBe(0);
  });
});

describe("accuracy against big integers", () => {
  // 0.8 is above every documented maximum; those were measured over millions of arguments
  it.each(names)("%s is within 0.8 ulp", (name) => {
    const worst = { ulp: 0, call: "" };
    for (const args of samples(name, 500)) {
      const ulp = error(name, args);
      if (ulp > worst.ulp) Object.assign(worst, { ulp, call: `${name}(${args})` });
    }
    expect(worst.ulp, worst.call).toBeLessThan(0.8);
  });

  it("sin, cos and tan keep their accuracy at the doubles closest to multiples of π/2", () => {
    // the closest of all comes first
    for (const x of [6381956970095103 * 2 ** 797, Math.PI, Math.PI / 2, 3 * Math.PI, 355, 1e22, 2 ** 1023])
      for (const name of ["sin", "cos", "tan"] as const) expect(error(name, [x]), `${name}(${x})`).toBeLessThan(0.8);
  });

  it("pow is exact where the power is a double", () => {
    for (let base = 2; base < 12; base++)
      for (let n = 1; base ** n < 2 ** 53; n++) expect(hostMath.pow(base, n)).toBe(Number(BigInt(base) ** BigInt(n)));
    for (let k = -1074; k < 1024; k++)
      expect(hostMath.pow(2, k)).toBe(k < -1022 ? 2 ** -1022 * 2 ** (k + 1022) : 2 ** k);
    expect(hostMath.pow(6.25, 1.5)).toBe(15.625);
  });
});

describe("the table of 2/π", () => {
  it("has the bits of 2/π, enough for the largest double", () => {
    const P = 52 * chunks.length;
    const twoOverPi = (2n << BigInt(2 * P + 64)) / pi(P + 64);
    expect(chunks.reduce((sum, chunk) => (sum << 52n) + BigInt(chunk), 0n)).toBe(twoOverPi);
    // at most floor((1023 - 54) / 52) chunks are skipped, then five are used
    expect(chunks.length).toBeGreaterThanOrEqual(18 + 5);
  });
});
