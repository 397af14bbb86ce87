/** What the page and its worker agree on. */

/** The most multipliers in one plot. */
export const mostCurves = 7;

/** The most entries of a state that can be chosen. */
export const mostPlotted = 40;

/** The powers of ten that a clock passes whose time grows by factors. */
export const decades = 9;

/** A first-order system that runs at least this long has such a clock. */
export const longRun = 2000;

/** The message of a run that the user has stopped. */
export const stopWords = "Stopped. What was computed so far is kept.";

/** The message where a part of the lab cannot be loaded. */
export const serverGone =
  "This part of the lab could not be loaded, because the server does not answer. Start `taut lab` again, then reload the page; your work is kept in this browser.";
