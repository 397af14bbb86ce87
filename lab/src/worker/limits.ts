/** What the page and its worker agree on. */

/** The most multipliers in one plot. */
export const mostCurves = 7;

/** The most entries of a state that can be chosen. */
export const mostPlotted = 40;

/** The message of a run that the user has stopped. */
export const stopWords = "Stopped. What was computed so far is kept.";
