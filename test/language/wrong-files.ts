/**
 * Wrong files with the newer words of the language. A § stands before each place that an error must point to; there must
 * be as many errors, in any order. `says` has a part of the sentence of each § in turn.
 */

export interface WrongFile {
  readonly title: string;
  readonly text: string;
  readonly says: readonly string[];
}

export const file = (title: string, text: string, ...says: string[]): WrongFile => ({
  title,
  text: `taut: 1\n${text}\n`,
  says,
});
const mass = "coordinates: { x: { mass: 1 } }";
const point = "points: { a: { mass: 1, at: [1, 0] } }";
const rod = "elements: [rod: { between: [origin, a] }]";
const body = "bodies: { arm: { mass: 1, inertia: 1, at: [0, 0] } }";

const lets: readonly WrongFile[] = [
  file("a cycle of one", `${mass}\nlet: { a: §a + 1 }`, "a needs a"),
  file("a cycle of two", `${mass}\nlet:\n  a: §b\n  b: a*x`, "a needs b, b needs a"),
  file("an unknown name", `${mass}\nlet: { a: §2*w }`, 'unknown name "w"'),
  file("an unknown name in a list", `${mass}\nlet: { a: [x, §u] }`, 'unknown name "u"'),
  file("broken syntax", `${mass}\nlet: { a: §2* }`, "something is missing"),
  file(
    "a name of a coordinate",
    `let: { x: 1 }\ncoordinates:\n  x: §{ mass: 1 }`.replace("x: §{", "§x: {"),
    "already used by let.x",
  ),
  file("a name of a parameter", `${mass}\nparameters: { k: 1 }\nlet: { k: §2 }`, "already used by parameters.k"),
  file("a function's name", `${mass}\nlet: { sin: §x }`, "is a function"),
  file("a map instead of an expression", `${mass}\nlet: { §a: { of: x } }`, "not a number, an expression"),
  file("the motion where a number is needed", `let: { h: x }\ncoordinates: { x: { mass: 1, at: §h } }`, "let.h does"),
  file("time where a number is needed", `let: { h: 2*t }\ncoordinates: { x: { mass: 1, at: §h } }`, "may contain t"),
  file("a vector as a potential", `${point}\nlet: { u: 2*a }\npotential: §u`, "must be a scalar"),
  file("a derivative of a let", `${mass}\nlet: { a: 2*x }\nforce: { x: §a' }`, "not its time derivative"),
  file("an empty list", `${mass}\nlet: { §a: [] }`, "the list is empty"),
  file(
    "the motion in a definition",
    `${point}\nlet: { h: a_x }\ndefine: { d: { on: [p], force: "[h, 0]" } }\nelements:\n  - §d: { on: a }`,
    "let.h does",
  ),
];

const sums: readonly WrongFile[] = [
  file("a sum without bounds", `${mass}\npotential: §sum(x)`, "an index, two bounds and a term"),
  file("a number as index", `${mass}\npotential: §sum(1, 0, 2, x)`, "an index, two bounds and a term"),
  file("an index with another meaning", `${mass}\npotential: §sum(x, 0, 2, x)`, "a name of its own"),
  file("a bound that moves", `${mass}\npotential: §sum(i, 0, x, i)`, "must be a number"),
  file("a bound between integers", `${mass}\npotential: §sum(i, 0, 1.5, x^i)`, "must be an integer"),
  file("bounds in the wrong order", `${mass}\npotential: §sum(i, 5, 2, x^i)`, "must not be below the first"),
  file("too many terms", `${mass}\npotential: §sum(i, 0, 1e7, x^i)`, "10000001 terms of 3"),
  file(
    "a member that does not exist",
    `coordinates: { q: { repeat: 3, mass: 1 } }\npotential: §"sum(i, 0, 3, q[i]^2)"`,
    "q[0] to q[2]",
  ),
];

