/** The mechanical models of Tao–Owhadi, with the signs that reproduce its results (docs/theory/tao-owhadi.md): pendula and chain hang. */

import { catalogue } from "../../elements/index.js";
import { type Model, parseModelText, validateModel } from "../../model/index.js";

const model = (text: string): Model => validateModel(parseModelText(text), catalogue);

/** Section 3: two degrees of freedom, the first one constrained. */
export const counterExample = model(`
taut: 1
name: Counter-example of section 3
parameters: { omega: 20 }
coordinates: [q1, q2]
mass: 1
potential: (q2 - q1)^2/2
constraints: { first: q1 }
initial: { q1: 0, q2: 1 }
omega: omega
`);

/** Section 4.1. The angles theta and phi of both arms are parameters, for other starts. */
export const doublePendulum = model(`
taut: 1
name: Double pendulum of section 4.1
parameters: { omega: 20, theta: 0, phi: pi/4, kick: 0 }
points:
  a: { mass: 1, at: [sin(theta), -cos(theta)] }
  b: { mass: 1, at: [sin(theta) + sqrt(2)*sin(phi), -cos(theta) - sqrt(2)*cos(phi)], velocity: [kick*cos(phi), kick*sin(phi)] }
elements:
  - rod: { between: [origin, a], length: 1, squared: true, name: upper }
  - rod: { between: [a, b], length: sqrt(2), squared: true, name: lower }
  - gravity: [0, -1]
omega: omega
`);

/** Section 4.1 in generalised coordinates, the form of the benchmark. */
export const angles = model(`
taut: 1
name: Double pendulum in angles
coordinates: { theta: { at: 0 }, phi: { at: pi/4 } }
kinetic: theta'^2 + sqrt(2)*theta'*phi'*cos(theta - phi) + phi'^2
potential: -2*cos(theta) - sqrt(2)*cos(phi)
`);

/** Section 4.2. */
export const chain = model(`
taut: 1
name: Chain of section 4.2
parameters: { n: 10, omega: 20 }
points:
  bead: { repeat: n, mass: 1, at: [i + 1, -2*(i + 1)] }
elements:
  - rod: { between: [origin, "bead[0]"], length: sqrt(5), squared: true, name: hook }
  - rod: { repeat: n - 1, between: ["bead[i]", "bead[i+1]"], length: sqrt(5), squared: true, name: link }
  - gravity: [0, -1]
omega: omega
`);

/**
 * Section 4.4: a ring of bases, each of them a point on a line. The normal deviates of the start come from two hashes of the index by
 * the rule of Box and Muller, so that the model is plain data and a seed.
 */
export const dna = model(`
taut: 1
name: DNA of section 4.4
parameters: { n: 200, seed: 1, strength: 1/1400 }
define:
  stack: { on: [a, b], potential: "dot(a - b, a - b)/2" }
  pair: { on: [a], parameters: { strength: { about: depth } }, potential: strength*(exp(-7*(1 - cos(x(a)) - 0.3)) - 1)^2 }
points:
  base:
    repeat: n
    mass: 1
    at: ["0.8 + 0.1*sqrt(-2*log(mod(abs(sin((i + 1)*12.9898 + seed)*43758.5453), 1)))*cos(2*pi*mod(abs(sin((i + 1)*78.233 + seed)*43758.5453), 1))"]
    velocity: [cos(4*pi*(i + 1)/n)/sqrt(n)]
elements:
  - stack: { repeat: n - 1, on: ["base[i]", "base[i+1]"] }
  - stack: { on: ["base[n-1]", "base[0]"] }
  - pair: { repeat: n, on: ["base[i]"], strength: strength }
`);

/** Section 4.5: the columns of R as points, mass 1/2 each, B mu = 1; off-diagonal entries of R^T R count twice in the penalty. */
export const rotation = model(`
taut: 1
name: Magnetised body of section 4.5
parameters: { omega: 10, kick: 0 }
points:
  d1: { mass: 1/2, at: [1, 0, 0], velocity: [0, 0.1, -0.2] }
  d2: { mass: 1/2, at: [0, 1, 0], velocity: [-0.1, 0, 1] }
  d3: { mass: 1/2, at: [0, 0, 1], velocity: [0.2, -1, kick] }
potential: z(d3)
constraints:
  n1: dot(d1, d1) - 1
  n2: dot(d2, d2) - 1
  n3: dot(d3, d3) - 1
  o12: sqrt(2)*dot(d1, d2)
  o13: sqrt(2)*dot(d1, d3)
  o23: sqrt(2)*dot(d2, d3)
omega: omega
`);
