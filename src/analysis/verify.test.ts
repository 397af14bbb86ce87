import { expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { type Model, validateModel } from "../model/index.js";
import { run } from "../run/index.js";
import { unknown, verify } from "./verify.js";

const valid = (data: object): Model => validateModel({ taut: 1, ...data }, catalogue);

const oscillator = valid({ coordinates: { x: { mass: 1, at: 1 } }, potential: "x^2/2" });
const doublePendulum = valid({
  points: { a: { mass: 1, at: [1, 0] }, b: { mass: 1, at: [2, 0] } },
  elements: [{ rod: { between: ["origin", "a"] } }, { rod: { between: ["a", "b"] } }, { gravity: [0, -9.81] }],
});

test.each([
  { rtol: 1e-4 },
  { rtol: 1e-8 },
  { rtol: 1e-6, method: "radau5" },
  { method: "verlet", step: 0.02 },
  { method: "rk4", step: 0.05 },
])("the difference is the error at the end, between half and twice: %o", async (settings) => {
  const until = 50;
  const solution = run(oscillator, { until, ...settings });
  // x and x' both move over 2
  const error = Math.max(Math.abs(solution.q[0] - Math.cos(until)), Math.abs(solution.v[0] + Math.sin(until))) / 2;
  const found = await verify(oscillator, { settings: { until, ...settings } });
  expect(found?.difference).toBeGreaterThan(error / 2);
  expect(found?.difference).toBeLessThan(error * 2);
  expect(found?.knownUntil).toBeUndefined();
});

test("a motion that amplifies every small error is known for a time, and then it is not", async () => {
  const settings = { until: 20 };
  const found = await verify(doublePendulum, { settings });
  expect(found?.difference).toBeGreaterThan(unknown);
  const known = found?.knownUntil ?? Number.NaN;
  const spread = (t: number): number => {
    const [coarse, exact] = [1e-6, 1e-12].map((rtol) => run(doublePendulum, { until: 20, rtol }).at(t));
    return Math.max(...coarse.q.map((x, i) => Math.abs(x - exact.q[i])));
  };
  // points move over about 2 and 4
  expect(spread(known)).toBeLessThan(4 * unknown);
  expect(spread(20)).toBeGreaterThan(4 * unknown);
});

test("a motion at rest has the same end", async () => {
  const found = await verify(valid({ coordinates: { x: { mass: 1 } }, potential: "x^2/2" }), {
    settings: { until: 1 },
  });
  expect(found).toEqual({ against: { rtol: 1e-7 }, difference: 0 });
});

test.each([
  {},
  { rtol: 1e-3 },
  { method: "radau5" },
  { method: "bdf" },
  { method: "rk4", step: 0.01 },
  { method: "rattle", formulation: "rigid", step: 0.01 },
  { formulation: "baumgarte" },
  { formulation: "underlying", projection: "none" },
])("a structure at rest, of which only the last digits move, has the same end: %o", async (settings) => {
  const points = { p: { mass: 2, at: [0.1, -1] }, l: { fixed: true, at: [-1, 0] }, r: { fixed: true, at: [1, 0] } };
  const rods = [{ rod: { between: ["l", "p"] } }, { rod: { between: ["r", "p"] } }];
  const found = await verify(valid({ points, elements: [...rods, { gravity: [0, -9.81] }] }), {
    settings: { until: 5, ...settings },
  });
  expect(found?.difference).toBeLessThan(unknown);
  expect(found?.knownUntil).toBeUndefined();
});

test("a run that steps over what stops a more accurate one is not known", async () => {
  // rates grow without bounds at b = 1, which a step of 2 goes over and one of 1 ends on
  const pole = valid({ states: { a: 0, b: 0 }, rates: { a: "1/(b - 1)", b: "1" } });
  const settings = { method: "euler", step: 2, until: 4 };
  expect(run(pole, settings).status).toBe("ok");
  const found = await verify(pole, { settings });
  expect(found?.failed?.t).toBeGreaterThanOrEqual(1);
  expect(found?.failed?.message).toContain("no longer finite");
  expect(found?.difference).toBeUndefined();
});

test("near rounding the other run is the coarser one", async () => {
  const found = await verify(oscillator, { settings: { until: 1, rtol: 5e-14 } });
  expect(found?.against).toEqual({ rtol: 5e-13 });
});

test("a run that fails, or whose motion is random, is not verified", async () => {
  const falls = valid({ coordinates: { x: { mass: 1, at: 1 } }, potential: "-1/x" });
  expect(await verify(falls, { settings: { until: 10 } })).toBeUndefined();
  const settings = { until: 1, step: 0.01, method: "langevin" };
  expect(await verify(oscillator, { settings })).toBeUndefined();
});

test("settings of the run and its parameters are those of the other run", async () => {
  const spring = valid({ parameters: { k: 1 }, coordinates: { x: { mass: 1, at: 1 } }, potential: "k*x^2/2" });
  const settings = { until: 20, rtol: 1e-5, atol: 1e-5 };
  const { q, v } = run(spring, { ...settings, set: { k: 9 } });
  // x moves over 2, x' over 6
  const error = Math.max(Math.abs(q[0] - Math.cos(60)) / 2, Math.abs(v[0] + 3 * Math.sin(60)) / 6);
  const found = await verify(spring, { settings, set: { k: 9 } });
  expect(found?.difference).toBeGreaterThan(error / 2);
  expect(found?.difference).toBeLessThan(error * 2);
});
