/** Templates of molecules that every model can use. */

import type { TemplateData } from "./schema.js";

const bond = 0.9572;
const half = "(52.26*pi/180)";
/** The energy A/r^12 - C/r^6 of oxygen, in kcal/mol and Å. */
const [A, C] = [582e3, 595];

/**
 * TIP3P: W. L. Jorgensen et al., J. Chem. Phys. 79 (1983) 926; rigid, with the parameters that Tao–Owhadi uses. The origin
 * is at the oxygen, and x is the axis of symmetry.
 */
const tip3p: TemplateData = {
  about: "Rigid water with three charges and a Lennard-Jones energy between oxygens (TIP3P).",
  units: "kcal/mol-Å-amu",
  sites: {
    O: { mass: 15.9994, at: [0, 0, 0], charge: -0.834, sigma: `(${A}/${C})^(1/6)`, epsilon: (C * C) / (4 * A) },
    H1: { mass: 1.008, at: [`${bond}*cos${half}`, `${bond}*sin${half}`, 0], charge: 0.417 },
    H2: { mass: 1.008, at: [`${bond}*cos${half}`, `-${bond}*sin${half}`, 0], charge: 0.417 },
  },
  elements: [
    { rod: { between: ["O", "H1"], length: bond, squared: true } },
    { rod: { between: ["O", "H2"], length: bond, squared: true } },
    { rod: { between: ["H1", "H2"], length: `2*${bond}*sin${half}`, squared: true } },
  ],
};

export const builtInTemplates: Readonly<Record<string, TemplateData>> = { tip3p };
