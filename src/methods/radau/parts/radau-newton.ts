/**
 * Simplified Newton for the stages Z_i = w_i - w_0 of a step, (A^-1 (x) B) Z = h F(w_0 + Z): with W = (T^-1 (x) I) Z,
 *
 *     (gamma/h B - J) dW_1 = R_1,   ((alpha + i beta)/h B - J)(dW_2 + i dW_3) = R_2 + i R_3,
 *     R = (T^-1 (x) I) F(w_0 + Z) - 1/h (Lambda (x) B) W.
 *
 * It stops when the rate of convergence theta predicts an error below `kappa` tolerances, and gives up as soon as theta
 * predicts that this will not be reached (Hairer, Wanner II, IV.8). Without tolerances it iterates to rounding.
 */

import type { ByteReader, ByteWriter, F64, Pacer, Problem, Status } from "../../../core/index.js";
import { addScaled, axpy } from "../../../linalg/vector.js";
import { power, root } from "../../../math/root.js";
import { firstNonfinite, hasOverflowed, worstCorrection } from "../../implicit/parts/culprit.js";
import { alpha, beta, c, gamma, inverseT, T } from "./coefficients.js";
import { StageNorm } from "./stage-norm.js";
import type { Point, StageSystem } from "./stage-system.js";
import type { StepControl } from "./step-control.js";

const epsilon = 2 ** -52;
/**
 * Without tolerances: the most iterations, the error to reach relative to |y|, and the size below which rounding may
 * stop the convergence.
 */
const patience = 30;
const rounding = 2 ** -54;
const stalled = 1e-9;
/**
 * With a J of this step, corrections this small (in tolerances of the estimate) contract fast; if they do not, rounding
 * has stopped them and the iteration has reached all it can.
 */
const atRounding = { size: 0.03, rate: 0.3 } as const;
/**
 * With constraints or stiff springs the second correction repairs curvature effects of the first one and may be larger,
 * so divergence is judged only after this many corrections.
 */
const unsettled = 2;

export class RadauNewton {
  /** The rate of convergence of the last call (0 when one iteration was enough), and its number of iterations. */
  theta = 0;
  iterations = 0;
  /** The component of y that made the last `solve` fail; -1 when unknown. */
  culprit = -1;
  /** The fraction of the step to try after a failure. */
  retry = 0.5;
  /** theta / (1 - theta) of the last iteration: the remaining error in units of the last correction. */
  private left = 1;
  private readonly system: StageSystem;
  private readonly problem: Problem;
  private readonly limit: number;
  private readonly W: readonly Point[];
  private readonly F: readonly Point[];
  private readonly stage: Point;
  private readonly norm: StageNorm;
  private kappa = rounding;

  constructor(system: StageSystem, problem: Problem, limit: number) {
    const three = () => [system.newPoint(), system.newPoint(), system.newPoint()];
    this.system = system;
    this.problem = problem;
    this.limit = limit;
    this.W = three();
    this.F = three();
    this.stage = system.newPoint();
    this.norm = new StageNorm(system, problem);
  }

  /** Iterates to tolerances from now on. */
  pace({ rtol }: StepControl): void {
    this.kappa = Math.max((10 * epsilon) / rtol, Math.min(0.03, Math.sqrt(rtol)));
  }

  /** Must be called when the matrix changes, because nothing is known about its convergence. */
  reset(): void {
    this.left = 1;
  }

