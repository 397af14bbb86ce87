import { describe, expect, test } from "vitest";
import { TautError } from "../core/index.js";
import { catalogue } from "../elements/index.js";
import { parseModelText, validateModel } from "../model/index.js";
import { registry } from "../run/registry.js";
import { prepareRun } from "../run/run.js";
import type { RunSettings } from "../run/settings.js";
import { offers } from "./offers.js";

const model = (text: string) => validateModel(parseModelText(text), catalogue);
const pendulum = model(`
taut: 1
points: { bob: { mass: 1, at: [1, 0] } }
elements: [{ rod: { between: [origin, bob] } }, { gravity: [0, -9.81] }]
run: { until: 0.1 }
`);
const decay = model("{taut: 1, states: {x: 1}, rates: {x: -x}, run: {until: 1}}");

/** The error of a run with these settings, if there is one. */
function objection(settings: RunSettings, on = pendulum): string | undefined {
  try {
    prepareRun(on, { settings: { step: 0.01, rtol: 1e-6, ...settings } });
    return undefined;
  } catch (error) {
    if (error instanceof TautError) return error.what;
    throw error;
  }
}

describe("offers", () => {
  test("list everything in the registry, with descriptions and options", () => {
    const found = offers(pendulum);
    for (const kind of ["formulation", "method", "projection"] as const) {
      expect(found[kind].map(({ name }) => name)).toEqual(registry[kind].map(({ name }) => name));
      expect(found[kind].every(({ about }) => about.endsWith("."))).toBe(true);
    }
  });

  test.each(["underlying", "rigid", "stiff"])(
    "refuse exactly what a run refuses, with the same message: %s",
    (formulation) => {
      const { method } = offers(pendulum, { settings: { formulation } });
      expect(method.some(({ refusal }) => refusal !== undefined)).toBe(true);
      for (const { name, refusal, pace } of method) {
        const said = objection({
          formulation,
          method: name,
          projection: "none",
          ...(pace === "step" && { rtol: undefined }),
        });
        expect([name, refusal]).toEqual([name, said]);
      }
    },
  );

  test("judge a method by the formulation that would be chosen for it, unless one is given", () => {
    const { method } = offers(pendulum);
    expect(method.find(({ name }) => name === "rattle")?.refusal).toBeUndefined();
    expect(method.find(({ name }) => name === "verlet")?.refusal).toBeUndefined();
  });

  test("refuse formulations and projections that do not fit the model", () => {
    const { formulation, projection } = offers(decay);
    expect(formulation.find(({ name }) => name === "rigid")?.refusal).toBe(objection({ formulation: "rigid" }, decay));
    expect(projection.find(({ name }) => name === "newton")?.refusal).toBe(objection({ projection: "newton" }, decay));
  });

  test("say whether a method takes a step, a tolerance or either", () => {
    const pace = Object.fromEntries(offers(pendulum).method.map((offer) => [offer.name, offer.pace]));
    expect(pace).toMatchObject({ rattle: "step", rk4: "step", dopri5: "either", adams: "tolerance" });
  });
});
