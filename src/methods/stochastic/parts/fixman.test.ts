import { expect, it } from "vitest";
import { compileSystem } from "../../../compile/index.js";
import { rigid } from "../../../formulations/index.js";
import { catalogue, lower, parseModelText, validateModel } from "../../../index.js";
import { Fixman } from "./fixman.js";

const problemOf = (text: string) =>
  rigid().apply(compileSystem(lower(validateModel(parseModelText(text), catalogue), catalogue)));

/** A chain in space with unequal beads and a fixed angle; the middle rod is given twice. */
const chain = `
taut: 1
points:
  bead: { repeat: 5, mass: 1 + i, at: [i, sin(i), cos(2*i)] }
elements:
  - rod: { repeat: 4, between: ["bead[i]", "bead[i+1]"] }
  - rod: { between: ["bead[0]", "bead[2]"], squared: true }
  - rod: { between: ["bead[2]", "bead[3]"], name: copy }
`;

it("the force is minus the gradient of kT/2 log det S, by differences; a redundant constraint is left out of both", () => {
  const problem = problemOf(chain);
  const { arena, n, workspace } = problem;
  const q = arena.f64(n);
  q.set(workspace.initial.subarray(0, n));
  expect(problem.constraints!.freezeRedundant(0, q)).toBe("ok");
  expect(problem.constraints!.dropped).toHaveLength(1);
  const fixman = new Fixman(problem, 0.7);
  const f = arena.f64(n);
  fixman.addForce(f, 0, q);
  const h = 1e-4;
  for (let k = 0; k < n; k++) {
    const at = (shift: number) => {
      const before = q[k];
      q[k] += shift;
      const value = fixman.potential(0, q);
      q[k] = before;
      return value;
    };
    const slope = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    expect(Math.abs(f[k] + slope), `coordinate ${k}`).toBeLessThan(1e-9);
  }
  expect(Math.max(...f.map(Math.abs))).toBeGreaterThan(0.01);
});

it("log det S of a bent trimer agrees with its two by two matrix", () => {
  const problem = problemOf(`
taut: 1
points:
  a: { mass: 10, at: [1, 0] }
  b: { mass: 1, at: [0, 0] }
  c: { mass: 10, at: [cos(2), sin(2)] }
elements:
  - rod: { between: [a, b], length: 1 }
  - rod: { between: [b, c], length: 1 }
`);
  const q = problem.arena.f64(6);
  q.set(problem.workspace.initial.subarray(0, 6));
  const det = 1.1 ** 2 - Math.cos(2) ** 2;
  expect(new Fixman(problem, 2).potential(0, q)).toBeCloseTo(Math.log(det), 14);
});
