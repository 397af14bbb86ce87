/** Which plots are shown; links carry them. */

import { signal } from "@preact/signals";

export interface PlotSpec {
  /** What is plotted: a quantity by its key, or an expression. */
  readonly y: string;
  /** What it is plotted against: an expression; time if absent. */
  readonly x?: string;
  /** The event at whose instants both are taken; along the whole run if absent. */
  readonly at?: string;
  readonly logX?: boolean;
  readonly logY?: boolean;
}

export const mostPlots = 6;
export const usualPlots: readonly PlotSpec[] = [{ y: "energy" }, { y: "position" }];
export const plots = signal<readonly PlotSpec[]>(usualPlots);

/** The plots of a link, as far as they have the right shape. */
export function readPlots(given: unknown): readonly PlotSpec[] {
  if (!Array.isArray(given)) return usualPlots;
  const text = (value: unknown): value is string => typeof value === "string" && value.length <= 400;
  return given.slice(0, mostPlots).flatMap((each): PlotSpec[] => {
    const { y, x, at, logX, logY } = (each ?? {}) as Record<string, unknown>;
    if (!text(y)) return [];
    return [
      {
        y,
        ...(text(x) && { x }),
        ...(text(at) && { at }),
        ...(typeof logX === "boolean" && { logX }),
        ...(typeof logY === "boolean" && { logY }),
      },
    ];
  });
}
