import { expect, test } from "vitest";
import { after, consistentStart } from "../../../test/fixtures/constrained-maps.js";
import { rigidProblem, twoTriangles } from "../../../test/fixtures/molecules.js";
import { inWords } from "../../../test/fixtures/refusal.js";
import { handOn, initialState, run, step } from "../../../test/fixtures/stepping.js";
import { copyState, type Method } from "../../core/index.js";
import { run as runModel } from "../../run/index.js";
import { lincs, rattle } from "../index.js";

/** Twelve beads in the plane whose links meet at tetrahedral angles, as in a polymer; cos(70.5 degrees) = 1/3. */
const [x, y] = [Math.sqrt(2 / 3), Math.sqrt(1 / 3)];
const polymer = {
  name: "polymer",
  points: {
    bead: {
      repeat: 12,
      mass: "1 + mod(i, 3)/2",
      at: [`${x}*(i + 1)`, `${y}*mod(i + 1, 2)`],
      velocity: ["sin(i)", "cos(2*i)"],
    },
  },
  elements: [
    { rod: { between: ["origin", "bead[0]"], length: 1 } },
    { rod: { repeat: 11, between: ["bead[i]", "bead[i+1]"], length: 1, squared: true } },
    { gravity: [0, -1] },
  ],
};
/** The same, pulled straight: neighbouring links are parallel. */
const rope = { ...polymer, name: "rope", points: { bead: { ...polymer.points.bead, at: ["i + 1", "0"] } } };

/** The largest relative error of a length over 20 steps, and the warning. */
function worst(method: Method, model: object, h: number): { length: number; warning: string | undefined } {
  const problem = rigidProblem(model);
  const s = consistentStart(problem);
  const stepper = method.bind(problem);
  let length = 0;
  stepper.start(s);
  step(stepper, problem, s, h, 20, () => {
    length = Math.max(length, stepper.diagnosis!.residual!);
  });
  return { length, warning: stepper.diagnosis!.warning };
}

test("longer expansions are more accurate: on a polymer two powers more divide the error of a length by 10 at least", () => {
  const errors = [1, 3, 5].map((expansion) => worst(lincs({ expansion, iterations: 3 }), polymer, 0.01).length);
  expect(errors[0]).toBeLessThan(1e-5);
  expect(errors[1]).toBeLessThan(errors[0] / 10);
  expect(errors[2]).toBeLessThan(errors[1] / 10);
});

test("more corrections for rotation are more accurate: one more divides the error by 50 at h = 0.01 once the expansion has 12 powers", () => {
  const errors = [1, 2, 3].map((iterations) => worst(lincs({ expansion: 12, iterations }), polymer, 0.01).length);
  expect(errors[0]).toBeLessThan(1e-5);
  expect(errors[1]).toBeLessThan(errors[0] / 50);
  expect(errors[2]).toBeLessThan(errors[1] / 50);
});

test("with many powers and corrections lincs agrees with rattle, and keeps velocities tangential", () => {
  const problem = rigidProblem(polymer);
  const s = consistentStart(problem);
  const one = after(lincs({ expansion: 60, iterations: 8 }), problem, s, 0.02, 50);
  const other = after(rattle(), problem, s, 0.02, 50);
  expect(Math.max(...one.map((value, i) => Math.abs(value - other[i])))).toBeLessThan(1e-11);
});

test("a taut rope, whose expansion converges slowly, causes a warning with the error; a polymer does not", () => {
  expect(worst(lincs(), polymer, 0.01).warning).toBeUndefined();
  expect(worst(lincs(), rope, 0.05).warning).toMatch(
    /^lincs: a length had a relative error of \d\.\de-\d after a step: the expansion leaves \d+ % after 4 powers .* Use "rattle"/,
  );
});

test("a taut chain of 100 rods stops before its lengths are meaningless, and the failure says why and what to try instead of a shorter step", () => {
  const chain = {
    taut: 1,
    points: { bead: { repeat: 100, mass: 0.01, at: ["(i + 1)/100", 0] } },
    elements: [
      { rod: { between: ["origin", "bead[0]"], length: 0.01 } },
      { rod: { repeat: 99, between: ["bead[i]", "bead[i+1]"], length: 0.01 } },
      { gravity: [0, -9.81] },
    ],
  };
  const ended = (method: string) =>
    runModel(chain, { formulation: "rigid", method, step: 0.001, until: 0.3, keepStates: false });
  const { failure, ledger, warnings } = ended("lincs");
  expect(failure?.status).toBe("diverged");
  // accepted states have lengths within a tenth
  expect(ledger.position).toBeLessThan(0.1 * 0.01);
  expect(failure?.message).toContain(warnings[0]);
  expect(failure?.message).toMatch(/leaves \d+ % after 4 powers .* shorter steps do not help\. Use "rattle"\.$/);
  expect(failure?.message).not.toContain("Try a smaller step");
  expect(ended("rattle").failure).toBeUndefined();
});

test("when rotation within a step causes the error, and not the expansion, the warning says so", () => {
  const { warning } = worst(lincs({ expansion: 40 }), polymer, 0.12);
  expect(warning).toMatch(/ after a step\. Raise its iterations, take shorter steps, or use "rattle"\.$/);
});

test("lincs continues from a checkpoint with the same bits", () => {
  const expected = run(lincs(), rigidProblem(polymer), 0.02, 20);
  const problem = rigidProblem(polymer);
  const s = initialState(problem);
  const writer = lincs().bind(problem);
  writer.start(s);
  step(writer, problem, s, 0.02, 11);
  const rest = initialState(problem);
  copyState(rest, s);
  const reader = lincs().bind(problem);
  reader.start(rest);
  handOn(writer, reader);
  step(reader, problem, rest, 0.02, 9);
  expect(rest.y).toEqual(expected.y);
});

test("a step after which lengths cannot be corrected has diverged", () => {
  const problem = rigidProblem(polymer);
  const s = consistentStart(problem);
  const stepper = lincs().bind(problem);
  stepper.start(s);
  expect(stepper.attempt(initialState(problem), s, 20)).toBe("diverged");
});

test("lincs takes triangles and rods to fixed places, and refuses everything else in one sentence", () => {
  expect(lincs().refuses(rigidProblem(twoTriangles))).toBeUndefined();
  expect(lincs().refuses(rigidProblem(polymer))).toBeUndefined();
  const held = rigidProblem({ ...polymer, constraints: { floor: "x(bead[3]) - y(bead[3])" } });
  expect(inWords(lincs().refuses(held))).toBe(
    'method "lincs": needs constraints that are distances between points, and 1 of 13 in "polymer" are something else. Use "rattle".',
  );
});

test("invalid numbers of terms are refused by the option's name", () => {
  expect(() => lincs({ expansion: 0 })).toThrow(
    "lincs.expansion: must be a whole number from 1 to 1000; got 0. The default is 4.",
  );
  expect(() => lincs({ iterations: 1.5 })).toThrow("lincs.iterations: must be a whole number from 1 to 1000; got 1.5.");
});
