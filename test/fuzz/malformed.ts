/**
 * Models with one mistake each: unknown names, wrong types, cycles, zero masses, contradictions, numbers that are not
 * finite, nesting, size, names of inherited members, and code. Each must give one `ModelError` with a path.
 */

export interface Malformed {
  readonly title: string;
  readonly text: string;
  /** The path of the first error, if the test checks it. */
  readonly where?: string;
  /** Part of its message. */
  readonly says?: string;
}

const two = "points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] } }";
const one = "points: { a: { mass: 1, at: [1, 0] } }";
const theta = "coordinates: [theta]\nmass: 1";

/** A model with these lines after `taut: 1`. */
const model = (...lines: readonly string[]) => ["taut: 1", ...lines, ""].join("\n");

const text: readonly Malformed[] = [
  { title: "an empty file", text: "", where: "model" },
  { title: "a text instead of a map", text: "hello" },
  { title: "a list instead of a map", text: "- taut: 1" },
  { title: "broken YAML", text: "points: [1, 2\nrun: {" },
  { title: "a tab as indentation", text: "taut: 1\npoints:\n\ta: 1\n", says: "spaces" },
  { title: "broken JSON", text: '{"taut": 1, "points": }' },
  { title: "the same key twice in YAML", text: model(theta, "potential: 1", "potential: 2"), says: "twice" },
  {
    title: "the same key twice in JSON",
    text: '{"taut": 1, "coordinates": ["a"], "mass": 1, "mass": 2}',
    says: "twice",
  },
  { title: "several documents", text: `${model(one)}---\n${model(one)}`, says: "several documents" },
  { title: "a YAML tag", text: model(theta, "potential: !!js/function 'function () {}'"), says: "tag" },
  { title: "a binary tag", text: model("name: !!binary aGVsbG8=", theta), says: "tag" },
  { title: "YAML 1.1", text: `%YAML 1.1\n---\n${model(theta)}`, says: "1.1" },
  { title: "an alias without an anchor", text: model(theta, "potential: *nowhere"), says: "is an alias" },
  {
    title: "aliases that multiply",
    text: model(
      "a: &a [x, x, x, x, x, x, x, x, x, x]",
      ..."bcdefgh".split("").map((name, k) => `${name}: &${name} [${Array(10).fill(`*${"abcdefg"[k]}`).join(", ")}]`),
    ),
    says: "alias",
  },
  { title: "an alias that contains itself", text: "taut: 1\npoints: &p\n  a: *p\n", says: "inside each other" },
  { title: "lists a hundred thousand deep", text: `a: ${"[".repeat(100_000)}`, says: "inside each other" },
  { title: "a sequence a million deep", text: "- ".repeat(1_000_000), says: "inside each other" },
  { title: "JSON lists ten thousand deep", text: `{"a": ${"[".repeat(10_000)}${"]".repeat(10_000)}}`, says: "inside" },
  { title: "21 MB of text", text: `taut: 1\n# ${"x".repeat(21_000_000)}`, says: "limit" },
];

