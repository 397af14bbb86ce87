import { expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { runJson } from "../io/index.js";
import { validateModel } from "../model/index.js";
import { run } from "./index.js";
import { prepareRun, retried } from "./run.js";

/** Two bobs that vibrate on springs of equal frequency, at rest relative to each other: frequencies meet at the start. */
const equal = {
  taut: 1,
  points: { a: { mass: 1, at: [1.01, 0] }, b: { mass: 1, at: [0, 3.01] }, pin: { fixed: true, at: [0, 2] } },
  elements: [
    { rod: { between: ["origin", "a"], length: 1, omega: 40 } },
    { rod: { between: ["pin", "b"], length: 1, omega: 40 } },
    { gravity: [0, -1] },
  ],
  run: { until: 0.5 },
};

test("an automatic formulation that fails at the start is replaced, and the choice and the results say so", () => {
  const solution = run(equal);
  expect(solution.status).toBe("ok");
  expect(solution.choice.formulation).toBe("stiff");
  expect(solution.choice.instead).toEqual([
    expect.stringMatching(/^The automatic choice "adiabatic" failed \(.+\), so "stiff" is used instead\.$/),
  ]);
  expect(solution.choice.reason).toContain('so "stiff" is used instead');
  const prepared = prepareRun(validateModel(equal, catalogue));
  while (prepared.run.advance(Number.POSITIVE_INFINITY) === "running");
  expect(runJson(prepared, prepared.run.solution()).notes).toContain(solution.choice.instead![0]);
});

test("a formulation that was named is not replaced, and fails", () => {
  const { status, choice } = run(equal, { formulation: "adiabatic" });
  expect(status).not.toBe("ok");
  expect(choice.instead).toBeUndefined();
});

test("an automatic formulation that fails on the way is replaced from the beginning, and one that is stopped is not", () => {
  const [first] = equal.elements;
  const model = validateModel({ ...equal, points: { a: equal.points.a }, elements: [first] }, catalogue);
  const after = (status: "nonfinite" | "stopped") => {
    const prepared = prepareRun(model);
    expect(prepared.choice.formulation).toBe("adiabatic");
    prepared.run.advance(3);
    expect(prepared.run.state.t).toBeGreaterThan(0);
    prepared.run.failure = { status, t: prepared.run.state.t, advice: "", message: "two frequencies meet." };
    return retried(prepared, {});
  };
  expect(after("stopped")).toBeUndefined();
  const next = after("nonfinite")!;
  expect(next.choice.formulation).toBe("stiff");
  expect(next.choice.instead).toEqual([
    'The automatic choice "adiabatic" failed (two frequencies meet), so "stiff" is used instead.',
  ]);
  expect(next.run.state.t).toBe(0);
  expect(next.run.advance(Number.POSITIVE_INFINITY)).toBe("done");
  expect(next.run.failure).toBeUndefined();
});
