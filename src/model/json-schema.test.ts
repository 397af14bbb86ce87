import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { modelJsonSchema } from "./index.js";
import { modelSchema } from "./schema.js";
import { sentences } from "./schema-sentences.js";

type Schema = { [key: string]: Schema };
const schema = modelJsonSchema(catalogue) as unknown as Schema;

test("the schema is JSON of draft 2020-12 and allows no unknown keys", () => {
  expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  expect(schema.additionalProperties).toBe(false);
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
});

test("the schema has every section of every gallery model", () => {
  const gallery = new URL("../../gallery/", import.meta.url);
  for (const file of readdirSync(gallery)) {
    const sections = readFileSync(new URL(file, gallery), "utf8").match(/^\w+(?=:)/gm)!;
    for (const section of sections) expect(Object.keys(schema.properties), file).toContain(section);
  }
});

test("the schema describes each element and each of its parameters", () => {
  const elements = schema.properties.elements.items.properties;
  expect(Object.keys(elements)).toEqual(Object.keys(catalogue));
  for (const [name, element] of Object.entries(elements)) {
    expect(String(element.description), name).toMatch(/\.$/);
    const properties = element.properties ?? element.anyOf[0].properties;
    for (const [key, property] of Object.entries(properties))
      expect(property.description, `${name}.${key}`).not.toBe("");
  }
});

test("every sentence of the schema belongs to a key, and every section has one", () => {
  const found = new Map<string, string[]>();
  const look = (json: unknown): void => {
    if (typeof json !== "object" || json === null) return;
    const { title, properties = {} } = json as { title?: string; properties?: Record<string, unknown> };
    if (title !== undefined) found.set(title, Object.keys(properties));
    for (const part of Object.values(json)) look(part);
  };
  look(modelSchema.json);
  for (const [title, keys] of Object.entries(sentences))
    expect(found.get(title), title).toEqual(expect.arrayContaining(Object.keys(keys)));
  for (const [key, property] of Object.entries(schema.properties))
    if (!["potential", "units"].includes(key)) expect(property.description, key).toMatch(/\.$/);
});
