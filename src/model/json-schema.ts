/** The JSON Schema of model files, for editors: shapes, a description of every key, and the elements of a catalogue. */

import { own } from "../core/index.js";
import { type Catalogue, type ElementDefinition, itemKeys, parameterOf } from "./definition.js";
import { modelSchema } from "./schema.js";
import { sentences } from "./schema-sentences.js";
import { isMap, type Json } from "./z.js";

/**
 * The JSON Schema of model files, for editors. `taut/schema.json` is the one with the built-in elements.
 *
 * @example
 * JSON.stringify(modelJsonSchema(catalogue));
 */
export function modelJsonSchema(catalogue: Catalogue = {}): Json {
  const { properties, ...rest } = described(modelSchema.json);
  const items = {
    type: "object",
    minProperties: 1,
    maxProperties: 1,
    properties: Object.fromEntries(
      Object.entries(catalogue).map(([name, definition]) => [name, itemSchema(definition)]),
    ),
    additionalProperties: true,
  };
  const { elements, ...others } = properties as Record<string, Json>;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A model of taut",
    description: "Mechanics in energies and constraints, as plain data.",
    ...rest,
    properties: { ...others, elements: { ...elements, items } },
  };
}

/** The schema with the sentences of its maps in place of their titles. */
function described(json: Json): Json {
  const { title, ...rest } = json;
  const inside = Object.entries(rest).map(([key, value]) => [key, isMap(value) ? described(value) : eachOf(value)]);
  const schema: Json = Object.fromEntries(inside);
  const words = typeof title === "string" ? (own(sentences, title) ?? {}) : {};
  if (isMap(schema.properties))
    for (const [key, property] of Object.entries(schema.properties))
      if (isMap(property) && Object.hasOwn(words, key))
        schema.properties[key] = { ...property, description: words[key] };
  return schema;
}

const eachOf = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((one) => (isMap(one) ? described(one) : one)) : value;

const value = { type: ["number", "string"] };
const valueOrList = { anyOf: [value, { type: "array", items: value }] };
const itemSentences: Readonly<Record<string, Json>> = {
  on: {
    description: "The points or coordinates it acts on.",
    anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }],
  },
  between: { description: "The same as `on`.", type: "array", items: { type: "string" } },
  repeat: {
    description:
      "Number of instances, with the index i; or {i: rows, j: columns}, {i: n, j: i}, {i: {from: 1, to: n}}.",
    anyOf: [
      value,
      {
        type: "object",
        additionalProperties: {
          anyOf: [
            value,
            {
              type: "object",
              properties: { from: value, to: value },
              required: ["from", "to"],
              additionalProperties: false,
            },
          ],
        },
      },
    ],
  },
  name: { description: "Name in results.", type: "string" },
  omega: { description: "Stiffness in the stiff view.", ...value },
  wrap: { description: "True if indices run around: the member after the last is the first.", type: "boolean" },
  about: { description: "Remark.", type: "string" },
};

/** The schema of one element: a map of its parameters and flags, or its main parameter alone. */
function itemSchema(definition: ElementDefinition): Json {
  const properties: Record<string, Json> = {};
  for (const key of itemKeys) properties[key] = itemSentences[key];
  if (definition.applied !== undefined)
    properties.against = {
      description: "The point, coordinate or body on which the opposite load acts, at the same place.",
      type: "string",
    };
  for (const name of Object.keys(definition.parameters ?? {})) {
    const { about, unit, vector, derived } = parameterOf(definition, name);
    const description = [about, unit === undefined ? undefined : `[${unit}]`]
      .filter((part) => part !== undefined)
      .join(" ");
    if (!derived) properties[name] = { description, ...(vector ? valueOrList : value) };
  }
  for (const [name, { about = "" }] of Object.entries(definition.flags ?? {}))
    properties[name] = { description: about, type: "boolean" };
  const map = { type: "object", properties, additionalProperties: false };
  const { about: description = "", main } = definition;
  return main === undefined ? { description, ...map } : { description, anyOf: [map, valueOrList] };
}
