import { describe, expect, test } from "vitest";
import { run } from "../run/index.js";

const models = {
  decay: { taut: 1, name: "decay", states: { y: 1 }, rates: { y: "-100*y" } },
  damped: { taut: 1, name: "damped", coordinates: { x: { at: 1 } }, mass: 1, force: { x: "-100*x - 50*x'" } },
  driven: { taut: 1, name: "driven", coordinates: { x: { at: 1 } }, mass: 1, potential: "450*x^2 + 0.01*x*sin(t)" },
  rod: {
    taut: 1,
    name: "a rod that is driven",
    points: { b: { mass: 1, at: [0, -1] } },
    elements: [{ rod: { between: ["origin", "b"] } }],
    potential: "900*x(b)^2 + x(b)*sin(t)",
  },
};

describe("fixed steps that blow up", () => {
  test.each(Object.keys(models).flatMap((name) => ["euler", "rk4", "ab2"].map((method) => [name, method] as const)))(
    "are not ok: %s by %s, whose energy is not kept",
    (name, method) => {
      const { status, failure } = run(models[name as keyof typeof models], { method, step: 0.1, until: 10 });
      expect(["unreliable", "nonfinite"]).toContain(status);
      if (status === "unreliable") expect(failure!.message).toContain("Shorten the step");
    },
  );

  test.each(["euler", "rk4", "ab2"])("are not confused with true growth by %s", (method) => {
    const growing = { taut: 1, name: "growing", states: { y: 1 }, rates: { y: "y" } };
    expect(run(growing, { method, step: 0.01, until: 50 }).status).toBe("ok");
    const falling = { taut: 1, name: "hill", coordinates: { x: { at: 1e-6 } }, mass: 1, force: { x: "x + sin(t)" } };
    expect(run(falling, { method, step: 0.01, until: 40 }).status).toBe("ok");
  });

  test("are accepted by name", () => {
    const { status } = run(models.decay, { method: "euler", step: 0.03, until: 10, accept: ["energy"] });
    expect(status).toBe("ok");
  });
});
