/** The experiments that open in the stage: every one of them runs, in all its lanes, with everything that it plots. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import models from "../../lab/data/papers/models.json" with { type: "json" };
import { paperStages, stageOf } from "../../lab/src/pages/paper-stages.js";
import { catalogue, expressionAlong, parseModelText, prepareRun, validateModel } from "../../src/index.js";
import { experiments } from "../../src/papers/index.js";
import { root } from "../cli/taut.js";

/** Quantities of the lab itself. */
const known = ["energy", "position", "velocity", "lambda", "distance"];

describe.each(paperStages)("$of", ({ of, model, lanes, set = {}, plots }) => {
  const text =
    "paper" in model
      ? (models as Record<string, string>)[model.paper]
      : readFileSync(join(root, `gallery/${model.gallery}.yaml`), "utf8");

  test("belongs to experiments", () => {
    for (const id of of) expect(experiments.some((each) => each.id === id || each.id.startsWith(`${id}.`))).toBe(true);
  });

  test("runs in every lane with the parameters that it sets, and its plots can be drawn", () => {
    const whole = validateModel(parseModelText(text), catalogue);
    for (const name of Object.keys(set)) expect(Object.keys(whole.parameters ?? {})).toContain(name);
    for (const settings of lanes) {
      const prepared = prepareRun(whole, { settings, set, keepStates: false });
      prepared.run.advance(50);
      expect(prepared.run.failure).toBeUndefined();
      const { t, y } = prepared.run.state as unknown as { t: number; y: Float64Array };
      for (const expression of plots.flatMap(({ y, x = "t" }) => [y, x]).filter((each) => !known.includes(each)))
        expect(expressionAlong(prepared, expression)([t], Float64Array.from(y))).toHaveLength(1);
    }
  });
});

test("most experiments open in the stage", () => {
  const without = experiments.filter(({ id }) => stageOf(id) === undefined).map(({ id }) => id);
  expect(without).toEqual(["sanz-serna.5", "ascher.3.example-2", "ascher.4.euler-returns"]);
});
