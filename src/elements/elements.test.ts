import { describe, expect, test } from "vitest";
import { lower, type Model } from "../model/index.js";
import { evaluateWithMath } from "../symbolic/evaluate.fixture.js";
import { catalogue } from "./index.js";

type Vector = readonly number[];
const minus = (a: Vector, b: Vector) => a.map((x, k) => x - b[k]);
const dot = (a: Vector, b: Vector) => a.reduce((sum, x, k) => sum + x * b[k], 0);
const norm = (a: Vector) => Math.sqrt(dot(a, a));

const places = {
  2: { a: [1, 0.2], b: [1.7, -0.3], c: [2.5, 0.9] },
  3: { a: [1, 0.2, 0.5], b: [1.7, -0.3, -0.2], c: [2.5, 0.9, 0.1] },
} as const;
const speeds = { 2: { a: [0.3, 0.4], b: [-0.2, 0.6] }, 3: { a: [0.3, 0.4, -0.1], b: [-0.2, 0.6, 0.7] } } as const;

/** The values of an element's only law at the start, in the plane or in space. */
function values(dim: 2 | 3, element: string, entry: unknown): number[] {
  const points = Object.fromEntries(
    Object.entries(places[dim]).map(([name, at], k) => [
      name,
      { mass: k + 1, at, velocity: speeds[dim][name as "a"] ?? at },
    ]),
  );
  const lowered = lower({ taut: 1, points, elements: [{ [element]: entry }] } as unknown as Model, catalogue);
  const [law] = lowered.laws;
  const known = new Map<string, number>();
  for (const { symbol, values: column } of law.params) known.set(symbol.name, column[0]);
  for (const { q, v, index } of law.stencil) {
    for (const [c, symbol] of q.entries()) known.set(symbol.name, lowered.q0[index[0] + c]);
    for (const [c, symbol] of v.entries()) known.set(symbol.name, lowered.v0[index[0] + c]);
  }
  return law.outputs.map((output) => evaluateWithMath(output, known));
}

