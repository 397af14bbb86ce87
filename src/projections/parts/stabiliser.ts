/** Projection "stabilise" on one problem: binds its text to the constraints and invariants, and counts its calls. */

import type {
  ByteReader,
  ByteWriter,
  Checkpoint,
  Constraints,
  Counter,
  Diagnosis,
  Problem,
  Program,
  Projector,
  Scalar,
  State,
  Status,
  Step,
} from "../../core/index.js";
import {
  bindStep,
  type Calls,
  constraintCalls,
  type HostEvaluation,
  infallible,
  placesOn,
  together,
} from "../../step/index.js";
import { type ConstraintCorrector, constraintCorrector, worse } from "./constraint-corrector.js";
import { type InvariantCorrector, invariantCorrector } from "./invariant-corrector.js";

/** What a text corrects, and whether straight-line code may correct positions and velocities. */
export interface StabiliseShape {
  readonly positions: boolean;
  readonly velocities: boolean;
  readonly straight: boolean;
  readonly invariants: boolean;
}

export interface StabiliseText {
  readonly program: Program;
  readonly t: Scalar;
  /** The largest number of corrections. */
  readonly most: Scalar;
  /** The largest residual that the first correction found, and the number of corrections. */
  readonly residual: Scalar;
  readonly iterations: Scalar;
  /** Factorisations and solves of straight-line code. */
  readonly factored: Counter;
  readonly solved: Counter;
}

type NewText = (shape: StabiliseShape, n: number, m: number, entries: number) => StabiliseText;

/** Equal shapes are one object, so that they share their texts. */
const shapes = new Map<string, StabiliseShape>();
function shapeOf(...[positions, velocities, straight, invariants]: boolean[]): StabiliseShape {
  const key = `${[positions, velocities, straight, invariants]}`;
  const shape = shapes.get(key) ?? { positions, velocities, straight, invariants };
  shapes.set(key, shape);
  return shape;
}

export class Stabiliser implements Projector {
  readonly forgets = true;
  readonly checkpoint: Checkpoint = this;
  readonly diagnosis: Diagnosis = this;
  iterations = 0;
  private readonly shape: StabiliseShape;
  private readonly text: StabiliseText;
  private readonly isStraight: boolean;
  /** The places of the time and of the number of corrections among the numbers of the step. */
  private readonly time: number;
  private readonly made: number;
  private readonly step: Step;
  private readonly work: Problem["work"];
  private readonly constraints: Constraints | undefined;
  private readonly corrector: ConstraintCorrector | undefined;
  private readonly invariants: InvariantCorrector | undefined;
  /** The state of the present call, for what works on whole states. */
  private s: State | undefined;
  /** Counts since the run began. */
  private calls = 0;
  private repeated = 0;

  constructor(
    problem: Problem,
    newText: NewText,
    level: "both" | "position" | "velocity",
    alpha: number,
    most: number,
  ) {
    const { manifold, arena, work, n } = problem;
    const { constraints } = manifold!;
    const corrector = constraints && constraintCorrector(arena, constraints);
    const invariants = manifold!.invariants && invariantCorrector(problem, corrector);
    const corrections = level === "both" && invariants === undefined ? constraints?.corrections : undefined;
    this.work = work;
    this.constraints = constraints;
    this.corrector = corrector;
    this.invariants = invariants;
    this.shape = shapeOf(
      constraints !== undefined && level !== "velocity",
      constraints !== undefined && level !== "position",
      corrections !== undefined,
      invariants !== undefined,
    );
    this.text = newText(this.shape, n, constraints?.m ?? 0, corrector?.G.length ?? 0);

    this.isStraight = this.shape.straight;
    this.time = this.text.t.index;
    this.made = this.text.iterations.index;

    const arrays = {
      alpha: arena.f64(1),
      size: arena.f64(1),
      G: corrector?.G ?? arena.f64(0),
      x: arena.f64(constraints?.m ?? 0),
      fused: arena.f64(corrections === undefined ? 0 : 3 + n),
    };
    arrays.alpha[0] = alpha;
    const patterns = {
      places: placesOn(arena, constraints ?? { rowStart: new Int32Array(1), column: new Int32Array(0) }),
    };
    this.step = bindStep(this.text.program, arena, arrays, this.evaluations(alpha), { patterns });
    this.step.numbers[this.text.most.index] = most;
  }

  apply(s: State): Status {
    const { text, step, work, isStraight } = this;
    const { numbers } = step;
    this.s = s;
    numbers[this.time] = s.t;
    const status = step.run(isStraight && this.constraints!.dropped.length === 0 ? 1 : 0, s.q, s.v);
    const iterations = numbers[this.made];
    this.iterations = iterations;
    this.calls++;
    if (iterations > 1) this.repeated++;
    work.projections++;
    work.iterations += iterations;
    if (isStraight) {
      const factored = step.counted(text.factored);
      work.jacobians += factored;
      work.factorisations += factored;
      work.solves += step.counted(text.solved);
    }
    return status;
  }

  /** The residual of positions before the call, and those of velocities and invariants just before their corrections. */
  get residual(): number {
    return this.step.numbers[this.text.residual.index];
  }

  drift(s: State): number {
    const { shape, corrector, invariants } = this;
    let largest = 0;
    if (shape.positions) largest = corrector!.position(s);
    if (shape.velocities) largest = worse(largest, corrector!.velocity(s));
    return invariants === undefined ? largest : worse(largest, invariants.residual(s));
  }

  notes(): readonly string[] {
    const { calls, repeated } = this;
    if (repeated === 0) return [];
    return [
      `One correction did not remove the drift of a step in ${repeated} of ${calls} steps, so another one followed.`,
    ];
  }

  clear(): void {
    this.calls = 0;
    this.repeated = 0;
  }

  save(to: ByteWriter): void {
    to.number(this.calls);
    to.number(this.repeated);
  }

  restore(from: ByteReader): void {
    this.calls = from.number();
    this.repeated = from.number();
  }

  private evaluations(alpha: number): Calls {
    const { constraints, corrector, invariants } = this;
    const corrections = this.shape.straight ? constraints?.corrections : undefined;
    const ofConstraints: Calls = constraints ? constraintCalls(constraints, corrector!) : { host: {}, compiled: {} };
    const straight: Calls = {
      host: {
        positions: infallible((out, t, q, v, alpha) => corrections!.positions(out, t, q, v, alpha)),
        velocities: infallible((out, t, q, v, alpha) => corrections!.velocities(out, t, q, v, alpha)),
      },
      compiled: corrections === undefined ? {} : corrections.compiled,
    };
    if (invariants === undefined) return together(ofConstraints, straight);
    const number = (value: () => number): HostEvaluation =>
      infallible((out) => {
        out[0] = value();
      });
    return together(ofConstraints, {
      host: {
        invariants: number(() => invariants.residual(this.s!)),
        correctInvariants: () => invariants.correct(this.s!, alpha),
        invariantsAtRounding: number(() => (invariants.atRounding(this.s!) ? 1 : 0)),
      },
    });
  }
}
