import { expect, test } from "vitest";
import { model } from "../model/index.js";
import { run } from "../run/run-model.js";

test("forces that are functions add to those of the model, each called with the arrays of the run", () => {
  const spring = model("Two springs and a push")
    .coordinate("x", { at: 1 })
    .coordinate("y", { at: 0 })
    .mass(2)
    .potential("springs", "x^2 + y^2")
    .force((f, _t, q) => {
      f[0] -= 2 * q[0];
    })
    .force((f, t, _q, v) => {
      f[1] += 2 * t - 0.5 * v[1];
    });
  const written = model("The same as expressions")
    .coordinate("x", { at: 1 })
    .coordinate("y", { at: 0 })
    .mass(2)
    .potential("springs", "x^2 + y^2")
    .force("x", "-2*x")
    .force("y", "2*t - 0.5*y'");
  const options = { method: "dopri5", rtol: 1e-9, until: 3 } as const;
  const [a, b] = [run(spring.build(), options), run(written.build(), options)];
  expect(a.status).toBe("ok");
  for (let k = 0; k < 4; k++) expect(a.y[k]).toBeCloseTo(b.y[k], 7);
});
