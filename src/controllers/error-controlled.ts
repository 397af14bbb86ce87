/**
 * Steps chosen by the error estimate e of a method, measured in units of the tolerance, component by component
 *
 *     tol_i = atol_i + rtol max(|y_0i|, |y_1i|),      |e| = sqrt(mean (e_i / tol_i)^2)   or   max |e_i / tol_i|
 *
 * A step is accepted when |e| <= 1. The next one is h times safety |e|^(-alpha) |e_last|^beta, kept between `minFactor`
 * and `maxFactor` (PI control: Gustafsson, ACM TOMS 17 (1991) 533; Hairer, Wanner, Solving Ordinary Differential
 * Equations II, IV.2), with alpha = 17/(20 k), beta = 4/(20 k) for an estimate of order h^k, as in dopri5.f. After a
 * rejection: h safety |e|^(-1/k), and no growth at the next acceptance. Powers are bit for bit the same on every engine.
 */

import {
  type ByteReader,
  type ByteWriter,
  type Checkpoint,
  type Controller,
  checkedOptions,
  type F64,
  type Pacer,
  TautError,
  type Tolerances,
} from "../core/index.js";
import { scaledNorm } from "../linalg/vector.js";
import { roughExp2, roughLog2 } from "../math/step-factor.js";
import { Sizes } from "./sizes.js";

/** Options of `errorControlled`. */
export interface ErrorControlledOptions {
  /** Relative tolerance per step. Default 1e-6. */
  readonly rtol?: number;
  /**
   * Absolute tolerance in the unit of each component: one number, or one per entry of y. Default: from rtol and the sizes
   * that the components have had so far (`sizes.ts`), which are 1 as long as nothing is known.
   */
  readonly atol?: number | ArrayLike<number>;
  /** "rms": root mean square over all components (default); "max": the worst component. */
  readonly norm?: "rms" | "max";
  /** Longest step. Default: no limit. */
  readonly maxStep?: number;
  /** First step to try. Default: found from the rates at the start. */
  readonly initialStep?: number;
  /** Fraction of the step that the error estimate allows. Default 0.9, and 0.85 for estimates of order h^3 or less. */
  readonly safety?: number;
  /** Limits of h_next / h. Default 0.2 and 10. */
  readonly minFactor?: number;
  readonly maxFactor?: number;
}

/** Exponents in units of 1/(20 k). */
const alpha = 17;
const beta = 4;
const unit = 20;
/** At low orders many small errors add up, mostly of one sign: ode23 and its relatives are more careful too. */
const safetyAt = (order: number): number => (order <= 3 ? 0.85 : 0.9);
/** Larger norms count as this much. */
const ceiling = 1e300;
/** log2 of what smaller ones count as, because an error may vanish by chance. */
const lowest = roughLog2(1e-4);
/** The same at the start, where steps are much too short and may grow fourfold at any order. */
const lowestAtStart = (order: number): number => lowest * Math.max(1, order / 5);

const name = "error-controlled";
const rules = {
  rtol: { type: "number", from: 0, below: 1, default: 1e-6 },
  atol: { type: "numbers", from: 0, default: undefined },
  norm: { type: "choice", of: ["rms", "max"], default: "rms" },
  maxStep: { type: "number", above: 0, default: undefined },
  initialStep: { type: "number", above: 0, default: undefined },
  safety: { type: "number", above: 0, below: 1, default: undefined },
  minFactor: { type: "number", above: 0, below: 1, default: 0.2 },
  maxFactor: { type: "number", above: 1, default: 10 },
} as const;

/**
 * Chooses steps so that the estimated error of each stays below a tolerance. `solve` on a problem takes it as its
 * controller; `run`, and `solve` on a system, make one from `rtol` and `atol`.
 *
 * @example
 * const problem = underlying().apply(compileSystem(lower(pendulum)));
 * solve(problem, { method: dop853(), controller: errorControlled({ rtol: 1e-9 }), until: 1 });
 */
