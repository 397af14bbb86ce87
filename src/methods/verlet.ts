/**
 * Velocity Verlet for M q'' = f(t, q), M constant:
 *
 *     v_h = v_0 + h/2 M^-1 f(t_0, q_0),   q_1 = q_0 + h v_h,   v_1 = v_h + h/2 M^-1 f(t_1, q_1)
 *
 * Order 2, symplectic, reversible, stable for h omega < 2. One force per step: that at the end is the next one's first.
 * L. Verlet, Phys. Rev. 159 (1967) 98; W. C. Swope et al., J. Chem. Phys. 76 (1982) 637.
 */

import {
  ByteReader,
  ByteWriter,
  checkOptions,
  type F64,
  type Factory,
  type Method,
  type Problem,
  type State,
  type Status,
  type Stepper,
} from "../core/index.js";
import { addScaled, axpy, copy } from "../linalg/vector.js";
import { hermite, refuseEvaluator, refusesSecondOrder } from "./second-order.js";

const name = "verlet";

export function verlet(): Method {
  return {
    name,
    order: 2,
    estimatesError: false,
    refuses(problem) {
      if (problem.constraints !== undefined) {
        return `method "verlet": formulation "${problem.name}" leaves the constraints to the method. Use "rattle" or "shake", or formulation "stiff".`;
      }
      return refusesSecondOrder(name, problem);
    },
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return new VerletStepper(problem);
    },
  };
}

export const verletFactory: Factory<Method> = {
  name,
  about: "Velocity Verlet, order 2, symplectic, fixed steps: for forces that depend on positions, without constraints.",
  options: {},
  make(options = {}) {
    checkOptions(verletFactory, options);
    return verlet();
  },
};

class VerletStepper implements Stepper {
  private readonly problem: Problem;
  /** M^-1 f at both ends of the step. */
  private a0: F64;
  private a1: F64;
  private readonly y0: F64;
  private readonly y1: F64;
  private h = 0;
  private startKnown = false;

  constructor(problem: Problem) {
    const { arena, dimension, n } = problem;
    this.problem = problem;
    this.a0 = arena.f64(n);
    this.a1 = arena.f64(n);
    this.y0 = arena.f64(dimension);
    this.y1 = arena.f64(dimension);
  }

  start(): Status {
    this.startKnown = false;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    if (!this.startKnown) this.accelerate(this.a0, s);
    this.startKnown = true;

    // 1. half a kick, then drift
    addScaled(next.v, s.v, h / 2, this.a0);
    addScaled(next.q, s.q, h, next.v);
    next.t = s.t + h;

    // 2. the other half with the force at the end
    this.accelerate(this.a1, next);
    axpy(next.v, h / 2, this.a1);

    // 3. both ends, for dense output
    this.h = h;
    copy(this.y0, s.y);
    copy(this.y1, next.y);
    return "ok";
  }

  accept(): void {
    const { a0, a1 } = this;
    this.a0 = a1;
    this.a1 = a0;
  }

  moved(): void {
    this.startKnown = false;
  }

  interpolate(out: F64, theta: number): Status {
    hermite(out, theta, this.h, this.y0, this.y1, this.problem.n);
    return "ok";
  }

  save(): Uint8Array {
    const to = new ByteWriter();
    if (this.startKnown) to.numbers(this.a0);
    return to.finish();
  }

  restore(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.a0.set(new ByteReader(bytes).numbers());
    this.startKnown = true;
  }

  private accelerate(a: F64, s: State): void {
    const { force, mechanics } = this.problem.secondOrder!;
    force(a, s.t, s.q, s.v);
    mechanics.accelerate(a, a, s.q);
  }
}
