import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ModelError } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import { allErrors, lower, type Model, modelHash, parseModelText, validateModel } from "../../src/model/index.js";
import { malformed } from "./malformed.js";

const load = (text: string) => lower(validateModel(parseModelText(text), catalogue), catalogue);

function errorOf(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}

/** The only allowed error is a `ModelError` with a path and readable sentences, which must not contain `hidden`. */
function expectNoLeak(work: () => unknown, hidden?: RegExp): void {
  const error = errorOf(work);
  if (error === undefined) return;
  if (!(error instanceof ModelError)) throw error;
  for (const problem of allErrors(error)) {
    expect(problem.where).not.toBe("");
    expect(problem.what).toMatch(/[.?]$/);
    expect(problem.message).not.toMatch(/undefined|\[object|Invalid input| {4}at /);
    if (hidden !== undefined) expect(problem.message).not.toMatch(hidden);
    expect(problem.message.length).toBeLessThan(800);
  }
}

describe("malformed models", () => {
  test("there are at least fifty, with different titles", () => {
    expect(malformed.length).toBeGreaterThanOrEqual(50);
    expect(new Set(malformed.map(({ title }) => title)).size).toBe(malformed.length);
  });

  test.each(malformed)("$title", ({ text, where, says }) => {
    expectNoLeak(() => load(text));
    const error = errorOf(() => load(text)) as ModelError;
    expect(error).toBeInstanceOf(ModelError);
    if (where !== undefined) expect(error.where).toBe(where);
    if (says !== undefined) expect(error.message).toContain(says);
  });
});

const gallery = new URL("../../gallery/", import.meta.url);
const models = readdirSync(gallery).map((file) => parseModelText(readFileSync(new URL(file, gallery), "utf8")) as Json);

type Json = { [key: string]: unknown };

/** Values that replace others in mutated models. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    -1,
    1e308,
    5e-324,
    0.5,
    "",
    " ",
    "a",
    "t",
    "x",
    "bead[0]",
    "bead[i]",
    "1/0",
    "0/0",
    "i",
    "a'",
  ),
  fc.constantFrom<unknown>(
    "norm(a - b)",
    "[0, 1]",
    "sin(t)",
    "theta''",
    "origin",
    "((",
    "x^x",
    "10^400",
    "a_x",
    "bead",
    true,
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [0, 0],
    [[]],
    null,
    { i: 2, j: 3 },
    ["a", "b"],
    { at: [0, 0] },
    "e",
    "pi",
    "mass(a)",
  ),
  fc.string({ unit: fc.constantFrom(..."abtxyi0123.+-*/^()[],' eE_") }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

/** `data` with one value replaced, removed, or moved to another key. */
function mutate(data: unknown, choices: readonly number[], value: unknown, how: number): unknown {
  if (typeof data !== "object" || data === null || choices.length === 0) return value;
  const keys = Object.keys(data);
  if (keys.length === 0) return value;
  const key = keys[choices[0] % keys.length];
  const entries = Object.entries(data).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== key) return [[name, inner]];
    if (choices.length > 1 || typeof inner === "object") return [[name, mutate(inner, choices.slice(1), value, how)]];
    return how === 0 ? [] : how === 1 ? [[`${name}x`, inner]] : [[name, value]];
  });
  return Array.isArray(data) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

describe("every input gives a model or a ModelError", () => {
  test("any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (data) => expectNoLeak(() => lower(data as unknown as Model, catalogue))),
      { numRuns: 300 },
    );
  });

  test("any JSON under the keys of a model", () => {
    const keys = [
      "parameters",
      "points",
      "coordinates",
      "mass",
      "kinetic",
      "potential",
      "force",
      "constraints",
      "initial",
    ];
    const more = ["invariants", "states", "rates", "define", "elements", "time", "omega", "run"];
    const section = fc.oneof(
      strange,
      fc.jsonValue(),
      fc.dictionary(fc.constantFrom("a", "b", "rod", "i", "x"), strange),
    );
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys, ...more), section), (data) =>
        expectNoLeak(() => lower({ taut: 1, ...data } as unknown as Model, catalogue)),
      ),
      { numRuns: 1000 },
    );
  });

  test("gallery models with one or two values changed", () => {
    const choices = fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 6 });
    const change = fc.tuple(choices, strange, fc.nat({ max: 4 }));
    fc.assert(
      fc.property(fc.constantFrom(...models), fc.array(change, { minLength: 1, maxLength: 2 }), (model, changes) => {
        const data = changes.reduce<unknown>((before, [path, value, how]) => mutate(before, path, value, how), model);
        expectNoLeak(() => modelHash(validateModel(data, catalogue)));
        expectNoLeak(() => lower(data as Model, catalogue));
      }),
      { numRuns: 3000 },
    );
  });

  test("any text", () => {
    const yaml = fc.string({ unit: fc.constantFrom(..."ab:{}[]-?&*!|>'\"%#,\n\t 01.") });
    fc.assert(
      fc.property(fc.oneof(yaml, fc.string({ unit: "binary" })), (text) => expectNoLeak(() => load(text))),
      { numRuns: 2000 },
    );
  });

  test("expressions made of tokens of the language", () => {
    const piece = fc.constantFrom(
      ...["theta", "theta'", "t", "a", "a'", "a_x", "2", ".5", "1e3", "+", "-", "*", "/", "^", "(", ")", "[", "]", ","],
      ...[
        "sin(",
        "norm(",
        "dot(",
        "cross(",
        "where(",
        "bead[",
        "bead[1]",
        "bead[1]'",
        "bead[0]_y",
        "k",
        "pi",
        "origin",
      ],
    );
    const placeholder = /"_\d/; // the internal placeholder of bead[1] must not appear
    const base = {
      taut: 1,
      parameters: { k: 2 },
      points: { a: { mass: 1, at: [1, 2] }, bead: { repeat: 2, mass: 1, at: ["i", 1] } },
      coordinates: { theta: { mass: 1, at: 0.5 } },
    };
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom("potential", "kinetic", "omega", "time"),
        (pieces, key) =>
          expectNoLeak(() => lower({ ...base, [key]: pieces.join("") } as unknown as Model, catalogue), placeholder),
      ),
      { numRuns: 3000 },
    );
  });
});
