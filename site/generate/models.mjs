// Elements, joints, sections and settings of a model file, from the data that check them.

import { catalogue, modelJsonSchema, modelSnippets } from "taut";
import { code, fence, page, plain, table } from "./markdown.mjs";
import { write } from "./paths.mjs";

/** @typedef {import("taut/extend").ElementDefinition} ElementDefinition */

const laws = /** @type {const} */ (["constraint", "potential", "force", "dissipation", "kinetic"]);

/** The laws of an element, also those for one dimension only. @param {Record<string, any>} variant */
const lawsOf = (variant) =>
  [["", variant], ...["line", "plane", "space"].map((place) => [place, variant[place]])].flatMap(([place, given]) =>
    laws.flatMap((law) =>
      given?.[law] === undefined ? [] : [`${law}${place === "" ? "" : ` (${inWords[place]})`}: ${inText(given[law])}`],
    ),
  );

const inWords = /** @type {Record<string, string>} */ ({ line: "on a line", plane: "in the plane", space: "in space" });

/** @param {unknown} law @returns {string} */
const inText = (law) => {
  if (Array.isArray(law)) return `[${law.map(inText).join(", ")}]`;
  if (typeof law === "object" && law !== null)
    return Object.entries(law)
      .map(([key, value]) => `${key}: ${inText(value)}`)
      .join(", ");
  return String(law);
};

/** @param {ElementDefinition} definition */
function parameters({ parameters = {}, flags = {} }) {
  const rows = Object.entries(parameters).map(([name, given]) => {
    const {
      about = "",
      unit = "",
      default: usual,
      above,
      atLeast,
      derived,
    } = typeof given === "object" && !Array.isArray(given) ? given : { default: given };
    const bound = above !== undefined ? `above ${above}` : atLeast !== undefined ? `at least ${atLeast}` : "";
    const without = derived ? "computed" : usual === undefined ? "must be given" : code(inText(usual));
    return [code(name), plain(about), plain(unit), bound, without];
  });
  const switches = Object.entries(flags).map(([name, { about = "" }]) => [code(name), plain(about)]);
  return [
    ...(rows.length === 0 ? [] : [table(["parameter", "meaning", "dimension", "range", "default"], rows)]),
    ...(switches.length === 0 ? [] : [table(["switch", "meaning"], switches)]),
  ].join("\n\n");
}

export function elementPage() {
  const snippets = modelSnippets(catalogue, []);
  const sections = Object.entries(catalogue).map(([name, definition]) => {
    const snippet = snippets.find((each) => each.list === "elements" && each.name === name);
    const acts = definition.everywhere
      ? "It acts on every point."
      : `It acts on ${definition.on.map(code).join(", ")}.`;
    return [
      `## ${name}`,
      `${plain(definition.about ?? "")} ${acts}`,
      ...(lawsOf(definition).length === 0 ? [] : [fence("text", lawsOf(definition).join("\n"))]),
      parameters(definition),
      ...(snippet === undefined ? [] : [`In a file:\n\n${fence("text", `elements:\n  - ${snippet.text}`)}`]),
    ]
      .filter((part) => part !== "")
      .join("\n\n");
  });
  write(
    "models/elements.md",
    page("Elements", [
      `The ${Object.keys(catalogue).length} built-in elements, with their laws as they are differentiated and compiled. Elements of your own are written in the same way: see [own element](/recipes/own-element).`,
      "In laws, nodes stand for their positions and `a'` for the velocity of `a`. A `constraint` is held at zero in the rigid view and becomes a spring of stiffness omega² in the stiff view.",
      ...sections,
    ]),
  );
}

export function jointPage() {
  const [plane, space] = [2, 3].map((dimension) =>
    modelSnippets(catalogue, [], dimension).filter(({ list }) => list === "joints"),
  );
  const names = [...new Set([...space, ...plane].map(({ name }) => name))];
  const sections = names.map((name) => {
    const inPlane = plane.find((each) => each.name === name);
    const inSpace = space.find((each) => each.name === name);
    const lines = [
      ...(inPlane === undefined ? [] : [`- ${inPlane.text}   # in the plane`]),
      ...(inSpace === undefined ? [] : [`- ${inSpace.text}   # in space`]),
    ];
    return `## ${name}\n\n${plain((inSpace ?? inPlane)?.about ?? "")}\n\n${fence("text", lines.join("\n"))}`;
  });
  write(
    "models/joints.md",
    page("Joints", [
      "A joint is `between` two bodies, points of bodies, fixed points or the `world`, at a place `at`. [Rigid bodies](/guide/models#rigid-bodies) says what joints leave free and which coordinates they have.",
      ...sections,
    ]),
  );
}

/** A JSON Schema in words. @param {any} schema @returns {string} */
function kindOf(schema) {
  if (schema.const !== undefined) return code(String(schema.const));
  if (schema.enum !== undefined)
    return schema.enum.length > 12
      ? `one of ${schema.enum.length} names`
      : schema.enum.map((/** @type {unknown} */ one) => code(String(one))).join(", ");
  if (schema.anyOf !== undefined) return [...new Set(schema.anyOf.map(kindOf))].join(" or ");
  if (Array.isArray(schema.type))
    return schema.type.join("|") === "number|string" ? "number or expression" : schema.type.join(" or ");
  return (
    { object: "map", array: "list", string: "text", boolean: "true or false" }[/** @type {string} */ (schema.type)] ??
    schema.type ??
    "any value"
  );
}

/** The entries of a section. @param {any} schema @returns {any} */
const entriesOf = (schema) =>
  schema.properties ??
  schema.additionalProperties?.properties ??
  schema.anyOf?.map(entriesOf).find((/** @type {unknown} */ found) => found !== undefined) ??
  schema.additionalProperties?.anyOf?.map(entriesOf).find((/** @type {unknown} */ found) => found !== undefined);

export function sectionPage() {
  const schema = /** @type {any} */ (modelJsonSchema(catalogue));
  const listed = ["joints", "elements"];
  const sections = Object.entries(schema.properties).map(([name, section]) => {
    const entries = listed.includes(name) ? undefined : entriesOf(section);
    const rows = Object.entries(entries ?? {}).map(([key, each]) => [
      code(key),
      plain(/** @type {any} */ (each).description ?? ""),
      plain(kindOf(each)),
    ]);
    return [
      `## ${name === "$schema" ? "\\$schema" : name} {#section-${name.replace("$", "")}}`,
      plain(/** @type {any} */ (section).description ?? ""),
      listed.includes(name)
        ? `Every kind is on the page [${name}](/models/${name}).`
        : `Value: ${plain(kindOf(section))}.`,
      ...(rows.length === 0 ? [] : [table(["entry", "meaning", "value"], rows)]),
    ].join("\n\n");
  });
  write(
    "models/sections.md",
    page("Sections of a model file", [
      "Everything that may stand in a model file, from the schema that checks it (`modelJsonSchema()`). [Models](/guide/models) explains it with examples.",
      ...sections,
    ]),
  );
}
