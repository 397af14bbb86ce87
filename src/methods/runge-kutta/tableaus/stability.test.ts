import { expect, test } from "vitest";
import { run } from "../../../run/index.js";
import { bs32, dop853, dopri5, euler, midpoint, rk4 } from "../../index.js";

const methods = [euler, midpoint, rk4, bs32, dopri5, dop853].map((method) => method());

/** Size after 60 steps of length 1 of the oscillation or the decay with this rate. */
function sizeAfter(method: string, kind: "real" | "imaginary", rate: number): number {
  const rates = kind === "real" ? { x: "-w*x", y: "-w*y" } : { x: "-w*y", y: "w*x" };
  const data = { taut: 1, parameters: { w: rate }, states: { x: 1, y: 0 }, rates };
  const { y } = run(data, { method, step: 1, until: 60, keepStates: false });
  return Math.sqrt(y[0] * y[0] + y[1] * y[1]);
}

// with 1e-3 of growth per step allowed, 60 steps grow by 1.06 at most; a twentieth beyond it they grow visibly
test.each(methods)("real solutions stay bounded up to the limit of $name and grow beyond it", ({ name, stability }) => {
  expect(sizeAfter(name, "real", stability!.real)).toBeLessThan(1.07);
  expect(sizeAfter(name, "real", 1.05 * stability!.real)).toBeGreaterThan(5);
});

test.each(methods.filter(({ order }) => order > 2))(
  "oscillations stay bounded up to the limit of $name and grow beyond it",
  ({ name, stability }) => {
    expect(sizeAfter(name, "imaginary", stability!.imaginary)).toBeLessThan(1.07);
    expect(sizeAfter(name, "imaginary", 1.05 * stability!.imaginary)).toBeGreaterThan(1.07);
  },
);

test("RK4 is stable on the imaginary axis to sqrt(8), Euler nowhere", () => {
  expect(rk4().stability!.imaginary).toBeCloseTo(Math.sqrt(8), 2);
  expect(euler().stability!.imaginary).toBeLessThan(0.05);
});
