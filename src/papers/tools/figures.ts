/** Figures that several experiments draw. */

import { hostMath } from "../../math/index.js";
import type { Axis, Figure, Series } from "../harness/index.js";
import type { PowerLaw } from "./blind-experiment.js";

/** A measured curve. It shares its `group` with the published curve that belongs to it. */
export function measuredSeries(name: string, x: ArrayLike<number>, y: ArrayLike<number>, group = name): Series {
  return { name, published: false, group, x, y };
}

/** A published curve. */
export function publishedSeries(name: string, x: ArrayLike<number>, y: ArrayLike<number>, group = name): Series {
  return { name, published: true, group, x, y };
}

/** Power laws of a variable: the measured points, and the published slope as a line through the last point. */
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
    series: powers.flatMap(({ label, sizes, exponent }) => [
      measuredSeries(label, over, sizes),
      publishedSeries(
        `${label}: slope ${exponent}`,
        over,
        over.map((value) => sizes[last] * hostMath.pow(value / over[last], exponent)),
        label,
      ),
    ]),
  };
}
