import { describe, expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { evaluateWithMath } from "../symbolic/evaluate.fixture.js";
import { type Expr, toText } from "../symbolic/index.js";
import { type Law, type Lowered, lower, parseModelText, validateModel } from "./index.js";

const load = (text: string, set?: Record<string, number>): Lowered =>
  lower(validateModel(parseModelText(`taut: 1\n${text}`), catalogue), catalogue, { set });

const param = (law: Law, name: string) => law.params.find(({ symbol }) => symbol.name === name)?.values;
const shown = (law: Law) => law.outputs.map((output) => toText(output));

/** The value of output `expr` of instance `i` at the start. */
function atStart(lowered: Lowered, law: Law, i: number, expr: Expr = law.outputs[0]): number {
  const values = new Map<string, number>([["t", lowered.t0]]);
  for (const { symbol, values: column } of law.params) values.set(symbol.name, column[column.length === 1 ? 0 : i]);
  for (const { q, v, index } of law.stencil) {
    q.forEach((symbol, c) => {
      values.set(symbol.name, lowered.q0[index[i] + c]);
    });
    v.forEach((symbol, c) => {
      values.set(symbol.name, lowered.v0[index[i] + c]);
    });
  }
  return evaluateWithMath(expr, values);
}

const chain = `
parameters: { n: 5, l: 0.5 }
points: { bead: { repeat: n, mass: i + 1, at: [l*(i + 1), 0] } }
elements:
  - rod: { between: [origin, "bead[0]"], length: l, name: hook }
  - rod: { repeat: n - 1, between: ["bead[i]", "bead[i+1]"], length: l, name: link, omega: 50 }
  - gravity: [0, -10]
`;

describe("repetition", () => {
  test("a family of rods is one law with tables; a parameter that is the same for all is one number", () => {
    const { laws, n, q0, massDiagonal, coordinateName, groups } = load(chain);
    expect(n).toBe(10);
    expect([...q0]).toEqual([0.5, 0, 1, 0, 1.5, 0, 2, 0, 2.5, 0]);
    expect([...massDiagonal]).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
    expect(coordinateName(7)).toBe("bead[3]_y");
    expect(groups).toEqual([{ name: "bead", dim: 2, kind: "point", count: 5, repeat: [5], offset: 0 }]);

    const [hook, link, gravity] = laws;
    expect([hook.count, link.count, gravity.count]).toEqual([1, 4, 5]);
    expect([...link.stencil[0].index]).toEqual([0, 2, 4, 6]);
    expect([...link.stencil[1].index]).toEqual([2, 4, 6, 8]);
    expect([...param(link, "length")!]).toEqual([0.5]);
    expect([...link.omega!]).toEqual([50, 50, 50, 50]);
    expect(hook.omega).toBeUndefined();
    expect([hook.componentName(0, 0), link.componentName(3, 0)]).toEqual(["hook", "link[3]"]);
    expect([...param(gravity, "mass")!]).toEqual([1, 2, 3, 4, 5]);
    expect(hook.stencil).toHaveLength(1);
  });

  test("lengths that vary are a column; a default is the distance at the start", () => {
    const text = (length: string) => `
points: { p: { repeat: 4, mass: 1, at: [i^2, 0] } }
elements: [{ rod: { repeat: 3, between: ["p[i]", "p[i+1]"]${length} } }]`;
    expect([...param(load(text("")).laws[0], "length")!]).toEqual([1, 3, 5]);
    expect([...param(load(text(", length: 2*i + 1")).laws[0], "length")!]).toEqual([1, 3, 5]);
    expect([...param(load(text(", length: 2 + 0*i")).laws[0], "length")!]).toEqual([2]);
  });

  test("grids have two indices, and the last varies fastest", () => {
    const { laws, coordinateName, groups } = load(`
parameters: { rows: 2, cols: 3 }
points: { node: { repeat: { i: rows, j: cols }, mass: 1, at: [j, -i] } }
elements:
  - spring: { repeat: { i: rows - 1, j: cols }, between: ["node[i, j]", "node[i+1, j]"], stiffness: 1 }
  - rod: { repeat: { a: rows, b: cols - 1 }, between: ["node[a, b]", "node[a, b+1]"], name: across }`);
    expect(groups[0].repeat).toEqual([2, 3]);
    expect(coordinateName(2 * 4 + 1)).toBe("node[1,1]_y");
    const [down, across] = laws;
    expect([...down.stencil[0].index]).toEqual([0, 2, 4]);
    expect([...down.stencil[1].index]).toEqual([6, 8, 10]);
    expect([...across.stencil[1].index]).toEqual([2, 4, 8, 10]);
    expect(across.componentName(3, 0)).toBe("across[1,1]");
  });

  test("an element may have no instances", () => {
    expect(load(chain, { n: 1 }).laws.map(({ name, count }) => [name, count])).toEqual([
      ["rod", 1],
      ["gravity", 1],
    ]);
  });

  test("a hundred thousand rods become three laws, whose expressions do not grow", () => {
    const small = load(chain, { n: 10 });
    const large = load(chain, { n: 100_000 });
    expect(large.laws).toHaveLength(3);
    expect(large.graph.size).toBeLessThanOrEqual(small.graph.size + 10);
    expect(large.laws[1].componentName(99_998, 0)).toBe("link[99998]");
  });
});

describe("signatures", () => {
  test("items of equal signature share a law, and each instance has its own path", () => {
    const { laws } = load(`
points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] }, c: { mass: 1, at: [3, 1] }, pin: { fixed: true, at: [0, 1] } }
elements:
  - rod: { between: [a, b] }
  - rod: { between: [pin, a], length: 2 }
  - rod: { between: [b, c], length: 3 }
  - rod: { between: [origin, b], length: 4 }
  - rod: { between: [c, pin], squared: true }`);
    expect(laws.map(({ count }) => count)).toEqual([2, 2, 1]);
    expect([laws[0].instanceWhere!(1, 0), laws[1].instanceWhere!(1, 0)]).toEqual([
      "elements[2].rod",
      "elements[3].rod",
    ]);
    expect(laws.map((law) => law.componentName(0, 0))).toEqual(["rod[0]", "rod[1]", "rod[4]"]);
    expect([...param(laws[1], "a_y")!]).toEqual([1, 0]);
    expect([...param(laws[1], "a_x")!]).toEqual([0]);
    expect([...param(laws[1], "length")!]).toEqual([2, 4]);
    expect(shown(laws[2])[0]).toBe("(a_x - b_x)^2 + (a_y - b_y)^2 - length^2");
  });

  test("a moving anchor makes the law depend on t, with its velocity", () => {
    const { laws, anchors } = load(`
time: 0.5
points: { a: { mass: 1, at: [1, 0], velocity: [0, 2] }, pivot: { fixed: true, at: [0, 0.1*sin(5*t)] } }
elements:
  - rod: { between: [pivot, a], length: 1 }
  - damper: { between: [pivot, a], damping: 1 }`);
    expect(shown(laws[0])[0]).toMatch(/sin\(5\*t\)/);
    expect(shown(laws[1])[1]).toMatch(/cos\(5\*t\)/);
    expect(laws[0].stencil).toHaveLength(1);
    expect(anchors.map(({ name }) => name)).toEqual(["origin", "pivot"]);
    expect(anchors[1].at[1]).toBeCloseTo(0.1 * Math.sin(2.5), 15);
    expect(anchors[1].motion).toHaveLength(2);
  });

  test("members of a moving family have their own motion", () => {
    const lowered = load(`
time: 1
points:
  a: { repeat: 3, mass: 1, at: [i, 0] }
  wall: { repeat: 3, fixed: true, at: [i, 1 + i*t] }
elements: [{ rod: { repeat: 3, between: ["a[i]", "wall[2 - i]"], length: 1 } }]`);
    const values = [0, 1, 2].map((i) => atStart(lowered, lowered.laws[0], i));
    // the distances at t = 1, minus the length
    const expected = [Math.sqrt(13) - 1, 1, Math.sqrt(5) - 1];
    expect(values).toEqual(expected);
  });

  test("a uniform parameter in an exponent is a constant, so that no logarithm appears", () => {
    const text = (n: string) => `
define: { well: { on: [p], parameters: { n: 2, k: 1 }, potential: "k*norm(p)^n" } }
points: { a: { repeat: 2, mass: 1, at: [1 + i, 0] } }
elements: [{ well: { repeat: 2, on: "a[i]", n: ${n} } }]`;
    expect(load(text("4")).laws[0].params.map(({ symbol }) => symbol.name)).toEqual(["k"]);
    expect([...param(load(text("4 + i")).laws[0], "n")!]).toEqual([4, 5]);
  });

  test("an element on one node acts on each named node, on whole families, or on all points", () => {
    const text = (on: string) => `
points: { a: { mass: 1, at: [0, 0] }, b: { repeat: 3, mass: 2, at: [i, 1] }, pin: { fixed: true, at: [0, 0] } }
elements: [{ gravity: { ${on} acceleration: [0, -1] } }]`;
    const index = (on: string) => load(text(on)).laws.flatMap(({ stencil }) => [...stencil[0].index]);
    expect(index("")).toEqual([0, 2, 4, 6]);
    expect(index("on: b,")).toEqual([2, 4, 6]);
    expect(index('on: [a, "b[1]"],')).toEqual([0, 4]);
  });
});

describe("masses", () => {
  test("masses are a number for all, a map, or a list with dense blocks", () => {
    const masses = (mass: string) => load(`coordinates: [x, y, z]\nmass: ${mass}`);
    expect([...masses("2").massDiagonal]).toEqual([2, 2, 2]);
    expect([...masses("{ x: 1, y: 2, z: 3 }").massDiagonal]).toEqual([1, 2, 3]);
    const { massDiagonal, massBlocks } = masses("[{ x: 1 }, { of: [z, y], matrix: [[2, 0.5], [0.5, 3]] }]");
    expect([...massDiagonal]).toEqual([1, 0, 0]);
    expect([...massBlocks[0].index]).toEqual([2, 1]);
    expect([...massBlocks[0].values]).toEqual([2, 0.5, 0.5, 3]);
  });

  test("a kinetic energy covers the coordinates whose velocities it contains, and no others", () => {
    expect(load("coordinates: [a, b]\nkinetic: a'^2/2 + b'^2").laws[0].kind).toBe("kinetic");
    expect(() => load("coordinates: [a, b]\nkinetic: b*a'^2/2")).toThrow(
      /^coordinates\[1\]: "b" moves and has no mass/,
    );
    expect(load("coordinates: [a, b]\nkinetic: b*a'^2/2\nmass: { b: 1 }").massDiagonal[1]).toBe(1);
  });
});

describe("pictures", () => {
  test("rods and springs have links between coordinates and anchors, with the rows of their multipliers", () => {
    const { links } = load(`
points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] }, pin: { fixed: true, at: [0, 1] } }
elements:
  - spring: { between: [pin, b], stiffness: 1 }
  - point-on-line: { on: a, direction: [1, 0] }
  - rod: { between: [a, b] }`);
    expect(links.map(({ style, ends, firstRow }) => [style, [...ends], firstRow])).toEqual([
      ["spring", [-2, 2], -1],
      ["rod", [0, 2], 1],
    ]);
  });
});
