import { describe, expect, it } from "vitest";
import { away } from "../../../../test/fixtures/sampling.js";
import { initialState } from "../../../../test/fixtures/stepping.js";
import { rodSystem } from "../../../../test/fixtures/systems.js";
import type { Problem } from "../../../core/index.js";
import { rigid, stiff } from "../../../formulations/index.js";
import { RunningStatistics } from "../../../observers/index.js";
import type { Bath } from "./bath.js";
import { HeatBath } from "./heat-bath.js";

const masses = [1, 5];
/** Two beads of masses 1 and 5 on the rods of a bent chain, with two degrees of freedom. */
const chain = () =>
  rodSystem({
    name: "two beads",
    masses,
    rods: [
      { from: [0, 0], to: 0, length: 1, name: "upper" },
      { from: 0, to: 1, length: Math.SQRT2, name: "lower" },
    ],
    q: [1, 0, 2, 1],
    v: [0, 0, 0, 0],
    omega: 10,
  });
const plain: Bath = { kT: 0.6, friction: 3, form: "plain", seed: 4, thermal: false, fixman: false };

/** m_i <v_i^2> of each coordinate under the flow alone, followed by `after`. */
function spread(problem: Problem, bath: HeatBath, after: (s: ReturnType<typeof initialState>) => void = () => {}) {
  const s = initialState(problem);
  const found = Array.from(s.v, () => new RunningStatistics());
  for (let k = 0; k < 40_000; k++) {
    bath.flow(s, 0.5, k);
    after(s);
    if (k > 100) for (let i = 0; i < s.v.length; i++) found[i].push(masses[i >> 1] * s.v[i] ** 2);
  }
  return found.map((one) => one.result());
}

/**
 * The exact result: v = a t1 + b t2 along the rotations of the two rods, where a and b have the covariance kT (T^T M
 * T)^-1.
 */
function expected(kT: number): number[] {
  // t1 = (0, 1, 0, 1), t2 = (0, 0, -1, 1): T^T M T = [[6, 5], [5, 10]], determinant 35
  const [aa, ab, bb] = [10 / 35, -5 / 35, 6 / 35].map((x) => kT * x);
  return [0, masses[0] * aa, masses[1] * bb, masses[1] * (aa + 2 * ab + bb)];
}

describe("the flow of velocities at a fixed position", () => {
  it.each(["mass", "plain"] as const)("with friction of form %s has the constrained covariance", (form) => {
    const problem = rigid().apply(chain());
    const found = spread(problem, new HeatBath(problem, { ...plain, form }));
    const exact = expected(plain.kT);
    expect(found[0].mean).toBeLessThan(1e-28);
    for (const i of [1, 2, 3]) expect(away(found[i], exact[i]), `coordinate ${i}`).toBeLessThan(4);
  });

  it("with friction of form plain, projecting instead of solving with a multiplier would not have it", () => {
    const workspace = chain();
    const [constrained, free] = [rigid().apply(workspace), stiff().apply(workspace)];
    const projecting = new HeatBath(constrained, plain);
    const found = spread(free, new HeatBath(free, plain), (s) => projecting.project(s));
    const exact = expected(plain.kT);
    expect(Math.max(...[1, 2, 3].map((i) => away(found[i], exact[i])))).toBeGreaterThan(6);
  });

  it("keeps exp(-friction h) of a velocity when there is no noise", () => {
    const problem = stiff().apply(chain());
    for (const friction of [2, 1e-9]) {
      const s = initialState(problem);
      s.v.fill(1);
      new HeatBath(problem, { ...plain, form: "mass", kT: 0, friction }).flow(s, 0.25, 0);
      for (const v of s.v) expect(v).toBeCloseTo(Math.exp(-friction * 0.25), 15);
    }
  });

  it("adds noise of variance 2 friction h kT/m in short steps, without loss to rounding", () => {
    const problem = stiff().apply(chain());
    const s = initialState(problem);
    const bath = new HeatBath(problem, { ...plain, form: "mass", friction: 1e-12 });
    bath.flow(s, 1, 0);
    const [small, large] = [Float64Array.from(s.v), initialState(problem)];
    new HeatBath(problem, { ...plain, form: "mass", friction: 1e9 }).flow(large, 1, 0);
    // the same draw, of variance kT/m
    large.v.forEach((v, i) => {
      // friction enters through a rounded product with h
      expect(small[i] / v / Math.sqrt(2e-12)).toBeCloseTo(1, 11);
    });
  });
});

describe("velocities that are drawn at the start", () => {
  it("are independent of the noise that follows with the same seed", () => {
    // with strong friction the first flow forgets the start: what is left is the first draw of the noise
    const problem = stiff().apply(chain());
    let [product, one, other] = [0, 0, 0];
    for (let seed = 1; seed <= 200; seed++) {
      const bath = new HeatBath(problem, { ...plain, form: "mass", friction: 1e9, thermal: true, seed });
      const s = initialState(problem);
      bath.drawStart(s);
      const start = Float64Array.from(s.v);
      bath.flow(s, 1, 0);
      start.forEach((v, i) => {
        product += v * s.v[i] * masses[i >> 1];
        one += v * v * masses[i >> 1];
        other += s.v[i] * s.v[i] * masses[i >> 1];
      });
    }
    // 800 pairs: the correlation of independent numbers is within four of 1/sqrt(800)
    expect(Math.abs(product / Math.sqrt(one * other))).toBeLessThan(4 / Math.sqrt(800));
  });
});
