/** The JSON Schema of model files, for editors: shapes, a description of every key, and the elements of a catalogue. */

import { type Option, own } from "../core/index.js";
import { type Catalogue, type ElementDefinition, itemKeys, parameterOf } from "./definition.js";
import { drawnKinds } from "./drawing.js";
import { jointAbouts, jointKeys } from "./joint-kinds.js";
import { modelSchema } from "./schema.js";
import { sentences } from "./schema-sentences.js";
import { isMap, type Json } from "./z.js";

/** What the run section may name, as data; `registry` is one. */
export type SchemaParts = {
  readonly [kind in "formulation" | "method" | "projection"]?: readonly {
    readonly name: string;
    readonly about: string;
    readonly options: Readonly<Record<string, Option>>;
  }[];
};

/**
 * The JSON Schema of model files, for editors. `taut/schema.json` is the one with the built-in elements, and with all
 * formulations, methods and projections.
 *
 * @example
 * JSON.stringify(modelJsonSchema(catalogue, registry));
 */
export function modelJsonSchema(catalogue: Catalogue = {}, parts: SchemaParts = {}): Json {
  const { properties, ...rest } = described(modelSchema.json);
  const items = {
    type: "object",
    minProperties: 1,
    maxProperties: 1,
    properties: Object.fromEntries(
      Object.entries(catalogue).map(([name, definition]) => [name, itemSchema(definition)]),
    ),
    // elements that the model defines
    additionalProperties: true,
  };
  const { elements, joints, draw, run, ...others } = properties as Record<string, Json>;
  const runProperties = run.properties as Record<string, Json>;
  for (const [kind, list] of Object.entries(parts))
    runProperties[kind] = { ...choiceSchema(kind, list), description: runProperties[kind].description };
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "A model of taut",
    description: "Mechanics in energies and constraints, as plain data.",
    ...rest,
    properties: {
      ...others,
      joints: byKinds(joints, jointAbouts, jointShape),
      draw: byKinds(draw, drawnAbouts),
      elements: { ...elements, items },
      run,
    },
  };
}

const drawnAbouts = Object.fromEntries(Object.entries(drawnKinds).map(([kind, { about }]) => [kind, about]));

/** A list of maps with one entry each, whose key is a kind. `shape` is the entry of a kind, which has all keys by default. */
function byKinds(
  list: Json,
  kinds: Readonly<Record<string, string>>,
  shape = (entry: Json, _kind: string): Json => entry,
): Json {
  const { additionalProperties: entry } = list.items as Json;
  const properties = Object.entries(kinds).map(([kind, about]) => [
    kind,
    { ...shape(entry as Json, kind), description: about },
  ]);
  const items = { type: "object", minProperties: 1, maxProperties: 1, properties: Object.fromEntries(properties) };
  return { ...list, items: { ...items, additionalProperties: false } };
}

/** A joint with the keys of its kind only. */
function jointShape(entry: Json, kind: string): Json {
  const { known, needed } = jointKeys(kind);
  const properties = Object.entries(entry.properties as Json).filter(([key]) => known.includes(key));
  return { ...entry, properties: Object.fromEntries(properties), required: needed };
}

/** When a projection is applied, which goes with its options. */
const whenSchema: Readonly<Record<string, Json>> = {
  when: {
    enum: ["step", "start", "evaluation", "interval", "drift", "never"],
    description: "When the projection is applied. Default: after every step, if the formulation asks for it.",
  },
  stages: {
    enum: ["projected", "unprojected"],
    description:
      "With when: evaluation, the states from which Runge–Kutta methods build their stages. Default: projected.",
  },
  every: { type: ["number", "string"], description: "With when: interval, the time between projections." },
  above: {
    type: ["number", "string"],
    description: "With when: drift, the residual above which a state is projected.",
  },
};

/** A name, or a map with a name and the options that go with it. */
function choiceSchema(kind: string, list: NonNullable<SchemaParts["method"]>): Json {
  const more = kind === "projection" ? ["none"] : kind === "formulation" ? ["auto"] : [];
  const names = [...list.map(({ name }) => name), ...more.filter((name) => !list.some((each) => each.name === name))];
  const maps = list.map(({ name, about, options }) => ({
    type: "object",
    description: about,
    properties: {
      name: { const: name, description: about },
      ...(kind === "projection" && whenSchema),
      // the option of a projection may have the name of one of these
      ...Object.fromEntries(Object.entries(options).map(([key, option]) => [key, optionSchema(option)])),
    },
    required: ["name"],
    additionalProperties: false,
  }));
  return { anyOf: [{ enum: names }, ...maps] };
}

function optionSchema(option: Option): Json {
  const { about: description, type } = option;
  const numbers = { type: ["number", "string"] };
  if (type === "boolean") return { type: "boolean", description };
  if (type === "choice") return { enum: option.of, description };
  if (type === "method") return { type: "string", description };
  if (type === "numbers") return { anyOf: [numbers, { type: "array", items: { type: "number" } }], description };
  return { ...numbers, description };
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
              properties: {
                from: { description: "First value of the index, which may contain earlier indices.", ...value },
                to: { description: "Last value of the index, which may contain earlier indices.", ...value },
              },
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
  wrap: { description: "True if indices wrap around: the member after the last is the first.", type: "boolean" },
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
    // an expression of the motion may be a vector where it acts in space
    const isList = vector === true || definition.applied !== undefined;
    if (!derived) properties[name] = { description, ...(isList ? valueOrList : value) };
  }
  for (const [name, { about = "" }] of Object.entries(definition.flags ?? {}))
    properties[name] = { description: about, type: "boolean" };
  const map = { type: "object", properties, additionalProperties: false };
  const { about: description = "", main } = definition;
  return main === undefined ? { description, ...map } : { description, anyOf: [map, valueOrList] };
}
