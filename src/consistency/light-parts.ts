/** Constraints that are independent, but look dependent because a part has almost no mass or moment of inertia. */

import { type F64, type Mechanics, type System, short, type Trouble } from "../core/index.js";
import { rankOf } from "./mobility.js";

/** Larger systems are not examined. */
const mostCoordinates = 400;
/** Masses that differ by more than this leave few digits of G M^-1 G^T. */
const far = 1e9;

/**
 * Why the constraints cannot be told apart at a state with the Jacobian G: the lightest part, if they are independent for
 * equal masses and the masses are far apart.
 */
export function lightParts(
  { makeup }: Pick<System, "makeup">,
  { constraints, inverseMass, n, m }: Pick<Mechanics, "constraints" | "inverseMass" | "n" | "m">,
  G: F64 | undefined,
): Pick<Trouble, "cause" | "advice"> | undefined {
  if (G === undefined || makeup === undefined || inverseMass === undefined || n > mostCoordinates) return undefined;
  let [light, heavy] = [0, 0];
  for (let k = 0; k < n; k++) {
    if (inverseMass[k] > inverseMass[light]) light = k;
    if (inverseMass[k] < inverseMass[heavy]) heavy = k;
  }
  if (!(inverseMass[light] > far * inverseMass[heavy]) || rankOf(constraints, G, n, m) < m) return undefined;
  const part = makeup.movables.find(({ offset, dim, directors }) =>
    [offset, ...directors].some((at) => at >= 0 && at <= light && light < at + dim),
  );
  if (part === undefined) return undefined;
  const isMoment = part.kind === "body" && (light < part.offset || light >= part.offset + part.dim);
  const [what, size] = isMoment ? ["moment of inertia", "moment"] : ["mass", "mass"];
  return {
    cause: `the ${what} ${short(1 / inverseMass[light])} of "${part.name}" is so small beside the mass ${short(1 / inverseMass[heavy])} that the constraints, which are independent, cannot be told apart in double precision`,
    advice: `Give it a larger ${size}; or ${isMoment ? "write it as a point on rods" : "leave it out and join its neighbours"}.`,
  };
}
