/** The models of the gallery. Their texts are loaded one by one, when they are opened. */

import entries, { motions, texts } from "virtual:gallery";
import type { GalleryText, ThumbnailMotion } from "./gallery-entry.js";

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

/** How the picture of a model moves; undefined if that is not known or cannot be loaded. */
export async function pictureMotion(id: string): Promise<ThumbnailMotion | undefined> {
  try {
    return (await motions[id]?.())?.default;
  } catch {
    return undefined;
  }
}
