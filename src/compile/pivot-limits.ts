/** How small pivots of S may be. */

/** A pivot below this fraction of its own diagonal entry marks a dependent constraint. */
export const pivotTolerance = 1e-10;
/** A pivot below this fraction of its own diagonal entry sets the alarm: a singular position may be near. */
export const alarmingPivot = 0.2;
