/** Formulations whose solutions stay only near the constraints: what is off visibly is said, and what is right is not doubted. */

import { expect, test } from "vitest";
import { run } from "../index.js";

const pendulum = (mass: number, at = [1, 0]) => ({
  taut: 1,
  name: "pendulum",
  points: { p: { mass, at } },
  elements: [{ rod: { between: ["origin", "p"] } }, { gravity: [0, -9.81] }],
});
const springs = { formulation: "damped-spring", method: "radau5", rtol: 1e-5, until: 2 } as const;
const verdicts = ({ conscience }: ReturnType<typeof run>) =>
  conscience.map(({ kind, verdict }) => `${kind} ${verdict}`);

test("springs that are strong enough for the masses keep what they should", () => {
  const solution = run(pendulum(1), springs);
  expect(solution.status).toBe("ok");
  expect(solution.warnings).toEqual([]);
  expect(verdicts(solution)).toEqual(["energy kept", "constraints kept"]);
});

test("springs that give way by a hundredth are warned of, and by a tenth they end the run", () => {
  const warned = run(pendulum(10), springs);
  expect(warned.status).toBe("ok");
  expect(warned.warnings.join()).toContain("raise its rate");
  const { status, failure, ledger } = run(pendulum(100), springs);
  expect(status).toBe("unreliable");
  expect(failure!.message).toContain("by forces that are too weak for this motion");
  // the residual is half of |p|^2 - 1
  expect(ledger.position).toBeGreaterThan(0.1);
  expect(run(pendulum(100), { ...springs, accept: ["constraints"] }).status).toBe("ok");
  // the same mass is held by stronger springs
  const strong = run(pendulum(100), { ...springs, formulation: { name: "damped-spring", beta: 3000 } });
  expect(strong.warnings).toEqual([]);
});

test("energy that the return to the constraints dissipates is warned of, although the constraints hold", () => {
  const weak = run(pendulum(1), { ...springs, formulation: { name: "regularised", beta: 100 } });
  const total = weak.ledger.energy!;
  expect(total.initial - total.final).toBeGreaterThan(1);
  expect(verdicts(weak)).toEqual(["energy doubtful", "constraints kept"]);
  expect(weak.warnings.join()).toContain("The energy, which this model keeps, changed");
  const strong = run(pendulum(1), { ...springs, formulation: { name: "regularised", beta: 1e4 } });
  expect(verdicts(strong)).toEqual(["energy kept", "constraints kept"]);
});

test.each([
  ["damped-spring", {}],
  ["regularised", { beta: 1e4 }],
])("a pendulum at rest stays there without a warning, although %s takes up its weight", (name, options) => {
  const solution = run(pendulum(1, [0, -1]), { ...springs, formulation: { name, ...options } });
  expect(solution.status).toBe("ok");
  expect(solution.warnings).toEqual([]);
});

test.each([
  ["from rest, with many short steps first", [0.6, -0.8], 10],
  ["that grows from next to nothing", [1e-3, 1], 7],
])("a motion %s is measured by what it becomes", (_, at, until) => {
  const formulation = { name: "regularised", beta: 1e3 };
  const settings = { formulation, method: "bdf", rtol: 1e-6, until } as const;
  const gravity = { gravity: [0, -1] };
  const model = pendulum(1, at as number[]);
  const solution = run({ ...model, elements: [model.elements[0], gravity] }, settings);
  expect(verdicts(solution)).toEqual(["energy kept", "constraints kept"]);
});

test("fixed steps are watched in the same way", () => {
  const settings = { method: "rk4", step: 2e-3, until: 2 } as const;
  expect(run(pendulum(1), { ...springs, ...settings }).warnings).toEqual([]);
  expect(run(pendulum(100), { ...springs, ...settings }).status).toBe("unreliable");
});
