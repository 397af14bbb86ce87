import { type Controller, type Method, SettingError } from "../core/index.js";
import { errorControlled } from "./error-controlled.js";
import { fixed } from "./fixed.js";

/** How a run is paced, in numbers. */
export interface Pacing {
  /** Relative tolerance of error control; 1e-6 where neither it nor a step is given. */
  readonly rtol?: number | undefined;
  readonly atol?: number | ArrayLike<number> | undefined;
  readonly norm?: "rms" | "max" | undefined;
  readonly maxStep?: number | undefined;
  /** A fixed step; with `rtol` the first one. */
  readonly step?: number | undefined;
}

/** The controller for a method: error control where the method has an estimate and no fixed step is asked for. */
export function controllerFor(method: Method, { step, rtol, atol, norm, maxStep }: Pacing): Controller {
  if (method.estimatesError && (step === undefined || rtol !== undefined))
    return errorControlled({
      rtol: rtol ?? 1e-6,
      ...(atol !== undefined && { atol }),
      ...(norm !== undefined && { norm }),
      ...(maxStep !== undefined && { maxStep }),
      ...(step !== undefined && { initialStep: step }),
    });
  if (step === undefined)
    throw new SettingError(
      "step",
      `method "${method.name}" has no error control and needs a step. Give --step, or use "dop853", which finds its own.`,
    );
  return fixed({ step });
}
