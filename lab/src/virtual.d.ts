declare module "virtual:gallery" {
  const entries: readonly import("./state/gallery-entry.js").GalleryEntry[];
  export default entries;
}
