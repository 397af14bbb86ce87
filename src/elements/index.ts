/** The built-in elements, by the name that files use. They are written in the vocabulary that `define` has. */

import type { Catalogue } from "../model/index.js";
import { angle } from "./angle.js";
import { angleSpring } from "./angle-spring.js";
import { damper } from "./damper.js";
import { drag } from "./drag.js";
import { gravity } from "./gravity.js";
import { pointOnLine } from "./point-on-line.js";
import { pointOnPlane } from "./point-on-plane.js";
import { rod } from "./rod.js";
import { spring } from "./spring.js";
import { torsionSpring } from "./torsion-spring.js";

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
};
