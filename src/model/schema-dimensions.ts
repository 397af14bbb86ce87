/**
 * The dimensions of the numbers of a model file, in the words of definitions: those of each map of `schema.ts`, by its title.
 * Numbers that are not listed may have any dimension. The parameters of elements have theirs in their definitions.
 */

const site = { mass: "mass", at: "length", charge: "charge", sigma: "length", epsilon: "energy" };

export const dimensions = {
  "a point": { ...site, velocity: "velocity" },
  "a body": {
    mass: "mass",
    inertia: "inertia",
    at: "length",
    centre: "length",
    inertiaAt: "length",
    box: "length",
    cylinder: "length",
    sphere: "length",
    bar: "length",
    plate: "length",
    angle: "angle",
    velocity: "velocity",
    spin: "angle/time",
  },
  "a joint": { at: "length", angle: "angle", travel: "length", pitch: "length", length: "length" },
  "a site of a molecule": site,
  "a molecule": { at: "length", angle: "angle", velocity: "velocity" },
  "an observable": { correlation: "time" },
  observe: { every: "time", after: "time" },
  run: { until: "time", step: "time", maxStep: "time", every: "time", saveAt: "time" },
  "a model": { box: "length", time: "time", kinetic: "energy", potential: "energy" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
