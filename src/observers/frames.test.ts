import { describe, expect, test } from "vitest";
import { catalogue } from "../elements/index.js";
import { runJson } from "../io/index.js";
import { parseModelText, validateModel } from "../model/index.js";
import { prepareRun, type RunSettings } from "../run/index.js";
import { turningPoints } from "../watch/turning-points.js";
import { Frames } from "./frames.js";

const pendulum = validateModel(
  parseModelText(`
taut: 1
points: { bob: { mass: 1, at: [1, 0] } }
elements: [{ rod: { between: [origin, bob] } }, { gravity: [0, -9.81] }]
run: { until: 3 }
`),
  catalogue,
);

function filmed(settings: RunSettings, every: number) {
  let frames: Frames | undefined;
  const prepared = prepareRun(pendulum, {
    settings,
    keepStates: false,
    observe: (problem, until) => {
      frames = new Frames(problem, { every, until });
      return frames;
    },
  });
  while (prepared.run.advance(7) === "running");
  frames!.end(prepared.run.state);
  const { layout } = frames!;
  const rows = frames!.take();
  const row = (k: number) => rows.subarray(k * layout.width, (k + 1) * layout.width);
  return { layout, row, count: rows.length / layout.width, result: runJson(prepared, prepared.run.solution()) };
}

function plain(settings: RunSettings) {
  const prepared = prepareRun(pendulum, { settings, keepStates: false });
  while (prepared.run.advance(Number.POSITIVE_INFINITY) === "running");
  return runJson(prepared, prepared.run.solution());
}

describe("frames", () => {
  test.each([
    ["dense output that costs stages", { method: "dop853", rtol: 1e-9 }],
    ["dense output, projected", { method: "dopri5", rtol: 1e-4 }],
    ["no dense output", { method: "rattle", step: 0.007 }],
    ["the stiff view", { formulation: "stiff", method: "verlet", step: 1e-3, omega: 200 }],
  ] as const)("recording frames changes neither the bits nor the work of a run: %s", (_, settings) => {
    expect(filmed(settings, 0.013).result).toEqual(plain(settings));
  });

  test("lie on the grid from the start to the end; the end is a frame even if it is not on the grid", () => {
    const { row, count } = filmed({ method: "dop853" }, 0.07);
    expect(count).toBe(44);
    for (let k = 0; k < count - 1; k++) expect(row(k)[0]).toBe(0.07 * k);
    expect(row(count - 1)[0]).toBe(3);
  });

  test("an end on the grid gives one frame, not two", () => {
    const { row, count } = filmed({ method: "dop853" }, 3 / 30);
    expect(count).toBe(31);
    expect(row(30)[0]).toBe(3);
  });

  test("show the motion: energy, residuals and the tension 3 g cos(angle) of the pendulum", () => {
    const { layout, row, count } = filmed({ method: "dop853", rtol: 1e-10 }, 0.05);
    for (let k = 0; k < count; k++) {
      const [, x, y, vx, vy] = row(k);
      // recorded states are projected by Newton's method, to 1e-12
      expect(Math.abs(Math.hypot(x, y) - 1)).toBeLessThan(1.01e-12);
      expect(row(k)[layout.energy]).toBeCloseTo(0, 7);
      expect(row(k)[layout.position]).toBeLessThan(1e-11);
      // released at rest from the horizontal: tension m v^2 / l + m g cos = 3 m g cos
      expect(row(k)[layout.lambda]).toBeCloseTo(-3 * 9.81 * y, 5);
      expect(vx * vx + vy * vy).toBeCloseTo(-2 * 9.81 * y, 6);
    }
  });

  test("between steps without dense output the cubic is of fourth order", () => {
    const exact = filmed({ method: "dop853", rtol: 1e-12 }, 0.05);
    const miss = (step: number): number => {
      const { row } = filmed({ method: "rattle-4", step }, 0.05);
      // the method's own error has the same order; both fall by a factor of 16 when the step is halved
      return Math.max(...[7, 19, 31].map((k) => Math.abs(row(k)[1] - exact.row(k)[1])));
    };
    const ratio = miss(0.02) / miss(0.01);
    expect(ratio).toBeGreaterThan(8);
    expect(ratio).toBeLessThan(32);
  });

  test("forces include those of the constraints, so they are mass times acceleration", () => {
    const every = 1e-3;
    const { layout, row } = filmed({ method: "dop853", rtol: 1e-12 }, every);
    for (const k of [100, 700, 1500]) {
      const difference = (row(k + 1)[3] - row(k - 1)[3]) / (2 * every);
      expect(row(k)[layout.force]).toBeCloseTo(difference, 3);
    }
  });

  test("with turning points, the frames have the extremes of the steps, and the run keeps its bits and its work", () => {
    const oscillator = validateModel(
      parseModelText(`
taut: 1
states: { x: 2, y: 0 }
rates: { x: y, y: 1000 * (1 - x^2) * y - x }
run: { until: 2000, method: radau5, rtol: 1e-6 }
`),
      catalogue,
    );
    const film = (turns: boolean) => {
      let frames: Frames | undefined;
      let most = 0;
      const prepared = prepareRun(oscillator, {
        keepStates: false,
        solve: {
          observers: [
            {
              observe() {},
              step({ y }) {
                most = Math.max(most, Math.abs(y[1]));
              },
            },
          ],
        },
        observe: (problem, until) => {
          const between = turns ? { between: turningPoints(problem, true) } : {};
          frames = new Frames(problem, { every: 5, until, ...between });
          return frames;
        },
      });
      while (prepared.run.advance(100) === "running");
      const { width, regular } = frames!.layout;
      const rows = frames!.take();
      const times = [...rows].filter((_, k) => k % width === 0);
      const shown = [...rows].filter((_, k) => k % width === 2).reduce((a, b) => Math.max(a, Math.abs(b)), 0);
      const grid = [...rows].filter((_, k) => k % width === regular && rows[k] === 1).length;
      return { times, shown, most, grid, result: runJson(prepared, prepared.run.solution()) };
    };
    const [plainFilm, film2] = [film(false), film(true)];
    expect(plainFilm.shown).toBeLessThan(0.5 * plainFilm.most);
    // dense output may lie above the steps, and the parabola through samples may miss the very top
    expect(film2.shown).toBeGreaterThan(0.999 * film2.most);
    expect(film2.shown).toBeLessThan(1.02 * film2.most);
    expect(film2.grid).toBe(plainFilm.times.length);
    expect(film2.times).toEqual([...film2.times].sort((a, b) => a - b));
    expect(film2.result).toEqual(plainFilm.result);
  });
});