  /** Solves for the stages of a step of h from (t, base); on entry Z holds a prediction. `fresh`: J belongs to base. */
  solve(Z: readonly Point[], t: number, base: Point, h: number, pacer: Pacer | undefined, fresh: boolean): Status {
    const { W, F, limit, problem, norm } = this;
    const isPaced = pacer !== undefined;
    const most = isPaced ? limit : patience;
    if (isPaced) norm.inTolerances(pacer, base, h, this.kappa);
    this.left = isPaced && this.left < 1 ? power(root(Math.max(this.left, epsilon), 5), 4) : 1;
    this.theta = 0;
    this.retry = 0.5;
    for (let i = 0; i < 3; i++) transform(W[i].w, inverseT[i], Z);

    let before = 0;
    let ratio = 1;
    for (let k = 1; k <= most; k++) {
      problem.work.iterations++;
      this.iterations = k;
      const status = this.correct(Z, t, base, h);
      if (status !== "ok") return status;

      // 1. W += dW, Z = T W
      for (let i = 0; i < 3; i++) axpy(W[i].w, 1, F[i].w);
      transform(Z[0].w, T[0], W);
      transform(Z[1].w, T[1], W);
      addScaled(Z[2].w, W[0].w, 1, W[1].w);
      if (!isPaced) norm.inLargest(base, Z[2]);
      const size = norm.size(F);
      if (!(size < Number.POSITIVE_INFINITY)) return "nonfinite";

      // 2. the rate of convergence, and whether the iteration will converge in time
      if (k > 1) {
        const last = ratio;
        ratio = size / before;
        this.theta = k === 2 || last >= 1 ? ratio : Math.sqrt(ratio * last);
        if (!isPaced && k > unsettled && size < stalled && this.theta >= 0.5) return "ok";
        if (isPaced && fresh && k > unsettled && size <= atRounding.size && ratio > atRounding.rate) return "ok";
        const converges = this.theta < 0.99;
        if (!converges && k > unsettled) return this.diverged();
        this.left = converges ? this.theta / (1 - this.theta) : 1;
        if (isPaced && k > unsettled && k < most) {
          const expected = (this.left * size * power(this.theta, most - 1 - k)) / this.kappa;
          if (expected >= 1) {
            this.retry = 0.8 / root(Math.max(1e-4, Math.min(20, expected)), 4 + most - 1 - k);
            return this.diverged();
          }
        }
      }
      if (this.left * size <= this.kappa) return "ok";
      before = size;
    }
    return this.diverged();
  }

  save(to: ByteWriter): void {
    to.number(this.left);
  }

  restore(from: ByteReader): void {
    this.left = from.number();
  }

  private diverged(): Status {
    this.culprit = worstCorrection(this.F[0].y, this.stage.y);
    return "diverged";
  }

  /** Computes the correction dW in place of F. */
  private correct(Z: readonly Point[], t: number, base: Point, h: number): Status {
    const { system, stage, F, W } = this;
    for (let i = 0; i < 3; i++) {
      addScaled(stage.w, base.w, 1, Z[i].w);
      const status = system.rate(F[i], t + c[i] * h, stage);
      if (status !== "ok") return status;
      this.culprit = firstNonfinite(F[i].y);
      if (this.culprit >= 0) return this.iterations > 1 && hasOverflowed(F[i].y) ? "diverged" : "nonfinite";
    }
    const f1 = F[0].w;
    const f2 = F[1].w;
    const f3 = F[2].w;
    for (let i = 0; i < f1.length; i++) {
      const x = f1[i];
      const y = f2[i];
      const z = f3[i];
      f1[i] = inverseT[0][0] * x + inverseT[0][1] * y + inverseT[0][2] * z;
      f2[i] = inverseT[1][0] * x + inverseT[1][1] * y + inverseT[1][2] * z;
      f3[i] = inverseT[2][0] * x + inverseT[2][1] * y + inverseT[2][2] * z;
    }
    const w1 = W[0].y;
    const w2 = W[1].y;
    const w3 = W[2].y;
    for (let i = 0; i < w1.length; i++) {
      f1[i] -= (gamma / h) * w1[i];
      f2[i] -= (alpha / h) * w2[i] - (beta / h) * w3[i];
      f3[i] -= (beta / h) * w2[i] + (alpha / h) * w3[i];
    }
    system.solve(F[0]);
    system.solveComplex(F[1], F[2]);
    return "ok";
  }
}

/** out = a_0 X_0 + a_1 X_1 + a_2 X_2 */
function transform(out: F64, a: readonly [number, number, number], X: readonly Point[]): void {
  const x = X[0].w;
  const y = X[1].w;
  const z = X[2].w;
  for (let i = 0; i < out.length; i++) out[i] = a[0] * x[i] + a[1] * y[i] + a[2] * z[i];
}
