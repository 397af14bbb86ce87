import {
  type Controller,
  type EventFunction,
  type Method,
  type Observer,
  type Pacer,
  type Problem,
  type Projection,
  type ProjectWhen,
  SettingError,
  throwRefusal,
} from "../core/index.js";
import { short } from "./failure.js";

/** Everything a run needs beyond the problem. */
export interface SolveOptions {
  readonly method: Method;
  readonly controller: Controller;
  /** The way back to the manifold; none: drift is left alone. */
  readonly projection?: Projection;
  /** When it acts; default after every step. */
  readonly when?: ProjectWhen;
  /** Make the start consistent, refuse an inconsistent one, or take it as it is. Default "project". */
  readonly start?: "project" | "check" | "assume";
  /** Largest residual of constraints that "check" lets pass; default 1e-8. */
  readonly startTolerance?: number;
  /** Another start than the model's. */
  readonly from?: { readonly t: number; readonly y: ArrayLike<number> };
  /** End of the run; may be earlier than the start. */
  readonly until: number;
  /** Times to save, in the order of the run; `[]` saves nothing. Without it and without `every`: every accepted step. */
  readonly saveAt?: ArrayLike<number>;
  /** Save at the start and at every multiple of this interval after it. */
  readonly every?: number;
  /** Keep the multipliers of the formulation in the trajectory; default false. Those of the final state are always computed. */
  readonly multipliers?: boolean;
  readonly events?: readonly EventFunction[];
  /** Parts of a step in which a sign change is looked for; default 4. */
  readonly eventSamples?: number;
  /** Measure the ledger after every accepted step, or at saved states only. Default "step". */
  readonly ledger?: "step" | "saved";
  /** Watch linear and angular momentum in the ledger; default false. */
  readonly momenta?: boolean;
  readonly observers?: readonly Observer[];
  /** Attempted steps, accepted or not, after which the run gives up; default ten million. */
  readonly maxSteps?: number;
}

export const defaultMaxSteps = 1e7;

/** Throws a `TautError` for options that cannot be run on this problem. */
export function checkSolveOptions(problem: Problem, options: SolveOptions): void {
  const { method, projection, when, from, until } = options;
  const t0 = from?.t ?? problem.workspace.initialTime;
  if (!Number.isFinite(until)) throw new SettingError("until", `${until} is no time. Give a finite number.`);
  if (!Number.isFinite(t0)) throw new SettingError("from", `${t0} is no time. Give a finite number.`, "run.from.t");
  if (from !== undefined && from.y.length !== problem.dimension) {
    throw new SettingError(
      "from",
      `${from.y.length} numbers for a state of ${problem.dimension}. Give one each.`,
      "run.from.y",
    );
  }

  throwRefusal(method.refuses(problem));
  if (projection !== undefined && when?.when !== "never") throwRefusal(projection.refuses(problem));
  if (projection === undefined && when !== undefined && when.when !== "never") {
    throw new SettingError("when", `"${when.when}" says when to project, and there is no projection. Give one.`);
  }
  if (when?.when === "interval") positive("when", when.every, "run.when.every");
  if (when?.when === "drift") positive("when", when.above, "run.when.above");

  if (options.saveAt !== undefined && options.every !== undefined) {
    throw new SettingError("every", "saved times are given by `saveAt` already. Give one of the two.");
  }
  if (options.every !== undefined) positive("every", options.every);
  if (options.saveAt !== undefined) checkTimes(options.saveAt, t0, until);
  if (options.maxSteps !== undefined) positive("maxSteps", options.maxSteps);
  if (options.startTolerance !== undefined) positive("startTolerance", options.startTolerance);
  const { eventSamples } = options;
  if (eventSamples !== undefined && !(Number.isInteger(eventSamples) && eventSamples >= 1)) {
    throw new SettingError("eventSamples", `must be a whole number of at least 1; got ${eventSamples}.`);
  }
}

/** Throws a `TautError` when method and controller cannot pace a run from t0 together. */
export function checkPacing(options: SolveOptions, { initialStep }: Pacer, t0: number): void {
  const { method, controller, until, maxSteps = defaultMaxSteps } = options;
  if (controller.needsError) {
    if (method.estimatesError) return;
    throw new SettingError(
      "controller",
      `"${controller.name}" needs an error estimate, and method "${method.name}" has none. Use a fixed step, or "dopri5".`,
    );
  }
  if (method.needsTolerance === true) {
    throw new SettingError(
      "controller",
      `method "${method.name}" chooses order and step by a tolerance, and "${controller.name}" has none. Give rtol, or use "ab2".`,
    );
  }
  if (initialStep === undefined) throw new SettingError("controller", `"${controller.name}" gives no step. Set it.`);
  const steps = Math.abs(until - t0) / initialStep;
  if (steps > maxSteps) {
    throw new SettingError(
      "maxSteps",
      `${short(steps)} steps of ${short(initialStep)} are more than ${maxSteps}. Raise maxSteps, or the step.`,
    );
  }
}

function positive(setting: string, value: number, where?: string): void {
  if (!(value > 0)) throw new SettingError(setting, `${value} is not positive. Give a number above 0.`, where);
}

/** Times must lie between start and end and follow the direction of the run. */
function checkTimes(times: ArrayLike<number>, t0: number, until: number): void {
  const direction = until < t0 ? -1 : 1;
  for (let i = 0; i < times.length; i++) {
    const t = times[i];
    if (!((t - t0) * direction >= 0 && (until - t) * direction >= 0)) {
      throw new SettingError(
        "saveAt",
        `${t} is outside the run from ${t0} to ${until}. Leave it out.`,
        `run.saveAt[${i}]`,
      );
    }
    if (i > 0 && !((t - times[i - 1]) * direction > 0)) {
      throw new SettingError(
        "saveAt",
        `${t} does not come after ${times[i - 1]}. Give the times in order.`,
        `run.saveAt[${i}]`,
      );
    }
  }
}
