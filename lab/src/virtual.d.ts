declare module "virtual:gallery" {
  const entries: readonly import("./state/gallery-entry.js").GalleryEntry[];
  export default entries;
  export const texts: Readonly<
    Record<string, () => Promise<{ readonly default: import("./state/gallery-entry.js").GalleryText }>>
  >;
  export const motions: Readonly<
    Record<string, () => Promise<{ readonly default: import("./state/gallery-entry.js").ThumbnailMotion | undefined }>>
  >;
}

declare module "virtual:opening" {
  const opening: import("./state/gallery-entry.js").GalleryText;
  export default opening;
}
