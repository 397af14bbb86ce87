/** Decides which states a run keeps. Trajectories that would not fit into memory are refused before the run begins. */

import { SettingError } from "../core/index.js";
import type { RunSettings } from "./settings.js";

/** The largest number of numbers in a trajectory: 400 MB, and about three times as much while a table is made of it. */
const mostNumbers = 5e7;

/**
 * The times to save in a run over `span` with `width` numbers per state. If the settings do not say, `frames`
 * intervals are saved, or as many as fit. Without `frames` the result is empty, and every accepted step is saved.
 */
export function schedule(
  { every, saveAt }: RunSettings,
  span: number,
  width: number,
  frames: number | undefined,
): Pick<RunSettings, "every" | "saveAt"> {
  const fits = Math.max(2, Math.floor(mostNumbers / width));
  const check = (setting: string, states: number, advice: string): void => {
    if (states <= fits) return;
    const numbers = `${Math.ceil(states)} states of ${width} numbers`;
    throw new SettingError(
      setting,
      `a trajectory may have at most ${mostNumbers} numbers; this one would have ${numbers}. ${advice}`,
    );
  };
  if (saveAt !== undefined) {
    check("saveAt", saveAt.length, "Save fewer states.");
    return { saveAt };
  }
  if (every !== undefined) {
    // with room for the rounding to two digits
    const enough = Number(((1.06 * span) / (fits - 1)).toPrecision(2));
    check("every", span / every + 1, `Save less often: every ${enough} or more.`);
    return { every };
  }
  return frames === undefined || span === 0 ? {} : { every: span / Math.min(frames, fits - 1) };
}
