/** A model of the gallery. */
export interface GalleryEntry {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly dimension: number;
}

export interface GalleryText {
  readonly text: string;
  /** The parsed text. */
  readonly data: unknown;
}
