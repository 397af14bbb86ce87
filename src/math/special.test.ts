import { describe, expect, it } from "vitest";
import { hostMath, type MathName } from "./index.js";
import { samples } from "./samples.fixture.js";

/** Each row lists argument(s) and value, as in C99 annex F. */
const table: Record<MathName, string> = {
  exp: "0: 1, -0: 1, inf: inf, -inf: 0, nan: nan, 710: inf, -746: 0, 1e300: inf, -1e300: 0",
  log: "1: 0, 0: -inf, -0: -inf, -1: nan, -inf: nan, inf: inf, nan: nan, -5e-324: nan",
  sin: "0: 0, -0: -0, inf: nan, -inf: nan, nan: nan, 5e-324: 5e-324",
  cos: "0: 1, -0: 1, inf: nan, -inf: nan, nan: nan, 5e-324: 1",
  tan: "0: 0, -0: -0, inf: nan, -inf: nan, nan: nan, 5e-324: 5e-324",
  asin: "0: 0, -0: -0, 1: pi/2, -1: -pi/2, 1.0000000000000002: nan, -2: nan, inf: nan, nan: nan, 5e-324: 5e-324",
  acos: "1: 0, -1: pi, 0: pi/2, -0: pi/2, 1.0000000000000002: nan, -2: nan, inf: nan, nan: nan",
  atan: "0: 0, -0: -0, 1: pi/4, -1: -pi/4, inf: pi/2, -inf: -pi/2, nan: nan, 5e-324: 5e-324",
  sinh: "0: 0, -0: -0, inf: inf, -inf: -inf, nan: nan, 711: inf, -711: -inf, 5e-324: 5e-324",
  cosh: "0: 1, -0: 1, inf: inf, -inf: inf, nan: nan, 711: inf, -711: inf, 5e-324: 1",
  tanh: "0: 0, -0: -0, inf: 1, -inf: -1, nan: nan, 20: 1, -20: -1, 5e-324: 5e-324",
  // y x: angle
  atan2: `0 1: 0, -0 1: -0, 0 -1: pi, -0 -1: -pi, 0 0: 0, -0 0: -0, 0 -0: pi, -0 -0: -pi, 1 0: pi/2, -1 0: -pi/2,
    1 -0: pi/2, -1 -0: -pi/2, 1 1: pi/4, -1 1: -pi/4, 1 -1: 3pi/4, -1 -1: -3pi/4, inf 1: pi/2, -inf -1: -pi/2,
    1 inf: 0, -1 inf: -0, 1 -inf: pi, -1 -inf: -pi, inf inf: pi/4, -inf inf: -pi/4, inf -inf: 3pi/4,
    -inf -inf: -3pi/4, nan 1: nan, 1 nan: nan, nan inf: nan, inf nan: nan, nan 0: nan, 0 nan: nan,
    5e-324 1e308: 0, -5e-324 1e308: -0, 5e-324 5e-324: pi/4, 1e308 1e308: pi/4, 1e308 5e-324: pi/2`,
  // base exponent: power
  pow: `2 0: 1, nan 0: 1, nan -0: 1, inf 0: 1, -inf 0: 1, 0 0: 1, 1 nan: 1, 1 inf: 1, 1 -inf: 1, -1 inf: 1, -1 -inf: 1,
    0 3: 0, -0 3: -0, 0 2: 0, -0 2: 0, 0 0.5: 0, -0 0.5: 0, 0 -3: inf, -0 -3: -inf, -0 -2: inf, -0 -0.5: inf,
    0 inf: 0, -0 inf: 0, 0 -inf: inf, -0 -inf: inf, inf 2: inf, inf -2: 0, inf 0.001: inf, inf inf: inf, inf -inf: 0,
    -inf 3: -inf, -inf 2: inf, -inf 0.5: inf, -inf -3: -0, -inf -2: 0, -inf -0.5: 0, -inf inf: inf, -inf -inf: 0,
    2 inf: inf, 2 -inf: 0, 0.5 inf: 0, 0.5 -inf: inf, -2 inf: inf, -2 -inf: 0, -0.5 inf: 0, -0.5 -inf: inf,
    -2 3: -8, -2 2: 4, -2 -1: -0.5, -8 0.3333333333333333: nan, -1 0.5: nan, -1 9007199254740992: 1,
    -1 9007199254740991: -1, nan 1: nan, 2 nan: nan, -2 nan: nan, nan nan: nan, nan inf: nan, 0 nan: nan, inf nan: nan,
    2 1024: inf, 2 -1075: 0, -2 1025: -inf, -2 -1077: -0, 1.0000000000000002 1e300: inf, 0.9999999999999999 1e300: 0,
    3 1: 3, 9 0.5: 3, 5e-324 1: 5e-324`,
};

