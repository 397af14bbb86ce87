import { describe, expect, test } from "vitest";
import { run } from "../run/index.js";

const pendulum = (inertia: number) => ({
  taut: 1,
  bodies: { arm: { mass: 1, inertia, at: [0.5, 0] } },
  joints: [{ ball: { between: ["world", "arm"], at: [0, 0], name: "pin" } }],
  elements: [{ gravity: [0, -9.81] }],
  run: { until: 0.1 },
});

describe.each(["rattle", "dop853", "radau5"])("with %s", (method) => {
  const settings = method === "rattle" ? { method, step: 0.01 } : { method };
  test("a moment of inertia of almost nothing is named, and is not called a singular position", () => {
    const { status, failure } = run(pendulum(1e-13), settings);
    expect(status).toBe("singular");
    expect(failure!.message).toContain('the moment of inertia 1e-13 of "arm" is so small beside the mass 1');
    expect(failure!.message).toContain("write it as a point");
    expect(failure!.message).not.toContain("branches");
  });
});

test("so is a point of almost no mass", () => {
  const model = {
    taut: 1,
    points: { near: { mass: 1e-17, at: [1, 0] }, far: { mass: 1, at: [2, 0] } },
    elements: [{ rod: { between: ["origin", "near"] } }, { rod: { between: ["near", "far"] } }],
    constraints: { level: "y(near) - 0.5*y(far)" },
    run: { until: 0.1 },
  };
  const { failure } = run(model, { method: "dop853" });
  expect(failure!.message).toContain('the mass 1e-17 of "near"');
});

test("a singular position of parts as heavy as each other is still called one", () => {
  const folded = {
    taut: 1,
    points: { a: { mass: 1, at: [1, 0] } },
    elements: [{ rod: { between: ["origin", "a"] } }],
    constraints: { level: "y(a)*x(a)", same: "x(a) - 1 + y(a)^2" },
    run: { until: 0.1 },
  };
  const { failure } = run(folded, { method: "rattle", step: 0.01 });
  expect(failure?.message ?? "").not.toContain("so small beside");
});
