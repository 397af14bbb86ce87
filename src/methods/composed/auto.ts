/**
 * The method of a run that does not name one, with both halves of `switching` as options, which the choice for the
 * model fills in.
 */

import { factory, type Method, TautError } from "../../core/index.js";
import { bdf } from "../multistep/bdf.js";
import { dop853 } from "../runge-kutta/explicit.js";
import { switching } from "./switching.js";

export const autoFactory = factory({
  name: "auto",
  about:
    "Chosen for the model: an explicit method that hands over to an implicit one if the problem turns out to be stiff.",
  options: {
    explicit: {
      type: "method",
      about: "Method for phases in which accuracy limits the steps; chosen by the tolerance when absent.",
      default: undefined,
    },
    implicit: {
      type: "method",
      about:
        "Method for phases in which stability limits the steps of the explicit one; chosen for the model when absent.",
      default: undefined,
    },
    first: {
      type: "choice",
      of: ["explicit", "implicit"],
      about: "Which of the two methods begins: explicit or implicit.",
      default: "explicit",
    },
  },
  make({ explicit = dop853(), implicit = bdf(), first }): Method {
    return switching(
      controlled("explicit", explicit, `"dopri5", "dop853" or "adams"`),
      controlled("implicit", implicit, `"radau5" or "bdf"`),
      first,
    );
  },
});

function controlled(option: string, method: Method, instead: string): Method {
  if (method.estimatesError) return method;
  throw new TautError(
    `auto.${option}`,
    `must be a method with error control; got "${method.name}", which has none. Use ${instead}.`,
  );
}
