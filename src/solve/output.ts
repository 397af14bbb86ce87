/**
 * What a run shows: saved states, events, trajectory, ledger, observers. States inside a step are interpolated and then
 * projected. The state at the end of a step is shown as accepted, if the step has projected it already.
 */

import {
  type ByteReader,
  type ByteWriter,
  type Conscience,
  copyState,
  copyWork,
  type DenseOutput,
  type Inside,
  type Look,
  newState,
  noWork,
  type Observer,
  type Pacer,
  type Problem,
  type Projector,
  SettingError,
  type State,
  type StatesBetween,
  type Status,
  type Stepper,
} from "../core/index.js";
import { allFinite } from "../linalg/vector.js";
import { Ledger, Trajectory } from "../observers/index.js";
import { type DenseStep, EventFinder } from "./event-finder.js";
import type { SolveOptions } from "./options.js";
import { listedTimes, regularTimes, type SaveTimes } from "./save-times.js";

export class Output {
  readonly trajectory: Trajectory;
  readonly ledger: Ledger;
  readonly finder: EventFinder;
  /** Undefined when there is nothing that the run must keep. */
  readonly conscience: Conscience | undefined;
  /** What saves states between the times of `every`; undefined when those are enough. */
  private readonly between: StatesBetween | undefined;
  /** The times to save; undefined if every accepted step is saved. */
  readonly saves: SaveTimes | undefined;
  /** Whether steps must hit the saved times, because the method has no dense output. */
  readonly mustHit: boolean;
  /** Whether states inside a step may be asked for. */
  readonly looksInside: boolean;
  /** Whether nothing is observed at steps, so that `step` has nothing to do. */
  readonly idle: boolean;
  /** Whether interpolation and projection of shown states have succeeded since the step began. */
  status: Status = "ok";
  /** The states inside a step that was made without the stepper; they are shown as they are. */
  crossing: DenseOutput | undefined;
  private readonly stepper: Stepper;
  private readonly denseOutput: DenseOutput | undefined;
  private readonly observers: readonly Observer[];
  /** Whether shown states are projected. */
  private readonly isProjecting: boolean;
  private readonly project: (s: State) => Status;
  private readonly observeSaved: (s: State) => void;
  private readonly shown: State;
  private readonly dense: DenseStep;
  private readonly direction: number;
  private readonly hasEvents: boolean;
  /** The function through which observers see inside the step. */
  private readonly look: Look;
  /** A state inside the step as it would be shown; undefined when it cannot be projected. */
  private readonly within: (theta: number) => State | undefined;
  private readonly deliverBetween: (s: State) => void;
  /** States inside a step for the account of the energy; without dense output it interpolates by itself. */
  private readonly insideStep: Inside | undefined;
  private readonly insideCrossing: Inside;
  /** The end of the step, and whether it is already on the manifold. */
  private end: State;
  private endProjected = true;
  /** The step that `dense` interpolates. */
  private t = 0;
  private h = 0;

  /** `projector` repairs the states that are shown; without it they are shown as they are. */
  constructor(
    problem: Problem,
    options: SolveOptions,
    stepper: Stepper,
    pacer: Pacer,
    projector: Projector | undefined,
  ) {
    const { method, until, saveAt, every, events = [], eventSamples = 4, multipliers = false } = options;
    const t0 = options.from?.t ?? problem.workspace.initialTime;
    this.stepper = stepper;
    this.denseOutput = stepper.dense;
    this.observers = [...(problem.hooks?.observer ? [problem.hooks.observer] : []), ...(options.observers ?? [])];
    this.direction = until < t0 ? -1 : 1;
    this.trajectory = new Trajectory(problem, { multipliers });
    this.ledger = new Ledger(problem, {
      every: options.ledger ?? "step",
      momenta: options.momenta ?? false,
      account: options.account === true && method.random !== true && !isFiltered(options),
      // far below what the conscience compares with
      accuracy: options.controller.needsError ? Math.max(1e-3 * (pacer.rtol ?? 0), 1e-12) : 1e-8,
    });
    this.finder = new EventFinder(events, eventSamples);
    this.conscience = problem.workspace.conscience?.(problem, options, pacer, this.ledger);
    this.between = every === undefined ? undefined : options.between?.(problem, stepper.dense !== undefined);
    this.hasEvents = events.length > 0;
    if (saveAt !== undefined) this.saves = listedTimes(saveAt);
    if (every !== undefined) this.saves = regularTimes(t0, until, every);
    this.mustHit = this.saves !== undefined && stepper.dense === undefined;
    this.looksInside = this.hasEvents || this.observers.length > 0 || (saveAt?.length ?? 1) > 0;
    this.idle = !this.looksInside && !this.ledger.everyStep;
    this.shown = newState(problem.arena, problem.dimension, problem.n);
    this.isProjecting = projector !== undefined;
    this.project = uncounted(problem, (s: State) => projector?.apply(s) ?? "ok");
    this.observeSaved = uncounted(problem, (s: State) => this.trajectory.observe(s));
    if (this.hasEvents && stepper.dense === undefined) {
      throw new SettingError(
        "events",
        `events need dense output to locate them on, and method "${method.name}" has none. Use "dopri5".`,
      );
    }
    this.dense = {
      interpolated: (theta) => this.interpolate(theta, this.t + theta * this.h),
      reported: (theta) => this.repair(this.interpolate(theta, this.t + theta * this.h)),
    };
    this.within = (theta) => {
      const { status } = this;
      const state = this.inside(theta, this.t + theta * this.h);
      const isFound = this.status === "ok";
      this.status = status;
      return isFound ? state : undefined;
    };
    const { dense, physical } = stepper;
    this.insideStep = dense === undefined || physical !== undefined ? undefined : (y, theta) => dense.at(y, theta);
    this.insideCrossing = (y, theta) => this.crossing!.at(y, theta);
    this.deliverBetween = (s) => this.deliver(s, false);
    this.end = this.shown;
    this.look = uncounted(problem, (t: number) => {
      const { end, status } = this;
      if (t !== end.t && stepper.dense === undefined) return undefined;
      const state = t === end.t ? this.present(end, this.endProjected) : this.inside((t - this.t) / this.h, t);
      const found = this.status === "ok";
      this.status = status;
      return found ? state : undefined;
    });
  }

