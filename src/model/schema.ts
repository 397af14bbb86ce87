/**
 * The shape of a model file, section by section. The types of the data follow from it, and so does the JSON Schema that
 * editors use. What shapes cannot express (names that exist, ranges of numbers) is checked in `validate.ts` and `lower/`.
 */

import { unitsSpellings } from "../core/units.js";
import { watchedKinds } from "../core/watched.js";
import { definitionSchema } from "./definition.js";
import { exact, nameMap, notA, scalar, scalarOrVector, vector } from "./shapes.js";
import { z } from "./z.js";

export const repeatSchema = z
  .union([scalar, nameMap(scalar, "extents")], {
    error:
      "repeat is a number of members (with the index i), or a map of indices to extents such as {i: rows, j: columns}.",
  })
  .describe("Number of members, with the index i; or a map of indices to extents, {i: rows, j: columns}.");

const units = z
  .enum(unitsSpellings, notA("a set of units that is known here", `Write one of: ${unitsSpellings.join(", ")}.`))
  .describe("Units of energy, length and mass; charges are in elementary charges.");

/** Properties of a site that pair elements read. */
const siteNumbers = {
  charge: scalar.optional().describe("Charge, for the element coulomb."),
  sigma: scalar
    .optional()
    .describe("Distance at which the Lennard-Jones energy is zero, for the element lennard-jones."),
  epsilon: scalar.optional().describe("Depth of the Lennard-Jones energy, for the element lennard-jones."),
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

const point = exact("a point", {
  mass: scalar.optional().describe("Mass. Needed unless the point is fixed or the kinetic energy is given otherwise."),
  at: placed.describe(
    "Position at the start, or a table with a row for each member. For a fixed point it may contain t, and then the point moves.",
  ),
  velocity: placed.optional().describe("Velocity at the start, or a table of velocities. Default: zero."),
  ...siteNumbers,
  molecule: z
    .string()
    .optional()
    .describe(
      "Name of a molecule. Points with the same name and index form a molecule; pair elements do not act within it.",
    ),
  fixed: z.boolean().optional().describe("True for an anchor, which does not move by itself."),
  direction: z
    .boolean()
    .optional()
    .describe("True for a direction instead of a place: gravity and other elements on every point do not act on it."),
  repeat: repeatSchema.optional(),
});

const coordinate = exact("a coordinate", {
  at: scalar.optional().describe("Value at the start. Default: 0."),
  velocity: scalar.optional().describe("Velocity at the start. Default: 0."),
  mass: scalar.optional().describe("Mass or moment of inertia of this coordinate."),
  repeat: repeatSchema.optional(),
});

const body = exact("a body", {
  mass: scalar.describe("Mass."),
  inertia: scalarOrVector.describe("Principal moments about the centre of mass: three in space, one in the plane."),
  at: vector.describe("Centre of mass at the start."),
  angle: scalar.optional().describe("Rotation of its principal axes at the start, in radians. Default: 0."),
  axis: vector.optional().describe("In space, the axis of that rotation. Default: [0, 0, 1]."),
  velocity: vector.optional().describe("Velocity of the centre of mass at the start. Default: zero."),
  spin: scalarOrVector.optional().describe("Rates of rotation about its principal axes at the start. Default: zero."),
});

const joint = exact("a joint", {
  between: z.tuple([z.string(), z.string()], notA("a pair of bodies", 'Write between: [a, b]; one may be "world".')),
  at: vector.describe("Place of the joint at the start."),
  axis: vector.optional().describe("Axis of a hinge or slider at the start."),
  axes: z.array(vector).optional().describe("The two axes of a universal joint at the start, at right angles."),
  name: z.string().optional().describe("Name of its constraints."),
});

const site = exact("a site of a molecule", {
  mass: scalar.describe("Mass."),
  at: vector.describe("Place in the molecule."),
  ...siteNumbers,
});

const template = exact("a template", {
  about: z.string().optional().describe("What the template describes, in a sentence."),
  units: units
    .optional()
    .describe("Units of its numbers, which are converted to those of the model. Default: those of the model."),
  sites: nameMap(site, "sites").describe("Sites by name."),
  elements: z
    .array(nameMap(z.unknown(), "element"))
    .optional()
    .describe("Elements between sites of the same molecule, which they refer to by name."),
});

const molecule = exact("a molecule", {
  template: z
    .string(notA("the name of a template"))
    .describe("Name of a template: your own, or a built-in one (tip3p)."),
  repeat: repeatSchema.optional(),
  at: placed.optional().describe("Origin of the molecule at the start: expressions of the index, or a table."),
  angle: scalar.optional().describe("Rotation of the molecule at the start, in radians. Default: 0."),
  axis: vector.optional().describe("In space, the axis of that rotation. Default: [0, 0, 1]."),
  velocity: placed.optional().describe("Velocity of all its sites at the start. Default: zero."),
  positions: table.optional().describe("Instead of at: positions with a row for each site, molecule by molecule."),
  velocities: table.optional().describe("With positions: velocities with a row for each site, molecule by molecule."),
});

const names = z.array(z.string()).min(1, { error: "the list is empty. Name at least one." });
const massMap = nameMap(scalar, "mass");
const massBlock = exact("a block of the mass matrix", {
  of: names.describe("The coordinates of the block, in the order of its rows."),
  matrix: z.array(z.array(scalar)).describe("Rows of the symmetric, positive definite block."),
});
const mass = z.union([scalar, massBlock, massMap, z.array(z.union([massBlock, massMap]))], {
  error:
    "mass is a number for all coordinates, a map {theta: J}, or a list of maps and blocks {of: [x, y], matrix: [[…], […]]}.",
});

const constraint = z.union(
  [
    scalarOrVector,
    exact("a constraint", {
      expression: scalarOrVector.describe("Expression that must vanish."),
      omega: scalar.optional().describe("Stiffness of this constraint in the stiff view. Default: that of the run."),
    }),
  ],
  { error: "a constraint is an expression that must vanish, or {expression: …, omega: …}." },
);

const event = exact("an event", {
  when: scalar.describe("The event happens where this expression changes sign."),
  direction: z
    .enum(["rising", "falling", "both"], { error: 'the direction is "rising", "falling" or "both".' })
    .optional()
    .describe("Which changes of sign count. Default: both."),
  stop: z.boolean({ error: "stop is true or false." }).optional().describe("End the run there. Default: false."),
});

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
      of: readings
        .optional()
        .describe("An expression of coordinates, velocities and t, or a list of them whose values are pooled."),
      temperature: members
        .optional()
        .describe(
          "Twice the kinetic energy divided by the degrees of freedom, for points by name (a family, bead[3], H*) or for all.",
        ),
      distances: z
        .tuple([members, members], notA("a pair of names", "Write [oxygen, oxygen]."))
        .optional()
        .describe("Distances between the points of two groups; with a histogram, a radial distribution."),
      histogram: exact("a histogram", { from: scalar, to: scalar, bins: scalar })
        .optional()
        .describe("How often values fall into bins from `from` to `to`."),
      correlation: scalar.optional().describe("Longest lag of the autocorrelation, as a time."),
    }),
  ],
  {
    error:
      "an observable is an expression, a list of them, or one of {of: …}, {temperature: …}, {distances: […, …]}, with histogram: {from, to, bins} and correlation: time.",
  },
);

