import { describe, expect, it } from "vitest";
import { catalogue } from "../elements/index.js";
import { validateModel } from "../model/index.js";
import { RepeatedRuns } from "./repeated.js";

const pendulum = validateModel(
  {
    taut: 1,
    parameters: { alpha: 1, mass: 1 },
    points: { a: { mass: "mass", at: ["sin(alpha)", "-cos(alpha)"] } },
    elements: [{ rod: { between: ["origin", "a"], length: 1 } }, { gravity: [0, -9.81] }],
    run: { until: 1 },
  },
  catalogue,
);

describe("the key of what runs share", () => {
  const runs = new RepeatedRuns(pendulum);

  it("is the same for runs that differ in the start and in numbers only", () => {
    expect(runs.key({})).toBe("");
    expect(runs.key({ set: { alpha: 0.3 }, settings: { rtol: 1e-8 } })).toBe("");
  });

  it("differs by every law and every choice", () => {
    const keys = [{}, { set: { mass: 3 } }, { settings: { method: "rk4" } }, { settings: { method: "dopri5" } }].map(
      (own) => runs.key(own),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });
});
