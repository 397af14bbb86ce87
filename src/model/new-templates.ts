/** Models to start from, with comments that explain every line: `taut new` writes them, and the lab offers them. */

/** A model to start from, as text. */
export interface NewTemplate {
  readonly about: string;
  readonly text: string;
}

/** Editors that understand this line complete the words of models and show what each means. */
const schema = "# yaml-language-server: $schema=./node_modules/taut/dist/schema.json\n";

/**
 * Models to start from, by name, with comments that explain every line.
 *
 * @example
 * run(parseModelText(newTemplates.points.text)).t; // 5
 */
export const newTemplates: Readonly<Record<string, NewTemplate>> = {
  points: {
    about: "points with rods, springs and gravity",
    text: `${schema}taut: 1                        # version of the format
name: Pendulum
units: SI                      # plain numbers are in m, kg, s; others have a unit, such as 20 cm
parameters: { l: 1 m, m: 2 kg }              # change them with: taut run FILE --set l=50cm
points:
  bob: { mass: m, at: [l, 0], velocity: [0, 0] }
  bag: { mass: 500 g, at: ["1.3*l", 0] }
elements:
  - rod: { between: [origin, bob], length: l }           # origin is a fixed point that always exists
  - spring: { between: [bob, bag], stiffness: 0.2 N/mm }   # its length is that at the start
  - gravity: [0, -9.81]
outputs:                       # further columns of the results
  angle: { of: "atan2(bob_x, -bob_y)", unit: deg, continuous: true }
  tension: lambda(rod)         # the force in the rod
run: { until: 5 s }
`,
  },
  linkage: {
    about: "rigid bodies with joints and a driving torque",
    text: `${schema}taut: 1                        # version of the format
name: Crank and rod
units: SI
parameters: { r: 10 cm, l: 30 cm, drive: 2 N*m }
bodies:                        # mass, moment of inertia about the centre, centre and angle at the start
  crank: { mass: 1 kg, inertia: 0.001, at: ["r/2", 0], angle: 0 }
  rod: { mass: 500 g, inertia: 0.004, at: ["r + l/2", 0], angle: 0 }
joints:
  - ball: { between: [world, crank], at: [0, 0], name: bearing }     # a pin in the plane
  - ball: { between: [crank, rod], at: [r, 0], name: pin }
  - ball: { between: [rod, slide], at: [r + l, 0], name: wrist }
  - slider: { between: [world, slide], at: [r + l, 0], axis: [1, 0], name: guide }
elements:
  - torque: { on: crank, torque: drive }
  - push: { on: slide, force: ["-40*slide_x'", 0] }      # the load on the slide: a force against its velocity
outputs:
  stroke: { of: slide_x, unit: mm }
run: { until: 1 s }
`.replace(
      "joints:",
      "  slide: { mass: 800 g, inertia: 0.001, at: [r + l, 0] }\njoints:                        # places and axes are those at the start",
    ),
  },
  coordinates: {
    about: "coordinates of your own, with energies and constraints",
    text: `${schema}taut: 1                        # version of the format
name: Cart and pendulum
parameters: { M: 2, m: 1, l: 0.5, g: 9.81 }  # without units, any consistent ones
coordinates: { x: { at: 0 }, theta: { at: 0.4 } }
# energies say everything; theta' is the velocity of theta
kinetic: (M + m)*x'^2/2 + m*l*x'*theta'*cos(theta) + m*l^2*theta'^2/2
potential: -m*g*l*cos(theta)
force: { x: -0.1*x' }          # forces that are not the gradient of a potential
outputs: { tip: x + l*sin(theta) }
draw:                          # coordinates have no places of their own, so this says what they move
  - ground: { through: [[-0.6, -0.06], [0.6, -0.06]] }
  - box: { at: [x, 0], size: [0.24, 0.12] }
  - link: { through: [[x, 0], [x + l*sin(theta), -l*cos(theta)]], colour: orange }
run: { until: 10 }
`,
  },
  states: {
    about: "a first-order system, such as a reaction or a controller",
    text: `${schema}taut: 1                        # version of the format
name: Van der Pol oscillator
parameters: { mu: 5 }
states: { x: 2, v: 0 }         # names and start values
rates: { x: v, v: mu*(1 - x^2)*v - x }
run: { until: 50 }
`,
  },
};
