/** One lane: a run that is advanced in slices and recorded on a grid of times. */

import { transfer } from "comlink";
import {
  expressionAlong,
  Frames,
  type JointArrows,
  jointArrows,
  type LinkTensions,
  linkTensions,
  type Model,
  type ModelScene,
  multiplierNames,
  observableData,
  type PreparedRun,
  prepareRun,
  quantityFor,
  readQuantity,
  sceneOf,
  turningPoints,
  type UnitLabels,
} from "taut";
import { withReactions } from "taut/scene";
import { decades, longRun, mostCurves, mostPlotted, stopWords } from "./limits.js";
import type { Chunk, LaneRequest, Measured, Opened, RunAccount, ShownUnits } from "./protocol.js";

/** The number of frames per unit of time, its limits, and the most numbers that a lane keeps. */
const perTime = 60;
const fewest = 300;
const most = 6000;
const mostNumbers = 4e6;
/** The most states that are recorded between two frames because a component turns round there. */
const mostTurns = 16;
/** The number of frames of a run in logarithmic time. */
const perLongRun = 1200;
/** Milliseconds between two summaries of a run's errors. */
const accountEvery = 200;

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
  readonly prepared: PreparedRun;
  private readonly frames: Frames;
  private readonly tensions: LinkTensions;
  private readonly arrows: JointArrows | undefined;
  private accounted = Number.NEGATIVE_INFINITY;
  private steps = 1;
  private begun = false;
  private stopped = false;
  private readonly expressions = new Map<string, ReturnType<typeof expressionAlong>>();

  constructor(id: number, generation: number, model: Model, { settings, set }: LaneRequest) {
    this.id = id;
    this.generation = generation;
    let frames: Frames | undefined;
    let scene: ModelScene | undefined;
    let tensions: LinkTensions | undefined;
    // prepared as by `taut run --json`, so that the numbers are the same
    this.prepared = prepareRun(model, {
      settings,
      set,
      keepStates: false,
      solve: { account: true },
      observe: (problem, until, lowered) => {
        scene = sceneOf(lowered, problem.workspace);
        tensions = linkTensions(lowered, problem.workspace, scene);
        const span = Math.abs(until - problem.workspace.initialTime);
        const width = 2 * problem.dimension + 2 * multiplierNames(problem.workspace).length + tensions.count + 10;
        const count = Math.min(Math.max(span * perTime, fewest), most, Math.max(40, mostNumbers / width));
        const every = span > 0 ? span / Math.ceil(count) : 1;
        const turns = Math.min(mostTurns, Math.floor((2 * mostNumbers) / (width * count)));
        const between = turns > 0 ? { between: turningPoints(problem, true, turns) } : {};
        const grows = problem.workspace.mechanics === undefined && span >= longRun;
        const distance = (k: number): number => (k === 0 ? 0 : span * 10 ** (decades * (k / perLongRun - 1)));
        frames = new Frames(problem, { every, until, ...(grows && { distance }), ...between });
        return frames;
      },
    });
    this.frames = frames!;
    const { lowered, workspace, choice, options, settings: inForce } = this.prepared;
    this.tensions = tensions!;
    const arrows = jointArrows(this.prepared);
    const { layout } = this.frames;
    this.arrows = arrows.count > 0 && layout.lambda >= 0 && scene!.dimension > 1 ? arrows : undefined;
    const count = this.arrows?.count ?? 0;
    this.opened = {
      title: model.name ?? "Model",
      about: model.about ?? "",
      choice,
      scene: withReactions(scene!, workspace.names.length, count),
      arrows: 2 * scene!.dimension * count,
      names: workspace.names,
      constraintNames: multiplierNames(workspace),
      n: workspace.mechanics?.n ?? 0,
      layout,
      from: workspace.initialTime,
      until: options.until,
      logTime: workspace.mechanics === undefined && Math.abs(options.until - workspace.initialTime) >= longRun,
      omega: inForce.omega ?? lowered.omega,
      parameters: numbersOf(model, { ...model.parameters, ...set }),
      fileParameters: numbersOf(model, { ...model.parameters }),
      settings: inForce,
      outputs: this.prepared.outputs?.columns.map(({ name }) => name) ?? [],
      events: this.prepared.events.map(({ name }) => name),
      ...(workspace.labels && { units: shownUnits(workspace.labels, this.prepared) }),
    };
  }

  /** Computes for about `patience` milliseconds. */
  slice(patience: number): Chunk {
    const { run } = this.prepared;
    const start = performance.now();
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
    return this.chunk();
  }

  /** Ends the run at its last accepted step. */
  halt(): Chunk {
    if (!this.begun) this.begin();
    this.done = true;
    this.stopped = true;
    this.frames.end(this.prepared.run.state);
    return this.chunk();
  }

  /** Returns the memory of the run. The lane must not be used afterwards. */
  release(): void {
    this.prepared.workspace.release();
  }

  /** An expression at the given states, which lie one after the other. */
  values(expression: string, times: ArrayLike<number>, states: Float64Array): Float64Array {
    const known = this.expressions.get(expression) ?? expressionAlong(this.prepared, expression);
    this.expressions.set(expression, known);
    return known(times, states);
  }

  /** An expression at the instants of an event so far. */
  valuesAt(expression: string, event: string): Float64Array {
    const { run, problem } = this.prepared;
    const work = { ...problem.work };
    const found = run.solution().events.filter(({ name }) => name === event);
    Object.assign(problem.work, work);
    const states = new Float64Array(found.length * this.opened.names.length);
    found.forEach(({ y }, k) => {
      states.set(y, k * y.length);
    });
    return this.values(
      expression,
      found.map(({ t }) => t),
      states,
    );
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
    const { failure } = this.prepared.run;
    const rows = this.frames.take();
    const extras = this.extras(rows);
    const chunk: Chunk = {
      lane: this.id,
      generation: this.generation,
      rows,
      extras,
      ...this.account(),
      status: !this.done ? "running" : this.stopped ? "stopped" : failure === undefined ? "ok" : "failed",
      message: this.stopped ? stopWords : (failure?.message ?? ""),
    };
    return transfer(chunk, [rows.buffer, extras.buffer]);
  }

  /** What the ledger says so far; nothing if it was asked a short while ago. */
  private account(): { account?: RunAccount } {
    const now = performance.now();
    if (!this.done && now - this.accounted < accountEvery) return {};
    this.accounted = now;
    const { run, workspace, problem } = this.prepared;
    // looking at a run is not work of the run
    const work = { ...problem.work };
    const { ledger, warnings } = run.solution();
    // the account of a driven or damped model is watched as an energy too
    const keepsEnergy = run.verdicts.some(({ kind, quantity }) => kind === "energy" && quantity === "energy");
    Object.assign(problem.work, work);
    const hasConstraints = (workspace.mechanics?.m ?? 0) > 0;
    return {
      account: {
        ...(hasConstraints && { position: ledger.position, velocity: ledger.velocity }),
        ...(ledger.energy && { energy: ledger.energy.maxDeviation }),
        keepsEnergy,
        warnings,
      },
    };
  }

  /** The tensions of springs, then the places and forces of reactions, for each row. */
  private extras(rows: Float64Array): Float64Array<ArrayBuffer> {
    const { tensions, arrows } = this;
    const { layout, names, constraintNames } = this.opened;
    const { width } = layout;
    const count = rows.length / width;
    const size = tensions.count + this.opened.arrows;
    const extras = new Float64Array(count * size);
    if (size === 0 || count === 0) return extras;
    const times = new Float64Array(count);
    const states = new Float64Array(count * names.length);
    const multipliers = new Float64Array(count * constraintNames.length);
    for (let row = 0; row < count; row++) {
      const from = row * width;
      const y = rows.subarray(from + layout.y, from + layout.y + names.length);
      times[row] = rows[from];
      states.set(y, row * names.length);
      if (tensions.count > 0) tensions.at(extras.subarray(row * size, row * size + tensions.count), times[row], y);
      if (arrows !== undefined)
        multipliers.set(
          rows.subarray(from + layout.lambda, from + layout.lambda + constraintNames.length),
          row * constraintNames.length,
        );
    }
    const forces = arrows?.along(times, states, multipliers);
    if (forces !== undefined)
      for (let row = 0; row < count; row++)
        extras.set(
          forces.subarray(row * this.opened.arrows, (row + 1) * this.opened.arrows),
          row * size + tensions.count,
        );
    return extras;
  }
}

/** Those parameters that are plain numbers, with or without a unit. */
function numbersOf(model: Model, parameters: Readonly<Record<string, unknown>>): Record<string, number> {
  const all = Object.entries(parameters).map(([name, value]) => {
    const isQuantity = typeof value === "string" && model.units !== undefined && readQuantity(value) !== undefined;
    return [name, isQuantity ? quantityFor(model, name, name, value) : value] as const;
  });
  return Object.fromEntries(all.filter(([, value]) => typeof value === "number")) as Record<string, number>;
}
