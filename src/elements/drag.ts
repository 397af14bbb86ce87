import type { ElementDefinition } from "../model/index.js";

/** `f = -c p'` */
export const drag: ElementDefinition = {
  about: "Linear friction against the surroundings, on every free point or on those named in `on`.",
  on: ["p"],
  parameters: {
    damping: {
      about: "force per speed",
      unit: "force*time/length",
      atLeast: 0,
      why: "Negative damping would drive the motion.",
    },
  },
  main: "damping",
  everywhere: true,
  force: "-damping*p'",
};
