import { expect, test } from "vitest";
import { hostMath } from "../../math/index.js";
import { Graph } from "../../symbolic/index.js";
import { allErrors } from "../model-errors.js";
import { resolveParameters } from "./parameters.js";

const resolve = (given: Record<string, number | string>, set?: Record<string, number>) =>
  Object.fromEntries(resolveParameters(given, set, new Graph({ functions: hostMath })));

test("expressions may use parameters that come later", () => {
  expect(resolve({ w: "2*pi*k", k: "n + 1", n: 10 })).toEqual({ w: 22 * Math.PI, k: 11, n: 10 });
});

test("set replaces numbers and expressions, and dependent parameters follow", () => {
  expect(resolve({ n: 10, l: "1/n" }, { n: 4 })).toEqual({ n: 4, l: 0.25 });
  expect(resolve({ n: 10, l: "1/n" }, { l: 3 })).toEqual({ n: 10, l: 3 });
});

test("setting an unknown name is refused with a suggestion, and so is a value that is not finite", () => {
  expect(() => resolve({ k2: 1 }, { k3: 2 })).toThrow(/^parameters\.k3: .*no parameter "k3".*Did you mean "k2"\?/);
  expect(() => resolve({}, { k3: 2 })).toThrow(/has no parameters/);
  expect(() => resolve({ k2: 1 }, { k2: Number.NaN })).toThrow(/finite/);
});

test("a cycle is named in order, from its first member", () => {
  expect(() => resolve({ z: "a", a: "b", b: "c", c: "a" })).toThrow(
    "parameters.a: parameters must not depend on each other in a cycle; a needs b, b needs c, c needs a.",
  );
});

test("a chain of a hundred thousand parameters is resolved, and a cycle of them is an error", () => {
  const chain = Object.fromEntries(Array.from({ length: 100_000 }, (_, k) => [`p${k}`, `p${k + 1}`]));
  expect(resolve({ ...chain, p100000: 3 }).p0).toBe(3);
  expect(() => resolve({ ...chain, p100000: "p0" })).toThrow(/cycle; p0 needs p1, .*…/);
});

test("several mistakes are reported together", () => {
  try {
    resolve({ a: "1/0", b: "nope", c: "[1, 2]", d: 1 });
    expect.unreachable();
  } catch (error) {
    expect(allErrors(error as never).map(({ where }) => where)).toEqual([
      "parameters.a",
      "parameters.b",
      "parameters.c",
    ]);
  }
});
