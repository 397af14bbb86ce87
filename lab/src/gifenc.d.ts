/** The types of those parts of gifenc that the lab uses; the package has no types of its own. */
declare module "gifenc" {
  type Palette = readonly (readonly number[])[];

  interface Encoder {
    /** The first palette is that of the file, later ones belong to their frame. `delay` is in milliseconds. */
    writeFrame(
      index: Uint8Array,
      width: number,
      height: number,
      options: { readonly palette: Palette; readonly delay: number },
    ): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }

  export function GIFEncoder(): Encoder;
  /** A palette of at most `colours` colours for pixels given as bytes of red, green, blue and alpha. */
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette;
  /** For each pixel, the index of its nearest colour in the palette. */
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
