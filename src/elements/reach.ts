import type { ElementDefinition } from "../model/index.js";

/** The parameters that limit the range of elements on all pairs. */
export const reach: NonNullable<ElementDefinition["parameters"]> = {
  cutoff: {
    about:
      "distance beyond which the element does not act; energy and force are shifted to vanish there; default: no cut-off",
    unit: "length",
    default: 0,
    atLeast: 0,
  },
  skin: {
    about:
      "extra distance within which neighbours are listed; the lists are rebuilt when a point has moved by half of it",
    unit: "length",
    default: "cutoff/8",
    atLeast: 0,
  },
};
