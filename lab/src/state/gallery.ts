/** The models of the gallery. Their texts and moving pictures are loaded one by one, when they are needed. */

import entries, { reels, texts } from "virtual:gallery";
import { signal } from "@preact/signals";
import type { GalleryText } from "./gallery-entry.js";

export { entries };

const loaded = new Map<string, GalleryText>();

/** The text of a model; undefined if the gallery has none of that name. Throws if it cannot be loaded. */
export async function galleryText(id: string): Promise<GalleryText | undefined> {
  const load = Object.hasOwn(texts, id) ? texts[id] : undefined;
  if (load === undefined) return undefined;
  const found = loaded.get(id) ?? (await load()).default;
  loaded.set(id, found);
  return found;
}

/** The parsed text of a model that was loaded. */
export const parsedText = (id: string): unknown => loaded.get(id)?.data;

/** The pictures of the cards, as the content of an SVG element; empty until they are loaded. */
export const sketches = signal<Readonly<Record<string, string>>>({});

/** Loads the pictures of the cards; without them the cards have their words only. */
export async function loadSketches(): Promise<void> {
  try {
    sketches.value = (await import("virtual:gallery-sketches")).default;
  } catch {
    // the server is gone, which the page says where it matters
  }
}

/** How the picture of a model moves, from 0 to `last`; undefined if that cannot be loaded. */
export async function reelOf(id: string): Promise<{ readonly last: number; draw(at: number): string } | undefined> {
  try {
    const [{ sketcher }, { default: reel }] = await Promise.all([import("../pages/sketch.js"), reels[id]()]);
    return { last: reel.frames.length - 1, draw: sketcher(reel) };
  } catch {
    return undefined;
  }
}
