/**
 * Motions that begin at zero, in units in which they are small: nothing in the state says how large they become. The closed forms
 * are x = F/k (1 - cos(w s)), s the time since the force began.
 */

import { expect, test } from "vitest";
import { run } from "../../src/index.js";

const methods = ["auto", "dop853", "dopri5", "bs32", "gbs", "adams", "radau5", "bdf", "rosenbrock4", "tr-bdf2"];
/** rtol is 1e-6 and the runs have about one, sixteen and five periods. */
const accuracy = 2e-3;

test.each(methods)("%s: an oscillation of atoms in SI units that starts from rest at zero", (method) => {
  const [k, m, F, until] = [1600, 1.6e-27, 1e-9, 3.3e-14];
  const solution = run(
    { taut: 1, coordinates: { x: { mass: m } }, potential: `${k / 2}*x^2`, force: { x: F } },
    { method, until, rtol: 1e-6 },
  );
  expect(solution.status).toBe("ok");
  const exact = (F / k) * (1 - Math.cos(Math.sqrt(k / m) * until));
  expect(Math.abs(solution.of("x").at(-1)! / exact - 1)).toBeLessThan(accuracy);
});

test.each(methods)("%s: states that start from zero and stay small", (method) => {
  const solution = run(
    { taut: 1, states: { x: 0, v: 0 }, rates: { x: "v", v: "1e-12 - 1e10*x" } },
    { method, until: 1e-3, rtol: 1e-6 },
  );
  expect(solution.status).toBe("ok");
  const exact = 1e-22 * (1 - Math.cos(100));
  expect(Math.abs(solution.of("x").at(-1)! / exact - 1)).toBeLessThan(accuracy);
});

test.each(methods)("%s: a small force that grows from a time that is no switch", (method) => {
  const solution = run(
    {
      taut: 1,
      tables: { F: { x: [0, 3, 4], y: [0, 0, 1e-9], by: "linear", outside: "extend" } },
      coordinates: { x: { mass: 1 } },
      potential: "2*x^2",
      force: { x: "F(t)" },
    },
    { method, until: 10, rtol: 1e-6 },
  );
  expect(solution.status).toBe("ok");
  const exact = 1e-9 * (7 / 4 - Math.sin(14) / 8);
  expect(Math.abs(solution.of("x").at(-1)! / exact - 1)).toBeLessThan(accuracy);
});

test.each(methods)("%s: a small force that begins after a long rest", (method) => {
  const solution = run(
    { taut: 1, coordinates: { x: { mass: 1 } }, potential: "x^2/2", force: { x: "where(t - 3, 1e-9, 0)" } },
    { method, until: 10, rtol: 1e-6 },
  );
  expect(solution.status).toBe("ok");
  expect(Math.abs(solution.of("x").at(-1)! / (1e-9 * (1 - Math.cos(7))) - 1)).toBeLessThan(accuracy);
});
