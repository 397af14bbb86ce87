import fc from "fast-check";
import { expect, test } from "vitest";
import { power, root } from "./root.js";

const positive = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true });
const degree = fc.integer({ min: 1, max: 100 });

test("at every scale a root agrees with Math.pow to 1e-13, because Math.pow gets a rounded exponent 1/n", () => {
  fc.assert(
    fc.property(positive, degree, (x, n) => {
      const y = root(x, n);
      expect(Math.abs(y - x ** (1 / n)) / y).toBeLessThan(1e-13);
    }),
    { numRuns: 2000 },
  );
});

test("a root is within 2 ulp by exact integer arithmetic", () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e6, noNaN: true }), fc.integer({ min: 2, max: 100 }), (x, n) => {
      // |y - x^(1/n)| <= 2 ulp means (y - 2 ulp)^n <= x <= (y + 2 ulp)^n, in units of 2^-52 as big integers
      const y = BigInt(root(x, n) * 2 ** 52);
      const step = BigInt(2 * 2 ** Math.floor(Math.log2(root(x, n)) + 1e-9));
      const target = BigInt(x * 2 ** 52) * (1n << BigInt(52 * (n - 1)));
      expect((y - step) ** BigInt(n) <= target && target <= (y + step) ** BigInt(n)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test("a root never decreases when x grows by one ulp", () => {
  const bits = new BigInt64Array(1);
  const value = new Float64Array(bits.buffer);
  fc.assert(
    fc.property(positive, degree, (x, n) => {
      value[0] = x;
      bits[0]!++;
      expect(root(value[0]!, n)).toBeGreaterThanOrEqual(root(x, n));
    }),
    { numRuns: 2000 },
  );
});

test("perfect powers have exact roots, at every scale", () => {
  for (const n of [2, 3, 5, 8, 20, 100]) {
    for (const y of [1, 1.5, 1.25]) if (power(y, n) < 2 ** 50 && n <= 8) expect(root(power(y, n), n)).toBe(y);
    expect(root(2 ** n, n)).toBe(2);
    expect(root(2 ** -n, n)).toBe(0.5);
  }
  expect(root(Number.MIN_VALUE, 2)).toBe(2 ** -537);
});

test("the roots of zero, infinity, negative numbers and NaN are as documented", () => {
  expect(root(0, 5)).toBe(0);
  expect(root(Infinity, 5)).toBe(Infinity);
  expect(root(-1, 3)).toBeNaN();
  expect(root(Number.NaN, 3)).toBeNaN();
});

test("the bits are pinned", () => {
  const bits = (x: number) => new BigUint64Array(new Float64Array([x]).buffer)[0]!.toString(16);
  expect([bits(root(2, 2)), bits(root(10, 5)), bits(root(1e-300, 80)), bits(root(0.37, 100))]).toMatchInlineSnapshot(`
    [
      "3ff6a09e667f3bcc",
      "3ff95bb8f6d46052",
      "3f274eea61c12623",
      "3fefaef454e142dd",
    ]
  `);
});

test("power equals repeated multiplication", () => {
  expect(power(3, 0)).toBe(1);
  expect(power(3, 13)).toBe(3 ** 13);
  expect(power(0, 4)).toBe(0);
});
