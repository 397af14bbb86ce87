/** One lane: a run that is advanced in slices and recorded on a grid of times. */

import { transfer } from "comlink";
import {
  Frames,
  type LinkTensions,
  type Look,
  linkTensions,
  type Model,
  type ModelScene,
  multiplierNames,
  observableData,
  type PreparedRun,
  prepareRun,
  quantityFor,
  type RunJson,
  readQuantity,
  runJson,
  type State,
  sceneOf,
  type UnitLabels,
} from "taut";
import { mostCurves, mostPlotted } from "./limits.js";
import type { Chunk, LaneRequest, Measured, Opened, ScenePlan, ShownUnits } from "./protocol.js";

/** The number of frames per unit of time, its limits, and the most numbers that a lane keeps. */
const perTime = 60;
const fewest = 300;
const most = 6000;
const mostNumbers = 4e6;

/** The units of everything that can be plotted. */
function shownUnits(labels: UnitLabels, { workspace }: PreparedRun): ShownUnits {
  const { residual } = labels;
  const multipliers = multiplierNames(workspace)
    .slice(0, mostCurves)
    .map((_, k) => labels.multiplier(k));
  const [lambda] = multipliers;
  return {
    ...{ time: labels.time, energy: labels.energy },
    ...residual,
    y: workspace.names.slice(0, mostPlotted).map((_, k) => labels.entry(k)),
    ...(lambda !== undefined && multipliers.every((each) => each === lambda) && { lambda }),
  };
}

export class Lane {
  readonly id: number;
  readonly generation: number;
  readonly opened: Opened;
  done = false;
  private readonly prepared: PreparedRun;
  private readonly frames: TimedFrames;
  private readonly scene: ModelScene;
  private readonly tensions: LinkTensions;
  private spent = 0;
  private steps = 1;
  private begun = false;

  constructor(id: number, generation: number, model: Model, { settings, set }: LaneRequest) {
    this.id = id;
    this.generation = generation;
    let frames: TimedFrames | undefined;
    let scene: ModelScene | undefined;
    let tensions: LinkTensions | undefined;
    let every = 0;
    // prepared as by `taut run --json`, so that the numbers are the same
    this.prepared = prepareRun(model, {
      settings,
      set,
      keepStates: false,
      observe: (problem, until, lowered) => {
        scene = sceneOf(lowered, problem.workspace);
        tensions = linkTensions(lowered, problem.workspace, scene);
        const span = Math.abs(until - problem.workspace.initialTime);
        const width = 2 * problem.dimension + 2 * multiplierNames(problem.workspace).length + tensions.count + 10;
        const count = Math.min(Math.max(span * perTime, fewest), most, Math.max(40, mostNumbers / width));
        every = span > 0 ? span / Math.ceil(count) : 1;
        frames = new TimedFrames(problem, { every, until });
        return frames;
      },
    });
    this.frames = frames!;
    const { lowered, workspace, choice, options, settings: inForce } = this.prepared;
    this.scene = scene!;
    this.tensions = tensions!;
    const parameters = Object.entries({ ...model.parameters, ...set })
      .map(([name, value]) => {
        const isQuantity = typeof value === "string" && model.units !== undefined && readQuantity(value) !== undefined;
        return [name, isQuantity ? quantityFor(model, name, name, value) : value] as const;
      })
      .filter(([, value]) => typeof value === "number");
    this.opened = {
      title: model.name ?? "Model",
      about: model.about ?? "",
      choice,
      scene: planOf(this.scene),
      names: workspace.names,
      constraintNames: multiplierNames(workspace),
      n: workspace.mechanics?.n ?? 0,
      layout: this.frames.layout,
      from: workspace.initialTime,
      until: options.until,
      every,
      omega: inForce.omega ?? lowered.omega,
      parameters: Object.fromEntries(parameters) as Record<string, number>,
      settings: inForce,
      ...(workspace.labels && { units: shownUnits(workspace.labels, this.prepared) }),
    };
  }

  /** Computes for about `patience` milliseconds. */
  slice(patience: number): Chunk {
    const { run } = this.prepared;
    const start = performance.now();
    this.frames.spent = 0;
    if (!this.begun) this.begin();
    let took = performance.now() - start;
    while (!this.done && took < patience) {
      this.done = run.advance(this.steps) === "done";
      const now = performance.now() - start;
      // the clock is read once per 1 to 4 ms of steps, which costs almost nothing
      if (now - took < 1) this.steps *= 2;
      else if (now - took > 4) this.steps = Math.max(1, this.steps >> 1);
      took = now;
    }
    if (this.done) this.frames.end(run.state);
    this.spent += took - this.frames.spent;
    return this.chunk();
  }

  /** What `taut run --json` prints, once the run is over. */
  result(): RunJson {
    return runJson(this.prepared, this.prepared.run.solution());
  }

  /** The measurements along the run so far. */
  measured(): Measured {
    const { observables, run } = this.prepared;
    const all = observables?.results().map(observableData) ?? [];
    return { generation: this.generation, t: run.state.t, observables: all };
  }

  private begin(): void {
    const { run } = this.prepared;
    this.begun = true;
    this.done = run.advance(0) === "done";
    this.frames.begin(run.state);
  }

  private chunk(): Chunk {
    const { failure, warnings } = this.prepared.run;
    const rows = this.frames.take();
    const extras = this.extras(rows);
    const chunk: Chunk = {
      lane: this.id,
      generation: this.generation,
      rows,
      extras,
      spent: this.spent,
      status: !this.done ? "running" : failure === undefined ? "ok" : "failed",
      message: failure?.message ?? (this.done ? warnings.join(" ") : ""),
    };
    return transfer(chunk, [rows.buffer, extras.buffer]);
  }

  /** The positions of moving anchors and the tensions of springs, for each row. */
  private extras(rows: Float64Array): Float64Array<ArrayBuffer> {
    const { scene, tensions } = this;
    const { layout, names } = this.opened;
    const { width } = layout;
    const moving = scene.points.flatMap(({ moves }) => (moves ? [moves] : []));
    const anchors = moving.length * scene.dimension;
    const size = anchors + tensions.count;
    const count = rows.length / width;
    const extras = new Float64Array(count * size);
    if (size === 0) return extras;
    for (let row = 0; row < count; row++) {
      const t = rows[row * width];
      moving.forEach((moves, k) => {
        extras.set(moves(t), row * size + k * scene.dimension);
      });
      if (tensions.count === 0) continue;
      const y = rows.subarray(row * width + layout.y, row * width + layout.y + names.length);
      tensions.at(extras.subarray(row * size + anchors, (row + 1) * size), t, y);
    }
    return extras;
  }
}

/** Frames that measure the time they take, so that it is not counted as time of the run. */
class TimedFrames extends Frames {
  spent = 0;

  override step(s: State, look: Look): void {
    const start = performance.now();
    super.step(s, look);
    this.spent += performance.now() - start;
  }
}

function planOf({ dimension, points, links }: ModelScene): ScenePlan {
  let moving = 0;
  return {
    dimension,
    points: points.map(({ name, offset, mass, at, moves }) => ({
      name,
      offset,
      mass,
      at,
      moving: moves === undefined ? -1 : moving++,
    })),
    links,
  };
}
