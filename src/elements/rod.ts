import type { ElementDefinition } from "../model/index.js";

/** `g = |a - b| - length`; with `squared`, `g = |a - b|² - length²`, which changes what omega and lambda mean. */
export const rod: ElementDefinition = {
  about: "Keeps two points at a distance: rigid in the rigid view, a spring of stiffness omega² in the stiff view.",
  on: ["a", "b"],
  parameters: {
    length: {
      about: "distance that is kept; default: the distance at the start",
      unit: "length",
      default: "norm(a - b)",
      above: 0,
      why: "A rod of length 0 has no direction; to join two points, replace them by one point.",
    },
  },
  settles: "length",
  draw: "rod",
  constraint: "norm(a - b) - length",
  flags: {
    squared: {
      about: "Use |a - b|^2 - length^2, a polynomial; its multiplier is that of the plain rod divided by 2 length.",
      constraint: "dot(a - b, a - b) - length^2",
    },
  },
};
