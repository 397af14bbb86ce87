import type { ElementDefinition } from "../model/index.js";

/** How far elements on all pairs act. */
export const reach: NonNullable<ElementDefinition["parameters"]> = {
  cutoff: {
    about: "distance beyond which nothing acts; energy and force are shifted to vanish there; default: no cut-off",
    unit: "length",
    default: 0,
    atLeast: 0,
  },
  skin: {
    about: "how much farther neighbours are listed; lists are made anew when a point has moved by half of it",
    unit: "length",
    default: "cutoff/8",
    atLeast: 0,
  },
};
