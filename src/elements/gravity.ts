import type { ElementDefinition } from "../model/index.js";

/** `V = -m g·p` */
export const gravity: ElementDefinition = {
  about: "A uniform field of gravity on every free point, or on those named in `on`.",
  on: ["p"],
  parameters: {
    acceleration: { about: "acceleration of a falling point", unit: "length/time^2", vector: true },
    mass: { about: "mass of the point; default: its own", unit: "mass", default: "mass(p)" },
  },
  main: "acceleration",
  everywhere: true,
  potential: "-mass*dot(acceleration, p)",
};
