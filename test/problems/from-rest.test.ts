/**
 * Motions that begin at zero, in units in which they are small: nothing in the state says how large they become. The closed forms
 * are x = F/k (1 - cos(w s)), s the time since the force began.
 */

import { expect, test } from "vitest";
import { type Model, prepareRun, run } from "../../src/index.js";

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

test.each(["dopri5", "bdf"])("%s: a restarted run waits for its motion as a new one does", (method) => {
  const model: Model = {
    taut: 1,
    tables: { F: { x: [0, 3, 4], y: [0, 0, 1e-9], by: "linear", outside: "extend" } },
    coordinates: { x: { mass: 1 } },
    potential: "2*x^2",
    force: { x: "F(t)" },
  };
  const { run: bound } = prepareRun(model, { settings: { method, until: 10, rtol: 1e-6 } });
  const end = () => {
    while (bound.advance(100) === "running");
    const { y, work } = bound.solution();
    return { y: Array.from(y), steps: work.steps };
  };
  const first = end();
  bound.restart();
  expect(end()).toEqual(first);
});

/** Forces that begin like a power of the time: x = u s^(p+2), s the time since the force began. */
test.each(
  [...methods, "rosenbrock23"].flatMap((method) =>
    [2, 6].flatMap((power) => [1e-9, 1, 1e6].map((unit) => [method, power, unit] as const)),
  ),
)("%s: a force that begins like the power %i of the time, in units of %f", (method, power, unit) => {
  const s = "(t - 1/4)";
  const solution = run(
    {
      taut: 1,
      coordinates: { x: { mass: 1 } },
      potential: "200*x^2",
      force: { x: `where(t - 1/4, ${unit}*(${(power + 2) * (power + 1)}*${s}^${power} + 400*${s}^${power + 2}), 0)` },
    },
    { method, until: 1.2, rtol: 1e-6 },
  );
  expect(solution.status).toBe("ok");
  expect(Math.abs(solution.of("x").at(-1)! / (unit * 0.95 ** (power + 2)) - 1)).toBeLessThan(1e-4);
});

test.each([1e-7, 1e-8, 1e-9])("adams: a vehicle that comes to a bump passes its beginning, rtol %s", (rtol) => {
  const of = (method: string, accuracy: number) => run(vehicle(), { method, rtol: accuracy, until: 1.2 });
  const [found, exact] = [of("adams", rtol), of("dop853", 1e-12)];
  expect(found.status).toBe("ok");
  for (const name of ["zb", "zw"]) {
    const [a, b] = [found.of(name).at(-1)!, exact.of(name).at(-1)!];
    expect(Math.abs(a / b - 1)).toBeLessThan(100 * rtol);
  }
});

const vehicle = () => ({
  taut: 1,
  tables: { road: { x: [0, 2, 3, 3.5, 4.2, 5, 12], y: [0, 0, 0.02, 0.05, 0.045, 0, 0], by: "pchip", outside: "hold" } },
  coordinates: { zb: { mass: 300 }, zw: { mass: 40 } },
  potential: "9000*(zw - zb)^2 + 80000*(zw - road(8*t))^2",
  force: { zb: "1200*(zw' - zb')", zw: "1200*(zb' - zw')" },
});
