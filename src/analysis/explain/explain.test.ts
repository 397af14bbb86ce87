import { describe, expect, test } from "vitest";
import { load } from "../../../test/reference/gallery.js";
import { catalogue } from "../../elements/index.js";
import { validateModel } from "../../model/index.js";
import { type ExplainOptions, explain } from "./explain.js";

const examine = (data: unknown, options?: ExplainOptions) => explain(validateModel(data, catalogue), options);
const gallery = (name: string, options?: ExplainOptions) => examine(load(name), options);

const held = (...rods: readonly object[]) => ({
  taut: 1,
  points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [1, 1] } },
  elements: [...rods.map((rod) => ({ rod })), { gravity: [0, -1] }],
  run: { until: 1 },
});

describe("structure", () => {
  test("offers settle for a triangle in space, lie-cayley for a body, and lincs for distances", () => {
    const corners = { a: { mass: 1, at: [0, 0, 0] }, b: { mass: 1, at: [1, 0, 0] }, c: { mass: 1, at: [0, 1, 0] } };
    const sides = [
      ["a", "b"],
      ["b", "c"],
      ["c", "a"],
    ].map((between) => ({ rod: { between } }));
    const water = examine({ taut: 1, points: corners, elements: sides }).structure;
    expect(water).toEqual({ distances: 3, triangles: 1, bodies: 0, methods: ["settle", "lincs"] });
    const top = examine({ taut: 1, bodies: { top: { mass: 1, inertia: [1, 2, 2], at: [0, 0, 0] } } }).structure;
    expect(top).toEqual({ distances: 3, triangles: 0, bodies: 1, methods: ["lie-cayley"] });
    const pendulum = { distances: 2, triangles: 0, bodies: 0, methods: ["lincs"] };
    expect(gallery("double-pendulum").structure).toEqual(pendulum);
    expect(gallery("kepler").structure).toBeNull();
  });
});

describe("fast frequencies", () => {
  test("of the double pendulum are omega times the golden ratio and its inverse", () => {
    const { fast, freedom, rank } = gallery("double-pendulum");
    const golden = (1 + Math.sqrt(5)) / 2;
    expect([rank, freedom]).toEqual([2, 2]);
    expect(fast!.smallest).toBeCloseTo(1000 / golden, 8);
    expect(fast!.largest).toBeCloseTo(1000 * golden, 8);
  });

  test("of a straight chain of 300 rods agree with those of the discrete string, without a dense matrix", () => {
    const n = 300;
    const { fast } = gallery("chain", { set: { n }, settings: { omega: 1 } });
    // n (tridiagonal 2, -1, the first diagonal 1): 4 n sin^2((2 j - 1) pi / (2 (2 n + 1)))
    const frequency = (j: number): number => 2 * Math.sqrt(n) * Math.sin(((2 * j - 1) * Math.PI) / (2 * (2 * n + 1)));
    expect(fast!.modes).toBeNull();
    expect(Math.abs(fast!.smallest / frequency(1) - 1)).toBeLessThan(1e-8);
    expect(Math.abs(fast!.largest / frequency(n) - 1)).toBeLessThan(1e-2);
  });

  test("carry the energy of the start as given: 0.5 from stretch and 0.25 from stretching", () => {
    const { fast, start, advice } = gallery("double-pendulum-soft");
    // lambda is of order 1, so the equilibrium differs from g = 0 by 1/omega^2, and the energy by 1/omega
    expect(Math.abs(fast!.energy - 0.75)).toBeLessThan(2 / 1000);
    expect(start!.consistent).toBe(false);
    expect(advice.some((line) => line.includes("fast energy"))).toBe(true);
    expect(gallery("double-pendulum").advice).toEqual([]);
  });

  test("have the same total energy with and without the modes", () => {
    const sum = (n: number) => {
      const data = load("chain") as { points: { bead: object } };
      const stretching = { ...data, points: { bead: { ...data.points.bead, velocity: ["0.01*(i+1)", 0] } } };
      return examine(stretching, { set: { n }, settings: { omega: 100 } }).fast!;
    };
    // every rod of a uniform chain stretches at the same rate, so all kinetic energy is fast: 1/2 sum m (0.01 k)^2
    for (const n of [50, 100]) {
      let kinetic = 0;
      for (let k = 1; k <= n; k++) kinetic += (0.5 / n) * (0.01 * k) ** 2;
      expect(sum(n).energy).toBeCloseTo(kinetic, 10);
    }
  });
});

