/** Wrong options of the library's functions get sentences, and those of a run the sentences of files. */

import { describe, expect, test } from "vitest";
import { ModelError, SettingError, TautError } from "../../src/core/index.js";
import { catalogue } from "../../src/elements/index.js";
import {
  compare,
  explain,
  ode,
  offers,
  prepareProjection,
  prepareRun,
  projectModel,
  run,
  solve,
  validateModel,
} from "../../src/index.js";

const data = {
  taut: 1,
  points: { a: { mass: 1, at: [1, 0] } },
  elements: [{ rod: { between: ["origin", "a"] } }, { gravity: [0, -1] }],
  run: { until: 0.1 },
};
const model = validateModel(data, catalogue);

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("wrong settings", () => {
  test.each([
    { method: 5 },
    { method: ["rk4"] },
    { formulation: 7 },
    { projection: {} },
    { bogus: 1 },
    { norm: "largest" },
    { accept: ["everything"] },
    { saveAt: 3 },
  ])("%j have the sentence that they have in a file", (settings) => {
    const inFile = thrownBy(() =>
      validateModel({ ...data, run: { ...data.run, ...settings } }, catalogue),
    ) as ModelError;
    expect(inFile).toBeInstanceOf(ModelError);
    for (const use of [prepareRun, explain, offers]) {
      const given = thrownBy(() => use(model, { settings: settings as object }));
      expect(given).toBeInstanceOf(SettingError);
      expect((given as SettingError).message).toBe(inFile.message);
    }
  });

  test.each([{ until: "1" }, { rtol: "1e-3" }, { step: true }, { every: [1] }, { seed: "x" }])(
    "%j need a number",
    (settings) => {
      expect(() => prepareRun(model, { settings: settings as object })).toThrow(SettingError);
      expect(() => run(data, settings as object)).toThrow(SettingError);
    },
  );
});

test("unknown options, and options that are not a map, are refused by every function that takes some", async () => {
  const decay = ode(
    (dy, _t, y) => {
      dy[0] = -y[0];
    },
    [1],
  );
  const functions = {
    run: (options: object) => run(data, options),
    prepareRun: (options: object) => prepareRun(model, options),
    explain: (options: object) => explain(model, options),
    offers: (options: object) => offers(model, options),
    projectModel: (options: object) => projectModel(model, options),
    prepareProjection: (options: object) => prepareProjection(model, options),
    solve: (options: object) => solve(decay, options as never),
  };
  for (const [name, use] of Object.entries(functions))
    for (const options of [{ bogus: 1 }, 5, null, "text"]) {
      const error = thrownBy(() => use(options as object));
      expect([name, error instanceof TautError && error.message]).toEqual([name, expect.stringMatching(/[.?]$/)]);
    }
  await expect(compare(model, { bogus: 1 } as never)).rejects.toThrow(TautError);
  await expect(compare(model, {} as never)).rejects.toThrow("compare.contenders: must be a list");
  for (const method of [5, "rk4", undefined])
    expect(() => solve(decay, { until: 1, method: method as never })).toThrow(
      "solve.method: must be a method, such as dop853()",
    );
  expect(() => run(data, { set: 5 as never })).toThrow("parameters: the values to set must be a map");
});
