import { describe, expect, test } from "vitest";
import { ModelError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { allErrors, type Catalogue, lower, type Model, validateModel } from "./index.js";

const base = { taut: 1, points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] } } } as const;
const errors = (data: unknown, elements: Catalogue = catalogue) => {
  try {
    lower(validateModel(data, elements), elements);
    return [];
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return allErrors(error).map(({ message }) => message);
  }
};

describe("checking a model", () => {
  test("several mistakes are reported at once, in the order of the file", () => {
    const found = errors({
      ...base,
      elements: [{ rod: { between: ["a", "c"] } }, { sprng: {} }, { rod: { between: ["a"] } }],
    });
    expect(found.map((message) => message.split(":")[0])).toEqual(["elements[1].sprng", "elements[2].rod.between"]);
  });

  test("the data is not changed, and comes back in the order of the file", () => {
    const data = structuredClone({ ...base, run: { until: 1 }, name: "x" });
    const model = validateModel(data, catalogue);
    expect(model).toEqual(data);
    expect(Object.keys(model)).toEqual(Object.keys(data));
  });

  test("units may be spelt in either way, and unknown ones are refused with a list of the known ones", () => {
    const lowered = (data: unknown) => lower(validateModel(data, catalogue), catalogue);
    for (const units of ["eV-Å-amu", "eV-A-amu"]) expect(lowered({ ...base, units }).units?.name).toBe("eV-Å-amu");
    expect(lowered(base).units).toBeUndefined();
    expect(errors({ ...base, units: "imperial" })).toEqual([
      expect.stringMatching(/^units: "imperial" is not a set of units that is known here. Write one of: SI, mm-t-s, /),
    ]);
  });

  test("a checked model is not checked again", () => {
    const model = validateModel(base, catalogue);
    expect(validateModel(model, catalogue)).toBe(model);
  });

  test("objects of a class, functions, dates and gaps are not data", () => {
    for (const value of [
      new Date(0),
      new Map(),
      () => 1,
      Symbol("x"),
      1n,
      new Float64Array(2),
      undefined,
      new Array(2),
    ]) {
      expect(errors({ ...base, name: value })[0]).toMatch(/^name/);
    }
  });

  test("an object without a prototype is a map like any other", () => {
    const point = Object.assign(Object.create(null), { mass: 1, at: [0, 0] });
    expect(errors({ taut: 1, points: { p: point } })).toEqual([]);
  });

  test("the deepest error in a union is reported", () => {
    expect(errors({ ...base, coordinates: { u: { at: true } } })[0]).toBe(
      "coordinates.u.at: true is not a number or an expression.",
    );
    expect(errors({ ...base, mass: [{ of: ["a"], matrix: [[1], "x"] }] })[0]).toMatch(
      /^mass\[0\]\.matrix\[1\]: "x" is not a list/,
    );
    expect(errors({ ...base, constraints: { c: { expresion: "1" } } })[0]).toMatch(
      /^constraints\.c\.expresion: .*"expression"/,
    );
  });

  test("words of other programs name the entry that is meant", () => {
    const model = { ...base, title: "Pendulum", gravity: [0, -9.81], constants: { g: 9.81 } };
    expect(errors(model)).toEqual([
      'title: a model has no such entry. Did you mean "name"?',
      'gravity: a model has no such entry. Did you mean "elements"?',
      'constants: a model has no such entry. Did you mean "parameters"?',
    ]);
    expect(errors({ ...base, run: { tEnd: 3, dt: 0.1, solver: "rk4" } })).toEqual([
      'run.tEnd: run has no such entry. Did you mean "until"?',
      'run.dt: run has no such entry. Did you mean "step"?',
      'run.solver: run has no such entry. Did you mean "method"?',
    ]);
  });

  test("functions are accepted from the builder only", () => {
    expect(errors({ ...base, functions: [{ force: "x" }] })[0]).toMatch(/^functions: a model has no such entry/);
  });
});

