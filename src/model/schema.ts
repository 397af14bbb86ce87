/**
 * The shape of a model file, section by section. The types of the data follow from it, and so does the JSON Schema that
 * editors use. What shapes cannot express (names that exist, ranges of numbers) is checked in `validate.ts` and `lower/`.
 */

import { unitsSpellings } from "../core/units.js";
import { watchedKinds } from "../core/watched.js";
import { definitionSchema } from "./definition.js";
import { drawnSchema } from "./drawing.js";
import { exact, mustBe, nameMap, notA, scalar, scalarOrVector, vector } from "./shapes.js";
import { z } from "./z.js";

export const repeatSchema = z
  .union(
    [scalar, nameMap(z.union([scalar, exact("a range", { from: scalar, to: scalar })]), "extents")],
    mustBe(
      "a number of members (with the index i), or a map of indices to extents such as {i: rows, j: columns} or {i: n, j: {from: i + 1, to: n - 1}}",
    ),
  )
  .describe(
    "Number of members, with the index i; or a map of indices to extents, {i: rows, j: columns}. In elements an extent may contain earlier indices, or be {from: …, to: …}.",
  );

const units = z
  .enum(unitsSpellings, notA("a set of units that is known here", `Write one of: ${unitsSpellings.join(", ")}.`))
  .describe(
    "Units of all plain numbers: SI (m, kg, s), mm-t-s or cgs; or energy, length and mass of molecules, with charges in elementary charges. Numbers may then have units, such as 20 mm.",
  );

/** Properties of a site that pair elements read. */
const siteNumbers = {
  charge: scalar.optional(),
  sigma: scalar.optional(),
  epsilon: scalar.optional(),
};
export const siteNames = Object.keys(siteNumbers) as (keyof typeof siteNumbers)[];

const table = z
  .array(z.array(z.number(notA("a number"))))
  .min(1, { error: "the table is empty. Give a row for each member." });
const placed = z
  .union(
    [scalarOrVector, table],
    notA("a number, an expression, a list of these, or a table of numbers with a row for each member"),
  )
  .describe("A number, an expression, a list of these; or a table of numbers with a row for each member of a family.");

const hold = z
  .boolean({ error: "hold is true or false." })
  .optional()
  .describe("Whether it keeps its place and velocity while the start is moved onto the constraints.");

const point = exact("a point", {
  mass: scalar.optional(),
  at: placed,
  velocity: placed.optional(),
  ...siteNumbers,
  molecule: z.string().optional(),
  fixed: z.boolean().optional(),
  direction: z.boolean().optional(),
  hold,
  repeat: repeatSchema.optional(),
});

const parameter = z
  .union(
    [scalar, vector, z.array(vector)],
    notA("a number, an expression, a list of these, or a matrix as a list of rows"),
  )
  .describe(
    "A number or an expression of other parameters; a list of these is a vector, and a list of lists a matrix.",
  );

const weights = nameMap(scalar, "weights").describe("The points that carry the site, and their weights.");

/** A place that follows points and has neither coordinates nor a mass of its own. */
const massless = exact("a massless site", {
  of: weights,
  ...siteNumbers,
  molecule: z.string().optional(),
});

const coordinate = exact("a coordinate", {
  at: scalar.optional(),
  velocity: scalar.optional(),
  mass: scalar.optional(),
  repeat: repeatSchema.optional(),
});

const places = nameMap(vector, "places");
/** A list, or a matrix as a list of rows. */
const matrix = z.array(z.union([scalar, vector], notA("a number, an expression, or a row of these")));
const sizes = scalarOrVector.optional();

const body = exact("a body", {
  mass: scalar.optional(),
  density: scalar.optional(),
  inertia: z.union([scalar, matrix], notA("a moment of inertia, three of them, or a matrix")).optional(),
  box: sizes,
  cylinder: sizes,
  sphere: sizes,
  bar: sizes,
  plate: sizes,
  at: vector,
  centre: vector.optional(),
  inertiaAt: vector.optional(),
  angle: scalar.optional(),
  axis: vector.optional(),
  velocity: vector.optional(),
  spin: scalarOrVector.optional(),
  points: places.optional(),
  directions: places.optional(),
  sites: nameMap(exact("a site of a body", { at: vector, ...siteNumbers }), "sites").optional(),
  hold,
  repeat: repeatSchema.optional(),
});

const joint = exact("a joint", {
  between: z.tuple([z.string(), z.string()], notA("a pair of bodies", 'Write between: [a, b]; one may be "world".')),
  at: vector.optional(),
  axis: vector.optional(),
  axes: z.array(vector).optional(),
  angle: scalar.optional(),
  travel: scalar.optional(),
  pitch: scalar.optional(),
  length: scalar.optional(),
  surface: scalar.optional(),
  radius: scalar.optional(),
  height: scalar.optional(),
  stiffness: matrix.optional(),
  damping: matrix.optional(),
  name: z.string().optional(),
  repeat: repeatSchema.optional(),
  wrap: z.boolean(mustBe("true or false")).optional(),
});

