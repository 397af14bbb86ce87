/** What the lab uses of gifenc, which brings no types of its own. */
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
  /** At most `colours` colours that stand for those of red, green, blue, alpha bytes. */
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette;
  /** The place in the palette of each pixel's nearest colour. */
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
