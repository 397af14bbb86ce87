declare module "virtual:gallery" {
  const entries: readonly import("./state/gallery-entry.js").GalleryEntry[];
  export default entries;
  export const texts: Readonly<
    Record<string, () => Promise<{ readonly default: import("./state/gallery-entry.js").GalleryText }>>
  >;
}