export function errorControlled(options: ErrorControlledOptions = {}): Controller {
  const checked = checkedOptions(name, rules, options);
  const { rtol, norm, maxStep = Number.POSITIVE_INFINITY, initialStep, safety, minFactor, maxFactor } = checked;
  const { atol } = checked;
  const floors = typeof atol === "number" ? [atol] : atol;
  if (rtol === 0 && (floors === undefined || floors.includes(0)))
    throw new TautError(`${name}.atol`, "must be above 0 where rtol is 0; got 0. Give one of them.");
  return {
    name,
    needsError: true,
    bind(dimension, kinds) {
      const pacer = (tolerances: Tolerances, sizes?: Sizes): Pacer =>
        new ErrorPacer(tolerances, sizes, safety, minFactor, maxFactor, maxStep, initialStep);
      if (floors === undefined) {
        const sizes = new Sizes(rtol, norm, dimension, kinds);
        return pacer(sizes, sizes);
      }
      if (typeof atol !== "number" && floors.length !== dimension) {
        throw new TautError(
          `${name}.atol`,
          `must be one number, or one for each of the ${dimension} components of y; got ${floors.length}. Give ${dimension}, or one number.`,
        );
      }
      const limits = new Float64Array(dimension).fill(floors[0] ?? 0);
      if (typeof atol !== "number") limits.set(floors);
      return pacer({ atol: limits, rtol, norm, revision: 0 });
    },
  };
}

class ErrorPacer implements Pacer {
  readonly checkpoint: Checkpoint = this;
  readonly initialStep: number | undefined;
  readonly maxStep: number;
  readonly tolerances: Tolerances;
  readonly rtol: number;
  readonly begin?: (y: F64, rate?: F64, h?: number) => void;
  readonly learn?: (y: F64, h: number, whole?: number) => void;
  readonly lacksSizes?: (again?: boolean) => boolean;
  readonly expect?: (sizes: F64, later?: F64) => boolean;
  private readonly sizes: Sizes | undefined;
  private readonly safety: number | undefined;
  private readonly minFactor: number;
  private readonly maxFactor: number;
  /** log2 |e_last| of the last accepted step. */
  private last = 0;
  private rejected = false;
  /** Every step so far was much too short. */
  private starting = true;

  constructor(
    tolerances: Tolerances,
    sizes: Sizes | undefined,
    safety: number | undefined,
    minFactor: number,
    maxFactor: number,
    maxStep: number,
    initialStep: number | undefined,
  ) {
    this.tolerances = tolerances;
    this.rtol = tolerances.rtol;
    this.sizes = sizes;
    if (sizes !== undefined) {
      this.begin = (y, rate, h) => (h === undefined ? sizes.begin(y, rate) : sizes.learn(y, h, h, true));
      this.learn = (y, h, whole = h) => sizes.learn(y, h, whole, false);
      this.lacksSizes = (again = false) => (again || !sizes.isTold) && sizes.areUnknown;
      this.expect = (expected, later) => sizes.expect(expected, later);
    }
    this.safety = safety;
    this.minFactor = minFactor;
    this.maxFactor = maxFactor;
    this.maxStep = maxStep;
    this.initialStep = initialStep;
  }

  norm(error: F64, before: F64, after: F64): number {
    const { atol, rtol, norm } = this.tolerances;
    return scaledNorm(error, before, after, atol, rtol, norm);
  }

  next(h: number, norm: number, order: number, accepted: boolean): number {
    const { minFactor, maxFactor, safety = safetyAt(order), maxStep } = this;

    // 1. log2 |e|; NaN counts as the largest error
    const size = norm < ceiling ? roughLog2(Math.max(norm, 1 / ceiling)) : roughLog2(ceiling);
    this.starting &&= accepted && size < lowest;
    const e = Math.max(size, this.starting ? lowestAtStart(order) : lowest);

    // 2. the factor
    const wanted = safety * roughExp2((accepted ? beta * this.last - alpha * e : -unit * e) / (unit * order));
    const most = this.rejected || !accepted ? 1 : maxFactor;
    const factor = Math.min(most, Math.max(minFactor, wanted));

    // 3. remember
    if (accepted) this.last = e;
    this.rejected = !accepted;
    return Math.min(h * factor, maxStep);
  }

  scale(out: F64, y: F64): void {
    const { atol, rtol } = this.tolerances;
    for (let i = 0; i < out.length; i++) out[i] = atol[i] + rtol * Math.abs(y[i]);
  }

  clear(): void {
    this.sizes?.clear();
    this.last = 0;
    this.rejected = false;
    this.starting = true;
  }

  save(to: ByteWriter): void {
    to.number(this.last);
    to.number(this.rejected ? 1 : 0);
    to.number(this.starting ? 1 : 0);
    this.sizes?.save(to);
  }

  restore(from: ByteReader): void {
    this.last = from.number();
    this.rejected = from.number() === 1;
    this.starting = from.number() === 1;
    this.sizes?.restore(from);
  }
}
