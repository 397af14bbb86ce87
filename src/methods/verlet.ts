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
import { addScaled, axpy } from "../linalg/vector.js";
import { CubicOutput } from "./cubic-output.js";
import { ForcesAt } from "./forces-at.js";
import { refuseEvaluator, refusesSecondOrder } from "./refusals.js";

const name = "verlet";

export function verlet(): Method {
  return {
    name,
    order: 2,
    estimatesError: false,
    stability: { real: 0, imaginary: 2 },
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
  private from: ForcesAt;
  private to: ForcesAt;
  private readonly dense: CubicOutput;
  /** `from` belongs to the start of the next attempt. */
  private startKnown = false;

  constructor(problem: Problem) {
    this.from = new ForcesAt(problem);
    this.to = new ForcesAt(problem);
    this.dense = new CubicOutput(problem);
  }

  start(): Status {
    this.startKnown = false;
    return "ok";
  }

  attempt(next: State, s: State, h: number): Status {
    const { from, to } = this;
    if (!this.startKnown) from.evaluate(s);
    this.startKnown = true;

    // 1. half a kick, then drift
    addScaled(next.v, s.v, h / 2, from.a);
    addScaled(next.q, s.q, h, next.v);
    next.t = s.t + h;

    // 2. the other half with the force at the end
    to.evaluate(next);
    axpy(next.v, h / 2, to.a);

    this.dense.keep(s, next, h);
    return "ok";
  }

  accept(): void {
    const { from, to } = this;
    this.from = to;
    this.to = from;
  }

  moved(): void {
    this.startKnown = false;
  }

  interpolate(out: F64, theta: number): Status {
    this.dense.at(out, theta);
    return "ok";
  }

  save(): Uint8Array {
    const to = new ByteWriter();
    if (this.startKnown) this.from.save(to);
    return to.finish();
  }

  restore(bytes: Uint8Array): void {
    this.startKnown = bytes.length > 0;
    if (this.startKnown) this.from.restore(new ByteReader(bytes));
  }
}
