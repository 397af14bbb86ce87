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

/** A/r^12 - C/r^6 of oxygen in TIP4P, the distance of its charge from the oxygen, and the weight of each hydrogen for it. */
const [A4, C4, offset] = [600e3, 610, 0.15];
const share = `(${offset}/(2*${bond}*cos${half}))`;

/**
 * TIP4P: W. L. Jorgensen et al., J. Chem. Phys. 79 (1983) 926; rigid, with the negative charge at a massless site M on the
 * axis of symmetry.
 */
const tip4p: TemplateData = {
  about:
    "Rigid water with a Lennard-Jones energy between oxygens and three charges, one of them beside the oxygen (TIP4P).",
  units: "kcal/mol-Å-amu",
  sites: {
    O: { mass: 15.9994, at: [0, 0, 0], sigma: `(${A4}/${C4})^(1/6)`, epsilon: (C4 * C4) / (4 * A4) },
    H1: { mass: 1.008, at: [`${bond}*cos${half}`, `${bond}*sin${half}`, 0], charge: 0.52 },
    H2: { mass: 1.008, at: [`${bond}*cos${half}`, `-${bond}*sin${half}`, 0], charge: 0.52 },
    M: { of: { O: `1 - 2*${share}`, H1: share, H2: share }, charge: -1.04 },
  },
  elements: tip3p.elements,
};

export const builtInTemplates: Readonly<Record<string, TemplateData>> = { tip3p, tip4p };