const tables: readonly WrongFile[] = [
  file("no points", `${mass}\ntables: { §f: { by: linear } }`, "must be a list of numbers"),
  file("different lengths", `${mass}\ntables: { §f: { x: [0, 1, 2], y: [0, 1] } }`, "3 and 2"),
  file("one point", `${mass}\ntables: { f: { §x: [0], y: [0] } }`, "at least two points"),
  file("arguments that fall", `${mass}\ntables: { f: { x: [0, 2, §1], y: [0, 1, 2] } }`, "must increase"),
  file("equal arguments", `${mass}\ntables: { f: { x: [0, §0], y: [0, 1] } }`, "must increase"),
  file(
    "an unknown kind",
    `${mass}\ntables: { f: { x: [0, 1], y: [0, 1], by: §spline } }`,
    '"pchip", "linear" or "cubic"',
  ),
  file(
    "an unknown outside",
    `${mass}\ntables: { f: { x: [0, 1], y: [0, 1], outside: §zero } }`,
    '"refuse", "hold" or "extend"',
  ),
  file("an unknown entry", `${mass}\ntables: { f: { x: [0, 1], y: [0, 1], kind: §linear } }`, "no such entry"),
  file(
    "a period that is too short",
    `${mass}\ntables: { f: { x: [0, 1, 2], y: [0, 1, 0], period: §1.5 } }`,
    "within one period",
  ),
  file("a period of zero", `${mass}\ntables: { f: { x: [0, 1], y: [0, 1], period: §0 } }`, "above 0"),
  file(
    "a period and an outside",
    `${mass}\ntables: { f: { x: [0, 1], y: [0, 1], period: 2, outside: §hold } }`,
    "no outside",
  ),
  file(
    "a period that does not close",
    `${mass}\ntables: { f: { x: [0, 1, 2], §y: [0, 1, 0.5], period: 2 } }`,
    "must have its value",
  ),
  file("an unknown parameter in a table", `${mass}\ntables: { f: { x: [0, 1], y: [0, §h] } }`, 'unknown name "h"'),
  file(
    "a table without its argument",
    `${mass}\ntables: { f: { x: [0, 1], y: [0, 1] } }\nforce: { x: §f }`,
    "is a function",
  ),
  file(
    "a table with two arguments",
    `${mass}\ntables: { f: { x: [0, 1], y: [0, 1] } }\nforce: { x: §"f(x, 1)" }`,
    "takes 1 argument",
  ),
  file(
    "a start outside a table",
    `${mass}\ntables: { f: { x: [2, 3], y: [0, 1] } }\npotential: §f(x)`,
    "must be finite at the start",
  ),
  file(
    "a table and a parameter of one name",
    `${mass}\nparameters: { f: 1 }\ntables: { §f: { x: [0, 1], y: [0, 1] } }`,
    "already used by parameters.f",
  ),
  file(
    "a table that is called by another name",
    `${mass}\ntables: { road: { x: [0, 1], y: [0, 1] } }\nforce: { x: §roda(x) }`,
    'did you mean "road"',
  ),
];

