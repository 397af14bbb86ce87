import { expect, test } from "vitest";
import { run } from "../../../run/run-model.js";

const vanDerPol = {
  taut: 1,
  states: { x: 2, y: 0 },
  rates: { x: "y", y: "50*(1 - x^2)*y - x" },
  run: { until: 60 },
};

test.each(["trapezoidal", "tr-bdf2"])(
  "%s corrects the stages of a nonlinear system until they fit, more than once in most steps",
  (method) => {
    const { status, work } = run(vanDerPol, { method, rtol: 1e-4 });
    expect(status).toBe("ok");
    const attempts = work.steps + work.rejected;
    const stages = method === "tr-bdf2" ? 2 : 1;
    expect(work.iterations).toBeGreaterThan(1.5 * stages * attempts);
  },
);
