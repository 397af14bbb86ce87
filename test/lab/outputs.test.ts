/** The outputs that the lab offers to plot: each can be evaluated by its name, and has the values of the run. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expressionAlong, type Model, parseModelText, prepareRun, run } from "../../src/index.js";
import { root } from "../cli/taut.js";

const text = (model: string): Model => parseModelText(readFileSync(join(root, "gallery", model), "utf8")) as Model;
const written = readdirSync(join(root, "gallery")).filter((file) =>
  /^outputs:/m.test(readFileSync(join(root, "gallery", file), "utf8")),
);

test.each(written)("the outputs of %s can be evaluated by their names", (file) => {
  const prepared = prepareRun(text(file));
  const { initial } = prepared.workspace;
  const own = Object.keys(text(file).outputs!);
  const columns = prepared.outputs!.columns.map(({ name }) => name);
  const names = columns.filter((name) => own.some((each) => name === each || name.startsWith(`${each}_`)));
  expect(names.length).toBeGreaterThanOrEqual(own.length);
  for (const name of names) expect(expressionAlong(prepared, name)([0], Float64Array.from(initial))[0]).not.toBeNaN();
});

test("an output along a run has the values that the run records", () => {
  const [model, settings] = [text("vehicle.yaml"), { every: 0.1 }];
  const solution = run(model, settings);
  const load = expressionAlong(prepareRun(model, { settings }), "load");
  expect(Array.from(load(solution.times, solution.trajectory.states()))).toEqual(Array.from(solution.of("load")));
});
