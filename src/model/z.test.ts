import { expect, test } from "vitest";
import { type Shape, z } from "./z.js";

const said = (shape: Shape<unknown>, data: unknown) =>
  shape
    .check(data, ({ expected }) => `no ${expected}`)
    .map(({ code, path, message }) => [code, path.join("."), message].join(" | "));

const number = z.number();
const pair = z.strictObject({ a: number, b: z.string().optional() }, { error: ({ code }) => `pair: ${code}` });

test("numbers must be finite, and texts, truth values and literals must have their type or value", () => {
  expect(said(number, 1)).toEqual([]);
  for (const wrong of [Number.NaN, Infinity, "1", null, undefined])
    expect(said(number, wrong)).toEqual(["invalid_type |  | no number"]);
  expect(said(z.boolean(), 0)).toEqual(["invalid_type |  | no boolean"]);
  expect(said(z.literal(1, { error: "one" }), 2)).toEqual(["invalid_value |  | one"]);
  expect(said(z.enum(["x", "y"], { error: "x or y" }), "z")).toEqual(["invalid_value |  | x or y"]);
});

test("a map reports missing keys, wrong values and unknown keys, in that order", () => {
  expect(said(pair, { a: 1 })).toEqual([]);
  expect(said(pair, { a: 1, b: undefined })).toEqual([]);
  expect(said(pair, { b: 2, c: 3 })).toEqual([
    "invalid_type | a | no number",
    "invalid_type | b | no string",
    "unrecognized_key |  | pair: unrecognized_key",
  ]);
  for (const none of [[], null, "a"]) expect(said(pair, none)).toEqual(["invalid_type |  | pair: invalid_type"]);
  expect(said(z.object({ name: z.string() }).catchall(number), { name: "n", x: "1" })).toEqual([
    "invalid_type | x | no number",
  ]);
  expect(said(z.record(z.string(), z.array(number)), { k: [1, "2"] })).toEqual(["invalid_type | k.1 | no number"]);
});

test("names of inherited members are treated like any other names", () => {
  expect(said(z.record(z.string(), number), JSON.parse('{"__proto__": "x"}'))).toHaveLength(1);
  expect(said(pair, { a: 1, toString: 1 })).toEqual(["unrecognized_key |  | pair: unrecognized_key"]);
});

test("a union accepts what any branch accepts; the branch of the right type explains a wrong value", () => {
  const some = z.array(z.string()).min(1, { error: "empty" });
  const either = z.union([some, z.record(z.string(), number)], { error: "neither" });
  expect(said(either, ["a"])).toEqual([]);
  expect(said(either, { a: 1 })).toEqual([]);
  expect(said(either, [])).toEqual(["invalid_value |  | empty"]);
  expect(said(either, 3)).toEqual(["invalid_union |  | neither"]);
});

test("the lengths of lists are checked", () => {
  const two = z.tuple([number, z.string()], { error: "a pair" });
  expect(said(two, [1, "x"])).toEqual([]);
  expect(said(two, [1])).toEqual(["invalid_type |  | a pair"]);
  expect(said(two, [1, 2])).toEqual(["invalid_type | 1 | no string"]);
  expect(said(z.array(number).max(1, { error: "long" }), [1, 2])).toEqual(["invalid_value |  | long"]);
  const even = number.refine((n) => n % 2 === 0, { error: "odd" });
  expect([said(even, 2), said(even, 3), said(even, "x")]).toEqual([
    [],
    ["invalid_value |  | odd"],
    ["invalid_type |  | no number"],
  ]);
});

test("the JSON Schema describes the same shape, with the last description", () => {
  expect(pair.describe("A pair.").json).toEqual({
    type: "object",
    properties: { a: { type: "number" }, b: { type: "string" } },
    required: ["a"],
    additionalProperties: false,
    description: "A pair.",
  });
  expect(z.string().describe("inner").optional().describe("outer").json).toEqual({
    type: "string",
    description: "outer",
  });
  expect(z.union([number, z.string()]).json).toEqual({ type: ["number", "string"] });
});
