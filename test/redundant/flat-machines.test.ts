/**
 * Four-bar linkages through positions in which they are in line, made of points, of planar bodies, and of bodies in space
 * whose hinges are redundant. `npm run bench -- singular` does this at many tolerances.
 */

import { describe, expect, test } from "vitest";
import { angleAtEnd, centresAt, machineModel, machines, ways } from "../../bench/singular/machines.js";
import { run } from "../../src/index.js";

/** Centres of the bars at the end of a run. */
function centres({ q, system }: ReturnType<typeof run>): number[] {
  return ["crank", "coupler", "rocker"].flatMap((bar) => ["x", "y"].map((c) => q[system.names.indexOf(`${bar}_${c}`)]));
}
const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i])));

describe.each(machines.map((machine) => [machine.name, machine] as const))("a %s", (_, machine) => {
  const expected = centresAt(machine, angleAtEnd(machine));

  test.each(ways)("made of %s moves as its angle does, with its energy, and names what was in line", (way) => {
    for (const [rtol, accuracy] of [
      [1e-5, 1e-4],
      [1e-8, 1e-7],
      [1e-11, 2e-10],
    ]) {
      const solution = run(machineModel(machine, way), { until: machine.until, rtol });
      expect(solution.status).toBe("ok");
      expect(distance(centres(solution), expected)).toBeLessThan(accuracy);
      const { energy } = solution.ledger;
      if (rtol === 1e-8) expect(energy!.maxDeviation).toBeLessThan(1e-6);
      expect(solution.passages.length).toBeGreaterThan(0);
      for (const { joints } of solution.passages) expect(joints).toEqual(way === "points" ? [] : ["A", "B", "C", "D"]);
      const told = way === "points" ? '"crank_rod"' : 'joints "A", "B", "C", "D"';
      expect(solution.notes.join(" ")).toContain(told);
      expect(solution.notes.join(" ")).toMatch(/branches of the motion meet\. The run went straight on/);
    }
  });

  // methods of low order that damp; their error at the end is that of 15 to 600 steps within the tolerance
  test.each([
    ["bdf", 1e-6, 2e-5],
    ["bdf", 1e-8, 2e-7],
    ["tr-bdf2", 1e-6, 1e-5],
  ])("made of planar bodies moves as its angle does by %s, rtol %d", (method, rtol, accuracy) => {
    const solution = run(machineModel(machine, "plane"), { until: machine.until, method, rtol });
    expect(solution.status).toBe("ok");
    expect(distance(centres(solution), expected)).toBeLessThan(accuracy);
    expect(solution.conscience.filter(({ verdict }) => verdict !== "kept")).toEqual([]);
  });

  test("in space moves like the planar one, to 1e-9, and redundancy is told by joint", () => {
    const [plane, space] = (["plane", "space"] as const).map((way) =>
      run(machineModel(machine, way), { until: machine.until, rtol: 1e-12 }),
    );
    expect(distance(centres(plane), centres(space))).toBeLessThan(1e-9);
    expect(plane.redundancy).toBeUndefined();
    expect(space.redundancy!.constraints).toHaveLength(3);
    expect(space.redundancy!.joints.length).toBeGreaterThan(0);
    // forces in the plane are determined, those across it and the torques about axes in it are not
    const { undetermined } = space.redundancy!;
    expect(undetermined.joints).toEqual(["A", "B", "C", "D"]);
    expect(undetermined.constraints.filter((name) => /_x$|_y$/.test(name))).toEqual([]);
    expect(undetermined.constraints).toEqual(expect.arrayContaining(["A_z", "B_z", "C_z", "D_z"]));
    expect(space.notes.join(" ")).toMatch(/Constraints of joints? .* are redundant, .* least sum of squares/);
  });
});