const grid = "x: [0, 1], y: [0, 1, 2]";
const values = "z: [[1, 2, 3], [4, 5, 6]]";
const grids: readonly WrongFile[] = [
  file(
    "too many molecules",
    `units: eV-Å-amu\nmolecules:\n  water: { template: tip3p, §repeat: { i: 1000, j: 1000, k: 1000 }, at: [i, j, k] }`,
    "at most 10000000 members",
  ),
  file("rows for y instead of x", `${mass}\ntables: { f: { ${grid}, §z: [[1, 4], [2, 5], [3, 6]] } }`, "Exchange rows"),
  file(
    "a row that is too short",
    `${mass}\ntables: { f: { ${grid}, z: [[1, 2, 3], §[4, 5]] } }`,
    "it has 2, and y has 3",
  ),
  file("too few rows", `${mass}\ntables: { f: { ${grid}, §z: [[1, 2, 3]] } }`, "it has 1, and x has 2"),
  file("a list instead of rows", `${mass}\ntables: { f: { ${grid}, z: [§1, 2] } }`, "not a row of numbers"),
  file("no y", `${mass}\ntables: { §f: { x: [0, 1], ${values} } }`, "must be a list of numbers"),
  file(
    "second arguments that fall",
    `${mass}\ntables: { f: { x: [0, 1], y: [0, 2, §1], ${values} } }`,
    "numbers of y must",
  ),
  file(
    "a period of no argument",
    `${mass}\ntables: { f: { ${grid}, ${values}, period: §4 } }`,
    "which argument repeats",
  ),
  file("a period of a third", `${mass}\ntables: { f: { ${grid}, ${values}, period: { z: §4 } } }`, "no such entry"),
  file(
    "a period that is too short in y",
    `${mass}\ntables: { f: { ${grid}, ${values}, period: { y: §1 } } }`,
    "they span 2",
  ),
  file(
    "other values at the end of a period",
    `${mass}\ntables: { f: { ${grid}, §${values}, period: { y: 2 } } }`,
    "1 at the first and 3 at the last",
  ),
  file(
    "an outside of a periodic argument",
    `${mass}\ntables: { f: { ${grid}, ${values}, period: { x: 3 }, outside: { x: §hold } } }`,
    "periodic table has no outside",
  ),
  file(
    "a map where there is one argument",
    `${mass}\ntables: { f: { x: [0, 1], y: [0, 1], §outside: { x: hold } } }`,
    "must not be a map",
  ),
  file("an unknown outside of y", `${mass}\ntables: { f: { ${grid}, ${values}, outside: { y: §zero } } }`, "refuse"),
  file("a layout without a file", `${mass}\ntables: { f: { ${grid}, ${values}, layout: §grid } }`, "has none"),
  file("an unknown name in a grid", `${mass}\ntables: { f: { ${grid}, z: [[1, 2, 3], [4, §h, 6]] } }`, '"h"'),
  file("one argument for two", `${mass}\ntables: { f: { ${grid}, ${values} } }\nforce: { x: §f(x) }`, "f(a, b)"),
  file("a vector as an argument", `${point}\ntables: { f: { ${grid}, ${values} } }\npotential: §"f(a, 1)"`, "f(a, b)"),
  file("a place outside the grid", `${mass}\ntables: { f: { ${grid}, ${values} } }\npotential: §"x + f(3, 1)"`, ""),
];

const outputs: readonly WrongFile[] = [
  file("an unknown constraint", `${point}\n${rod}\noutputs: { F: §lambda(rodd) }`, 'Did you mean "rod"?'),
  file("a constraint without constraints", `${mass}\noutputs: { F: §lambda(rod) }`, "There are none."),
  file("two constraints", `${point}\n${rod}\noutputs: { F: §"lambda(rod, rod)" }`, "one constraint"),
  file("a reaction without a point", `${point}\n${rod}\noutputs: { F: §reaction(rod) }`, "a constraint and a point"),
  file("a reaction on an anchor", `${point}\n${rod}\noutputs: { F: §"reaction(rod, origin)" }`, "is fixed"),
  file(
    "a reaction on another point",
    `${point.replace(" }", " }").replace("points: {", "points: { b: { mass: 1, at: [2, 0] },")}\n${rod}\noutputs: { F: §"reaction(rod, b)" }`,
    "exerts no force",
  ),
  file(
    "an energy of a first-order system",
    "states: { x: 1 }\nrates: { x: -x }\noutputs: { E: §energy() }",
    "needs masses",
  ),
  file("a third derivative", `${mass}\noutputs: { j: §x''' }`, "not its time derivative"),
  file("an acceleration in a force", `${mass}\nforce: { x: §-x'' }`, "not its time derivative"),
  file("a name of a coordinate as output", `${mass}\noutputs: { x: §2*x }`, "already used by coordinates.x"),
  file("two columns of one name", `${point}\noutputs:\n  u: a\n  u_x: §norm(a)`, "already a column of outputs.u"),
  file("continuous as a text", `${mass}\noutputs: { a: { of: x, continuous: §"yes" } }`, "true or false"),
  file(
    "an output without its expression",
    `${mass}\noutputs: { a: { §unit: m } }`.replace("§unit", "unit").replace("{ a:", "{ §a:"),
    "is missing",
  ),
];

