/** Clusters of TIP3P water of Tao–Owhadi section 4.3 in eV, Å and amu, the units that reproduce its results (kT = 1/50 is 232 K). */

import { catalogue } from "../../elements/index.js";
import { type Model, parseModelText, validateModel } from "../../model/index.js";

const cluster = (name: string, placed: string): Model =>
  validateModel(
    parseModelText(`
taut: 1
name: ${name}
units: eV-Å-amu
molecules:
  water:
    template: tip3p
${placed}
elements:
  - coulomb: {}
  - lennard-jones: {}
omega: 20
`),
    catalogue,
  );

/** A ring of six and one at its centre. */
export const sevenWaters = cluster(
  "Seven waters",
  `    repeat: 7
    at: ["2.9*cos(2*pi*i/6)*min(1, 6 - i)", "2.9*sin(2*pi*i/6)*min(1, 6 - i)", "0.7*mod(i, 2) + 0.3*max(0, i - 5)"]
    angle: 1.3*i + 0.4
    axis: [1, sin(i), 0.5]`,
);

/** A block of 5 x 5 x 4. */
export const hundredWaters = cluster(
  "A hundred waters",
  `    repeat: 100
    at: ["3.1*mod(i, 5)", "3.1*mod(floor(i/5), 5)", "3.1*floor(i/25)"]
    angle: 2.4*i
    axis: [sin(i), cos(1.7*i), sin(2.3*i + 1)]`,
);