const observe = exact("observe", {
  every: scalar.optional().describe("Time between measurements. Default: every accepted step."),
  after: scalar.optional().describe("Time of the first measurement. Default: the start."),
});

const option = z.union([z.number(), z.string(), z.boolean(), z.array(z.number())], {
  error: "an option is a number, a text, true or false, or a list of numbers.",
});
const named = z
  .union([z.string(), z.object({ name: z.string() }).catchall(option)], {
    error: "this is a name, or a map with a name and options: {name: …, option: value}.",
  })
  .describe("A name, or a map with a name and options.");

export const runSchema = exact("run", {
  formulation: named.optional(),
  method: named.optional(),
  projection: named.optional(),
  start: z
    .enum(["project", "check", "assume"], { error: 'start is "project", "check" or "assume".' })
    .optional()
    .describe("Whether the start is projected onto the constraints, checked, or taken as it is. Default: project."),
  until: scalar.optional().describe("Time at which the run ends."),
  step: scalar.optional().describe("Step length; fixed when the method has no error control."),
  maxStep: scalar.optional().describe("Longest step with error control."),
  maxSteps: scalar.optional().describe("Largest number of steps."),
  rtol: scalar.optional().describe("Relative tolerance."),
  atol: scalar.optional().describe("Absolute tolerance."),
  norm: z
    .enum(["rms", "max"], { error: 'norm is "rms" or "max".' })
    .optional()
    .describe("The norm of an error that must stay below the tolerance: root mean square, or largest component."),
  every: scalar.optional().describe("Interval between saved states."),
  saveAt: z.array(scalar).optional().describe("Times of saved states."),
  events: nameMap(event, "event").optional(),
  observables: nameMap(observableSchema, "observables")
    .optional()
    .describe("What is measured during the run: means with errors, histograms, autocorrelations."),
  observe: observe.optional().describe("When observables are measured."),
  omega: scalar.optional().describe("Stiffness of the stiff view; it takes precedence over that of the model."),
  seed: scalar.optional().describe("Seed of random numbers."),
  accept: z
    .array(z.enum(watchedKinds, { error: `accept is a list of ${watchedKinds.join(", ")}.` }))
    .optional()
    .describe("What the run need not keep although the model does: it is neither warned of nor a failure."),
});