const acting: readonly WrongFile[] = [
  file("gravitation without its constant", `${point}\nelements:\n  - §gravitation: {}`, '"constant" is missing'),
  file("gravitation of coordinates", `${mass}\nelements:\n  - gravitation: §1`, "acts on points"),
  file("a negative softening", `${point}\nelements:\n  - gravitation: { constant: 1, softening: §-1 }`, "at least 0"),
  file("a push without a force", `${point}\nelements:\n  - §push: { on: a }`, '"force" is missing'),
  file("a push on nothing", `${point}\nelements:\n  - §push: { force: [1, 0] }`, "are missing"),
  file("a push on an anchor", `${point}\nelements:\n  - push: { on: §origin, force: [1, 0] }`, "is fixed"),
  file(
    "a push with three components in the plane",
    `${point}\nelements:\n  - push: { on: a, §force: [1, 0, 0] }`,
    "2 components",
  ),
  file("a push with an unknown name", `${point}\nelements:\n  - push: { on: a, force: [§F, 0] }`, 'unknown name "F"'),
  file(
    "a turning force on a point",
    `${point}\nelements:\n  - push: { on: a, force: [1, 0], turning: §true }`,
    "is not a body",
  ),
  file("a torque on a point", `${point}\nelements:\n  - §torque: { on: a, torque: 1 }`, "acts on a body or an angle"),
  file(
    "a vector as torque in the plane",
    `${body}\nelements:\n  - torque: { on: arm, §torque: [0, 0, 1] }`,
    "1 component",
  ),
  file(
    "a place with three components in the plane",
    `${body}\nelements:\n  - push: { on: arm, force: [1, 0], §at: [0, 0, 1] }`,
    "2 components",
  ),
  file(
    "a mass that depends on a velocity",
    "coordinates: { x: {}, y: { mass: 1 } }\nmass: { x: §1 + y'^2 }",
    "positions only",
  ),
  file(
    "a mass that depends on time",
    "coordinates: { x: {}, y: { mass: 1 } }\nmass: { x: §1 + y^2*t }",
    "positions only",
  ),
];

const multipliers: readonly WrongFile[] = [
  file("a multiplier in a potential", `${point}\n${rod}\npotential: §lambda(rod)*a_x`, "only forces and outputs"),
  file(
    "a multiplier in a constraint",
    `${point}\n${rod}\nconstraints: { c: §a_x - lambda(rod) }`,
    "only forces and outputs",
  ),
  file(
    "a multiplier by a name of let",
    `${point}\n${rod}\nlet: { n: lambda(rod) }\npotential: §n*a_x`,
    "let.n, which reads one",
  ),
  file("the multiplier of no constraint", `${point}\n${rod}\nforce: { a_x: §lambda(rood) }`, 'Did you mean "rod"?'),
  file("a multiplier in a let that is not used", `${point}\n${rod}\nlet: { n: §lambda(pin) }`, "no constraint"),
  file(
    "two constraints at once",
    `${point}\n${rod}\nforce: { a_x: "§lambda(rod, rod)" }`.replace('"§', '§"'),
    "takes one constraint",
  ),
  file("a reaction on the wrong point", `${point}\n${rod}\nforce: { a_x: §"x(reaction(rod, origin))" }`, "must move"),
  file(
    "a multiplier in a rate",
    `${point}\n${rod}\nstates: { heat: 0 }\nrates: { heat: §abs(lambda(rod)) }`,
    "only forces and outputs",
  ),
  file(
    "a multiplier in an event",
    `${point}\n${rod}\nrun: { events: { e: { when: §lambda(rod) } } }`,
    "only forces and outputs",
  ),
];

const two = "points: { a: { mass: 1, at: [0, 0] }, b: { mass: 1, at: [1, 0] } }";
const water = (site: string): string =>
  `templates: { w: { sites: { A: { mass: 1, at: [0, 0] }, ${site} } } }\nmolecules: { m: { template: w, at: [0, 0] } }`;

