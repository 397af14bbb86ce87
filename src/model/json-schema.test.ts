import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { modelJsonSchema } from "./index.js";

type Schema = { [key: string]: Schema };
const schema = modelJsonSchema(catalogue) as unknown as Schema;

test("it is a draft 2020-12 schema of exact maps, as JSON", () => {
  expect(schema.$schema).toBe("https://json-schema.org/draft/2020-12/schema");
  expect(schema.additionalProperties).toBe(false);
  expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
});

test("every section of every gallery model is in it", () => {
  const gallery = new URL("../../gallery/", import.meta.url);
  for (const file of readdirSync(gallery)) {
    const sections = readFileSync(new URL(file, gallery), "utf8").match(/^\w+(?=:)/gm)!;
    for (const section of sections) expect(Object.keys(schema.properties), file).toContain(section);
  }
});

test("editors see each element with a sentence for it and for each of its parameters", () => {
  const elements = schema.properties.elements.items.properties;
  expect(Object.keys(elements)).toEqual(Object.keys(catalogue));
  for (const [name, element] of Object.entries(elements)) {
    expect(String(element.description), name).toMatch(/\.$/);
    const properties = element.properties ?? element.anyOf[0].properties;
    for (const [key, property] of Object.entries(properties))
      expect(property.description, `${name}.${key}`).not.toBe("");
  }
});
