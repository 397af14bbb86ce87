import { expect, test } from "vitest";
import { type Passing, restoreBytes, savedBytes } from "../core/index.js";
import { catalogue, prepareRun, validateModel } from "../index.js";

/** A parallelogram whose crank is too short by 1e-3: what looks like a singular position from afar is not one. */
function almostParallel() {
  const [x, y] = [Math.cos(0.8), Math.sin(0.8)];
  const model = validateModel(
    {
      taut: 1,
      points: {
        pivot: { fixed: true, at: [2, 0] },
        a: { mass: 1, at: [0.999 * x, 0.999 * y], velocity: [y, -x] },
        b: { mass: 1, at: [2 + x, y], velocity: [y, -x] },
      },
      elements: [
        { rod: { between: ["origin", "a"], length: 0.999 } },
        { rod: { between: ["a", "b"], length: 2 } },
        { rod: { between: ["b", "pivot"], length: 1 } },
      ],
    },
    catalogue,
  );
  const { run, problem } = prepareRun(model, { settings: { method: "dop853", rtol: 1e-8, until: 0.75 } });
  while (run.advance(1000) === "running");
  return { problem, end: run.solution() };
}

test("a crossing that was given up is part of a checkpoint: the next step is as short as it would have been", () => {
  const { problem, end } = almostParallel();
  const passing = (): Passing => problem.manifold!.constraints!.singular!.passing(problem, undefined, 1)!;
  const state = () => {
    const y = problem.arena.f64(problem.dimension);
    y.set(end.y);
    return { t: 0.75, y, q: y.subarray(0, problem.n), v: y.subarray(problem.n) };
  };
  const [first, second] = [passing(), passing()];
  const [s, next, tried] = [state(), state(), state()];
  const h = 0.1;
  s.v.forEach((speed, i) => {
    tried.q[i] += h * speed;
  });
  expect(first.plans(s, h, tried, 1)).toBe(true);
  expect(first.cross(next, s, 100)).toBe("declined");
  const room = first.room(s.t);
  expect(room).toBeLessThan(h);

  second.clear();
  restoreBytes(second, savedBytes(first));
  expect(second.room(s.t)).toBe(room);
  expect(second.limits).toBe(first.limits);
  // the same crossing is not tried again from there
  expect(second.plans(s, h, tried, 1)).toBe(first.plans(s, h, tried, 1));
});