const shapes: readonly Malformed[] = [
  { title: "no version", text: one, where: "taut", says: "taut: 1" },
  { title: "another version", text: `taut: 2\n${one}`, where: "taut" },
  { title: "an unknown section", text: model(one, "pionts: {}"), where: "pionts", says: 'Did you mean "points"?' },
  { title: "nothing that moves", text: model("name: empty") },
  { title: "only fixed points", text: model("points: { a: { fixed: true, at: [0, 0] } }"), where: "points" },
  { title: "an empty section", text: model(one, "elements:"), where: "elements", says: "the value is missing" },
  {
    title: "a point without a place",
    text: model("points: { a: { mass: 1 } }"),
    where: "points.a.at",
    says: "missing",
  },
  { title: "a point that is a number", text: model("points: { a: 3 }"), where: "points.a" },
  {
    title: "an unknown key of a point",
    text: model("points: { a: { mass: 1, at: [0, 0], velocty: [0, 0] } }"),
    where: "points.a.velocty",
    says: 'Did you mean "velocity"?',
  },
  { title: "a boolean mass", text: model("points: { a: { mass: true, at: [0, 0] } }"), where: "points.a.mass" },
  {
    title: "points in two and three dimensions",
    text: model("points: { a: { mass: 1, at: [0, 0] }, b: { mass: 1, at: [0, 0, 0] } }"),
    where: "points.b.at",
  },
  {
    title: "a point in four dimensions",
    text: model("points: { a: { mass: 1, at: [0, 0, 0, 0] } }"),
    where: "points.a.at",
  },
  {
    title: "a velocity of the wrong dimension",
    text: model("points: { a: { mass: 1, at: [0, 0], velocity: [1] } }"),
    where: "points.a.velocity",
  },
  {
    title: "a velocity of a fixed point",
    text: model("points: { a: { mass: 1, at: [0, 0] }, p: { fixed: true, at: [0, 0], velocity: [1, 0] } }"),
    where: "points.p.velocity",
  },
  {
    title: "an unknown key of the run",
    text: model(one, "run: { methd: rk4 }"),
    where: "run.methd",
    says: 'Did you mean "method"?',
  },
  { title: "a tolerance that is a list", text: model(one, "run: { rtol: [1] }"), where: "run.rtol" },
  { title: "a negative tolerance", text: model(one, "run: { rtol: -1 }"), where: "run.rtol" },
  { title: "save times that go back", text: model(one, "run: { saveAt: [0, 2, 1] }"), where: "run.saveAt[2]" },
  {
    title: "an unknown direction of an event",
    text: model(one, "run: { events: { hit: { when: a_x, direction: up } } }"),
    where: "run.events.hit.direction",
  },
];

const numbers: readonly Malformed[] = [
  {
    title: "a mass of zero",
    text: model("points: { a: { mass: 0, at: [0, 0] } }"),
    where: "points.a.mass",
    says: "fixed: true",
  },
  { title: "a negative mass", text: model("points: { a: { mass: -1, at: [0, 0] } }"), where: "points.a.mass" },
  { title: "no mass", text: model("points: { a: { at: [0, 0] } }"), where: "points.a", says: "no mass" },
  {
    title: "a coordinate without mass",
    text: model("coordinates: [theta]", "potential: theta^2"),
    where: "coordinates[0]",
  },
  {
    title: "a mass given twice",
    text: model("coordinates: { theta: { mass: 1 } }", "mass: { theta: 2 }"),
    where: "mass.theta",
  },
  { title: "a mass and a kinetic energy", text: model(theta, "kinetic: theta'^2/2"), where: "kinetic" },
  {
    title: "a mass matrix that is not symmetric",
    text: model("coordinates: [x, y]", "mass: [{ of: [x, y], matrix: [[1, 2], [3, 4]] }]"),
    where: "mass[0].matrix",
  },
  {
    title: "a mass matrix that is indefinite",
    text: model("coordinates: [x, y]", "mass: [{ of: [x, y], matrix: [[1, 2], [2, 1]] }]"),
    where: "mass[0].matrix",
  },
  {
    title: "a mass matrix that is not square",
    text: model("coordinates: [x, y]", "mass: [{ of: [x, y], matrix: [[1, 2]] }]"),
    where: "mass[0].matrix",
  },
  {
    title: "a kinetic energy that is not quadratic",
    text: model("coordinates: [q]", "kinetic: q'^4"),
    where: "kinetic",
  },
  {
    title: "not a number",
    text: model("points: { a: { mass: .nan, at: [0, 0] } }"),
    where: "points.a.mass",
    says: "finite",
  },
  {
    title: "infinity",
    text: model("points: { a: { mass: 1, at: [.inf, 0] } }"),
    where: "points.a.at[0]",
    says: "finite",
  },
  {
    title: "a huge exponent as a number",
    text: model("points: { a: { mass: 1e999, at: [0, 0] } }"),
    where: "points.a.mass",
  },
  {
    title: "a huge exponent in an expression",
    text: model(theta, "potential: 1e999*theta"),
    where: "potential",
    says: "too large",
  },
  { title: "a parameter that overflows", text: model("parameters: { k: 10^400 }", theta), where: "parameters.k" },
  {
    title: "a parameter that divides by zero",
    text: model("parameters: { n: 0, k: 1/n }", theta),
    where: "parameters.k",
  },
  { title: "a start that is infinite", text: model("coordinates: { q: 1/0 }", "mass: 1"), where: "coordinates.q.at" },
  {
    title: "a potential that is infinite at the start",
    text: model(theta, "potential: 1/theta"),
    where: "potential",
    says: "start",
  },
  {
    title: "a spring between points at one place",
    text: model(
      "points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [1, 0] } }",
      "elements:",
      "  - spring: { between: [a, b], length: 1, stiffness: 1 }",
    ),
    where: "elements[0].spring",
    says: "same place",
  },
  {
    title: "a family of minus one",
    text: model("points: { a: { repeat: -1, mass: 1, at: [0, 0] } }"),
    where: "points.a.repeat",
  },
  {
    title: "a family of two and a half",
    text: model("parameters: { n: 5 }", "points: { a: { repeat: n/2, mass: 1, at: [0, 0] } }"),
    where: "points.a.repeat",
    says: "integer",
  },
  {
    title: "a family of 1e300",
    text: model("points: { a: { repeat: 1e300, mass: 1, at: [0, 0] } }"),
    where: "points.a.repeat",
    says: "at most",
  },
  {
    title: "a grid of 1e14",
    text: model("points: { a: { repeat: { i: 1e7, j: 1e7 }, mass: 1, at: [0, 0] } }"),
    where: "points.a.repeat",
    says: "at most",
  },
];

