/** Models for conformance tests, which together use every element, every kind of law and every kind of mass. */

export const conformanceModels: Readonly<Record<string, string>> = {
  "rods, plain and squared, between free, fixed and moving points": `
taut: 1
points:
  a: { mass: 1, at: [1, 0.1], velocity: [0.2, -0.5] }
  b: { mass: 2, at: [1.9, 0.3], velocity: [-0.3, 0.4] }
  c: { mass: 3, at: [2.5, -0.4], velocity: [0.1, 0.7] }
  pin: { fixed: true, at: [0.2, 0.3] }
  crank: { fixed: true, at: ["0.3*cos(2*t)", "0.2*sin(3*t) - 1"] }
elements:
  - rod: { between: [pin, a], length: 1.1 }
  - rod: { between: [a, b], length: 0.9, omega: 7 }
  - rod: { between: [b, c], length: 0.8, squared: true, omega: 3 }
  - rod: { between: [crank, c], length: 2.4 }
  - gravity: [0, -9.81]
omega: 11
`,
  "springs, dampers and drag in space, in families": `
taut: 1
parameters: { n: 5, k: 30 }
points:
  p: { repeat: n, mass: "1 + i/3", at: ["i", "0.3*sin(i)", "0.2*cos(2*i)"], velocity: ["0.1*i", "-0.2", "0.3 - 0.1*i"] }
elements:
  - spring: { repeat: n - 1, between: ["p[i]", "p[i+1]"], length: "0.8 + 0.05*i", stiffness: k }
  - damper: { repeat: n - 1, between: ["p[i]", "p[i+1]"], damping: 0.7 }
  - rod: { repeat: n - 2, between: ["p[i]", "p[i+2]"], length: 2.1 }
  - drag: 0.3
  - gravity: [0, 0, -9.81]
omega: 5
`,
  "points on a line and on a plane": `
taut: 1
points:
  a: { mass: 1, at: [1, 0.1, 0.2], velocity: [0.2, -0.5, 0.4] }
  b: { mass: 2, at: [0.4, 1.1, -0.3], velocity: [0.6, 0.1, 0.3] }
  o: { fixed: true, at: [0.1, 0.1, 0.1] }
elements:
  - point-on-line: { on: [a], through: [0, 0, 0], direction: [1, 0.2, 0.3] }
  - point-on-plane: { on: [b], through: [0, 1, 0], normal: [0.1, 1, -0.2] }
  - spring: { between: [a, b], length: 0.7, stiffness: 4 }
omega: 3
`,
  "angles in the plane": `
taut: 1
points:
  a: { mass: 1, at: [1, 0.1], velocity: [0.2, -0.5] }
  b: { mass: 2, at: [1.8, 0.7], velocity: [-0.3, 0.4] }
  c: { mass: 3, at: [2.9, 0.2], velocity: [0.1, 0.7] }
elements:
  - angle: { on: [a, b, c], angle: 2.1 }
  - rod: { between: [a, b] }
omega: 6
`,
  "angles and angle springs in space": `
taut: 1
points:
  a: { mass: 1, at: [1, 0.1, 0.3], velocity: [0.2, -0.5, 0.1] }
  b: { mass: 2, at: [1.8, 0.7, -0.2], velocity: [-0.3, 0.4, 0.2] }
  c: { mass: 3, at: [2.9, 0.2, 0.4], velocity: [0.1, 0.7, -0.6] }
  d: { mass: 1, at: [3.3, 1.2, 0.1], velocity: [0.3, 0.1, 0.2] }
elements:
  - angle: { on: [a, b, c], angle: 2.1 }
  - angle-spring: { on: [b, c, d], stiffness: 3, angle: 1.4 }
omega: 6
`,
  "angle and torsion springs": `
taut: 1
coordinates: { theta: { at: 0.4, velocity: 0.2, mass: 2 } }
points:
  a: { mass: 1, at: [1, 0.1], velocity: [0.2, -0.5] }
  b: { mass: 2, at: [1.8, 0.7], velocity: [-0.3, 0.4] }
  c: { mass: 3, at: [2.9, 0.2], velocity: [0.1, 0.7] }
elements:
  - angle-spring: { on: [a, b, c], stiffness: 3, angle: 2.4 }
  - torsion-spring: { on: [theta], stiffness: 5, angle: 0.1 }
constraints: { tie: x(a) - theta^2 }
omega: 6
`,
  "drives, wheels and dampers on coordinates": `
taut: 1
coordinates:
  a: { at: 0.4, velocity: 0.2, mass: 2 }
  b: { at: -0.3, velocity: 0.5, mass: 1 }
  c: { at: 0.1, velocity: -0.4, mass: 3 }
  d: { at: 0.6, velocity: 0.3, mass: 0.5 }
  e: { at: 0.2, velocity: 0.1, mass: 1.5 }
elements:
  - torsion-damper: { on: e, damping: 0.3 }
  - drive: { on: a, to: 0.4 + sin(t)/5 }
  - gear: { between: [a, b], ratio: 2 }
  - gear: { between: [b, e], ratio: 3/2, internal: true }
  - rack: { between: [b, c], radius: 0.3 }
  - belt: { between: [b, d], ratio: 1.2 }
omega: 6
`,
  "free coordinates with every elementary function, time and velocity": `
taut: 1
coordinates: { u: { at: 0.4, velocity: 0.3 }, w: { at: 0.7, velocity: -0.6 }, z: { at: -0.3, velocity: 0.2 } }
mass: { u: 1.5, w: 2.5, z: 0.5 }
potential:
  one: sin(u)*cos(w) + tan(z/2) + exp(u*z) + log(2 + w^2) + sqrt(1 + u^2)
  two: asin(z/2) + acos(u/3) + atan(w) + atan2(u + 2, w) + sinh(z) + cosh(u) + tanh(w) + (2 + z)^1.7 + hypot(u, 2)
force: { u: "-u'*abs(w') + sin(t)*z", w: "-0.3*w' + u*z'", z: cos(2*t) - z'^3 }
constraints: { loop: u^2 + w*z + 0.2*sin(t)*w - 0.1, other: sin(u) - z*w + t/5 }
omega: 4
`,
  "a kinetic energy: the double pendulum in angles, with a dense block beside it": `
taut: 1
parameters: { g: 9.81 }
coordinates: { a: { at: 0.7, velocity: 0.3 }, b: { at: -0.4, velocity: 0.9 }, x: { at: 0.2, velocity: 0.1 }, y: { at: 0.3, velocity: -0.2 } }
kinetic: a'^2 + b'^2/2 + a'*b'*cos(a - b)
mass: [{ of: [x, y], matrix: [[2, 0.5], [0.5, 1]] }]
potential: -g*(2*cos(a) + cos(b)) + x^2*y
constraints: { tie: x - sin(a) + y^2, tie2: b + x*y + a/3 }
omega: 3
`,
  "a bond that can break, a rotation about a bond, charges and atoms": `
taut: 1
points:
  a: { mass: 1, at: [0, 0.1, 0], velocity: [0.2, -0.5, 0.1], charge: 0.7, molecule: m }
  b: { mass: 2, at: [1, 0, 0.2], velocity: [-0.3, 0.4, 0.2], charge: -0.4, sigma: 0.7, epsilon: 0.3, molecule: m }
  c: { mass: 3, at: [1.2, 1.1, 0], velocity: [0.1, 0.7, -0.3], sigma: 0.6, epsilon: 0.2, molecule: m }
  d: { mass: 1, at: [2.1, 1.3, 0.8], velocity: [0.1, -0.2, 0.4], charge: 0.5, molecule: m }
  ion: { repeat: 3, mass: 1 + i, at: [0.2*i - 1, 1.2*i - 1, 2], charge: 1 - 0.7*i, sigma: 0.5 + 0.1*i, epsilon: 0.4 }
elements:
  - morse: { between: [a, b], depth: 2, width: 1.3, length: 0.9 }
  - dihedral: { on: [a, b, c, d], stiffness: 0.7, multiplicity: 3, phase: 0.4 }
  - rod: { between: [c, d] }
  - coulomb: { constant: 1.5 }
  - lennard-jones: {}
omega: 6
`,
  "forces that are applied to points and bodies, and gravitation": `
taut: 1
points:
  a: { mass: 1, at: [0.1, 0.2, 1.4], velocity: [0.2, -0.5, 0.3] }
  b: { mass: 2, at: [1.8, 0.7, -0.2], velocity: [-0.3, 0.4, 0.2] }
  c: { mass: 3, at: [2.9, 0.2, 0.4], velocity: [0.1, 0.7, -0.6] }
bodies:
  top: { mass: 2, inertia: [1, 2, 2.5], at: [0.3, 2, 0.5], spin: [0.4, 0.3, -0.2] }
elements:
  - gravitation: { constant: 0.7, softening: 0.3 }
  - push: { on: a, force: ["sin(t)", "-0.3*a_y'", 1] }
  - push: { on: top, force: [0.2, 0, 0.4], turning: true }
  - torque: { on: top, torque: [0.1, "0.2*cos(t)", -0.3] }
  - rod: { between: [b, c] }
omega: 6
`,
};
