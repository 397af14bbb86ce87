/**
 * The shape of a model file, section by section. The types of the data follow from it, and so does the JSON Schema that
 * editors use. What shapes cannot say (names that exist, numbers in range) is checked in `validate.ts` and in `lower/`.
 */

import { unitsSpellings } from "../core/units.js";
import { definitionSchema } from "./definition.js";
import { exact, nameMap, notA, scalar, scalarOrVector, vector } from "./shapes.js";
import { z } from "./z.js";

export const repeatSchema = z
  .union([scalar, nameMap(scalar, "extents")], {
    error:
      "repeat is a number of members (with the index i), or a map of indices to extents such as {i: rows, j: columns}.",
  })
  .describe("Number of members, with the index i; or a map of indices to extents, {i: rows, j: columns}.");

const point = exact("a point", {
  mass: scalar.optional().describe("Mass. Needed unless the point is fixed or the kinetic energy is given otherwise."),
  at: scalarOrVector.describe("Position at the start; of a fixed point it may contain t, and then the point moves."),
  velocity: scalarOrVector.optional().describe("Velocity at the start. Default: zero."),
  fixed: z.boolean().optional().describe("True for an anchor, which does not move by itself."),
  direction: z
    .boolean()
    .optional()
    .describe("True for a direction instead of a place: gravity and what else acts everywhere leave it alone."),
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
  axis: vector.optional().describe("In space, what that rotation is about. Default: [0, 0, 1]."),
  velocity: vector.optional().describe("Velocity of the centre of mass at the start. Default: zero."),
  spin: scalarOrVector.optional().describe("Rates of rotation about its principal axes at the start. Default: zero."),
});

const joint = exact("a joint", {
  between: z.tuple([z.string(), z.string()], notA("a pair of bodies", 'Write between: [a, b]; "world" is a side too.')),
  at: vector.describe("Where it is at the start."),
  axis: vector.optional().describe("Axis of a hinge or slider at the start."),
  axes: z.array(vector).optional().describe("The two axes of a universal joint at the start, at right angles."),
  name: z.string().optional().describe("Name of its constraints."),
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
      expression: scalarOrVector.describe("What must vanish."),
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
    .describe("Whether the start is moved onto the constraints, checked, or believed. Default: project."),
  until: scalar.optional().describe("Time at which the run ends."),
  step: scalar.optional().describe("Step length; fixed when the method has no error control."),
  maxStep: scalar.optional().describe("Longest step with error control."),
  maxSteps: scalar.optional().describe("Largest number of steps."),
  rtol: scalar.optional().describe("Relative tolerance."),
  atol: scalar.optional().describe("Absolute tolerance."),
  every: scalar.optional().describe("Interval between saved states."),
  saveAt: z.array(scalar).optional().describe("Times of saved states."),
  events: nameMap(event, "event").optional(),
  omega: scalar.optional().describe("Stiffness of the stiff view; wins over the model's own."),
  seed: scalar.optional().describe("Seed of random numbers."),
});

const expressions = nameMap(scalar, "expression");

export const modelSchema = exact("a model", {
  taut: z
    .literal(1, notA("a version of the format that is read here", "Write taut: 1."))
    .describe("Version of the format."),
  name: z.string().optional().describe("Title."),
  about: z.string().optional().describe("One sentence on what to look at."),
  units: z
    .enum(unitsSpellings, notA("a set of units that is known here", `Write one of: ${unitsSpellings.join(", ")}.`))
    .optional()
    .describe("What the numbers mean: units of energy, length and mass, with charges in elementary charges."),
  parameters: expressions.optional().describe("Numbers, or expressions of other parameters."),
  points: nameMap(point, "point").optional().describe("Points in 1, 2 or 3 dimensions, all of one dimension."),
  bodies: nameMap(body, "body").optional().describe("Rigid bodies, in natural coordinates."),
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
    .describe("Expressions of positions and t that must vanish; of states, algebraic variables and t beside states."),
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
      "Unknowns of a first-order system that have no rates: the constraints, as many, decide them. A map gives guesses of their start.",
    ),
  define: nameMap(definitionSchema, "element")
    .optional()
    .describe("Elements of your own, in the vocabulary of the built-in ones."),
  elements: z.array(nameMap(z.unknown(), "element")).optional().describe("Elements: one law on some points each."),
  time: scalar.optional().describe("Time at the start. Default: 0."),
  omega: scalar.optional().describe("Default stiffness of constraints in the stiff view. Default: 1000."),
  run: runSchema.optional().describe("How to run the model unless the command says otherwise."),
});

/** A model as plain data: what a file holds and the builder makes. */
export type ModelData = z.infer<typeof modelSchema>;
export type BodyData = z.infer<typeof body>;
export type JointData = z.infer<typeof joint>;
export type PointData = z.infer<typeof point>;
export type CoordinateData = z.infer<typeof coordinate>;
export type RepeatData = z.infer<typeof repeatSchema>;
export type MassData = z.infer<typeof mass>;
export type ConstraintData = z.infer<typeof constraint>;
export type EventData = z.infer<typeof event>;
export type RunData = z.infer<typeof runSchema>;
export type NamedChoice = z.infer<typeof named>;
