import { expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { validateModel } from "../model/index.js";
import { prepareRun } from "../run/index.js";

const engine = {
  taut: 1,
  name: "engine",
  points: { crank: { mass: 1, at: [1, 0], velocity: [0, 6.283185307179586] } },
  elements: [{ rod: { between: ["origin", "crank"] } }],
};
const warningsOf = (until: number, settings = {}): readonly string[] => {
  const { run, workspace } = prepareRun(validateModel(engine, catalogue), {
    settings: { until, rtol: 1e-6, ...settings },
    frames: 400,
  });
  run.advance(Number.POSITIVE_INFINITY);
  const { warnings } = run.solution();
  workspace.release();
  return warnings;
};

test("400 intervals of 2,000 turns, with an extreme each, are a warning that names the coordinate and the period", () => {
  const [warning] = warningsOf(2000);
  expect(warning).toContain('"crank_');
  expect(warning).toContain("oscillates every 1,");
  expect(warning).toContain("--every 0.1");
});

test("those of 150 turns are not, nor is an interval that the caller has chosen", () => {
  expect(warningsOf(150)).toEqual([]);
  expect(warningsOf(150, { every: 1.5 })).toEqual([]);
});