const names: readonly Malformed[] = [
  {
    title: "an unknown point",
    text: model(two, "elements:", "  - rod: { between: [a, bb], length: 1 }"),
    where: "elements[0].rod.between[1]",
    says: 'Did you mean "b"?',
  },
  {
    title: "an unknown element",
    text: model(two, "elements:", "  - rodd: { between: [a, b] }"),
    where: "elements[0].rodd",
    says: 'Did you mean "rod"?',
  },
  {
    title: "an unknown parameter of an element",
    text: model(two, "elements:", "  - rod: { between: [a, b], lenght: 1 }"),
    where: "elements[0].rod.lenght",
    says: '"length"',
  },
  {
    title: "an unknown name in an expression",
    text: model("parameters: { stiff: 1 }", theta, "potential: stif*theta"),
    where: "potential",
    says: '"stiff"',
  },
  { title: "an unknown function", text: model(theta, "potential: sinn(theta)"), where: "potential", says: '"sin"' },
  {
    title: "an unknown coordinate of a force",
    text: model(theta, "force: { thet: 1 }"),
    where: "force.thet",
    says: '"theta"',
  },
  { title: "an unknown start value", text: model(theta, "initial: { x: 1 }"), where: "initial.x" },
  {
    title: "parameters in a cycle",
    text: model("parameters: { a: b + 1, b: c*2, c: a }", theta),
    where: "parameters.a",
    says: "a needs b, b needs c, c needs a",
  },
  { title: "a parameter that needs itself", text: model("parameters: { a: a + 1 }", theta), where: "parameters.a" },
  {
    title: "a parameter called like a coordinate",
    text: model("parameters: { theta: 1 }", theta),
    says: "already used",
  },
  {
    title: "a parameter called like a function",
    text: model("parameters: { sin: 1 }", theta),
    where: "parameters.sin",
  },
  { title: "a parameter called t", text: model("parameters: { t: 1 }", theta), where: "parameters.t", says: "time" },
  {
    title: "a point called origin",
    text: model("points: { origin: { mass: 1, at: [0, 0] } }"),
    where: "points.origin",
  },
  {
    title: "a coordinate called like a component of a point",
    text: model(one, "coordinates: { a_x: { mass: 1 } }"),
    where: "coordinates.a_x",
  },
  { title: "a name with a space", text: model("parameters: { 'my name': 1 }", theta), where: 'parameters["my name"]' },
  { title: "a Greek letter", text: model("coordinates: [θ]", "mass: 1"), where: "coordinates[0]" },
  {
    title: "a point called constructor",
    text: model("points: { constructor: { mass: 1, at: [0, 0] } }"),
    where: "points.constructor",
  },
  {
    title: "a point called __proto__",
    text: model("points: { __proto__: { mass: 1, at: [0, 0] } }"),
    where: "points.__proto__",
  },
  {
    title: "a parameter called toString",
    text: model("parameters: { toString: 1 }", theta),
    where: "parameters.toString",
  },
  {
    title: "an element called hasOwnProperty",
    text: model(one, "elements: [{ hasOwnProperty: 1 }]"),
    where: "elements[0].hasOwnProperty",
  },
  { title: "constructor in an expression", text: model(theta, "potential: constructor"), where: "potential" },
  {
    title: "an index with the name of a parameter",
    text: model("parameters: { i: 1 }", "points: { a: { repeat: 3, mass: 1, at: [0, 0] } }"),
    where: "points.a.repeat",
  },
];

