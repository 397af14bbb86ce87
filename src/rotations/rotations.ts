import type { Bodies, Rotations } from "../core/index.js";
import { inBodyAxes } from "./body-norm.js";
import { stepperInRotations } from "./rotation-stepper.js";

/** What runs do with bodies that turn; a system with directions brings it along. */
export const rotationsOf = (bodies: Bodies): Rotations => ({
  bodies,
  stepper: stepperInRotations,
  pacer: (pacer, n, dimension) => inBodyAxes(pacer, bodies, n, dimension),
});