const expressions = nameMap(scalar, "expression");

const begin = exact("begin", {
  time: z.number().optional().describe("Time of this state. Default: the time at the start."),
  state: z.array(z.number()).describe("Coordinates in the order of the results, then velocities; or states."),
});

export const modelSchema = exact("a model", {
  taut: z
    .literal(1, notA("a version of the format that is read here", "Write taut: 1."))
    .describe("Version of the format."),
  name: z.string().optional().describe("Title."),
  about: z.string().optional().describe("One sentence on what to look at."),
  units: units.optional(),
  parameters: expressions.optional().describe("Numbers, or expressions of other parameters."),
  points: nameMap(point, "point").optional().describe("Points in 1, 2 or 3 dimensions, all of one dimension."),
  bodies: nameMap(body, "body").optional().describe("Rigid bodies, in natural coordinates."),
  templates: nameMap(template, "template").optional().describe("Molecules of your own, by name."),
  molecules: nameMap(molecule, "molecule").optional().describe("Molecules: templates, repeated and placed."),
  box: z
    .array(scalar)
    .optional()
    .describe("Edges of a periodic box, in which pair elements act between nearest images. Default: no box."),
  joints: z.array(nameMap(joint, "joint")).optional().describe("Joints: ball, hinge, universal, slider, weld."),
  coordinates: z
    .union([names, nameMap(z.union([scalar, coordinate]), "coordinate")], {
      error: "coordinates are a list of names, or a map of names to {at, velocity, mass, repeat}.",
    })
    .optional()
    .describe("Scalar coordinates: a list of names, or a map of names to start values."),
  mass: mass
    .optional()
    .describe("Constant mass matrix of the coordinates: a number, a map, or a list with dense blocks."),
  kinetic: scalar.optional().describe("Kinetic energy T(q, v), instead of mass."),
  potential: z
    .union([scalar, expressions], { error: "a potential is an expression, or a map of names to expressions." })
    .optional(),
  force: nameMap(scalarOrVector, "force").optional().describe("Forces on coordinates (scalars) and points (vectors)."),
  constraints: nameMap(constraint, "constraint")
    .optional()
    .describe("Expressions of positions and t that must vanish; for states, of states, algebraic variables and t."),
  initial: nameMap(scalarOrVector, "initial value")
    .optional()
    .describe("Start values by name: theta, theta', a, a_x'."),
  invariants: expressions
    .optional()
    .describe("Functions of positions, velocities and t that keep their starting value."),
  states: z
    .union([names, expressions], { error: "states are a list of names, or a map of names to start values." })
    .optional()
    .describe("The unknowns of a first-order system, instead of points and coordinates."),
  rates: expressions.optional().describe("The time derivative of each state."),
  algebraic: z
    .union([names, expressions], { error: "algebraic variables are a list of names, or a map of names to guesses." })
    .optional()
    .describe(
      "Unknowns of a first-order system that have no rates: an equal number of constraints determines them. A map gives guesses of their start values.",
    ),
  define: nameMap(definitionSchema, "element")
    .optional()
    .describe("New kinds of elements, written like the built-in ones."),
  elements: z.array(nameMap(z.unknown(), "element")).optional().describe("Elements, such as rods and springs."),
  time: scalar.optional().describe("Time at the start. Default: 0."),
  begin: begin
    .optional()
    .describe(
      "A whole state at which to begin instead of the start values; taut run --from makes it from an earlier result.",
    ),
  omega: scalar.optional().describe("Default stiffness of constraints in the stiff view. Default: 1000."),
  run: runSchema.optional().describe("How to run the model; options of the command take precedence."),
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
export type CoordinateData = z.infer<typeof coordinate>;
export type RepeatData = z.infer<typeof repeatSchema>;
export type MassData = z.infer<typeof mass>;
export type ConstraintData = z.infer<typeof constraint>;
export type ObservableData = z.infer<typeof observableSchema>;
export type EventData = z.infer<typeof event>;
export type RunData = z.infer<typeof runSchema>;

/**
 * A formulation, method or projection by name, with or without options, as settings and files give it: `"radau5"` or `{
 * name: "radau5", index: 3 }`.
 */
export type NamedChoice = z.infer<typeof named>;