function parse(text: string): number {
  const [, sign, name] = /^(-?)(.*)$/.exec(text) as unknown as [string, string, string];
  const { PI } = Math;
  const named: Record<string, number> = {
    inf: Number.POSITIVE_INFINITY,
    nan: Number.NaN,
    pi: PI,
    "pi/2": PI / 2,
    "pi/4": PI / 4,
    "3pi/4": (3 * PI) / 4,
  };
  const value = named[name] ?? Number(name);
  return sign ? -value : value;
}

describe("special values", () => {
  it.each(Object.entries(table))("%s", (name, rows) => {
    const f = hostMath[name as MathName] as (...args: readonly number[]) => number;
    for (const row of rows.split(",")) {
      const [args, value] = row.trim().split(": ") as [string, string];
      expect(f(...args.split(" ").map(parse)), `${name}(${args})`).toBe(parse(value));
    }
  });
});

/** The arguments among seeded samples for which a claim fails. */
const failures = (name: MathName, claim: (a: number, b: number) => boolean): number[][] =>
  samples(name, 300, 3).filter(([a = 0, b = 0]) => !claim(a, b));

describe("symmetries hold exactly", () => {
  it.each(["sin", "tan", "asin", "atan", "sinh", "tanh"] as const)("%s is odd", (name) => {
    const f = hostMath[name];
    expect(failures(name, (x) => Object.is(f(-x), -f(x)))).toEqual([]);
  });

  it.each(["cos", "cosh"] as const)("%s is even", (name) => {
    const f = hostMath[name];
    expect(failures(name, (x) => Object.is(f(-x), f(x)))).toEqual([]);
  });

  it("atan2 is odd in y", () => {
    expect(failures("atan2", (y, x) => Object.is(hostMath.atan2(-y, x), -hostMath.atan2(y, x)))).toEqual([]);
  });

  it("pow(-x, n) equals -pow(x, n) for odd n, and pow(x, n) for even n", () => {
    const even = (x: number, n: number) => Object.is(hostMath.pow(-x, n), hostMath.pow(x, n));
    const odd = (x: number, n: number) => Object.is(hostMath.pow(-x, n), -hostMath.pow(x, n));
    expect(failures("pow", (x, y) => even(x, 2 * Math.floor(y)) && odd(x, 2 * Math.floor(y / 2 ** 20) + 1))).toEqual(
      [],
    );
  });
});

describe("monotonicity and bounds", () => {
  it.each(["exp", "log", "asin", "atan", "sinh", "tanh"] as const)("%s never decreases", (name) => {
    const sorted = samples(name, 500, 4).sort(([a = 0], [b = 0]) => a - b);
    const values = sorted.map(([x = 0]) => hostMath[name](x));
    expect(sorted.filter((_, k) => k > 0 && !((values[k] as number) >= (values[k - 1] as number)))).toEqual([]);
  });

  it.each(["sin", "cos", "tanh"] as const)("|%s| never exceeds 1", (name) => {
    expect(failures(name, (x) => Math.abs(hostMath[name](x)) <= 1)).toEqual([]);
  });
});
