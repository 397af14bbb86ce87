/** A model of the gallery, with a picture drawn when the lab was built. */
export interface GalleryEntry {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly dimension: number;
  readonly picture: Thumbnail;
}

export interface GalleryText {
  readonly text: string;
  /** The parsed text. */
  readonly data: unknown;
}

/** Paths and places in a box of 240 by 150. */
export interface Thumbnail {
  readonly trails: readonly string[];
  readonly links: readonly { readonly d: string; readonly style: string }[];
  readonly masses: readonly (readonly number[])[];
  readonly anchors: readonly (readonly number[])[];
}

/** How a picture moves: for each frame the ends of its links, then its masses, then its anchors, as x and y. */
export interface ThumbnailMotion {
  readonly links: number;
  readonly frames: readonly (readonly number[])[];
}