describe("definitions", () => {
  const define = (definition: object, use: object = { on: ["a", "b"] }) =>
    errors({ ...base, define: { mine: definition }, elements: [{ mine: use }] });

  test("are written like the built-in elements", () => {
    const { rod } = catalogue;
    expect(define(rod)).toEqual([]);
    expect(define({ on: ["p", "q"], constraint: { along: "x(p - q) - 1", across: "y(p) - y(q)" } })).toEqual([]);
    expect(define({ on: ["p", "q"], parameters: { c: 1 }, force: { p: "-c*p'", q: [0, "t"] } })).toEqual([]);
    expect(define({ on: ["p", "q"], kinetic: "dot(p' - q', p' - q')/2" })).toEqual([]);
  });

  test("are checked even if they are not used", () => {
    const unused = (definition: object) => errors({ ...base, define: { mine: definition } })[0];
    expect(unused({ on: ["p"], potential: "k*norm(p" })).toMatch(/^define\.mine\.potential: .*never closed/);
    expect(unused({ on: ["p"], parameters: { kk: 1 }, potential: "k*norm(p)" })).toMatch(
      /"k" is not defined here\. Did you mean "kk"\?/,
    );
    expect(unused({ on: ["p", "p"], potential: "norm(p)" })).toMatch(/already a node/);
    expect(unused({ on: ["p"], parameters: { on: 1 }, potential: "norm(p)" })).toMatch(/^define\.mine\.parameters\.on/);
    expect(unused({ on: ["p"], parameters: { p_x: 1 }, potential: "norm(p)" })).toMatch(/component of the node/);
    expect(unused({ on: ["p"], main: "k", potential: "norm(p)" })).toMatch(/^define\.mine\.main/);
    expect(unused({ on: ["p", "q"], everywhere: true, potential: "norm(p)" })).toMatch(/^define\.mine\.everywhere/);
    expect(unused({ on: ["p", "q"], force: "p" })).toMatch(/^define\.mine\.force/);
    expect(unused({ on: ["p"], force: { r: "p" } })).toMatch(/^define\.mine\.force\.r/);
  });

  test("are used with the right nodes and parameters", () => {
    const spring = { on: ["p", "q"], parameters: { k: { about: "stiffness" } }, potential: "k*dot(p - q, p - q)" };
    expect(define(spring)[0]).toBe(
      'elements[0].mine: "k" is missing (stiffness). Write mine: {between: [p, q], k: …}.',
    );
    expect(define(spring, { on: ["a", "b"], k: [1, 2] })[0]).toMatch(/^elements\[0\]\.mine\.k: must be a number/);
    expect(define({ ...spring, potential: "k*dot(p', p')" }, { on: ["a", "b"], k: 1 })[0]).toMatch(
      /contains the velocity p_x'/,
    );
    expect(define({ on: ["p", "q"], potential: "1 + t" })[0]).toMatch(/does not depend on p, q/);
    expect(define({ on: ["p", "q"], space: { potential: "norm(p)" } })[0]).toMatch(
      /no law for points with 2 components/,
    );
  });

  test("can use the parameters of the model, but their own take precedence", () => {
    const data = {
      ...base,
      parameters: { k: 3, m: 5 },
      define: { mine: { on: ["p"], parameters: { k: 7 }, potential: "k*m*x(p)" } },
      elements: [{ mine: { on: "a" } }],
    } as unknown as Model;
    const [law] = lower(data, catalogue).laws;
    expect(law.params.map(({ symbol, values }) => [symbol.name, values[0]])).toEqual([["k", 7]]);
  });

  test("of a catalogue are checked too", () => {
    expect(errors(base, { bad: { on: ["p"], potential: "((" } })[0]).toMatch(/^catalogue\.bad\.potential/);
    expect(errors(base, { bad: { on: 3 } as never })[0]).toMatch(/^catalogue\.bad\.on/);
  });
});
