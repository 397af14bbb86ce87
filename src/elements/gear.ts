import type { ElementDefinition } from "../model/index.js";

/** `g = ratio a + b - c`, with c from the start; with `internal`, `g = ratio a - b - c`. */
export const gear: ElementDefinition = {
  about:
    "Two wheels whose teeth mesh, by their angles against the frame that carries both: they turn in opposite senses about their axes. Bevel wheels are written in the same way.",
  on: ["a", "b"],
  parameters: {
    ratio: { about: "teeth of the first wheel divided by those of the second", above: 0 },
    outside: { derived: true, default: "ratio*a + b" },
    inside: { derived: true, default: "ratio*a - b" },
  },
  constraint: "ratio*a + b - outside",
  flags: {
    internal: {
      about: "One wheel is a ring with its teeth inside, so that both turn in the same sense.",
      constraint: "ratio*a - b - inside",
    },
  },
};
