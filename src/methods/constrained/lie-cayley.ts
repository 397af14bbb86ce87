/**
 * Variational integration of a rigid body on SO(3) by the Cayley map (Tao–Owhadi eq. 4.12, any inertia): R_1 = R_0
 * cay(h Omega) with cay(x) = (1 - x^/2)^-1 (1 + x^/2), and for the body momentum Pi and the torque tau, in axes of the
 * body,
 *
 *     (1 + h/2 Omega x + h^2/4 Omega Omega^T) I Omega = Pi_0 + c_0 h tau(R_0)
 *     Pi_1 = (1 - h/2 Omega x + h^2/4 Omega Omega^T) I Omega + c_1 h tau(R_1)
 *
 * order 1 with c = (1, 0), which is (4.12) read at the momenta; order 2, reversible, with c = (1/2, 1/2). A run of (4.12) starts with
 * Omega_0, the rate of a step before the first, so that Pi_0 = (1 - h/2 Omega_0 x + h^2/4 Omega_0 Omega_0^T) I Omega_0. Order 2 starts
 * with Pi_0 = I Omega_0. Both are
 * discrete Euler-Lagrange equations (N. Bou-Rabee, J. E. Marsden, Found. Comput. Math. 9 (2009) 197): symplectic, and
 * the spatial momentum of a free body is kept. R stays in SO(3) to rounding. The model is in natural coordinates:
 * directors d_k = R e_k, velocities d_k' = R (omega x e_k) with I omega = Pi, torque sum e_k x R^T f_k. The centre may
 * be pinned to a fixed point (a heavy top). Coordinates that are neither directors nor pinned are stepped by the
 * leapfrog (order 2) or variational Euler (order 1) with the same kicks.
 */

import {
  type ByteReader,
  type ByteWriter,
  factory,
  type Method,
  methodRefuses,
  type Problem,
  type Refusal,
  type State,
  type Status,
} from "../../core/index.js";
import { refuseEvaluator, refusesConstrained } from "../common/refusals.js";
import type { ForcesAt } from "../leapfrog/parts/forces-at.js";
import { KickedStepper } from "../leapfrog/parts/kicked-stepper.js";
import { CayleyBody } from "./parts/lie-cayley-body.js";

/** Options of `lieCayley`. */
export interface LieCayleyOptions {
  /** 1 is the scheme of the paper, 2 its symmetric form. Default 2. */
  readonly order?: 1 | 2;
}

const name = "lie-cayley";

export const lieCayleyFactory = factory({
  name,
  about:
    "Variational integrator on SO(3) by the Cayley map, symplectic, fixed steps: for a single rigid body in a field, free or about a fixed point.",
  options: {
    order: {
      type: "choice",
      of: [1, 2],
      about: "Order of the method: 1 is variational Euler, the scheme of the paper; 2 is its symmetric form.",
      default: 2,
    },
  },
  make: ({ order }): Method => ({
    name,
    order,
    estimatesError: false,
    wants: "constraints",
    keeps: "positions and velocities",
    refuses: (problem) => refusesConstrained(name, problem) ?? refusesOthers(problem),
    bind(problem, evaluator) {
      refuseEvaluator(name, evaluator);
      return order === 1 ? new EulerStepper(problem) : new LieCayleyStepper(problem, 1 / 2);
    },
  }),
});

/**
 * A variational integrator on the rotation group by the Cayley map, symplectic, with fixed steps: for a single rigid
 * body in a field, free or about a fixed point.
 *
 * @example
 * run(body, { method: lieCayley({ order: 2 }), step: 0.01, until: 10 });
 */
export function lieCayley(options: LieCayleyOptions = {}): Method {
  return lieCayleyFactory.make(options);
}

function refusesOthers({ workspace }: Problem): Refusal | undefined {
  const { structure, m } = workspace.mechanics!;
  const bodies = structure?.bodies;
  const pins = structure?.pins.count ?? 0;
  const found = bodies?.count ?? 0;
  if (bodies === undefined || found !== 1)
    return refusal("a single rigid body", `"${workspace.name}" has ${found === 0 ? "none" : found}`);
  if (bodies.directors[1] < 0)
    return refusal("a body that turns in space", `that of "${workspace.name}" has one director`);
  const rest = m - bodies.rows - (pins === 1 ? 3 : 0);
  if (rest === 0) return undefined;
  if (bodies.directors[2] < 0)
    return refusal(
      "a body that is free or turns about a fixed point in the plane of its directors",
      `that of "${workspace.name}" is flat, so it has two directors, and ${rest} of ${m} constraints are not those of a fixed point in their plane`,
    );
  return refusal(
    "a body that is free or turns about a fixed point",
    `${rest} of ${m} constraints in "${workspace.name}" hold it otherwise`,
  );
}

const refusal = (needs: string, found: string): Refusal =>
  methodRefuses(name, { code: "structure", needs, found, instead: `Use "rattle"` });

class LieCayleyStepper extends KickedStepper {
  private readonly before: number;
  private readonly after: number;
  protected readonly body: CayleyBody;

  /** `before` is the part of the kick at the start of a step. */
  constructor(problem: Problem, before: number) {
    super(problem);
    this.before = before;
    this.after = 1 - before;
    this.body = new CayleyBody(problem);
  }

  protected move(next: State, s: State, h: number, from: ForcesAt, to: ForcesAt): Status {
    const { body } = this;

    // 1. kick by the torque at the start, then turn
    this.read(s, from, this.before * h, h);
    const status = body.turn(h);
    if (status !== "ok") return status;
    body.place(next, s, from.a, this.before * h, h);

    // 2. kick by the torque at the end
    to.evaluate(next);
    body.finish(next, to.a, this.after * h);
    return "ok";
  }

  /** Reads the axes, and the momentum after the first kick. */
  protected read(s: State, from: ForcesAt, kick: number, _h: number): void {
    this.body.read(s, from.a, kick);
  }
}

/** (4.12), which starts with the rate of a step before the first. Without a run around it, velocities are momenta throughout. */
class EulerStepper extends LieCayleyStepper {
  private isFirst = false;

  constructor(problem: Problem) {
    super(problem, 1);
  }

  drawStart(): Status {
    this.isFirst = true;
    return "ok";
  }

  protected override read(s: State, from: ForcesAt, kick: number, h: number): void {
    if (!this.isFirst) {
      super.read(s, from, kick, h);
      return;
    }
    this.body.readRate(s, h);
    this.body.kick(from.a, kick);
  }

  override accept(): void {
    super.accept();
    this.isFirst = false;
  }

  override save(to: ByteWriter): void {
    super.save(to);
    to.number(this.isFirst ? 1 : 0);
  }

  override restore(from: ByteReader): void {
    super.restore(from);
    this.isFirst = from.number() === 1;
  }
}
