import { expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { validateModel } from "../model/index.js";
import { prepareRun } from "../run/run.js";
import { runReportData } from "./report-data.js";

const reported = (model: object, settings: object = {}) => {
  const prepared = prepareRun(validateModel({ taut: 1, ...model }, catalogue), {
    settings: { until: 0.1, ...settings },
    solve: { multipliers: true },
    frames: 10,
  });
  while (prepared.run.advance(Number.POSITIVE_INFINITY) === "running");
  return runReportData(prepared, prepared.run.solution(), "", "");
};

test("the report shows the largest multipliers of all constraints, not the largest of the first", () => {
  // masses that hang on a rod each: the tension of rod i is that of its mass
  const count = 40;
  const heavy = [5, 17, 22, 23, 29, 31, 36, 39];
  const mass = heavy.map((k) => `(i - ${k})^2`).join("*");
  const { ledger } = reported({
    points: {
      bob: { repeat: count, mass: `1 + 9*exp(-1e3*${mass})`, at: ["i", -1] },
      pin: { repeat: count, fixed: true, at: ["i", 0] },
    },
    elements: [{ rod: { repeat: count, between: ["pin[i]", "bob[i]"], length: 1 } }, { gravity: [0, -10] }],
  });
  expect(ledger.constraints).toBe(count);
  expect(ledger.multipliers!.map(({ name }) => name)).toEqual(heavy.map((k) => `rod[${k}]`));
});

test("the report lists the largest changes that the start made, of all", () => {
  const count = 40;
  const { start } = reported({
    points: {
      bob: { repeat: count, mass: 1, at: ["i", "-1 - 0.001*i"] },
      pin: { repeat: count, fixed: true, at: ["i", 0] },
    },
    elements: [{ rod: { repeat: count, between: ["pin[i]", "bob[i]"], length: 1 } }],
  });
  expect(start!.count).toBe(count - 1);
  expect(start!.moved[0].name).toBe("bob[39]_y");
});
