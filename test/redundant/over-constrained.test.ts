/**
 * Spatial loops with more constraints than they need, through positions in which the constraints that were kept at the
 * start depend on each other although all of them together do not. Motions are held against the closed forms of the loops.
 */

import { describe, expect, test } from "vitest";
import { prepareRun, run } from "../../src/index.js";
import { linkages, type OverConstrained } from "./over-constrained.js";

/** The largest distance of saved states from the closed form. */
function farthest({ error }: OverConstrained, solution: ReturnType<typeof run>): number {
  const joints = new Map<string, Float64Array>();
  const angles = (name: string): Float64Array => {
    if (!joints.has(name)) joints.set(name, Float64Array.from(solution.of(`${name}_angle`)));
    return joints.get(name)!;
  };
  let worst = 0;
  for (let k = 0; k < angles("J0").length; k++)
    worst = Math.max(
      worst,
      error((name) => angles(name)[k]),
    );
  return worst;
}

const named = (name: string): OverConstrained => linkages.find((linkage) => linkage.name === name)!;

describe.each(linkages.map((linkage) => [linkage.name, linkage] as const))("%s", (_, linkage) => {
  test.each([1e-4, 1e-6, 1e-8, 1e-10])("keeps its closed form and its energy, rtol %d", (rtol) => {
    const solution = run(linkage.model, { formulation: "underlying", method: "dop853", rtol });
    expect(solution.failure?.message).toBeUndefined();
    expect(farthest(linkage, solution)).toBeLessThan(1e-8);
    // energies are of the size of 10; the number of steps grows with the digits, from 30 to 150
    expect(solution.ledger.energy!.maxDeviation).toBeLessThan(100 * rtol);
    expect(solution.dropped).toHaveLength(linkage.extra);
    // there is no position in which branches meet
    expect(solution.passages).toEqual([]);
  });

  test("is kept by a method that solves for the multipliers itself", () => {
    const solution = run(linkage.model, { formulation: "rigid", method: "radau5", rtol: 1e-5 });
    expect(solution.failure?.message).toBeUndefined();
    expect(farthest(linkage, solution)).toBeLessThan(1e-8);
    expect(solution.passages).toEqual([]);
  });
});

describe("a formulation that returns to the constraints by damping", () => {
  const bennetts = linkages.filter(({ name }) => name.startsWith("the linkage of Bennett"));

  test.each(bennetts.map((linkage) => [linkage.name, linkage] as const))(
    "is not believed where it loses %s",
    (_, linkage) => {
      // with gamma = 10 rows that nearly depend on each other are lost, by 5 radians or a constraint of the size 1
      const settings = { formulation: "baumgarte", method: "radau5", rtol: 1e-4 };
      expect(["unreliable", "left-manifold"]).toContain(run(linkage.model, settings).status);
      const lost = run(linkage.model, { ...settings, accept: ["constraints"] });
      expect(farthest(linkage, lost)).toBeGreaterThan(0.1);
      const less = run(linkage.model, { formulation: "baumgarte", method: "radau5", rtol: 1e-7 });
      expect(farthest(linkage, less)).toBeGreaterThan(1e-3);
      const broken = less.conscience.filter(({ verdict }) => verdict !== "kept");
      expect(broken.map(({ kind }) => kind)).toContain("constraints");
      for (const { threshold, deviation } of broken) expect(deviation).toBeGreaterThan(threshold);

      const kept = run(linkage.model, { formulation: { name: "baumgarte", gamma: 100 }, method: "dop853", rtol: 1e-7 });
      expect(kept.failure?.message).toBeUndefined();
      expect(farthest(linkage, kept)).toBeLessThan(1e-8);
      expect(kept.conscience.map(({ kind, verdict }) => `${kind} ${verdict}`)).toEqual([
        "energy kept",
        "constraints kept",
        "constraints kept",
      ]);
    },
  );
});

test("a loop that is visibly open ends the run, although many steps at a loose tolerance would allow more", () => {
  const linkage = named("the linkage of Bennett in full turns");
  const settings = { formulation: "baumgarte", method: "dopri5", rtol: 1e-4 };
  const accepted = run(linkage.model, { ...settings, accept: ["constraints"] });
  expect(farthest(linkage, accepted)).toBeGreaterThan(0.1);
  const { status, failure, conscience } = run(linkage.model, settings);
  expect(status).toBe("unreliable");
  expect(failure!.message).toContain("--accept constraints");
  // the residual at which the run ended is above the limit that is printed
  const broken = conscience.find(({ verdict }) => verdict === "broken")!;
  expect(broken.deviation).toBeGreaterThan(broken.threshold);
  // at any tolerance and by any method a run is not ok where the angles are off by a tenth of a radian
  for (const formulation of ["baumgarte", "stabilised"])
    for (const method of ["dopri5", "dop853", "bs32"])
      for (const rtol of [1e-3, 1e-4, 1e-5]) {
        const solution = run(linkage.model, { formulation, method, rtol });
        if (solution.status === "ok") expect(farthest(linkage, solution)).toBeLessThan(0.1);
      }
});

describe("redundant rows that are chosen again", () => {
  const linkage = named("the linkage of Bennett in full turns");

  test("are others at the end than at the start, and multipliers do not depend on them", () => {
    const [loose, tight] = [1e-8, 1e-10].map((rtol) => run(linkage.model, { method: "dop853", rtol }));
    const atStart = run(linkage.model, { until: 0 }).dropped;
    expect(loose.dropped).not.toEqual(atStart);
    expect(loose.dropped).not.toEqual(tight.dropped);
    const size = Math.max(...Array.from(tight.lambda!, Math.abs));
    tight.lambda!.forEach((value, row) => {
      expect(Math.abs(loose.lambda![row] - value)).toBeLessThan(1e-5 * size);
    });
  });

  test.each(["rattle", "rk4"])("serve fixed steps (%s)", (method) => {
    const solution = run(linkage.model, { method, step: 0.005 });
    expect(solution.failure?.message).toBeUndefined();
    expect(farthest(linkage, solution)).toBeLessThan(1e-10);
  });

  test("are part of a checkpoint: a run that is resumed has the same bits", () => {
    const settings = { method: "dop853", rtol: 1e-8 };
    const whole = run(linkage.model, settings);
    const first = prepareRun(linkage.model, { settings });
    first.run.advance(40);
    const second = prepareRun(linkage.model, { settings, checkpoint: first.run.save() });
    second.run.advance(Number.POSITIVE_INFINITY);
    expect(Array.from(second.run.solution().y)).toEqual(Array.from(whole.y));
  });
});
