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
  file("too many terms", `${mass}\npotential: §sum(i, 0, 1e7, x^i)`, "at most 1000000 terms"),
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
  file("a multiplier in a force", `${point}\n${rod}\nforce: { a: §"[lambda(rod), 0]" }`, "unknown function"),
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

export const wrongFiles: readonly WrongFile[] = [...lets, ...sums, ...tables, ...outputs, ...acting, ...several];
