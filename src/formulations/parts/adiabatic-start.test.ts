import { expect, test } from "vitest";
import { compileSystem } from "../../compile/index.js";
import { errorControlled } from "../../controllers/index.js";
import { newState } from "../../core/index.js";
import { catalogue } from "../../elements/index.js";
import { dop853 } from "../../methods/index.js";
import { lower, parseModelText, validateModel } from "../../model/index.js";
import { solve } from "../../solve/index.js";
import { stiff } from "../index.js";
import { adiabaticModes } from "./adiabatic-modes.js";
import { vibratingStart } from "./adiabatic-start.js";

/** Two vibrating constraints whose frequencies, about 2 omega and 0.6 omega, change along the motion, from a start off every axis. */
const workspaceOf = (omega: number) => {
  const model = validateModel(
    parseModelText(`
taut: 1
coordinates:
  x: { mass: 1, at: "1.5*cos(0.7) + 0.2/${omega}", velocity: 0.3 }
  y: { mass: 2, at: "sin(0.7) + 0.3/${omega}", velocity: 0.9 }
  z: { mass: 1.5, at: "0.3*1.5*cos(0.7) + 0.5/${omega}", velocity: -0.2 }
potential: 0.4*y + 0.3*x*y
constraints: { ellipse: x^2/2.25 + y^2 - 1, plane: "0.7*(z - 0.3*x)" }
omega: ${omega}
`),
    catalogue,
  );
  return compileSystem(lower(model, catalogue)).workspace();
};

/** The largest spread of an action over a few fast periods of the stiff motion, over its mean, as measured or as E/nu. */
function spread(omega: number, corrected: boolean): number {
  const workspace = workspaceOf(omega);
  const problem = stiff().apply(workspace);
  const [count, span] = [40, 20 / omega];
  const saveAt = Array.from({ length: count + 1 }, (_, k) => (k * span) / count);
  const states = solve(problem, {
    ...{ method: dop853(), controller: errorControlled({ rtol: 1e-12, atol: 1e-13 }), start: "assume" },
    ...{ until: span, saveAt },
  }).trajectory.states();
  const modes = adiabaticModes(workspace, workspace.mechanics!);
  const actions = new Float64Array(2);
  const start = vibratingStart(workspace, modes, actions);
  const s = newState(problem.arena, problem.dimension, problem.n);
  const found = saveAt.map((t, k) => {
    s.t = t;
    s.y.set(states.subarray(6 * k, 6 * k + 6));
    expect(start.measure(s)).toBe(true);
    return corrected ? Array.from(actions) : Array.from(start.energies, (energy, j) => energy / modes.frequency[j]);
  });
  return Math.max(
    ...[0, 1].map((j) => {
      const own = found.map((one) => one[j]);
      return (Math.max(...own) - Math.min(...own)) / (own.reduce((sum, x) => sum + x, 0) / own.length);
    }),
  );
}

test("actions oscillate by O(omega^-2) of themselves along the stiff motion, where E/nu oscillates by O(omega^-1)", () => {
  const omegas = [100, 200, 400];
  const [plain, corrected] = [false, true].map((on) => omegas.map((omega) => spread(omega, on)));
  const order = (sizes: readonly number[]): number => Math.log2(sizes[0] / sizes[2]) / 2;
  expect(Math.abs(order(plain) - 1)).toBeLessThan(0.2);
  expect(Math.abs(order(corrected) - 2)).toBeLessThan(0.2);
});