  begin(s: State): void {
    this.trajectory.clear();
    this.saves?.skip(0);
    this.ledger.begin(s);
    this.conscience?.begin(s);
    this.between?.begin(s);
    this.finder.begin(s);
    for (const observer of this.observers) observer.begin?.(s);
    if (this.saves === undefined) {
      this.deliver(s, true);
    } else if (this.saves.time === s.t) {
      this.deliver(s, true);
      this.saves.take();
    }
  }

  /**
   * Shows everything between the accepted `s` and `end`, a step of `h` later. True if an event ends the run; see
   * `finder`.
   */
  watch(s: State, end: State, h: number, projected: boolean): boolean {
    const { saves, finder, ledger, direction } = this;
    this.t = s.t;
    this.h = h;
    this.status = "ok";
    ledger.account?.enter(s, end, h, this.crossing === undefined ? this.insideStep : this.insideCrossing);
    if (this.hasEvents) finder.scan(this.dense, end);
    const stopped = finder.stop !== undefined;
    const last = stopped ? finder.stop!.t : end.t;

    if (saves !== undefined) {
      this.between?.sample(s, end, this.dense.interpolated);
      while ((saves.time - last) * direction <= 0) {
        const { time } = saves;
        this.between?.collect(s, h, time, this.within);
        const state = time === end.t ? this.present(end, projected) : this.inside((time - s.t) / h, time);
        if (this.status !== "ok") return false;
        this.between?.deliver(state, this.deliverBetween);
        this.deliver(state, false);
        this.between?.saved(state);
        saves.take();
      }
      this.between?.collect(s, h, last, this.within);
    }
    if (stopped) {
      end.t = last;
      end.y.set(finder.stop!.y);
    }
    const reached = stopped ? end : this.physical(end);
    if (ledger.everyStep) {
      ledger.step(reached);
      this.conscience?.step(reached, h);
    }
    this.end = end;
    this.endProjected = projected || stopped;
    for (let i = 0; i < this.observers.length; i++) this.observers[i].step?.(reached, this.look);
    if (saves === undefined) {
      const state = stopped ? end : this.present(end, projected);
      this.deliver(state, state === end && ledger.everyStep);
    }
    return stopped;
  }

  /** The last state, as it is reported. If it cannot be projected, it is returned unchanged, and `status` says why. */
  last(s: State, projected: boolean): State {
    this.status = "ok";
    const shown = this.present(s, projected);
    return this.status === "ok" ? shown : s;
  }

  /** The state as it is reported: physical, and on the manifold. */
  private present(s: State, projected: boolean): State {
    const { shown } = this;
    const point = this.physical(s);
    if (projected || !this.isProjecting) return point;
    if (point !== shown) copyState(shown, s);
    return this.repair(shown);
  }

  /** The physical point of an accepted state; for most methods this is the state itself. */
  private physical(s: State): State {
    const { stepper, shown } = this;
    if (stepper.physical === undefined) return s;
    stepper.physical(shown, s);
    return shown;
  }

  /** Warnings of the observers about the run so far. */
  get warnings(): string[] {
    return this.observers.flatMap(({ warnings = [] }) => warnings);
  }

  save(to: ByteWriter, withTrajectory: boolean): void {
    to.number(this.saves?.taken ?? 0);
    this.trajectory.save(to, withTrajectory);
    this.ledger.save(to);
    this.conscience?.save(to);
    this.between?.save(to);
    this.finder.save(to);
    for (const observer of this.observers) observer.save?.(to);
  }

  restore(from: ByteReader): void {
    const taken = from.number();
    this.saves?.skip(taken);
    this.trajectory.restore(from);
    this.ledger.restore(from);
    this.conscience?.restore(from);
    this.between?.restore(from);
    this.finder.restore(from);
    for (const observer of this.observers) observer.restore?.(from);
  }

  private deliver(s: State, measured: boolean): void {
    this.observeSaved(s);
    if (!measured) {
      this.ledger.measure(s);
      if (this.ledger.everyStep) this.conscience?.shown(s.t);
    }
    this.ledger.record();
    for (const observer of this.observers) observer.observe(s);
  }

  private inside(theta: number, t: number): State {
    return this.repair(this.interpolate(theta, t));
  }

  private interpolate(theta: number, t: number): State {
    const status = (this.crossing ?? this.denseOutput!).at(this.shown.y, theta);
    if (status !== "ok") this.status = status;
    this.shown.t = t;
    return this.shown;
  }

  private repair(s: State): State {
    let status: Status = allFinite(s.y) ? "ok" : "nonfinite";
    if (status === "ok" && this.crossing === undefined) status = this.project(s);
    if (status !== "ok") this.status = status;
    return s;
  }
}

/** Whether a projection filters the motion, which then is not the model's own. */
function isFiltered({ projection, when }: SolveOptions): boolean {
  return projection?.filters === true && when?.when !== "never" && when?.when !== "start";
}

/** The same function, but its work is not counted, because observing a run is not part of its cost. */
function uncounted<A, B>({ work }: Problem, look: (at: A) => B): (at: A) => B {
  const before = noWork();
  return (at) => {
    copyWork(before, work);
    const seen = look(at);
    copyWork(work, before);
    return seen;
  };
}
