/** Figures that several experiments draw. */

import { hostMath } from "../../math/index.js";
import type { Axis, Figure, Series } from "../harness/index.js";
import type { PowerLaw } from "./blind-experiment.js";

/** A measured curve. It shares its `group` with the reference curve that belongs to it. */
export function measuredSeries(name: string, x: ArrayLike<number>, y: ArrayLike<number>, group = name): Series {
  return { name, kind: "measured", group, x, y };
}

/** A curve that the paper prints, as points or as a formula. */
export function printedSeries(name: string, x: ArrayLike<number>, y: ArrayLike<number>, group = name): Series {
  return { name, kind: "printed", group, x, y };
}

/** A curve or level of an independent computation, where the paper prints none. */
export function recomputedSeries(name: string, x: ArrayLike<number>, y: ArrayLike<number>, group = name): Series {
  return { name, kind: "recomputed", group, x, y };
}

/** Power laws of a variable: the measured points, and the slope as a line through the last point. */
export function powerLawFigure(
  about: Pick<Figure, "id" | "title"> & { readonly y: Axis["label"]; readonly variable?: string },
  over: readonly number[],
  powers: readonly PowerLaw[],
): Figure {
  const { id, title, y, variable = "omega" } = about;
  const last = over.length - 1;
  return {
    id,
    title,
    x: { label: variable, scale: "log" },
    y: { label: y, scale: "log" },
    series: powers.flatMap(({ label, sizes, exponent, kind = "printed" }) => [
      measuredSeries(label, over, sizes),
      {
        name: `${label}: slope ${exponent}`,
        kind,
        group: label,
        x: over,
        y: over.map((value) => sizes[last] * hostMath.pow(value / over[last], exponent)),
      },
    ]),
  };
}