const massless: readonly WrongFile[] = [
  file("weights that do not add up", `${two}\nsites: { m: { §of: { a: 0.5, b: 0.4 } } }`, "must add up to 1"),
  file("an unknown point of a site", `${two}\nsites: { m: { of: { c: §1 } } }`, '"c" is not one'),
  file("a fixed point of a site", `${two}\nsites: { m: { of: { origin: §1 } } }`, "is not one"),
  file("a site of a site", `${two}\nsites: { m: { of: { a: 1 } }, k: { of: { m: §1 } } }`, "is not one"),
  file("a site without points", `${two}\nsites: { m: { §of: {} } }`, "must follow at least one point"),
  file("a site with a mass", `${two}\nsites: { m: { of: { a: 1 }, mass: §1 } }`, "no such entry"),
  file(
    "a site whose mass gravity would need",
    `${two}\nsites: { m: { of: { a: 1 } } }\nelements:\n  - §gravity: { on: m, acceleration: [0, -1] }`,
    "has no mass of its own",
  ),
  file(
    "a force on a site",
    `${two}\nsites: { m: { of: { a: 1 } } }\nforce: { §m: [1, 0] }`,
    "no coordinates of its own",
  ),
  file("a site with the name of a point", `${two}\nsites: { §a: { of: { b: 1 } } }`, "already used by points.a"),
  file(
    "families of different sizes",
    `points: { a: { repeat: 2, mass: 1, at: [i, 0] }, b: { repeat: 3, mass: 1, at: [i, 1] } }\nsites: { m: { of: { a: §0.5, b: 0.5 } } }`,
    "the same number of members",
  ),
  file(
    "a site of a template without a place",
    water("B: { charge: 1 }").replace("template: w", "template: §w"),
    "no place",
  ),
  file(
    "a site of a template with a mass and points",
    water("§B: { mass: 1, of: { A: 1 } }"),
    "neither a mass nor a place",
  ),
  file("an unknown site in a template", water("§B: { of: { C: 1 } }"), '"C" is not a site'),
  file(
    "a site beside a bar",
    `bodies: { arm: { mass: 1, inertia: 1, at: [0, 0], sites: { s: { §at: [1, 1] } } } }`,
    "no director along axis 2",
  ),
  file(
    "a site of a body with too few components",
    `bodies: { arm: { mass: 1, inertia: 1, at: [0, 0], sites: { s: { §at: [1] } } } }`,
    "must have 2 components",
  ),
];

const beads = "points: { b: { repeat: 3, mass: 1, at: [i, 0] } }";
const springs = (repeat: string, more = ""): string =>
  `${beads}\nelements:\n  - spring: { repeat: ${repeat}, between: ["b[i]", "b[j]"], stiffness: 1${more} }`;

const ranges: readonly WrongFile[] = [
  file(
    "a family with a range",
    "points: { b: { §repeat: { i: { from: 1, to: 3 } }, mass: 1, at: [i, 0] } }",
    "0 to n - 1",
  ),
  file("a range between integers", springs("{ i: 3, j: { from: §0.5, to: 2 } }"), "must be an integer"),
  file("a range without an end", springs("{ i: 3, §j: { from: 0 } }"), "to"),
  file("an index before it has a value", springs("{ i: §j, j: 3 }"), 'unknown name "j"'),
  file(
    "wrap without repeat",
    `${two}\nelements:\n  - spring: { between: [a, b], stiffness: 1, wrap: §true }`,
    "there is no repeat",
  ),
  file("wrap that is a number", springs("{ i: 3, j: i }", ", wrap: §2"), "true or false"),
];

