/** Wrong files with units; see `wrong-files.ts`. */

import { file, type WrongFile } from "./wrong-files.js";

const si = "units: SI";
const point = "points: { a: { mass: 1 kg, at: [1 m, 0] } }";

export const wrongUnits: readonly WrongFile[] = [
  file("an unknown set of units", "units: §imperial\ncoordinates: { x: { mass: 1 } }", "Write one of: SI, mm-t-s, cgs"),
  file("a suffix without units", "points: { a: { mass: §3 kg, at: [1, 0] } }", "write units: SI in the model"),
  file("a suffix without units in a law", "coordinates: { x: { mass: 1 } }\npotential: §2 m*x", "or 2*m to multiply"),
  file(
    "a mass that is a length",
    `${si}\npoints: { a: { mass: §3 mm, at: [1, 0] } }`,
    'must be a mass; "3 mm" is a length',
  ),
  file("a place that is a mass", `${si}\npoints: { a: { mass: 1, at: [§3 kg, 0] } }`, "must be a length"),
  file(
    "a velocity that is a length",
    `${si}\npoints: { a: { mass: 1, at: [0, 0], velocity: [1, §3 mm] } }`,
    "must be a speed",
  ),
  file(
    "a parameter of the wrong kind",
    `${si}\nparameters: { l: 3 kg }\n${point}\nelements:\n  - rod: { between: [origin, a], length: §l }`,
    '"l" is a mass',
  ),
  file(
    "a stiffness that is a force",
    `${si}\n${point}\nelements:\n  - spring: { between: [origin, a], stiffness: §30 N }`,
    "a quantity in N/m",
  ),
  file(
    "a gravity that is a speed",
    `${si}\n${point}\nelements:\n  - §gravity: [0, -9.81 m/s]`.replace("§gravity: [0, -9.81", "gravity: [0, §-9.81"),
    "must be an acceleration",
  ),
  file(
    "a damping that is a stiffness",
    `${si}\n${point}\nelements:\n  - drag: { damping: §3 N/m }`,
    "a quantity in kg/s",
  ),
  file("a spin in hertz", `${si}\nbodies: { arm: { mass: 1, inertia: 1, at: [0, 0], spin: §50 Hz } }`, "in rad/s"),
  file(
    "an inertia that is a mass",
    `${si}\nbodies: { arm: { mass: 1, inertia: §2 kg, at: [0, 0] } }`,
    "must be an inertia",
  ),
  file(
    "a joint at an angle",
    `${si}\nbodies: { arm: { mass: 1, inertia: 1, at: [0, 0] } }\njoints: [ball: { between: [world, arm], at: [§30 deg, 0] }]`,
    "must be a length",
  ),
  file("an end that is a length", `${si}\n${point}\nrun: { until: §3 m }`, "must be a time"),
  file(
    "a sum of a length and a mass",
    `${si}\nparameters: { l: 3 m, m: 2 kg, x: §l + m }\n${point}`,
    "a length and a mass",
  ),
  file(
    "the sine of a length",
    `${si}\nparameters: { l: 3 m }\n${point}\npotential: §sin(l)*a_x`,
    "pure number or an angle",
  ),
  file("an exponent with a unit", `${si}\nparameters: { l: §2^(3 m) }\n${point}`, "an exponent must be a pure number"),
  file(
    "a potential that is a force",
    `${si}\nparameters: { F: 3 N }\n${point}\npotential: §F*a_x/(2 m)`,
    "must be an energy",
  ),
  file(
    "a force that is an energy",
    `${si}\nparameters: { E: 3 J }\n${point}\nforce: { a: [§E, 0] }`,
    "must be a force",
  ),
  file("a rate of another kind", `${si}\nstates: { i: 2 A }\nrates: { i: §3 A }`, "a quantity in A/s"),
  file("a unit or a name", `${si}\nparameters: { s: 2, v: §2*20 m/s }\n${point}`, 'not clear whether "s" is a unit'),
  file(
    "an output in a unit of another kind",
    `${si}\n${point}\noutputs: { d: { of: norm(a), unit: §kg } }`,
    "must be a unit of a length",
  ),
  file(
    "an output in a unit that does not exist",
    `${si}\n${point}\noutputs: { d: { of: norm(a), unit: §furlong } }`,
    "must be a unit, such as",
  ),
  file(
    "a definition with an unknown unit",
    `${si}\n${point}\ndefine: { d: { on: [p], parameters: { k: { unit: §foo } }, potential: "k*x(p)" } }`,
    "a dimension in words",
  ),
  file(
    "a plain default in another unit",
    `${si}\n${point}\ndefine: { d: { on: [p], parameters: { k: { unit: mm, default: §20 } }, constraint: "norm(p) - k" } }`,
    "default: 20 mm",
  ),
  file(
    "an element of one's own with a wrong unit",
    `${si}\n${point}\ndefine: { d: { on: [p], parameters: { r: { unit: length } }, constraint: "norm(p) - r" } }\nelements:\n  - d: { on: a, r: §2 s }`,
    "must be a length",
  ),
  file(
    "a torsion spring in newtons per metre",
    `${si}\ncoordinates: { theta: { at: 30 deg, mass: 1 } }\nelements:\n  - torsion-spring: { on: theta, stiffness: §3 N/mm }`,
    "must be an energy",
  ),
  file(
    "a unit in a template that has units",
    "units: SI\ntemplates: { w: { units: eV-Å-amu, sites: { O: { mass: 16, at: [0, 0, §3 nm] } } } }\nmolecules: { m: { template: w, at: [0, 0, 0] } }",
    "are in eV-Å-amu",
  ),
  file(
    "three wrong units",
    `${si}\npoints: { a: { mass: §3 mm, at: [§2 kg, 0] } }\nrun: { until: §2 N }`,
    ...["must be a mass", "must be a length", "must be a time"],
  ),
];
