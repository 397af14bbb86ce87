import { expect, test } from "vitest";
import { kepler } from "../../test/fixtures/systems.js";
import { fixed } from "../controllers/index.js";
import { ode } from "../formulations/index.js";
import { bs32 } from "../methods/index.js";
import { resume, solve, solveAsync } from "./index.js";

const problem = () => ode().apply(kepler(0.3));
const options = { method: bs32(), controller: fixed({ step: 0.01 }), until: 10 };

test("in slices the result has the same bits, and progress rises to 1", async () => {
  const seen: number[] = [];
  let pauses = 0;
  const solution = await solveAsync(problem(), options, {
    pause: async () => void pauses++,
    stepsPerSlice: 300,
    progress: (fraction, t) => {
      expect(fraction).toBeCloseTo(t / 10, 14);
      seen.push(fraction);
    },
  });
  expect(solution.y).toEqual(solve(problem(), options).y);
  expect(seen).toEqual([0.3, 0.6, 0.9, 1].map((x) => expect.closeTo(x, 12)));
  expect(pauses).toBe(3);
});

test("an AbortSignal stops the run between slices and leaves a checkpoint that continues with the same bits", async () => {
  const abort = new AbortController();
  let checkpoint: Uint8Array | undefined;
  const solution = await solveAsync(problem(), options, {
    pause: async () => abort.abort(),
    stepsPerSlice: 300,
    signal: abort.signal,
    stopped: (bytes) => {
      checkpoint = bytes;
    },
  });
  expect(solution.status).toBe("stopped");
  expect(solution.t).toBeCloseTo(3, 12);
  expect(solution.failure!.message).toBe("stopped at t = 3: the run was stopped. Its checkpoint can be resumed.");
  expect(resume(problem(), options, checkpoint!).y).toEqual(solve(problem(), options).y);
  const later = await solveAsync(problem(), options, { pause: async () => {}, from: checkpoint! });
  expect(later.y).toEqual(solve(problem(), options).y);
});

test("a signal that is already aborted stops the run at its start", async () => {
  const solution = await solveAsync(problem(), options, { pause: async () => {}, signal: AbortSignal.abort() });
  expect([solution.status, solution.t, solution.work.steps]).toEqual(["stopped", 0, 0]);
});

test("invalid options reject the promise", async () => {
  await expect(solveAsync(problem(), { ...options, until: Number.NaN }, { pause: async () => {} })).rejects.toThrow(
    "run.until",
  );
});
