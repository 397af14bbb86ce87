/** One lane: a run that is advanced in slices and recorded on a grid of times. */

import { contenderAt, type LinkTensions, linkTensions, sceneOf, waysIn } from "../analysis/index.js";
import { TautError } from "../core/index.js";
import type { Model } from "../model/index.js";
import { Frames } from "../observers/index.js";
import { expressionAlong, nameAndOptions, type PreparedRun, prepareRun, type RunSettings } from "../run/index.js";
import type { ModelScene } from "../scene/index.js";
import { turningPoints } from "../watch/turning-points.js";
import type { LaneOpened, LaneRows, RunRequest } from "./protocol.js";

/** The number of frames per unit of time, its limits, and the most numbers that a lane keeps. */
const perTime = 60;
const fewest = 300;
const most = 4000;
const mostNumbers = 2e6;
/** The most states that are recorded between two frames because a component turns round there. */
const mostTurns = 8;
/** Milliseconds between two evaluations of the plots. */
const plotEvery = 300;

/** The settings of each lane; one without settings, for the model's own, if none is given. `rigid/rattle@0.01` has a step. */
export function settingsOf({ lanes, omega }: RunRequest): RunSettings[] {
  const stiffness = omega === undefined ? {} : { omega };
  if (lanes.trim() === "") return [stiffness];
  return waysIn(lanes).map((lane) => {
    const [way, step, ...more] = lane.split("@");
    if (more.length > 0 || (step !== undefined && !(Number(step) > 0)))
      throw new TautError("lanes", `a step must be written after the method, as in rigid/rattle@0.01; got "${lane}".`);
    const { label: _, ...choice } = contenderAt("lanes", way);
    return { ...choice, ...stiffness, ...(step !== undefined && { step: Number(step) }) };
  });
}

export class Lane {
  readonly opened: LaneOpened;
  done = false;
  private readonly prepared: PreparedRun;
  private readonly frames: Frames;
  private readonly tensions: LinkTensions;
  private readonly plots: readonly ReturnType<typeof expressionAlong>[];
  /** All frames so far, for the plots. */
  private readonly times: number[] = [];
  private readonly states: Float64Array[] = [];
  private plotted = Number.NEGATIVE_INFINITY;
  private steps = 1;
  private begun = false;

  constructor(model: Model, settings: RunSettings, { generation, set, plots }: RunRequest, lane: number) {
    let frames: Frames | undefined;
    let scene: ModelScene | undefined;
    let tensions: LinkTensions | undefined;
    // prepared as by `taut run --json`, so that the numbers are the same
    this.prepared = prepareRun(model, {
      settings,
      set,
      keepStates: false,
      observe: (problem, until, lowered) => {
        scene = sceneOf(lowered, problem.workspace);
        tensions = linkTensions(lowered, problem.workspace, scene);
        const span = Math.abs(until - problem.workspace.initialTime);
        const width = 2 * problem.dimension + scene.links.length + 10;
        const count = Math.min(Math.max(span * perTime, fewest), most, Math.max(40, mostNumbers / width));
        const turns = Math.min(mostTurns, Math.floor((2 * mostNumbers) / (width * count)));
        frames = new Frames(problem, {
          every: span > 0 ? span / Math.ceil(count) : 1,
          until,
          ...(turns > 0 && { between: turningPoints(problem, true, turns) }),
        });
        return frames;
      },
    });
    this.frames = frames!;
    this.tensions = tensions!;
    this.plots = plots.map((expression) => expressionAlong(this.prepared, expression));
    const { workspace, choice, options } = this.prepared;
    this.opened = {
      kind: "opened",
      generation,
      lane,
      label: [choice.formulation, choice.method].map((part) => nameAndOptions(part).name).join("/"),
      scene: scene!,
      names: workspace.names,
      n: workspace.mechanics?.n ?? 0,
      from: workspace.initialTime,
      until: options.until,
    };
  }

  /** Computes for about `patience` milliseconds. */
  slice(patience: number, now: () => number): LaneRows {
    const { run } = this.prepared;
    const start = now();
    if (!this.begun) {
      this.begun = true;
      this.done = run.advance(0) === "done";
      this.frames.begin(run.state);
    }
    let took = now() - start;
    while (!this.done && took < patience) {
      this.done = run.advance(this.steps) === "done";
      const passed = now() - start;
      // the clock is read once per 1 to 4 ms of steps, which costs almost nothing
      if (passed - took < 1) this.steps *= 2;
      else if (passed - took > 4) this.steps = Math.max(1, this.steps >> 1);
      took = passed;
    }
    if (this.done) this.frames.end(run.state);
    return this.rows(now());
  }

  release(): void {
    this.prepared.workspace.release();
  }

  private rows(now: number): LaneRows {
    const { frames, opened } = this;
    const { width, y, lambda } = frames.layout;
    const size = opened.names.length;
    const { links } = opened.scene;
    const rows = frames.take();
    const count = rows.length / width;
    const [times, states] = [new Float64Array(count), new Float64Array(count * size)];
    const tensions = new Float64Array(count * links.length);
    const springs = new Float64Array(this.tensions.count);
    for (let row = 0; row < count; row++) {
      const at = row * width;
      const state = rows.subarray(at + y, at + y + size);
      times[row] = rows[at];
      states.set(state, row * size);
      if (springs.length > 0) this.tensions.at(springs, times[row], state);
      links.forEach(({ row: constraint, spring }, k) => {
        const known = constraint >= 0 && lambda >= 0 ? rows[at + lambda + constraint] : springs[spring];
        tensions[row * links.length + k] = known ?? Number.NaN;
      });
    }
    const { failure } = this.prepared.run;
    return {
      ...{ kind: "rows", generation: opened.generation, lane: opened.lane, times, states, tensions },
      status: !this.done ? "running" : failure === undefined ? "ok" : "failed",
      message: failure?.message ?? "",
      ...this.values(times, states, now),
      ...this.final(),
    };
  }

  private values(times: Float64Array, states: Float64Array, now: number): Pick<LaneRows, "values"> {
    if (this.plots.length === 0) return {};
    for (const t of times) this.times.push(t);
    this.states.push(states.slice());
    if (!this.done && now - this.plotted < plotEvery) return {};
    this.plotted = now;
    const whole = new Float64Array(this.times.length * this.opened.names.length);
    let at = 0;
    for (const part of this.states) {
      whole.set(part, at);
      at += part.length;
    }
    return { values: this.plots.map((along) => along(this.times, whole)) };
  }

  private final(): Pick<LaneRows, "final"> {
    if (!this.done) return {};
    // some methods carry another state than the physical one, which the solution has
    const { t, y } = this.prepared.run.solution();
    return { final: { t, y: Float64Array.from(y) } };
  }
}
