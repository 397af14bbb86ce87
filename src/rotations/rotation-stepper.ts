/**
 * Steps a problem in the coordinates of `rotation-coordinates.ts` and shows it to the driver in its own. Each step begins
 * at the state that the driver has accepted, after any projection. Errors are mapped to those of the directors, so the
 * pacer measures both alike.
 */

import type {
  Checkpoint,
  DenseOutput,
  Diagnosis,
  ErrorEstimate,
  Evaluator,
  F64,
  NextStep,
  Pacer,
  Problem,
  State,
  Status,
  Stepper,
} from "../core/index.js";
import { newState } from "../core/index.js";
import { RotationCoordinates } from "./rotation-coordinates.js";

/**
 * The stepper that `bind` makes, for the problem in coordinates of rotations if it has bodies that turn. An evaluator
 * moves stages along the directors, so with one the problem stays as it is.
 */
export function inRotations(
  problem: Problem,
  evaluator: Evaluator | undefined,
  bind: (problem: Problem) => Stepper,
): Stepper {
  const coordinates = evaluator === undefined ? RotationCoordinates.of(problem) : undefined;
  if (coordinates === undefined) return bind(problem);
  const { name, workspace, arena, work, diagnosis } = problem;
  const { dimension } = coordinates;
  const rate = coordinates.rate(problem.rate!);
  const inner = bind({ name, workspace, arena, work, dimension, n: 0, rate, ...(diagnosis && { diagnosis }) });
  return new RotationStepper(problem, coordinates, inner);
}

class RotationStepper implements Stepper {
  readonly error: ErrorEstimate | undefined;
  readonly dense: DenseOutput | undefined;
  readonly checkpoint: Checkpoint | undefined;
  readonly diagnosis: Diagnosis | undefined;
  readonly pace?: (pacer: Pacer) => NextStep;
  private readonly coordinates: RotationCoordinates;
  private readonly inner: Stepper;
  /** The start of the next attempt, and the end of the last one. */
  private readonly z0: State;
  private readonly z1: State;
  /** Whether `z0` is the state that the driver has accepted. */
  private known = false;
  /** The pacer of the driver, and the same for errors of z. */
  private pacer: Pacer | undefined;
  private ownPacer: Pacer | undefined;
  private readonly measured: readonly F64[];
  /** y at `z0` and at `z1`, while the driver asks for the norm of an error. */
  private given0: F64 | undefined;
  private given1: F64 | undefined;

  constructor({ arena, dimension }: Problem, coordinates: RotationCoordinates, inner: Stepper) {
    const { error, dense, checkpoint } = inner;
    this.coordinates = coordinates;
    this.inner = inner;
    this.z0 = newState(arena, coordinates.dimension, 0);
    this.z1 = newState(arena, coordinates.dimension, 0);
    this.measured = Array.from({ length: 3 }, () => arena.f64(dimension));
    this.diagnosis = inner.diagnosis && inOwnPlaces(inner.diagnosis, coordinates);
    this.error = error && {
      get order() {
        return error.order;
      },
      norm: (pacer, before, after) => {
        this.given0 = before;
        this.given1 = after;
        const norm = error.norm(this.pacerOf(pacer), this.z0.y, this.z1.y);
        this.given0 = this.given1 = undefined;
        return norm;
      },
    };
    if (dense !== undefined) {
      const z = arena.f64(coordinates.dimension);
      this.dense = {
        at(out, theta) {
          const status = dense.at(z, theta);
          coordinates.leave(out, z);
          return status;
        },
      };
    }
    if (checkpoint !== undefined) this.checkpoint = this.saving(checkpoint);
    if (inner.pace !== undefined)
      this.pace = (pacer) => {
        const next = inner.pace!(this.pacerOf(pacer));
        return (s, h, norm, accepted) => {
          this.enter(s);
          return next(this.z0, h, norm, accepted);
        };
      };
  }

  start(s: State): Status {
    this.z0.y.fill(0);
    this.read(s);
    return this.inner.start(this.z0);
  }

  attempt(next: State, s: State, h: number): Status {
    const { z1 } = this;
    this.enter(s);
    const status = this.inner.attempt(z1, this.z0, h);
    this.coordinates.leave(next.y, z1.y);
    next.t = z1.t;
    return status;
  }

  accept(): void {
    this.inner.accept();
    this.known = false;
  }

  moved(): void {
    this.known = false;
  }

  /** Begins at `s`, unless the last attempt did. */
  private enter(s: State): void {
    if (this.known) return;
    this.read(s);
    this.inner.moved(this.z0);
  }

  private read(s: State): void {
    this.coordinates.enter(this.z0.y, s);
    this.z0.t = s.t;
    this.known = true;
  }

  private saving(inner: Checkpoint): Checkpoint {
    const { z0 } = this;
    return {
      ...(inner.forgets !== undefined && { forgets: inner.forgets }),
      save: (to) => {
        to.number(Number(this.known));
        to.numbers(z0.y);
        inner.save(to);
      },
      restore: (from) => {
        this.known = from.number() === 1;
        z0.y.set(from.numbers());
        inner.restore(from);
      },
    };
  }

  private pacerOf(pacer: Pacer): Pacer {
    if (this.ownPacer === undefined || this.pacer !== pacer) {
      this.pacer = pacer;
      this.ownPacer = this.forErrorsOf(pacer);
    }
    return this.ownPacer;
  }

  private forErrorsOf(pacer: Pacer): Pacer {
    const { coordinates, measured } = this;
    const [error, before, after] = measured;
    const { initialStep, maxStep } = pacer;
    return {
      initialStep,
      maxStep,
      norm: (ez, z0, z1) => {
        const { given0, given1 } = this;
        if (given0 === undefined) coordinates.leave(before, z0);
        if (given1 === undefined) coordinates.leave(after, z1);
        coordinates.error(error, ez, z1);
        return pacer.norm(error, given0 ?? before, given1 ?? after);
      },
      next: (h, norm, order, accepted) => pacer.next(h, norm, order, accepted),
      scale(out, z) {
        coordinates.leave(after, z);
        pacer.scale(error, after);
        coordinates.tolerances(out, error);
      },
    };
  }
}

/** The same diagnosis, with the component of y that belongs to the culprit in z. */
function inOwnPlaces(inner: Diagnosis, coordinates: RotationCoordinates): Diagnosis {
  return {
    get reason() {
      return inner.reason;
    },
    get residual() {
      return inner.residual;
    },
    get culprit() {
      return coordinates.placeOf(inner.culprit ?? -1);
    },
    get warning() {
      return inner.warning;
    },
    notes: () => inner.notes?.() ?? [],
  };
}
