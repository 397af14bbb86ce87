/**
 * The parts that a run can find by name. Here they are all; the bundle of `<taut-lab>` puts `widget/few-parts.ts` in the
 * place of this file, which has the common ones and loads the others when a run names them.
 */

import { allParts, type PartLists } from "./all-parts.js";

export const parts: PartLists = allParts;

/** Loads the parts of these names, or without names all that are missing. Returns whether any were added. */
export const loadParts = (_names?: readonly string[]): Promise<boolean> => Promise.resolve(false);
