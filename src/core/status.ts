/** The result of an inner call: a string literal, never an object, so that no step allocates. */

/**
 * The result of an inner call, and of a run (`Solution.status`): a string literal, never an object, so that no step
 * allocates.
 */
export type Status =
  | "ok"
  | "diverged"
  | "singular"
  | "nonfinite"
  | "step-too-small"
  | "max-steps"
  | "left-manifold"
  | "unreliable"
  | "stopped";

/**
 * Why a run ended early, with numbers: time, step, residual, the name of the element, and what to try. It is the
 * `failure` of a `Solution`.
 */
export interface Failure {
  readonly status: Exclude<Status, "ok">;
  readonly t: number;
  readonly h?: number;
  readonly residual?: number;
  /** The coordinate or constraint that stopped the run. */
  readonly component?: string;
  /** What to try; the message ends with it. */
  readonly advice: string;
  readonly message: string;
}
