import type { ElementDefinition } from "../model/index.js";

/** `g = q - to(t)`; the multiplier is minus the force or torque that the drive exerts on the coordinate. */
export const drive: ElementDefinition = {
  about:
    "Moves a coordinate, such as the angle of a joint, as a function of time. Its multiplier is minus the driving force or torque.",
  on: ["q"],
  parameters: { to: { about: "the value of the coordinate, an expression of t", unit: "q", motion: true } },
  constraint: "q - to",
};