const site = exact("a site of a molecule", {
  mass: scalar.optional(),
  at: vector.optional(),
  of: weights.optional(),
  ...siteNumbers,
});

const template = exact("a template", {
  about: z.string().optional(),
  units: units.optional(),
  sites: nameMap(site, "sites"),
  elements: z.array(nameMap(z.unknown(), "element")).optional(),
});

const molecule = exact("a molecule", {
  template: z.string(notA("the name of a template")),
  repeat: repeatSchema.optional(),
  at: placed.optional(),
  angle: scalar.optional(),
  axis: vector.optional(),
  velocity: placed.optional(),
  positions: table.optional(),
  velocities: table.optional(),
});

const names = z.array(z.string()).min(1, { error: "the list is empty. Name at least one." });
const column = z.union([z.array(scalar), z.string()], notA("a list of numbers, or the name of a column of the file"));
const outside = z.enum(["refuse", "hold", "extend"], mustBe('"refuse", "hold" or "extend"'));
const outsides = exact("the outside of a table", { x: outside.optional(), y: outside.optional() });
const periods = exact("the period of a table", { x: scalar.optional(), y: scalar.optional() });
const tableFunction = exact("a table", {
  x: column.optional(),
  y: column.optional(),
  z: z
    .union(
      [z.array(z.array(scalar, notA("a row of numbers"))), z.string()],
      notA("a list with a row of numbers for each x, or the name of a column of the file"),
    )
    .optional(),
  file: z.string(notA("the name of a CSV file")).optional(),
  layout: z.enum(["columns", "grid"], mustBe('"columns" or "grid"')).optional(),
  by: z.enum(["pchip", "linear", "cubic"], mustBe('"pchip", "linear" or "cubic"')).optional(),
  outside: z.union([outside, outsides], mustBe('"refuse", "hold" or "extend", or a map with x and y')).optional(),
  period: z.union([scalar, periods], notA("a number, an expression, or a map with x and y")).optional(),
  about: z.string().optional(),
});

const massMap = nameMap(scalar, "mass");
const massBlock = exact("a block of the mass matrix", {
  of: names,
  matrix: z.array(z.array(scalar)),
});
const mass = z.union(
  [scalar, massBlock, massMap, z.array(z.union([massBlock, massMap]))],
  mustBe(
    "a number for all coordinates, a map {theta: J}, or a list of maps and blocks {of: [x, y], matrix: [[…], […]]}",
  ),
);

const constraint = z.union(
  [
    scalarOrVector,
    exact("a constraint", {
      expression: scalarOrVector,
      omega: scalar.optional(),
    }),
  ],
  mustBe("an expression that must vanish, or {expression: …, omega: …}"),
);

const event = exact("an event", {
  when: scalar,
  direction: z.enum(["rising", "falling", "both"], mustBe('"rising", "falling" or "both"')).optional(),
  stop: z.boolean(mustBe("true or false")).optional(),
});

const output = z
  .union(
    [
      scalarOrVector,
      exact("an output", {
        of: scalarOrVector,
        continuous: z.boolean(mustBe("true or false")).optional(),
        unit: z.string().optional(),
        about: z.string().optional(),
      }),
    ],
    mustBe("an expression, a list of expressions, or {of: …, continuous: true, unit: …}"),
  )
  .describe("An expression, a list of them, or a map with `of`.");

const drawn = drawnSchema(repeatSchema);

const readings = z.union(
  [z.string(), z.array(z.string()).min(1, { error: "the list is empty. Give an expression." })],
  notA("an expression, or a list of expressions"),
);
const members = z.union([z.string(), names], notA("a name of points, or a list of them"));

/** What is measured during a run; studies use the same schema. */
export const observableSchema = z.union(
  [
    readings,
    exact("an observable", {
      of: readings.optional(),
      temperature: members.optional(),
      distances: z.tuple([members, members], notA("a pair of names", "Write [oxygen, oxygen].")).optional(),
      histogram: exact("a histogram", { from: scalar, to: scalar, bins: scalar }).optional(),
      correlation: scalar.optional(),
    }),
  ],
  mustBe(
    "an expression, a list of them, or one of {of: …}, {temperature: …}, {distances: […, …]}, with histogram: {from, to, bins} and correlation: time",
  ),
);

const observe = exact("observe", {
  every: scalar.optional(),
  after: scalar.optional(),
});

const option = z.union(
  [z.number(), z.string(), z.boolean(), z.array(z.number())],
  mustBe("a number, a text, true or false, or a list of numbers"),
);
const named = z
  .union(
    [z.string(), z.object({ name: z.string() }).catchall(option)],
    mustBe("a name, or a map with a name and options: {name: …, option: value}"),
  )
  .describe("A name, or a map with a name and options.");