describe.each([2, 3] as const)("in %i dimensions", (dim) => {
  const { a, b, c } = places[dim];
  const r = minus(a, b);
  const some = dim === 2 ? [0.3, -2] : [0.3, -2, 1.1];

  test("a rod keeps its length, squared or not; by default the distance at the start", () => {
    expect(values(dim, "rod", { between: ["a", "b"], length: 0.5 })[0]).toBeCloseTo(norm(r) - 0.5, 14);
    expect(values(dim, "rod", { between: ["a", "b"], length: 0.5, squared: true })[0]).toBeCloseTo(
      dot(r, r) - 0.25,
      14,
    );
    expect(values(dim, "rod", { between: ["a", "b"] })[0]).toBe(0);
  });

  test("a spring stores k/2 times its stretch squared", () => {
    const energy = values(dim, "spring", { between: ["a", "b"], stiffness: 3, length: 0.5 })[0];
    expect(energy).toBeCloseTo(1.5 * (norm(r) - 0.5) ** 2, 14);
  });

  test("gravity is -m g.p with the point's own mass", () => {
    expect(values(dim, "gravity", { on: "b", acceleration: some })[0]).toBeCloseTo(-2 * dot(some, b), 14);
    expect(values(dim, "gravity", { on: "b", acceleration: some, mass: 5 })[0]).toBeCloseTo(-5 * dot(some, b), 14);
  });

  test("a damper acts along the line between its points, with opposite forces", () => {
    const force = values(dim, "damper", { between: ["a", "b"], damping: 0.7 });
    const rate = dot(minus(speeds[dim].a, speeds[dim].b), r) / norm(r);
    const expected = r.map((x) => (-0.7 * rate * x) / norm(r));
    for (let k = 0; k < dim; k++) {
      expect(force[k]).toBeCloseTo(expected[k], 14);
      expect(force[dim + k]).toBeCloseTo(-expected[k], 14);
    }
  });

  test("drag acts against the velocity", () => {
    expect(values(dim, "drag", { on: "a", damping: 2 })).toEqual(speeds[dim].a.map((x) => -2 * x));
  });

  test("the constraint of a point on a line has the norm of the distance and vanishes on the line", () => {
    for (const direction of [
      some,
      some.map((x) => -x),
      dim === 2 ? [0, 1] : [0, 0, -1],
      dim === 2 ? [1, 0] : [1, 1, 0],
    ]) {
      const through = dim === 2 ? [0.1, 0.7] : [0.1, 0.7, -0.4];
      const g = values(dim, "point-on-line", { on: "a", through, direction });
      expect(g).toHaveLength(dim - 1);
      const along = dot(minus(a, through), direction) / norm(direction);
      expect(dot(g, g)).toBeCloseTo(dot(minus(a, through), minus(a, through)) - along ** 2, 13);
    }
    for (const zero of values(dim, "point-on-line", { on: "a", direction: a })) expect(zero).toBeCloseTo(0, 15);
  });

  test("the constraint of a point on a plane is the signed distance", () => {
    const g = values(dim, "point-on-plane", { on: "a", through: b, normal: some })[0];
    expect(g).toBeCloseTo(dot(some, minus(a, b)) / norm(some), 14);
  });

  test("an angle element measures the angle between two lines", () => {
    const [u, w] = [minus(a, b), minus(c, b)];
    const size = Math.acos(dot(u, w) / norm(u) / norm(w));
    const sign = dim === 2 ? Math.sign(u[0] * w[1] - u[1] * w[0]) : 1;
    expect(values(dim, "angle", { on: ["a", "b", "c"], angle: 0.4 })[0]).toBeCloseTo(sign * size - 0.4, 13);
    expect(values(dim, "angle", { on: ["a", "b", "c"] })[0]).toBeCloseTo(0, 14);
    const energy = values(dim, "angle-spring", { on: ["a", "b", "c"], stiffness: 3, angle: 0.4 })[0];
    expect(energy).toBeCloseTo(1.5 * (sign * size - 0.4) ** 2, 13);
  });
});

test("in the plane an angle of pi is kept without a jump", () => {
  const straight = (y: number) => {
    const points = { a: { mass: 1, at: [-1, 0] }, b: { mass: 1, at: [0, 0] }, c: { mass: 1, at: [1, y] } };
    const elements = [{ angle: { on: ["a", "b", "c"], angle: "pi" } }];
    const lowered = lower({ taut: 1, points, elements } as unknown as Model, catalogue);
    const known = new Map(lowered.laws[0].params.map(({ symbol, values: column }) => [symbol.name, column[0]]));
    for (const { q, index } of lowered.laws[0].stencil)
      for (const [k, s] of q.entries()) known.set(s.name, lowered.q0[index[0] + k]);
    return evaluateWithMath(lowered.laws[0].outputs[0], known);
  };
  expect(straight(1e-3)).toBeCloseTo(1e-3, 8);
  expect(straight(-1e-3)).toBeCloseTo(-1e-3, 8);
});

test("a torsion spring acts on a coordinate", () => {
  const model = {
    taut: 1,
    coordinates: { theta: { mass: 1, at: 0.5 } },
    elements: [{ "torsion-spring": { on: "theta", stiffness: 4, angle: 0.2 } }],
  };
  const [law] = lower(model as unknown as Model, catalogue).laws;
  const known = new Map([
    ["theta", 0.5],
    ["stiffness", 4],
    ["angle", 0.2],
  ]);
  expect(evaluateWithMath(law.outputs[0], known)).toBeCloseTo(2 * 0.09, 14);
});

test("every element and every parameter that users can set has a description", () => {
  for (const [name, { about, parameters }] of Object.entries(catalogue)) {
    expect(about, name).toMatch(/\.$/);
    for (const [key, parameter] of Object.entries(parameters ?? {})) {
      const described =
        typeof parameter === "object" && !Array.isArray(parameter) && (parameter.derived || parameter.about);
      expect(described, `${name}.${key}`).toBeTruthy();
    }
  }
});