const matrices: readonly WrongFile[] = [
  file(
    "a matrix with rows of different lengths",
    `${point}\nparameters: { §A: [[1, 2], [3]] }\nforce: { a: A*a }`,
    "of the same length",
  ),
  file(
    "a matrix with four columns",
    `${point}\nparameters: { §A: [[1, 2, 3, 4], [1, 2, 3, 4]] }`,
    "two or three rows and columns",
  ),
  file(
    "a matrix times a vector that does not fit",
    `${point}\nparameters: { A: [[1, 2, 3], [3, 4, 5]] }\nforce: { a: §A*a }`,
    "3 columns",
  ),
  file(
    "a vector times a matrix",
    `${point}\nparameters: { A: [[1, 2], [3, 4]] }\nforce: { a: §a*A }`,
    "transpose(A)*u",
  ),
  file(
    "a matrix as a force",
    `${point}\nparameters: { A: [[1, 2], [3, 4]] }\nforce: { a: §A }`,
    "must have 2 components",
  ),
  file(
    "a dot product with a matrix",
    `${point}\nparameters: { A: [[1, 2], [3, 4]] }\npotential: §dot(A, a)`,
    "this is a matrix",
  ),
  file("a vector that depends on the motion", `${point}\nparameters: { §u: [a_x, 1] }`, "Write it under let"),
  file("a number that depends on a vector", `${point}\nparameters: { u: [1, 2], k: §norm(u) }`, "Write it under let"),
  file("a vector for a number", `${point}\nparameters: { u: [1, 2] }\npotential: §u`, "must be a scalar"),
  file(
    "a sum of a vector and a matrix",
    `${point}\nparameters: { A: [[1, 2], [3, 4]] }\nforce: { a: §A + a }`,
    "cannot be added",
  ),
];

const arms = "bodies: { arm: { mass: 1, inertia: 1, at: [0, 0] }, leg: { mass: 1, inertia: 1, at: [1, 0] } }";
const opposite: readonly WrongFile[] = [
  file(
    "against nothing",
    `${arms}\nelements:\n  - push: { on: arm, force: [1, 0], against: §foot }`,
    '"foot" is not a point',
  ),
  file(
    "against itself",
    `${arms}\nelements:\n  - push: { on: arm, force: [1, 0], against: §arm }`,
    "acts on it already",
  ),
  file("against the ground", `${arms}\nelements:\n  - push: { on: arm, force: [1, 0], against: §origin }`, "is fixed"),
  file("against a number", `${arms}\nelements:\n  - push: { on: arm, force: [1, 0], against: §2 }`, "must be the name"),
  file(
    "a torque against a point",
    `${arms}\n${point}\nelements:\n  - torque: { on: arm, torque: 1, against: §a }`,
    "Name a body or an angle",
  ),
  file(
    "a force against an angle",
    `${arms}\n${mass}\nelements:\n  - push: { on: arm, force: [1, 0], against: §x }`,
    "cannot act on",
  ),
  file(
    "a spring against something",
    `${two}\nelements:\n  - spring: { between: [a, b], stiffness: 1, against: §a }`,
    "no such entry",
  ),
];

const several: readonly WrongFile[] = [
  file(
    "a misspelt key, a wrong expression and a cycle",
    `points:\n  b: { mass: 1, at: [1, 0] }\n  a: { mas: §1, at: [2, 0] }\nlet: { u: §v, v: u }\nforce: { b: §"[sni(t), 0]" }`.replace(
      "mas: §1",
      "mas: §1",
    ),
    "no such entry",
    "u needs v, v needs u",
    'unknown function "sni"',
  ),
  file(
    "wrong words in four sections",
    `${mass}\nparameters: { k: §2* }\ntables: { f: { x: [0, §-1], y: [0, 1] } }\nforce: { x: §2*w }\noutputs: { E: §lambda(rod) }`,
    "something is missing",
    "must increase",
    'unknown name "w"',
    "There are none.",
  ),
  file(
    "an unknown element beside an unknown name",
    `${point}\nelements:\n  - §rood: { between: [origin, a] }\npotential: §y(b)`,
    'Did you mean "rod"?',
    'unknown name "b"',
  ),
];

export const wrongFiles: readonly WrongFile[] = [
  ...lets,
  ...sums,
  ...tables,
  ...grids,
  ...outputs,
  ...acting,
  ...multipliers,
  ...massless,
  ...ranges,
  ...matrices,
  ...opposite,
  ...several,
];