export const runSchema = exact("run", {
  formulation: named.optional(),
  method: named.optional(),
  projection: named.optional(),
  start: z.enum(["project", "check", "assume"], mustBe('"project", "check" or "assume"')).optional(),
  until: scalar.optional(),
  step: scalar.optional(),
  maxStep: scalar.optional(),
  maxSteps: scalar.optional(),
  rtol: scalar.optional(),
  atol: scalar.optional(),
  norm: z.enum(["rms", "max"], mustBe('"rms" or "max"')).optional(),
  precision: z.enum(["double", "mixed"], mustBe('"double" or "mixed"')).optional(),
  every: scalar.optional(),
  saveAt: z.array(scalar).optional(),
  events: nameMap(event, "event").optional(),
  observables: nameMap(observableSchema, "observables").optional(),
  observe: observe.optional(),
  omega: scalar.optional(),
  seed: scalar.optional(),
  accept: z.array(z.enum(watchedKinds, mustBe(`one of ${watchedKinds.join(", ")}`))).optional(),
});

const expressions = nameMap(scalar, "expression");

const begin = exact("begin", {
  time: z.number().optional(),
  state: z.array(z.number()),
});

export const modelSchema = exact("a model", {
  $schema: z.string().optional(),
  taut: z.literal(1, notA("a version of the format that is read here", "Write taut: 1.")),
  include: z.union([z.string(), z.array(z.string())], notA("a file, or a list of files")).optional(),
  name: z.string().optional(),
  about: z.string().optional(),
  units: units.optional(),
  parameters: nameMap(parameter, "expressions").optional(),
  tables: nameMap(tableFunction, "tables").optional(),
  let: nameMap(scalarOrVector, "expressions").optional(),
  points: nameMap(point, "point").optional(),
  sites: nameMap(massless, "sites").optional(),
  bodies: nameMap(body, "body").optional(),
  templates: nameMap(template, "template").optional(),
  molecules: nameMap(molecule, "molecule").optional(),
  box: z.array(scalar).optional(),
  joints: z.array(nameMap(joint, "joint")).optional(),
  coordinates: z
    .union(
      [names, nameMap(z.union([scalar, coordinate]), "coordinate")],
      mustBe("a list of names, or a map of names to {at, velocity, mass, repeat}"),
    )
    .optional(),
  mass: mass.optional(),
  kinetic: scalar.optional(),
  potential: z.union([scalar, expressions], mustBe("an expression, or a map of names to expressions")).optional(),
  force: nameMap(scalarOrVector, "force").optional(),
  constraints: nameMap(constraint, "constraint").optional(),
  initial: nameMap(scalarOrVector, "initial value").optional(),
  invariants: expressions.optional(),
  outputs: nameMap(output, "outputs").optional(),
  draw: z.array(nameMap(drawn, "drawn thing")).optional(),
  states: z.union([names, expressions], mustBe("a list of names, or a map of names to start values")).optional(),
  rates: expressions.optional(),
  algebraic: z.union([names, expressions], mustBe("a list of names, or a map of names to guesses")).optional(),
  define: nameMap(definitionSchema, "element").optional(),
  elements: z.array(nameMap(z.unknown(), "element")).optional(),
  time: scalar.optional(),
  begin: begin.optional(),
  omega: scalar.optional(),
  run: runSchema.optional(),
});

/** A model as plain data, from a file or from the builder, before `validateModel` has checked it. */
export type ModelData = z.infer<typeof modelSchema>;
export type BodyData = z.infer<typeof body>;
export type JointData = z.infer<typeof joint>;
export type TemplateData = z.infer<typeof template>;
export type MoleculeData = z.infer<typeof molecule>;
export type TableData = z.infer<typeof table>;
export type PlacedData = z.infer<typeof placed>;
export type PointData = z.infer<typeof point>;
export type ParameterData = z.infer<typeof parameter>;
export type MasslessData = z.infer<typeof massless>;
export type CoordinateData = z.infer<typeof coordinate>;
export type RepeatData = z.infer<typeof repeatSchema>;
export type MassData = z.infer<typeof mass>;
export type ConstraintData = z.infer<typeof constraint>;
export type ObservableData = z.infer<typeof observableSchema>;
export type TableFunctionData = z.infer<typeof tableFunction>;
export type OutputData = z.infer<typeof output>;
export type DrawnData = z.infer<typeof drawn>;
export type EventData = z.infer<typeof event>;
export type RunData = z.infer<typeof runSchema>;

/**
 * A formulation, method or projection by name, with or without options, as settings and files give it: `"radau5"` or `{
 * name: "radau5", index: 3 }`.
 */
export type NamedChoice = z.infer<typeof named>;