const elements: readonly Malformed[] = [
  {
    title: "a rod between a point and itself",
    text: model(one, "elements: [{ rod: { between: [a, a], length: 1 } }]"),
    where: "elements[0].rod",
    says: "twice",
  },
  {
    title: "a rod of length zero",
    text: model(two, "elements: [{ rod: { between: [a, b], length: 0 } }]"),
    where: "elements[0].rod.length",
    says: "above 0",
  },
  {
    title: "a rod of negative length",
    text: model(two, "elements: [{ rod: { between: [a, b], length: -1 } }]"),
    where: "elements[0].rod.length",
  },
  {
    title: "two rods that contradict each other",
    text: model(two, "elements:", "  - rod: { between: [a, b], length: 1 }", "  - rod: { between: [b, a], length: 2 }"),
    where: "elements[1].rod",
    says: "both cannot hold",
  },
  {
    title: "a rod between anchors",
    text: model(one, "elements: [{ rod: { between: [origin, origin], length: 1 } }]"),
    where: "elements[0].rod",
  },
  {
    title: "a rod with one end",
    text: model(one, "elements: [{ rod: { between: [a], length: 1 } }]"),
    where: "elements[0].rod.between",
  },
  { title: "a rod that is a number", text: model(one, "elements: [{ rod: 3 }]"), where: "elements[0].rod" },
  {
    title: "an item with two elements",
    text: model(two, "elements: [{ rod: { between: [a, b] }, gravity: [0, -1] }]"),
    where: "elements[0]",
  },
  {
    title: "a spring without stiffness",
    text: model(two, "elements: [{ spring: { between: [a, b] } }]"),
    where: "elements[0].spring",
    says: "stiffness",
  },
  {
    title: "gravity of the wrong dimension",
    text: model(one, "elements: [{ gravity: [0, 0, -9.81] }]"),
    where: "elements[0].gravity.acceleration",
  },
  {
    title: "gravity without points",
    text: model(theta, "elements: [{ gravity: [0, -9.81] }]"),
    where: "elements[0].gravity",
  },
  {
    title: "a flag that is a number",
    text: model(two, "elements: [{ rod: { between: [a, b], squared: 1 } }]"),
    where: "elements[0].rod.squared",
  },
  {
    title: "omega of a spring",
    text: model(two, "elements: [{ spring: { between: [a, b], stiffness: 1, omega: 2 } }]"),
    where: "elements[0].spring.omega",
  },
  {
    title: "a member that does not exist",
    text: model(
      "points: { a: { repeat: 3, mass: 1, at: [i, 0] } }",
      'elements: [{ rod: { repeat: 3, between: ["a[i]", "a[i+1]"] } }]',
    ),
    where: "elements[0].rod.between[1]",
    says: "a[3] at i = 2",
  },
  {
    title: "a family without an index",
    text: model("points: { a: { repeat: 3, mass: 1, at: [i, 0] } }", "elements: [{ rod: { between: [origin, a] } }]"),
    where: "elements[0].rod.between[1]",
    says: "family",
  },
  {
    title: "an index of a single point",
    text: model(one, 'elements: [{ rod: { between: [origin, "a[0]"] } }]'),
    where: "elements[0].rod.between[1]",
  },
  {
    title: "a definition without a law",
    text: model(two, "define: { thing: { on: [a, b] } }"),
    where: "define.thing",
    says: "a law is missing",
  },
  {
    title: "a definition with an unknown name",
    text: model(two, "define: { thing: { on: [a], potential: 'k*dot(a, a)' } }"),
    where: "define.thing.potential",
  },
  {
    title: "a definition called like a built-in",
    text: model(two, "define: { rod: { on: [a], potential: 'dot(a, a)' } }"),
    where: "define.rod",
  },
  {
    title: "defaults that need each other",
    text: model(
      one,
      "define: { w: { on: [a], parameters: { k: l, l: k }, potential: 'k*l*dot(a, a)' } }",
      "elements: [{ w: { on: a } }]",
    ),
    where: "elements[0].w",
  },
];

