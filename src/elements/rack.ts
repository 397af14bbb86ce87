import type { ElementDefinition } from "../model/index.js";

/** `g = radius a - b - c`, with c from the start. */
export const rack: ElementDefinition = {
  about: "A wheel that rolls on a rack, by the angle of the wheel and the travel of the rack.",
  on: ["a", "b"],
  parameters: {
    radius: { about: "travel per radian: the radius of the wheel, negative for the other sense", unit: "b/a" },
    offset: { derived: true, default: "radius*a - b" },
  },
  constraint: "radius*a - b - offset",
};