describe("constraints", () => {
  test("that follow from the others are named", () => {
    const twice = [
      { between: ["origin", "a"], length: 1 },
      { between: ["origin", "a"], length: 1, name: "copy" },
    ];
    const { redundant, rank, freedom, advice } = examine(held(...twice));
    expect(redundant).toHaveLength(1);
    expect([rank, freedom]).toEqual([1, 3]);
    expect(advice[0]).toContain(redundant[0]);
  });

  test("at a singular position are named, with advice", () => {
    const folded = {
      taut: 1,
      points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [3, 0] }, pivot: { fixed: true, at: [4, 0] } },
      elements: [
        ["origin", "a"],
        ["a", "b"],
        ["b", "pivot"],
      ].map((between) => ({ rod: { between } })),
    };
    const { start, singular, advice, rank } = examine(folded);
    expect(start!.status).toBe("singular");
    expect(singular).toMatch(/^rod/);
    expect(advice[0]).toContain("singular position");
    expect(rank).toBeNull();
  });

  test("that leave no degrees of freedom are reported", () => {
    const rods = [
      ["origin", "a"],
      ["a", "b"],
    ].map((between) => ({ between }));
    const fixed = held(...rods, { between: ["origin", "b"] });
    const line = { "point-on-line": { on: "a", through: [1, 0], direction: [1, 0] } };
    const { freedom, advice } = examine({ ...fixed, elements: [...fixed.elements, line] });
    expect(freedom).toBe(0);
    expect(advice.join()).toContain("no degrees of freedom");
  });

  test("that contradict each other make the start fail, and are named", () => {
    const far = [
      { between: ["origin", "a"], length: 1 },
      { between: ["origin", "b"], length: 1 },
      { between: ["a", "b"], length: 9 },
    ];
    const { start, advice } = examine(held(...far));
    expect(start!.status).not.toBe("ok");
    expect(advice[0]).toContain("rod");
  });
});

describe("motion", () => {
  test("a pendulum at its lowest point swings at sqrt(g/l)", () => {
    const { slow } = gallery("pendulum", { set: { start: 0, g: 4 } });
    expect(slow!.frequency).toBeCloseTo(2, 6);
    expect(slow!.decay + slow!.growth).toBeLessThan(1e-3);
  });

  test("a stiff first-order system shows its decay rate, and an implicit method is advised", () => {
    const states = { x: 1, y: 1 };
    const rates = { x: "-1e6*(x - cos(y))", y: "-y" };
    const { slow, stiffness, advice } = examine({ taut: 1, states, rates, run: { until: 10 } });
    expect(slow!.decay).toBeCloseTo(1e6, 4);
    expect(stiffness).toBeNull();
    expect(advice.join()).toContain("implicit");
  });

  test("a step gives a warning only if the method is unstable for it", () => {
    const settings = { formulation: "stiff", method: "verlet", omega: 1000 };
    const warned = (step: number) => gallery("pendulum", { settings: { ...settings, step } }).advice.join();
    expect(warned(0.0021)).toContain("too long for method verlet");
    expect(warned(0.0019)).not.toContain("too long");
  });

  test("a system with algebraic variables is examined with them eliminated", () => {
    const { kind, slow } = gallery("index-2");
    expect(kind).toBe("first-order");
    expect(slow!.radius).toBeGreaterThan(0);
  });

  test("two examinations of one model are equal, bit for bit", () => {
    expect(gallery("chain", { set: { n: 70 } })).toEqual(gallery("chain", { set: { n: 70 } }));
  });
});
