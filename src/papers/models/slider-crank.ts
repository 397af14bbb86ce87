import type { Model } from "../../model/index.js";

/** Ascher example 4, as in the gallery: a crank with a periodic torque and friction drives a slider. */
export const sliderCrank: Model = {
  taut: 1,
  name: "slider-crank of Ascher",
  parameters: { J1: 10, J2: 1, m2: 1, g: 9.81, r: 1, l: 3, l1: 2 },
  coordinates: ["theta", "x", "y", "psi"],
  mass: { theta: "J1", x: "m2", y: "m2", psi: "J2" },
  potential: "m2*g*y",
  force: { theta: "sin(t) - theta'" },
  constraints: {
    crank: "x - r*cos(theta) - l1*cos(psi)",
    loop: "r*sin(theta) - l*sin(psi)",
    slide: "y - (l - l1)*sin(psi)",
  },
  initial: { theta: 0, x: 3, y: 0, psi: 0, "theta'": -1, "x'": 0, "y'": "-1/3", "psi'": "-1/3" },
};
