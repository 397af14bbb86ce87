import { expect, test } from "vitest";
import { factory } from "./factory.js";
import type { Method } from "./method.js";

const made = factory({
  name: "thing",
  about: "Anything.",
  options: {
    part: { type: "number", above: 0, to: 1, about: "", default: 0.5 },
    count: { type: "integer", from: 2, about: "", default: undefined },
    step: { type: "number", above: 0, about: "", default: undefined, required: true },
    rates: { type: "numbers", above: 0, about: "", default: undefined },
    exact: { type: "boolean", about: "", default: false },
    form: { type: "choice", of: ["mass", "plain", 3], about: "", default: "mass" },
    inner: { type: "method", about: "", default: undefined },
  },
  make: (options) => options,
});
const given = (options: object) => () => made.make(options as Parameters<typeof made.make>[0]);

test("an option that is left out or undefined gets its default", () => {
  expect(made.make({ step: 1, part: undefined })).toEqual({
    ...{ step: 1, part: 0.5, count: undefined, rates: undefined, exact: false, form: "mass", inner: undefined },
  });
});

test.each([
  [{ part: 0 }, "thing.part: must be a number above 0 and at most 1; got 0. The default is 0.5."],
  [{ part: "1" }, `thing.part: must be a number above 0 and at most 1; got "1". The default is 0.5.`],
  [{ part: Number.NaN }, "got NaN"],
  [{ part: Number.POSITIVE_INFINITY }, "got Infinity"],
  [{ count: 2.5 }, "thing.count: must be a whole number of at least 2; got 2.5. It may be left out."],
  [{ step: undefined }, "thing.step: must be a number above 0; it is missing. It has no default."],
  [{ rates: [1, -1] }, "thing.rates: must be a number above 0, or a list of them; got [1, -1]. It may be left out."],
  [{ rates: [] }, "got []"],
  [{ rates: "3 x" }, "got [3, NaN]"],
  [{ exact: 1 }, "thing.exact: must be true or false; got 1. The default is false."],
  [{ form: "heavy" }, `thing.form: must be "mass", "plain" or 3; got "heavy". The default is "mass".`],
  [{ inner: "verlet" }, `thing.inner: must be a method; got "verlet". It may be left out.`],
  [{ colour: 1 }, `thing.colour: "thing" has no option "colour". Its options are: part, count,`],
])("%o is refused with the usual message", (options, message) => {
  expect(given({ step: 1, ...options })).toThrow(message);
});

test("a numbers option takes one number, any kind of list, or text", () => {
  expect(made.make({ step: 1, rates: 3 }).rates).toBe(3);
  expect(made.make({ step: 1, rates: Float64Array.of(3, 2) }).rates).toEqual([3, 2]);
  expect(made.make({ step: 1, rates: " 3  2 " }).rates).toEqual([3, 2]);
});

test("a method is passed on unchanged", () => {
  const inner: Method = {
    ...{ name: "own", order: 1, estimatesError: false, wants: "rates", refuses: () => undefined },
    bind: () => {
      throw new Error("not bound here");
    },
  };
  expect(made.make({ step: 1, inner }).inner).toBe(inner);
});
