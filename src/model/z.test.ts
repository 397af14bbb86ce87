import { expect, test } from "vitest";
import { type Shape, z } from "./z.js";

const said = (shape: Shape<unknown>, data: unknown) =>
  shape
    .check(data, ({ expected }) => `no ${expected}`)
    .map(({ code, path, message }) => [code, path.join("."), message].join(" | "));

const number = z.number();
const pair = z.strictObject({ a: number, b: z.string().optional() }, { error: ({ code }) => `pair: ${code}` });

test("numbers are finite, and texts, truths and literals are what they say", () => {
  expect(said(number, 1)).toEqual([]);
  for (const wrong of [Number.NaN, Infinity, "1", null, undefined])
    expect(said(number, wrong)).toEqual(["invalid_type |  | no number"]);
  expect(said(z.boolean(), 0)).toEqual(["invalid_type |  | no boolean"]);
  expect(said(z.literal(1, { error: "one" }), 2)).toEqual(["invalid_value |  | one"]);
  expect(said(z.enum(["x", "y"], { error: "x or y" }), "z")).toEqual(["invalid_value |  | x or y"]);
});

test("a map says what is missing, what does not fit and what it does not know, in that order", () => {
  expect(said(pair, { a: 1 })).toEqual([]);
  expect(said(pair, { a: 1, b: undefined })).toEqual([]);
  expect(said(pair, { b: 2, c: 3 })).toEqual([
    "invalid_type | a | no number",
    "invalid_type | b | no string",
    "unrecognized_keys |  | pair: unrecognized_keys",
  ]);
  for (const none of [[], null, "a"]) expect(said(pair, none)).toEqual(["invalid_type |  | pair: invalid_type"]);
  expect(said(z.object({ name: z.string() }).catchall(number), { name: "n", x: "1" })).toEqual([
    "invalid_type | x | no number",
  ]);
  expect(said(z.record(z.string(), z.array(number)), { k: [1, "2"] })).toEqual(["invalid_type | k.1 | no number"]);
});

test("names that every object has are names like others", () => {
  expect(said(z.record(z.string(), number), JSON.parse('{"__proto__": "x"}'))).toHaveLength(1);
  expect(said(pair, { a: 1, toString: 1 })).toEqual(["unrecognized_keys |  | pair: unrecognized_keys"]);
});

test("a union accepts what any branch does; a value of the right type that is wrong is told by its own branch", () => {
  const some = z.array(z.string()).min(1, { error: "empty" });
  const either = z.union([some, z.record(z.string(), number)], { error: "neither" });
  expect(said(either, ["a"])).toEqual([]);
  expect(said(either, { a: 1 })).toEqual([]);
  expect(said(either, [])).toEqual(["invalid_value |  | empty"]);
  expect(said(either, 3)).toEqual(["invalid_union |  | neither"]);
});

test("lists have as many members as they must", () => {
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

test("the JSON Schema says the same, with the sentence that was given last", () => {
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
