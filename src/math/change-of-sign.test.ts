import { expect, test } from "vitest";
import { changeOfSign } from "./change-of-sign.js";

const counted = (f: (x: number) => number) => {
  let calls = 0;
  const find = (a: number, b: number) => {
    const x = changeOfSign(
      (at) => {
        calls++;
        return f(at);
      },
      a,
      f(a),
      b,
      f(b),
    );
    return { x, calls };
  };
  return find;
};

test("smooth functions: the root to 2^-50 of the interval in a dozen evaluations", () => {
  const cases: [(x: number) => number, number][] = [
    [(x) => x * x - 0.5, Math.SQRT1_2],
    [(x) => 0.3 - x, 0.3],
    [(x) => (x - 0.7) * (x + 4) * (x + 4), 0.7],
    [(x) => 1 / (x + 0.1) - 2, 0.4],
  ];
  for (const [f, root] of cases) {
    const { x, calls } = counted(f)(0, 1);
    expect(Math.abs(x - root)).toBeLessThan(2 ** -49);
    expect(calls).toBeLessThanOrEqual(14);
  }
});

test("steps, kinks and flat functions: never much more than the fifty evaluations of bisection", () => {
  const hard = [
    (x: number) => (x < 1 / 3 ? -1 : 1),
    (x: number) => (x < 0.9 ? -1e-9 : 1e9 * (x - 0.9)),
    (x: number) => (x - 0.5) ** 9,
    (x: number) => (x < 0.25 ? -1e300 : 1e-300),
  ];
  for (const f of hard) expect(counted(f)(0, 1).calls).toBeLessThanOrEqual(56);
});

test("the result is on the far side: the function there has its new sign, or is zero", () => {
  for (let k = 1; k < 200; k++) {
    const root = k / 201;
    const rising = (x: number) => (x - root) * (1 + x);
    const falling = (x: number) => -rising(x);
    expect(rising(counted(rising)(0, 1).x)).toBeGreaterThanOrEqual(0);
    expect(falling(counted(falling)(0, 1).x)).toBeLessThanOrEqual(0);
  }
});

test("an interval far from zero takes no more evaluations than the same interval at zero", () => {
  const shapes = [(x: number) => x ** 3 - 0.3, (x: number) => Math.exp(8 * x) - 50, (x: number) => Math.sqrt(x) - 0.3];
  for (const f of shapes) {
    const near = counted(f)(0, 1);
    const far = counted((x) => f(x - 7))(7, 8);
    // rounding of x may cost one more on the way to the last bits
    expect(far.calls).toBeLessThanOrEqual(near.calls + 2);
  }
});
