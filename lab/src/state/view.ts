/** The options of the view and the selected panel. */

import { signal } from "@preact/signals";
import type { ViewOptions } from "../draw/plane-view.js";

export const view = signal<ViewOptions>({ trails: true, forces: false, names: false, reactions: false });

/** The pose while a mass is dragged (all of y), in every lane. */
export const dragged = signal<ArrayLike<number> | undefined>(undefined);

/** The panel in the column beside the stage. */
export type PanelName = "solve" | "model" | "project" | "compare" | "keep";
export const panel = signal<PanelName>("solve");
