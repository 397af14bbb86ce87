import type { ByteReader, ByteWriter, Constraints, F64, Problem, State, Status } from "../../../core/index.js";
import { type Calls, infallible } from "../../../step/index.js";

/** a = M^-1 f at (t, q, v), called "accelerations". */
export function accelerationCalls(problem: Problem): Calls {
  const { mechanics, force, compiled } = problem.secondOrder!;
  return {
    host: {
      accelerations: infallible((a, t, q, v) => {
        force(a, t, q, v);
        mechanics.accelerate(a, a, q);
      }),
    },
    compiled,
  };
}

/**
 * The values that a method for M q'' = f - G^T lambda needs at one state: M^-1 f, and G if the method keeps constraints
 * itself.
 */
export class ForcesAt {
  /** M^-1 f. */
  readonly a: F64;
  /** G; empty without constraints, or if the method does not need it. */
  readonly G: F64;
  readonly ofStep = false;
  private readonly problem: Problem;
  private readonly constraints: Constraints | undefined;

  constructor(problem: Problem, withJacobian = true) {
    this.problem = problem;
    this.constraints = withJacobian ? problem.constraints : undefined;
    this.a = problem.arena.f64(problem.n);
    this.G = this.constraints?.newJacobian() ?? problem.arena.f64(0);
  }

  evaluate(s: State): Status {
    const { secondOrder } = this.problem;
    secondOrder!.force(this.a, s.t, s.q, s.v);
    secondOrder!.mechanics.accelerate(this.a, this.a, s.q);
    this.constraints?.jacobian(this.G, s.t, s.q);
    return "ok";
  }

  save(to: ByteWriter): void {
    to.numbers(this.a);
    to.numbers(this.G);
  }

  restore(from: ByteReader): void {
    this.a.set(from.numbers());
    this.G.set(from.numbers());
  }
}
