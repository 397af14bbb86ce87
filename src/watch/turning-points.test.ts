import { describe, expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { validateModel } from "../model/index.js";
import { prepareRun } from "../run/index.js";

const engine = {
  taut: 1,
  name: "engine",
  points: { crank: { mass: 1, at: [1, 0], velocity: [0, 6.283185307179586] } },
  elements: [{ rod: { between: ["origin", "crank"] } }],
};
const vanDerPol = {
  taut: 1,
  name: "van der pol",
  states: { x: 2, y: 0 },
  rates: { x: "y", y: "1e4*(1 - x^2)*y - x" },
};

/** The saved rows of a run with 400 intervals of its own choice, or with all accepted steps. */
function rowsOf(model: object, settings: object, frames: number | undefined = 400) {
  const { run, workspace } = prepareRun(validateModel(model, catalogue), {
    settings,
    ...(frames !== undefined && { frames }),
  });
  run.advance(Number.POSITIVE_INFINITY);
  const { trajectory, y, status } = run.solution();
  const columns = Array.from({ length: trajectory.dimension }, (_, k) => trajectory.component(k));
  workspace.release();
  expect(status).toBe("ok");
  return { times: trajectory.times(), columns, y };
}
const largest = (column: Float64Array): number =>
  column.reduce((most, x) => Math.max(most, x), Number.NEGATIVE_INFINITY);
const smallest = (column: Float64Array): number => -largest(column.map((x) => -x));

describe("states that a run saves at intervals of its own choice", () => {
  test.each(["dop853", "dopri5", "gbs", "radau5"])("show the extremes of an engine of 150 turns by %s", (method) => {
    const { times, columns } = rowsOf(engine, { method, until: 150.3, rtol: 1e-6 });
    const speed = 2 * Math.PI;
    for (const [k, size] of [1, 1, speed, speed].entries()) {
      expect(Math.abs(largest(columns[k]) - size)).toBeLessThan(1e-3 * size);
      expect(Math.abs(smallest(columns[k]) + size)).toBeLessThan(1e-3 * size);
    }
    // each of 400 intervals may add two turns of each of the four components
    expect(times.length).toBeLessThan(400 * 9);
    for (let i = 1; i < times.length; i++) expect(times[i]).toBeGreaterThan(times[i - 1]);
    // every row is a state of the solution: on the circle, with its speed
    for (let i = 0; i < times.length; i++) {
      expect(Math.hypot(columns[0][i], columns[1][i])).toBeCloseTo(1, 4);
      // the speed may drift by the tolerance of some thousand steps
      expect(Math.abs(Math.hypot(columns[2][i], columns[3][i]) - speed)).toBeLessThan(1e-3 * speed);
    }
  });

  test("show the spikes of Van der Pol's y, as large as the accepted steps show them", () => {
    const settings = { method: "radau5", rtol: 1e-6, until: 20_000 };
    const [thinned, all] = [rowsOf(vanDerPol, settings), rowsOf(vanDerPol, settings, undefined)];
    expect(largest(all.columns[1])).toBeGreaterThan(1.3e4);
    expect(Math.abs(largest(thinned.columns[1]) / largest(all.columns[1]) - 1)).toBeLessThan(1e-3);
    expect(Math.abs(smallest(thinned.columns[1]) / smallest(all.columns[1]) - 1)).toBeLessThan(1e-3);
    expect(thinned.times.length).toBeLessThan(450);
    expect(thinned.y).toEqual(all.y);
  });

  test("are those of the interval alone where a motion is slow", () => {
    expect(rowsOf(engine, { method: "dop853", until: 0.2, rtol: 1e-6 }).times.length).toBe(401);
  });

  test("are as many as were asked for where the caller has chosen the interval", () => {
    expect(rowsOf(engine, { method: "dop853", until: 150, every: 1.5, rtol: 1e-6 }).times.length).toBe(101);
  });
});

test("a resumed run saves the same rows", () => {
  const model = validateModel(engine, catalogue);
  const options = { settings: { method: "dop853", until: 40, rtol: 1e-6 }, frames: 50 };
  const whole = prepareRun(model, options).run;
  whole.advance(Number.POSITIVE_INFINITY);
  const first = prepareRun(model, options).run;
  first.advance(333);
  const second = prepareRun(model, options).run;
  const resumed = (second.constructor as typeof import("../solve/run.js").Run).resume(
    second.problem,
    second.options,
    first.save(),
  );
  resumed.advance(Number.POSITIVE_INFINITY);
  expect(resumed.solution().trajectory.times()).toEqual(whole.solution().trajectory.times());
  expect(resumed.solution().trajectory.states()).toEqual(whole.solution().trajectory.states());
});
