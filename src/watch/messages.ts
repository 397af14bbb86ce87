import { own, short, type WatchedKind } from "../core/index.js";
import type { Detection } from "./quantity-record.js";
import { accountName } from "./watched.js";

/** What paces the steps, or that the formulation keeps only nearly what the model keeps. */
export type Pacing = "controlled" | "fixed" | "near";

interface Found extends Detection {
  readonly kind: WatchedKind;
  readonly quantity: string;
  readonly deviation: number;
  readonly component?: string;
}

/** The largest residuals of the constraints of mechanics; other names are those of single equations. */
const residuals: Readonly<Record<string, string>> = {
  position: "the constraints",
  velocity: "the rates of the constraints",
};

const subjects: Record<WatchedKind, (name: string) => string> = {
  energy: (name) => (name === accountName ? "the account of the energy" : "the energy"),
  momentum: (name) => `the momentum ${name}`,
  "angular-momentum": (name) => `the angular momentum ${name}`,
  invariants: (name) => `the invariant "${name}"`,
  constraints: (name) => own(residuals, name) ?? `the equation "${name}"`,
};

/** One sentence with time, quantity and numbers, one with the likely cause, one with what to do. */
export function messageOf(found: Found, method: string, pacing: Pacing): string {
  const { kind, quantity, deviation, threshold, t, finding, component } = found;
  const worst = component === undefined ? "" : ` (most of all "${component}")`;
  const subject = `${subjects[kind](quantity)}${worst}`;
  const isOne = kind === "constraints" && own(residuals, quantity) === undefined;
  const verb = isOne ? "is off by" : kind === "constraints" ? "are off by" : "changed by";
  const kept = kind === "constraints" ? "which must vanish" : "which this model keeps";
  if (quantity === accountName) {
    const open = `${subject[0].toUpperCase()}${subject.slice(1)} is open by ${short(deviation)}`;
    const steep =
      "Look for a force or a constraint that changes within a small part of a step near that time, such as steep friction";
    return finding === "shown"
      ? `${open} in a state that is shown between steps, first at t = ${short(t)}, although it closes at the steps: states inside steps are less accurate there. ${steep}; set maxStep, or save at every step (without --every).`
      : `${open}, beyond the threshold of ${short(threshold)} first crossed at t = ${short(t)}: steps were less accurate than their tolerance there. ${steep}; set maxStep, or compare with another method, such as "radau5".`;
  }
  const accept = `To accept it, use --accept ${kind}.`;
  if (finding === "damped")
    return `From t = ${short(t)} on, ${method} damps motion that its steps do not resolve: ${subject} fell by ${short(deviation)}. ${pacing === "controlled" ? "Tighten rtol" : "Shorten the step"} or use a method without damping to keep it.`;
  const how = {
    beyond: `${verb} ${short(deviation)}, beyond the threshold of ${short(threshold)} first crossed at t = ${short(t)}`,
    jump: `jumped in one step at t = ${short(t)} and ${verb} ${short(deviation)} in total`,
    shown: `is off by ${short(deviation)} in a state that is shown between steps, at t = ${short(t)}, although the steps themselves keep it`,
    trend: `drifts steadily and ${verb} ${short(deviation)} until t = ${short(t)}`,
  }[finding];
  const cause =
    finding === "jump"
      ? "Look for a force or a constraint with a cut or a kink there."
      : finding === "shown"
        ? "Interpolation is less accurate than the steps there, or a projection has found another branch of the constraints: tighten rtol or shorten the step, or save at every step (without --every)."
        : pacing === "near"
          ? "The formulation holds the constraints by forces that are too weak for this motion, or the steps are too long for it: raise its rate, tighten rtol, or use another formulation."
          : pacing === "controlled"
            ? "Look for a cut or a kink in a force or a constraint, or for a singular position, near that time; otherwise tighten rtol."
            : "The step is too long for the fastest motion: shorten it.";
  return `${subject[0].toUpperCase()}${subject.slice(1)}, ${kept}, ${how}. ${cause} ${accept}`;
}
