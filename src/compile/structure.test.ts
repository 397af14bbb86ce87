import { describe, expect, test } from "vitest";
import type { Structure } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { lower, validateModel } from "../model/index.js";
import { compileSystem } from "./index.js";

const structureOf = (model: object): Structure =>
  compileSystem(lower(validateModel({ taut: 1, ...model }, catalogue), catalogue)).workspace().mechanics!.structure!;

const corners = { a: { mass: 16, at: [0, 0, 0] }, b: { mass: 1, at: [3, 0, 0] }, c: { mass: 2, at: [0, 4, 0] } };
const sides = [
  { rod: { between: ["a", "b"] } },
  { rod: { between: ["c", "b"], squared: true } },
  { rod: { between: ["a", "c"], length: 4.5 } },
];

describe("distances", () => {
  test.each<[string, object]>([
    ["rod", { elements: [{ rod: { between: ["a", "b"], length: 3 } }] }],
    ["squared rod", { elements: [{ rod: { between: ["b", "a"], length: 3, squared: true } }] }],
    ["product", { constraints: { k: "dot(a - b, a - b)/2 - 4.5" } }],
    ["norm", { constraints: { k: "1 - norm(b - a)/3" } }],
    ["components", { constraints: { k: "(x(a) - x(b))^2 + (y(a) - y(b))^2 + (z(a) - z(b))^2 - 9" } }],
    [
      "element of the model",
      {
        define: { link: { on: ["p", "q"], constraint: "log(norm(p - q)/3)" } },
        elements: [{ link: { on: ["a", "b"] } }],
      },
    ],
  ])("a %s is recognised as a distance with its length, whatever it is called", (_, law) => {
    const { distances } = structureOf({ points: { a: corners.a, b: corners.b }, ...law });
    expect(distances.count).toBe(1);
    expect([...distances.ends].sort()).toEqual([0, 3]);
    expect(Math.abs(distances.lengths[0] - 3)).toBeLessThan(1e-15);
  });

  test("one end may be fixed, and its place is found", () => {
    const { distances } = structureOf({
      points: { a: { mass: 1, at: [1, 0] }, p: { fixed: true, at: [4, 4] } },
      elements: [{ rod: { between: ["p", "a"] } }, { rod: { between: ["origin", "a"], squared: true } }],
    });
    expect([...distances.ends]).toEqual([0, -1, 0, -1]);
    expect([...distances.places]).toEqual([4, 4, 0, 0]);
    expect([...distances.lengths]).toEqual([5, 1]);
  });

  test.each<[string, object]>([
    [
      "a place that moves",
      {
        points: { a: corners.a, p: { fixed: true, at: ["1 + t", 0, 0] } },
        elements: [{ rod: { between: ["p", "a"], length: 1 } }],
      },
    ],
    ["an ellipse", { points: { a: corners.b }, constraints: { k: "x(a)^2 + 2*y(a)^2 + z(a)^2 - 9" } }],
    [
      "a distance and something else",
      { points: { a: corners.a, b: corners.b }, constraints: { k: "norm(a - b) - 3 + x(a)" } },
    ],
    [
      "coordinates that do not belong to points",
      { coordinates: { x: { at: 1 }, y: {} }, mass: 1, constraints: { k: "x^2 + y^2 - 1" } },
    ],
  ])("%s is not a distance", (_, model) => {
    expect(structureOf(model).distances.count).toBe(0);
  });

  test("all rows of a chain of 20,000 rods, which is one law, are found", () => {
    const { distances } = structureOf({
      points: { bead: { repeat: 20000, mass: 1, at: ["i + 1", 0] } },
      elements: [
        { rod: { between: ["origin", "bead[0]"] } },
        { rod: { repeat: 19999, between: ["bead[i]", "bead[i+1]"] } },
      ],
    });
    expect(distances.count).toBe(20000);
    expect(distances.rows[19999]).toBe(19999);
    expect([...distances.ends.slice(-2)]).toEqual([2 * 19998, 2 * 19999]);
  });
});

