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
  type StatesBetween,
  type Stepper,
  short,
  throwRefusal,
  type WatchedKind,
} from "../core/index.js";

/** Options of `solve` for a problem: everything that a run needs beside it. */
export interface SolveOptions {
  readonly method: Method;
  readonly controller: Controller;
  /** The projection that returns states to the manifold. Default: none, and drift is not corrected. */
  readonly projection?: Projection;
  /** When the projection acts. Default: after every step, unless the projection says otherwise. */
  readonly when?: ProjectWhen;
  /**
   * Whether to make the start consistent ("project", default), to refuse an inconsistent one, or to take it as it is.
   */
  readonly start?: "project" | "check" | "assume";
  /** The largest residual of constraints that "check" accepts. Default 1e-8. */
  readonly startTolerance?: number;
  /** A start that replaces the model's. */
  readonly from?: { readonly t: number; readonly y: ArrayLike<number> };
  /** The end of the run, which may be before the start. */
  readonly until: number;
  /**
   * Times to save, in the order of the run; `[]` saves nothing. Default: every accepted step, unless `every` is given.
   */
  readonly saveAt?: ArrayLike<number>;
  /** Save at the start and at every multiple of this interval after it. */
  readonly every?: number;
  /** Saves states between those of `every` too, such as those at which components turn round. Default: none. */
  readonly between?: (problem: Problem, hasDense: boolean) => StatesBetween;
  /** Keep the multipliers of the formulation in the trajectory; default false. Those of the final state are always computed. */
  readonly multipliers?: boolean;
  readonly events?: readonly EventFunction[];
  /** The number of parts of a step in which sign changes are looked for. Default 4. */
  readonly eventSamples?: number;
  /** Measure the ledger after every accepted step, or at saved states only. Default "step". */
  readonly ledger?: "step" | "saved";
  /** Keep the account of the energy in the ledger: what was put in and what was dissipated; default false. */
  readonly account?: boolean;
  /** Watch linear and angular momentum in the ledger; default false. */
  readonly momenta?: boolean;
  readonly observers?: readonly Observer[];
  /** Kinds of quantities that the run need not keep although the model does: losing them gives no warning and no failure. */
  readonly accept?: readonly WatchedKind[];
  /** The largest number of attempted steps, accepted or not. Default: ten million. */
  readonly maxSteps?: number;
}

export const solveNames: readonly string[] = [
  ...["method", "controller", "projection", "when", "start", "startTolerance", "from", "until", "saveAt", "every"],
  ...["multipliers", "events", "eventSamples", "ledger", "account", "momenta", "observers", "accept", "maxSteps"],
];
/** The further options for a system. */
export const pacingNames: readonly string[] = ["formulation", "rtol", "atol", "norm", "maxStep", "step"];

const kinds = {
  method: { has: "bind", is: "a method, such as dop853()" },
  controller: { has: "bind", is: "a controller, such as errorControlled()" },
  projection: { has: "bind", is: "a projection, such as newton()" },
  formulation: { has: "apply", is: "a formulation, such as underlying()" },
} as const;

/** Throws a `SettingError` unless the parts are values; names are for `run`, which takes models. */
export function checkParts(options: { readonly [kind in keyof typeof kinds]?: unknown }): void {
  for (const [kind, { has, is }] of Object.entries(kinds)) {
    const part = options[kind as keyof typeof kinds];
    const isPart = typeof part === "object" && part !== null && has in part;
    if (isPart || (part === undefined && kind !== "method")) continue;
    const found =
      part === undefined ? "it is missing" : `got ${typeof part === "string" ? JSON.stringify(part) : String(part)}`;
    throw new SettingError(kind, `must be ${is}; ${found}.`, `solve.${kind}`);
  }
}

export const defaultMaxSteps = 1e7;

/** Throws a `TautError` if the options cannot be used with this problem. */
export function checkSolveOptions(problem: Problem, options: SolveOptions): void {
  const { method, projection, when, from, until } = options;
  const t0 = from?.t ?? problem.workspace.initialTime;
  if (!Number.isFinite(until)) throw new SettingError("until", `must be a finite number; got ${until}.`);
  if (!Number.isFinite(t0)) throw new SettingError("from", `must be a finite number; got ${t0}.`, "run.from.t");
  if (from !== undefined && from.y.length !== problem.dimension) {
    throw new SettingError(
      "from",
      `must have one number for each of the ${problem.dimension} entries of the state; got ${from.y.length}.`,
      "run.from.y",
    );
  }

  throwRefusal(method.refuses(problem));
  if (projection !== undefined && when?.when !== "never") throwRefusal(projection.refuses(problem));
  if (projection === undefined && when !== undefined && when.when !== "never") {
    throw new SettingError(
      "when",
      `"${when.when}" needs a projection, and none is given. Give a projection, or leave out when.`,
    );
  }
  if (when?.when === "interval") positive("when", when.every, "run.when.every");
  if (when?.when === "drift") positive("when", when.above, "run.when.above");

  if (options.saveAt !== undefined && options.every !== undefined) {
    throw new SettingError(
      "every",
      "only one of `every` and `saveAt` may be given, and both are. Leave one of them out.",
    );
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

/** Throws a `TautError` if method and controller together cannot pace a run from t0. */
export function checkPacing(options: SolveOptions, stepper: Stepper, { initialStep }: Pacer, t0: number): void {
  const { method, controller, until, maxSteps = defaultMaxSteps } = options;
  if (controller.needsError) {
    if (stepper.error !== undefined) return;
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
  if (initialStep === undefined)
    throw new SettingError(
      "controller",
      `must give a first step when steps are fixed; "${controller.name}" gives none. Set its initialStep.`,
    );
  const steps = Math.abs(until - t0) / initialStep;
  if (steps > maxSteps) {
    throw new SettingError(
      "maxSteps",
      `at most ${maxSteps} steps are allowed; the run needs ${short(steps)} steps of ${short(initialStep)}. Raise maxSteps, or the step.`,
    );
  }
}

function positive(setting: string, value: number, where?: string): void {
  if (!(value > 0)) throw new SettingError(setting, `must be a number above 0; got ${value}.`, where);
}

/** Throws unless the times lie between start and end and follow the direction of the run. */
function checkTimes(times: ArrayLike<number>, t0: number, until: number): void {
  const direction = until < t0 ? -1 : 1;
  for (let i = 0; i < times.length; i++) {
    const t = times[i];
    if (!((t - t0) * direction >= 0 && (until - t) * direction >= 0)) {
      throw new SettingError(
        "saveAt",
        `must lie within the run, from ${t0} to ${until}; got ${t}.`,
        `run.saveAt[${i}]`,
      );
    }
    if (i > 0 && !((t - times[i - 1]) * direction > 0)) {
      throw new SettingError(
        "saveAt",
        `times must be in the order of the run; ${t} does not come after ${times[i - 1]}.`,
        `run.saveAt[${i}]`,
      );
    }
  }
}
