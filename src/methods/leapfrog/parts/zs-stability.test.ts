import { expect, test } from "vitest";
import { explain } from "../../../analysis/index.js";
import { catalogue } from "../../../elements/index.js";
import { validateModel } from "../../../model/index.js";
import { run } from "../../../run/index.js";

/** The double pendulum of Tao–Owhadi section 4.1, with lengths times `scale` and gravity likewise. */
const pendulum = (scale: number) => ({
  taut: 1 as const,
  points: { a: { mass: 1, at: [0, -scale] }, b: { mass: 1, at: [scale, -2 * scale] } },
  elements: [
    { rod: { between: ["origin", "a"], squared: true } },
    { rod: { between: ["a", "b"], squared: true } },
    { gravity: [0, -scale] },
  ],
});

/** The omega h^2 that the warning of a run with steps too long by half recommends. */
function estimate(scale: number, omega: number): number {
  const step = Math.sqrt((1.5 * 0.37) / (omega * scale));
  const settings = { formulation: { name: "stiff", omega }, method: { name: "zs", beta: 0.4 }, step, until: 60 * step };
  const [warning] = run(pendulum(scale), { ...settings }).warnings;
  return Number(/about (\S+) is stable/.exec(warning)?.[1]);
}

test("the estimate is below the true bound for the pendulum of Tao–Owhadi, omega h^2 = 0.37, by less than a factor of three, at every omega", () => {
  // the bend behind the estimate has already grown with the instability by then
  for (const omega of [20, 200, 2000]) {
    expect(estimate(1, omega)).toBeGreaterThan(0.37 / 3);
    expect(estimate(1, omega)).toBeLessThan(0.37);
  }
});

test("it does not depend on the unit of length: omega of a squared rod has the unit 1/(length time)", () => {
  // the value is printed with two digits; omega h^2 itself carries the unit
  expect((10 * estimate(10, 20)) / estimate(1, 200)).toBeCloseTo(1, 1);
});

test("a run beyond the bound warns with the estimate, a run within it does not", () => {
  const settings = (omega: number) => ({
    formulation: { name: "stiff", omega },
    method: { name: "zs", beta: 0.4 },
    step: 0.1,
    until: 4,
    // at such steps the energy moves by more than a tenth of the kinetic energy, within the bound too
    accept: ["energy"] as const,
  });
  expect(run(pendulum(1), { ...settings(15) }).warnings).toEqual([]);
  const [warning, ...others] = run(pendulum(1), { ...settings(60) }).warnings;
  expect(others).toEqual([]);
  expect(warning).toMatch(
    /^method "zs": the forces bend by .*\(omega h\^2 = 0\.6, about 0\.[234]\d* is stable.* Use steps of at most 0\.0\d+, or method "gn-zs"/,
  );
});

test("explain gives the same warning before the run, even if the bend occurs later on the path", () => {
  const settings = { method: { name: "zs", beta: 0.4 }, step: 0.1, until: 4 };
  const model = validateModel(pendulum(1), catalogue);
  const said = (omega: number) =>
    explain(model, { settings: { ...settings, omega } }).advice.filter((line) => line.includes("bend"));
  expect(said(15)).toEqual([]);
  const [warning] = run(model, { ...settings, omega: 60, accept: ["energy"] }).warnings;
  expect(said(60)).toEqual([expect.stringContaining(warning)]);
});