const expressions: readonly Malformed[] = [
  { title: "member access", text: model(theta, "potential: theta.constructor"), where: "potential", says: "members" },
  { title: "code in an expression", text: model(theta, 'potential: "(() => process.exit())()"'), where: "potential" },
  { title: "an assignment", text: model(theta, "constraints: { c: theta = 1 }"), where: "constraints.c" },
  { title: "a text in quotes", text: model(theta, "potential: \"'abc'\""), where: "potential" },
  { title: "an unclosed bracket", text: model(theta, "potential: (theta"), where: "potential", says: "closed" },
  { title: "ten million brackets", text: model(theta, `potential: ${"(".repeat(10_000_000)}`), where: "potential" },
  {
    title: "brackets a thousand deep",
    text: model(theta, `potential: ${"(".repeat(1000)}theta${")".repeat(1000)}`),
    where: "potential",
  },
  { title: "a vector where a scalar is needed", text: model(one, "potential: a"), where: "potential", says: "scalar" },
  { title: "a force with too few components", text: model(one, "force: { a: 1 }"), where: "force.a" },
  { title: "a velocity in a potential", text: model(theta, "potential: theta'^2"), where: "potential", says: "theta'" },
  { title: "a velocity in a constraint", text: model(theta, "constraints: { c: theta' - 1 }"), where: "constraints.c" },
  {
    title: "a constraint without coordinates",
    text: model(theta, "constraints: { c: 1 - 2 }"),
    where: "constraints.c",
  },
  {
    title: "time in a start value",
    text: model("coordinates: { theta: t }", "mass: 1"),
    where: "coordinates.theta.at",
    says: "may contain t",
  },
  { title: "a state without a rate", text: model("states: [x, y]", "rates: { x: y }"), where: "rates", says: '"y"' },
  { title: "states beside points without rates", text: model("states: [x]", one), where: "rates" },
  { title: "the velocity of a state", text: model("states: [x]", "rates: { x: x' }"), where: "rates.x" },
  { title: "rates without states", text: model(theta, "rates: { theta: 1 }"), where: "rates" },
];

export const malformed: readonly Malformed[] = [...text, ...shapes, ...numbers, ...names, ...elements, ...expressions];
