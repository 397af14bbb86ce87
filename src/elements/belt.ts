import type { ElementDefinition } from "../model/index.js";

/** `g = ratio a - b - c`, with c from the start; with `crossed`, `g = ratio a + b - c`. */
export const belt: ElementDefinition = {
  about: "A belt or chain around two pulleys, by their angles: they turn in the same sense.",
  on: ["a", "b"],
  parameters: {
    ratio: { about: "radius of the first pulley divided by that of the second", above: 0 },
    open: { derived: true, default: "ratio*a - b" },
    turned: { derived: true, default: "ratio*a + b" },
  },
  constraint: "ratio*a - b - open",
  flags: {
    crossed: {
      about: "The belt is crossed, so that the pulleys turn in opposite senses.",
      constraint: "ratio*a + b - turned",
    },
  },
};
