import { expect, test } from "vitest";
import { rodSystem } from "../../test/fixtures/systems.js";
import { fixed } from "../controllers/index.js";
import { rigid } from "../formulations/index.js";
import { rattle } from "../methods/index.js";
import { Run } from "../solve/index.js";
import { temperature } from "./temperature.js";

test("a constraint that is written twice takes one degree of freedom, of all coordinates and of a part", () => {
  const rod = { from: [0, 0] as [number, number], length: 1 };
  const workspace = rodSystem({
    name: "two pendulums, one of them held twice",
    masses: [2, 3],
    rods: [
      { ...rod, to: 0, name: "arm" },
      { ...rod, to: 0, name: "copy" },
      { ...rod, to: 1, name: "other" },
    ],
    q: [1, 0, 0, 1],
    v: [0, 0.5, -0.25, 0],
    omega: 10,
  });
  const problem = rigid().apply(workspace);
  const run = new Run(problem, { method: rattle(), controller: fixed({ step: 1e-6 }), until: 1e-6, saveAt: [] });
  while (run.advance(10) === "running");
  expect(problem.constraints!.dropped.length).toBe(1);
  const of = (coordinates?: Int32Array): number => {
    let value = Number.NaN;
    temperature(problem, coordinates)!(run.state, (found) => {
      value = found;
    });
    return value;
  };
  // four coordinates, two independent constraints; the speeds hardly change in one short step
  expect(of()).toBeCloseTo((2 * 0.25 + 3 * 0.0625) / 2, 5);
  expect(of(Int32Array.of(0, 1))).toBeCloseTo(2 * 0.25, 5);
  expect(of(Int32Array.of(2, 3))).toBeCloseTo(3 * 0.0625, 5);
});