describe("triangles", () => {
  test("three points with all distances kept form a triangle with its sides in order", () => {
    const { triangles } = structureOf({ points: corners, elements: sides });
    expect(triangles.count).toBe(1);
    expect([...triangles.points]).toEqual([0, 3, 6]);
    expect([...triangles.lengths]).toEqual([3, 5, 4.5]);
  });

  test("families of triangles are found, each triangle once, beside free points", () => {
    const { triangles } = structureOf({
      points: {
        ion: { mass: 5, at: [9, 9, 9] },
        o: { repeat: 50, mass: 16, at: ["i", 0, 0] },
        h: { repeat: 100, mass: 1, at: ["i/2", "1 + mod(i, 2)", 0] },
      },
      elements: [
        { rod: { repeat: 50, between: ["o[i]", "h[2*i]"] } },
        { rod: { repeat: 50, between: ["o[i]", "h[2*i+1]"] } },
        { rod: { repeat: 50, between: ["h[2*i]", "h[2*i+1]"] } },
      ],
    });
    expect(triangles.count).toBe(50);
    expect(new Set(triangles.points).size).toBe(150);
  });

  test.each<[string, object]>([
    ["one side missing", { points: corners, elements: sides.slice(1) }],
    ["a corner that is held elsewhere", { points: corners, elements: sides, constraints: { k: "x(a)" } }],
    [
      "a tetrahedron",
      {
        points: { ...corners, d: { mass: 1, at: [0, 0, 5] } },
        elements: [...sides, ...["a", "b", "c"].map((p) => ({ rod: { between: [p, "d"] } }))],
      },
    ],
    [
      "a ring of four",
      {
        points: { ...corners, d: { mass: 1, at: [3, 4, 0] } },
        elements: [
          ["a", "b"],
          ["b", "d"],
          ["d", "c"],
          ["c", "a"],
        ].map((between) => ({ rod: { between } })),
      },
    ],
    [
      "the plane",
      {
        points: { a: { mass: 1, at: [0, 0] }, b: { mass: 1, at: [1, 0] }, c: { mass: 1, at: [0, 1] } },
        elements: sides,
      },
    ],
  ])("%s: none", (_, model) => {
    expect(structureOf(model).triangles.count).toBe(0);
  });
});

describe("bodies", () => {
  test("a body in space has three directors with the masses of its Euler tensor", () => {
    const { bodies } = structureOf({ bodies: { top: { mass: 3, inertia: [2, 3, 4], at: [0, 0, 0] } } });
    expect(bodies.count).toBe(1);
    expect([...bodies.directors]).toEqual([3, 6, 9]);
    expect([...bodies.moments]).toEqual([2.5, 1.5, 0.5]);
    expect(bodies.rows).toBe(6);
  });

  test("a lamina has two directors, a bar one and a planar body one, with or without joints", () => {
    const { bodies } = structureOf({
      bodies: {
        plate: { mass: 1, inertia: [1, 1, 2], at: [0, 0, 0] },
        bar: { mass: 1, inertia: [0, 1, 1], at: [1, 0, 0] },
      },
      joints: [{ ball: { between: ["plate", "bar"], at: [0.5, 0, 0] } }],
    });
    expect([...bodies.directors]).toEqual([3, 6, -1, 12, -1, -1]);
    expect(structureOf({ bodies: { disc: { mass: 1, inertia: 2, at: [0, 0] } } }).bodies.count).toBe(1);
  });

  test("unit vectors at right angles form a body whatever they are called; a unit pendulum does not", () => {
    const d = { mass: 1, at: [1, 0, 0] };
    const three = structureOf({
      points: { u: d, v: { ...d, at: [0, 1, 0] }, w: { ...d, at: [0, 0, 1] } },
      constraints: {
        a: "dot(u, u) - 1",
        b: "dot(v, v) - 1",
        c: "norm(w) - 1",
        d: "3*dot(u, v)",
        e: "dot(v, w)",
        f: "dot(w, u)",
      },
    });
    expect(three.bodies.count).toBe(1);
    expect(structureOf({ points: { u: d }, constraints: { a: "dot(u, u) - 1" } }).bodies.count).toBe(0);
  });

  test("a ball joint to the world pins the centre: x + arm . d = place", () => {
    const at = [1, 2, 3.5];
    const { pins } = structureOf({
      bodies: { top: { mass: 3, inertia: [2, 3, 4], at, axis: [1, 1, 0], angle: 0.3 } },
      joints: [{ ball: { between: ["top", "world"], at: [1, 2, 3] } }],
    });
    expect([pins.count, pins.points[0], pins.bodies[0]]).toEqual([1, 0, 0]);
    [1, 2, 3].forEach((x, k) => {
      expect(Math.abs(pins.places[k] - x)).toBeLessThan(1e-14);
    });
    expect(Math.abs(Math.hypot(...pins.arms) - 0.5)).toBeLessThan(1e-14);
  });

  test("a ball joint between two bodies pins neither", () => {
    const top = { mass: 3, inertia: [2, 3, 4] };
    const { pins } = structureOf({
      bodies: { a: { ...top, at: [0, 0, 0] }, b: { ...top, at: [1, 0, 0] } },
      joints: [{ ball: { between: ["a", "b"], at: [0.5, 0, 0] } }],
    });
    expect(pins.count).toBe(0);
  });
});
