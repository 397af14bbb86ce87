/** What a run uses when no method is named, with both halves of `switching` as options; choosing fills them in. */

import { factory, type Method, TautError } from "../../core/index.js";
import { bdf } from "../multistep/bdf.js";
import { dop853 } from "../runge-kutta/explicit.js";
import { switching } from "./switching.js";

export const autoFactory = factory({
  name: "auto",
  about: "Chosen for the model: an explicit method, which hands over to an implicit one where it turns out stiff.",
  options: {
    explicit: {
      type: "method",
      about: "The method for where accuracy limits the steps; chosen by the tolerance when absent.",
      default: undefined,
    },
    implicit: {
      type: "method",
      about: "The method for where stability limits the steps of the other; chosen for the model when absent.",
      default: undefined,
    },
    first: {
      type: "choice",
      of: ["explicit", "implicit"],
      about: "Which of them begins: explicit or implicit.",
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
