declare module "virtual:gallery" {
  const entries: readonly import("./state/gallery-entry.js").GalleryEntry[];
  export default entries;
  export const texts: Readonly<
    Record<string, () => Promise<{ readonly default: import("./state/gallery-entry.js").GalleryText }>>
  >;
  export const reels: Readonly<Record<string, () => Promise<{ readonly default: import("./pages/sketch.js").Reel }>>>;
}

/** The pictures of all models at one moment, as the content of an SVG element. */
declare module "virtual:gallery-sketches" {
  const sketches: Readonly<Record<string, string>>;
  export default sketches;
}

declare module "virtual:opening" {
  const opening: import("./state/gallery-entry.js").GalleryText;
  export default opening;
}

/** Loads methods, formulations and projections that the worker does not have from the start; see `build/few-parts.ts`. */
declare module "virtual:parts" {
  /** Loads the parts of these names, or without names all that are missing. Returns whether any were added. */
  export const loadParts: (names?: readonly string[]) => Promise<boolean>;
}
