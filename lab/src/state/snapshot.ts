/** What a user works on: the model, its parameters and the ways to run it. Links, undo and autosave all keep this. */

import type { RunSettings } from "../worker/protocol.js";
import { galleryId, lanes, set, text } from "./lab.js";

export interface Snapshot {
  readonly text: string;
  /** The name in the gallery, if the text comes from there unchanged. */
  readonly galleryId: string;
  readonly set: Readonly<Record<string, number>>;
  readonly lanes: readonly RunSettings[];
}

/** The present state. Signals that are read here are subscribed to. */
export function snapshot(): Snapshot {
  return {
    text: text.value,
    galleryId: galleryId.value,
    set: set.value,
    lanes: lanes.value.map(({ settings }) => settings.value),
  };
}

export const same = (a: Snapshot, b: Snapshot): boolean =>
  a.text === b.text &&
  a.galleryId === b.galleryId &&
  JSON.stringify([a.set, a.lanes]) === JSON.stringify([b.set, b.lanes]);
