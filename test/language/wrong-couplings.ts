/** Wrong files with states beside coordinates, included files and joints; see `wrong-files.ts`. */

import { file, type WrongFile } from "./wrong-files.js";

const mass = "coordinates: { x: { mass: 1 } }";
const body = "bodies: { arm: { mass: 1, inertia: 1, at: [0, 0] } }";
const space = "bodies: { arm: { mass: 1, inertia: [1, 1, 1], at: [0, 0, 0] } }";

export const wrongCouplings: readonly WrongFile[] = [
  {
    title: "states without rates",
    text: `§taut: 1\n${mass}\nstates: { s: 1 }\n`,
    says: ["each state needs its rate"],
  },
  file("a rate of a coordinate", `${mass}\nstates: { s: 1 }\nrates: { s: -s, x: §1 }`, "has forces instead"),
  file(
    "a force on a state",
    `${mass}\nstates: { s: 1 }\nrates: { s: -s }\nforce: { s: §1 }`,
    "forces act on coordinates",
  ),
  file("a state without its rate", `${mass}\nstates: { s: 1, u: 2 }\n§rates: { s: -s }`, 'the state "u" has no rate'),
  {
    title: "an algebraic variable without an equation",
    text: `§taut: 1\n${mass}\nstates: { s: 1 }\nalgebraic: [w]\nrates: { s: w }\n`,
    says: ["each algebraic variable needs one"],
  },
  file(
    "a rate of an algebraic variable",
    `${mass}\nalgebraic: [w]\nstates: { s: 1 }\nrates: { s: w, w: §1 }\nconstraints: { e: w - s }`,
    "is an algebraic variable",
  ),
  file(
    "a state and a coordinate of one name",
    `${mass}\nstates: { x: §1 }\nrates: { x: -x }`,
    "already used by coordinates.x",
  ),
  file(
    "a start velocity of a state",
    `${mass}\nstates: { s: 1 }\nrates: { s: -s }\ninitial: { s': §1 }`,
    "a state has no velocity",
  ),
  file("an unknown name in a rate", `${mass}\nstates: { s: 1 }\nrates: { s: §-sp }`, 'unknown name "sp"'),
  ...["x_dot", "xdot", "vx", "dx"].map((spelling) =>
    file(
      `a velocity written ${spelling}`,
      `${mass}\nstates: { s: 1 }\nrates: { s: §-${spelling} }`,
      `unknown name "${spelling}"; a time derivative is written x'`,
    ),
  ),
  file(
    "the velocity of a point by the name of its column",
    `points: { bob: { mass: 1, at: [0, 0] } }\nforce: { bob: [§-bob_vx, 0] }`,
    "a time derivative is written bob_x'",
  ),
  file("rates without states", `${mass}\n§rates: { x: 1 }`, "rates need states"),
  file("an include that was not read", `${mass}\ninclude: §parts.yaml`, "must be read before"),
  file("an include that is a map", `${mass}\n§include: { file: parts.yaml }`, "a file, or a list of files"),
  file("an include that is a number", `${mass}\ninclude: §3`, "a file, or a list of files"),
  file("an unknown joint", `${body}\njoints:\n  - §bal: { between: [world, arm], at: [0, 0] }`, 'Did you mean "ball"?'),
  file(
    "a joint of an unknown body",
    `${body}\njoints:\n  - ball: { between: [world, §amr], at: [0, 0] }`,
    'Did you mean "arm"?',
  ),
  file(
    "a hinge without an axis",
    `${space}\njoints:\n  - §hinge: { between: [world, arm], at: [0, 0, 0] }`,
    "needs an axis",
  ),
  file(
    "a hinge with an axis of zero",
    `${space}\njoints:\n  - §hinge: { between: [world, arm], at: [0, 0, 0], axis: [0, 0, 0] }`,
    "must not be zero",
  ),
  file(
    "a joint with an unknown name in its place, and no name of the program",
    `${body}\njoints:\n  - ball: { between: [world, arm], at: [§q, 0] }`,
    'unknown name "q"',
  ),
  file(
    "a body with an axis of zero",
    "bodies: { arm: { mass: 1, inertia: [1, 1, 1], at: [0, 0, 0], angle: 1, §axis: [0, 0, 0] } }",
    "an axis must not be zero",
  ),
  file("a torque with an unknown name", `${body}\nelements:\n  - torque: { on: arm, torque: §M }`, 'unknown name "M"'),
  file(
    "a body with an unknown name in its angle",
    "bodies: { arm: { mass: 1, inertia: 1, at: [0, 0], angle: §phi } }",
    'unknown name "phi"',
  ),
  file(
    "positions of one molecule without repeat",
    "units: eV-Å-amu\nmolecules: { w: { template: tip3p, §positions: [[0, 0, 0], [1, 0, 0]] } }",
    "3 sites",
  ),
  file(
    "rows for two molecules of three",
    "units: eV-Å-amu\nmolecules: { w: { template: tip3p, repeat: 3, §positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 5], [1, 0, 5], [0, 1, 5]] } }",
    "for each of the 3 molecules; there are rows for 2",
  ),
];
