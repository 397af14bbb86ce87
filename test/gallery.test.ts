import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { catalogue } from "../src/elements/index.js";
import { type Law, type Lowered, lower, parseModelText, validateModel } from "../src/model/index.js";
import { evaluateWithMath } from "../src/symbolic/evaluate.fixture.js";
import { type Expr, gradient, tangent } from "../src/symbolic/index.js";

const gallery = new URL("../gallery/", import.meta.url);
const files = readdirSync(gallery);

function load(file: string, set?: Record<string, number>): Lowered {
  const text = readFileSync(new URL(file, gallery), "utf8");
  return lower(validateModel(parseModelText(text, { file }), catalogue), catalogue, { set });
}

/** What the symbols of instance `i` of a law are at the start. */
function startOf({ q0, v0, t0 }: Lowered, law: Law, i: number): Map<string, number> {
  const known = new Map([["t", t0]]);
  for (const { symbol, values } of law.params) known.set(symbol.name, values[values.length === 1 ? 0 : i]);
  for (const { q, v, index } of law.stencil) {
    for (const [c, symbol] of q.entries()) known.set(symbol.name, q0[index[i] + c]);
    for (const [c, symbol] of v.entries()) known.set(symbol.name, v0[index[i] + c]);
  }
  return known;
}

/** Every constraint at the start: g, G v + g_t, its row of G, and c of G q'' + c = 0, by the symbolic layer alone. */
function constraintsAtStart(lowered: Lowered) {
  const { graph, time } = lowered;
  return lowered.laws
    .filter(({ kind }) => kind === "constraint")
    .flatMap((law) =>
      Array.from({ length: law.count * law.outputs.length }, (_, row) => {
        const i = Math.floor(row / law.outputs.length);
        const g = law.outputs[row % law.outputs.length];
        const known = startOf(lowered, law, i);
        const value = (expr: Expr) => evaluateWithMath(expr, known);
        const motion = new Map<Expr, Expr>([[time, graph.num(1)]]);
        for (const { q, v } of law.stencil) for (const [c, symbol] of q.entries()) motion.set(symbol, v[c]);
        const [rate] = tangent([g], motion);
        const [curvature] = tangent([rate], motion);
        const G = new Float64Array(lowered.n);
        for (const { q, index } of law.stencil) {
          gradient(g, q).forEach((slope, c) => {
            G[index[i] + c] += value(slope);
          });
        }
        return { g: value(g), rate: value(rate), G, c: value(curvature) };
      }),
    );
}

describe("the gallery", () => {
  test.each(files)("%s has a name and says what to look at", (file) => {
    const data = parseModelText(readFileSync(new URL(file, gallery), "utf8")) as { name: string; about: string };
    expect(data.name.length).toBeGreaterThan(3);
    expect(data.about).toMatch(/\.$/);
  });

  const inconsistent = ["double-pendulum-soft.yaml"]; // starts stretched on purpose
  test.each(files.filter((file) => !inconsistent.includes(file)))("%s starts on its constraints", (file) => {
    const lowered = load(file);
    for (const { g, rate } of constraintsAtStart(lowered)) {
      expect(Math.abs(g)).toBeLessThan(1e-14);
      // algebraic variables make the rate of a constraint of states vanish
      if (lowered.order === "second") expect(Math.abs(rate)).toBeLessThan(1e-14);
    }
  });

  test("double-pendulum: the point (31)-(32) of Ariel, where the multipliers are 1.5 and 1.25", () => {
    const lowered = load("double-pendulum.yaml");
    expect([...lowered.q0]).toEqual([1, 0, 2, 0]);
    expect([...lowered.v0]).toEqual([0, -0.5, 0, 0.5]);
    // unit masses and no forces: G G^T lambda = c
    const [one, two] = constraintsAtStart(lowered);
    const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, x, k) => sum + x * b[k], 0);
    const [a, b, d] = [dot(one.G, one.G), dot(one.G, two.G), dot(two.G, two.G)];
    const determinant = a * d - b * b;
    expect((d * one.c - b * two.c) / determinant).toBeCloseTo(1.5, 14);
    expect((a * two.c - b * one.c) / determinant).toBeCloseTo(1.25, 14);
  });

  test("double-pendulum-soft: case (i) of Sanz-Serna, with half a unit of potential energy in the hard spring", () => {
    const lowered = load("double-pendulum-soft.yaml", { omega2: 500 });
    expect([...lowered.q0]).toEqual([1, 0, 2 + 1 / 500, 0]);
    expect(lowered.omega).toBe(500);
    const [{ g }] = constraintsAtStart(lowered);
    expect(0.5 * 500 ** 2 * g ** 2).toBeCloseTo(0.5, 10);
  });

  test("slider-crank: example 4 of Ascher, with the slider at 4", () => {
    const { q0, v0, massDiagonal, laws, coordinateName } = load("slider-crank.yaml");
    expect([0, 1, 2, 3].map(coordinateName)).toEqual(["theta", "x", "y", "psi"]);
    expect([...q0]).toEqual([0, 3, 0, 0]);
    expect([...v0]).toEqual([-1, 0, -1 / 3, -1 / 3]);
    expect([...massDiagonal]).toEqual([10, 1, 1, 1]);
    expect(laws.map(({ kind }) => kind)).toEqual(["potential", "force", "constraint"]);
  });

  test("chain: n is free, down to one rod", () => {
    expect(load("chain.yaml", { n: 1 }).n).toBe(2);
    expect(load("chain.yaml", { n: 1000 }).laws.map(({ count }) => count)).toEqual([1, 999, 1000]);
  });

  test("kepler: the start has energy -1/2 and the momentum of its eccentricity", () => {
    const lowered = load("kepler.yaml");
    const law = lowered.laws.find(({ kind }) => kind === "invariant")!;
    const [energy, momentum] = law.outputs.map((output) => evaluateWithMath(output, startOf(lowered, law, 0)));
    expect(energy).toBeCloseTo(-0.5, 14);
    expect(momentum).toBeCloseTo(Math.sqrt(1 - 0.36), 14);
  });
});
