import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { watchedKinds } from "../../src/core/index.js";
import { unitsSpellings } from "../../src/core/units.js";
import { catalogue } from "../../src/elements/index.js";
import { definitionSchema, itemKeys, parameterOf } from "../../src/model/definition.js";
import { modelJsonSchema, parseModelText } from "../../src/model/index.js";
import { jointKinds } from "../../src/model/joint-kinds.js";
import { newTemplates } from "../../src/model/new-templates.js";
import { modelSchema } from "../../src/model/schema.js";
import { registry } from "../../src/run/index.js";
import { type Schema, violations } from "../fixtures/json-schema.js";

const schema = modelJsonSchema(catalogue, registry);
const root = new URL("../../", import.meta.url);

/** Every word of the schema: keys of properties, and values of enumerations and constants. */
function wordsOf(json: unknown, words = new Set<string>()): Set<string> {
  if (typeof json !== "object" || json === null) return words;
  const { properties, enum: list, const: only } = json as Schema;
  for (const key of Object.keys(properties ?? {})) words.add(key);
  for (const value of (list ?? []) as unknown[]) words.add(String(value));
  if (only !== undefined) words.add(String(only));
  for (const part of Object.values(json)) wordsOf(part, words);
  return words;
}

/** The keys of properties without a description, as paths. */
function undescribed(json: unknown, path = ""): string[] {
  if (typeof json !== "object" || json === null) return [];
  const { properties = {} } = json as { properties?: Record<string, Schema> };
  const own = Object.entries(properties).flatMap(([key, property]) =>
    typeof property.description === "string" && property.description !== "" ? [] : [`${path}.${key}`],
  );
  return [
    ...own,
    ...Object.entries(json).flatMap(([key, part]) => undescribed(part, key === "properties" ? path : `${path}/${key}`)),
  ];
}

const texts = (folder: string, ending: string): { title: string; text: string }[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => ({ title: folder + file, text: readFileSync(new URL(folder + file, root), "utf8") }));

const examples = [
  { title: "README.md", text: readFileSync(new URL("README.md", root), "utf8") },
  ...texts("docs/", ".md"),
]
  .flatMap(({ title, text }) =>
    [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml], k) => ({ title: `${title} ${k + 1}`, text: yaml })),
  )
  .filter(({ text }) => text.includes("taut: 1"));

const right = [
  ...texts("gallery/", ".yaml"),
  ...texts("test/models/", ".yaml"),
  ...examples,
  ...Object.entries(newTemplates).map(([title, { text }]) => ({ title, text })),
];

describe("the JSON Schema", () => {
  test("has every word of the language", () => {
    const words = wordsOf(schema);
    const language = [
      ...Object.keys(modelSchema.shape),
      ...Object.keys(definitionSchema.shape),
      ...wordsOf(modelSchema.json),
      ...Object.keys(jointKinds),
      ...itemKeys,
      ...unitsSpellings,
      ...watchedKinds,
      ...Object.entries(catalogue).flatMap(([name, definition]) => [
        name,
        ...Object.keys(definition.parameters ?? {}).filter((key) => !parameterOf(definition, key).derived),
        ...Object.keys(definition.flags ?? {}),
      ]),
      ...Object.values(registry).flatMap((list) =>
        list.flatMap(({ name, options }) => [name, ...Object.keys(options)]),
      ),
    ];
    expect(language.length).toBeGreaterThan(200);
    expect(language.filter((word) => !words.has(word))).toEqual([]);
  });

  test("describes every key", () => {
    expect(undescribed(schema)).toEqual([]);
  });

  test("is met by more than forty models: the gallery, the documentation, the templates", () => {
    expect(right.length).toBeGreaterThan(40);
  });

  test.each(right)("is met by $title", ({ text }) => {
    expect(violations(schema, parseModelText(text))).toEqual([]);
  });

  const pendulum = parseModelText(readFileSync(new URL("gallery/pendulum.yaml", root), "utf8")) as Record<
    string,
    unknown
  >;
  test.each([
    ["an unknown section", { speed: 3 }],
    ["another version", { taut: 2 }],
    ["unknown units", { units: "imperial" }],
    ["an unknown method", { run: { method: "rk5" } }],
    ["an unknown option of a method", { run: { method: { name: "radau5", indx: 1 } } }],
    ["an option of another method", { run: { method: { name: "rk4", index: 1 } } }],
    ["an unknown formulation", { run: { formulation: "stif" } }],
    ["an unknown projection", { run: { projection: "newtn" } }],
    ["an unknown time of a projection", { run: { projection: { name: "newton", when: "sometimes" } } }],
    ["an unknown setting", { run: { untill: 3 } }],
    ["an unknown joint", { joints: [{ bal: { between: ["world", "a"], at: [0, 0] } }] }],
    ["a joint without its bodies", { joints: [{ ball: { at: [0, 0] } }] }],
    ["an unknown parameter of an element", { elements: [{ rod: { between: ["a", "b"], lenght: 1 } }] }],
    ["a flag that is a text", { elements: [{ rod: { between: ["a", "b"], squared: "yes" } }] }],
    ["a point without a place", { points: { a: { mass: 1 } } }],
    ["a misspelt entry of a point", { points: { a: { mass: 1, at: [0, 0], fixd: true } } }],
    ["a table with an unknown kind", { tables: { f: { x: [0, 1], y: [0, 1], by: "spline" } } }],
    ["an output that is true", { outputs: { a: true } }],
    ["an event with an unknown direction", { run: { events: { e: { when: "x", direction: "up" } } } }],
    ["something unknown to accept", { run: { accept: ["heat"] } }],
  ])("is not met by a model with %s", (_, wrong) => {
    expect(violations(schema, pendulum)).toEqual([]);
    expect(violations(schema, { ...pendulum, ...wrong })).not.toEqual([]);
  });
});
