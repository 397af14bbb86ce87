/** The built-in elements, by their names in model files. They are written like the elements that users `define`. */

import type { Catalogue } from "../model/index.js";
import { angle } from "./angle.js";
import { angleSpring } from "./angle-spring.js";
import { belt } from "./belt.js";
import { coulomb } from "./coulomb.js";
import { damper } from "./damper.js";
import { dihedral } from "./dihedral.js";
import { drag } from "./drag.js";
import { drive } from "./drive.js";
import { gear } from "./gear.js";
import { gravitation } from "./gravitation.js";
import { gravity } from "./gravity.js";
import { lennardJones } from "./lennard-jones.js";
import { morse } from "./morse.js";
import { pointOnLine } from "./point-on-line.js";
import { pointOnPlane } from "./point-on-plane.js";
import { push } from "./push.js";
import { rack } from "./rack.js";
import { rod } from "./rod.js";
import { spring } from "./spring.js";
import { torque } from "./torque.js";
import { torsionDamper } from "./torsion-damper.js";
import { torsionSpring } from "./torsion-spring.js";

/**
 * The built-in elements, by their names in model files, as the data that defines them.
 *
 * @example
 * Object.keys(catalogue); // ["rod", "spring", "gravity", …]
 */
export const catalogue: Catalogue = {
  rod,
  spring,
  gravity,
  damper,
  drag,
  "point-on-line": pointOnLine,
  "point-on-plane": pointOnPlane,
  angle,
  "angle-spring": angleSpring,
  "torsion-spring": torsionSpring,
  morse,
  dihedral,
  coulomb,
  "lennard-jones": lennardJones,
  gravitation,
  push,
  torque,
  "torsion-damper": torsionDamper,
  drive,
  gear,
  rack,
  belt,
};
