/** What plots show at most. */

/** The most multipliers in one plot. */
export const mostCurves = 7;

/** The most entries of a state that can be chosen. */
export const mostPlotted = 40;
