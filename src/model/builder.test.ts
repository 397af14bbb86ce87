import { describe, expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { lower, type Model, model, modelHash, parseModelText, resolveModel, validateModel } from "./index.js";

const pendulum = () =>
  model("Double pendulum")
    .about("Two rods.")
    .parameter("k2", 1)
    .point("a", { mass: 1, at: [1, 0], velocity: [0.5, -0.5] })
    .point("b", { mass: 1, at: [2, 0], velocity: [-0.5, 0.5] })
    .rod("origin", "a", { length: 1 })
    .spring("a", "b", { length: 1, stiffness: "k2" })
    .gravity([0, -9.81])
    .run({ until: 10, rtol: 1e-8 });

const file = `
taut: 1
name: Double pendulum
about: Two rods.
parameters: { k2: 1 }
points:
  a: { mass: 1, at: [1, 0], velocity: [0.5, -0.5] }
  b: { mass: 1, at: [2, 0], velocity: [-0.5, 0.5] }
elements:
  - rod: { between: [origin, a], length: 1 }
  - spring: { between: [a, b], length: 1, stiffness: k2 }
  - gravity: [0, -9.81]
run: { until: 10, rtol: 1e-8 }
`;

describe("the builder", () => {
  test("makes the same data as a file", () => {
    expect(pendulum().build(catalogue)).toEqual(parseModelText(file));
  });

  test("does not change the builder on which a method is called", () => {
    const start = model("m").point("a", { mass: 1, at: [1, 0] });
    const heavy = start.gravity([0, -1]).build(catalogue);
    expect(heavy.elements).toHaveLength(1);
    expect(start.build(catalogue).elements).toBeUndefined();
  });

  test("has all sections", () => {
    const built = model("all")
      .point("p", { repeat: 3, mass: 1, at: ["i", 0] })
      .coordinate("theta", { at: 1, velocity: undefined })
      .coordinate("phi")
      .mass({ theta: 2 })
      .kinetic("phi'^2")
      .potential("well", "theta^2")
      .force("theta", "-theta'")
      .constraint("tie", "theta - phi - 1")
      .initial({ "phi'": 0.5 })
      .invariant("sum", "theta + phi")
      .define("mine", { on: ["a"], potential: "dot(a, a)" })
      .element("mine", { on: "p" })
      .rod("p[i]", "p[i+1]", { repeat: 2 })
      .time(0)
      .omega(10)
      .build(catalogue);
    const lowered = lower(built, catalogue);
    expect(lowered.n).toBe(8);
    expect(lowered.laws.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
      ...["potential 3", "constraint 2", "potential 1", "kinetic 1", "force 1", "constraint 1", "invariant 1"],
    ]);
  });

  test("makes first-order systems", () => {
    const built = model("oscillator").state("x", 1, "y").state("y", 0, "-x").build(catalogue);
    expect(lower(built, catalogue).order).toBe("first");
  });

  test("misspelt points do not compile", () => {
    const start = model("m").point("bob", { mass: 1, at: [1, 0] });
    // @ts-expect-error there is no bbo
    expect(() => start.rod("origin", "bbo").build(catalogue)).not.toThrow(TypeError);
    // @ts-expect-error stiffness is needed
    expect(() => start.spring("origin", "bob", {})).not.toThrow(TypeError);
    // @ts-expect-error a point has a place
    expect(() => start.point("other", { mass: 1 })).not.toThrow(TypeError);
  });
});

describe("a force as a function", () => {
  const pull = (f: Float64Array, _t: number, q: Float64Array) => {
    f[0] -= q[0];
  };
  const opaque = () => pendulum().force(pull, { name: "pull", readsVelocity: false }).build(catalogue);

  test("is passed on and makes the model opaque", () => {
    const lowered = lower(opaque(), catalogue);
    expect(lowered.functions.map(({ name, readsVelocity }) => [name, readsVelocity])).toEqual([["pull", false]]);
    const f = new Float64Array(4);
    lowered.functions[0].force(f, 0, Float64Array.of(2, 0, 0, 0), f);
    expect(f[0]).toBe(-2);
  });

  test("makes the model impossible to hash, resolve, or write as JSON", () => {
    for (const work of [modelHash, resolveModel, JSON.stringify]) {
      expect(() => work(opaque() as Model)).toThrow(/contains a function \("pull"\) and cannot be/);
    }
    expect(() => structuredClone(opaque())).toThrow();
  });
});

describe("the identity of a model", () => {
  const hash = (text: string, set?: Record<string, number>) =>
    modelHash(validateModel(parseModelText(text), catalogue), { set });

  test("does not depend on layout, title, comments, run section or the order of settings", () => {
    const other = file
      .replace("name: Double pendulum\n", "name: Other\n")
      .replace("until: 10", "until: 20")
      .replace("mass: 1, at: [1, 0]", "at: [1, 0], mass: 1");
    expect(hash(other)).toBe(hash(file));
    expect(modelHash(pendulum().build(catalogue))).toBe(hash(file));
  });

  test("depends on the values of parameters, but not on how they are given, and on the order of points", () => {
    expect(hash(file, { k2: 3 })).toBe(hash(file.replace("k2: 1", "k2: 1 + 2")));
    expect(hash(file, { k2: 3 })).not.toBe(hash(file));
    const [a, b] = ["  a: {", "  b: {"];
    expect(hash(file.replace(a, "  c: {").replace(b, a).replace("  c: {", b))).not.toBe(hash(file));
  });

  test("a resolved model has numbers for parameters and lowers to the same laws", () => {
    const source = validateModel(
      parseModelText("taut: 1\nparameters: { l: 2*k, k: 3 }\ncoordinates: { x: l }\nmass: 1"),
      catalogue,
    );
    const resolved = resolveModel(source, { set: { k: 5 } });
    expect(resolved.parameters).toEqual({ l: 10, k: 5 });
    expect(lower(resolved, catalogue).q0[0]).toBe(10);
  });
});

test("a builder in place of a model is told to build(), and an object of a class is named", () => {
  expect(() => validateModel(pendulum(), catalogue)).toThrow(
    "this is a builder. Give the model that its build() returns.",
  );
  expect(() => validateModel({ taut: 1, points: new Map() }, catalogue)).toThrow(
    "points: a model may contain numbers, texts, lists and maps only; this is an object of the class Map. Give its data as a map.",
  );
});
