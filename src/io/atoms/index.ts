import type { AtomFormat, AtomFrame } from "./atoms.js";
import { toPdb } from "./pdb.js";
import { toXyz } from "./xyz.js";

export { type AtomFormat, type AtomFrame, atomFormats, atomFrames, refusesAtoms } from "./atoms.js";
export { type ImportOptions, importAtoms, importedText, readAtoms } from "./import.js";

/** The bytes of a file of atoms. */
export const encodeAtoms = (frames: Iterable<AtomFrame>, format: AtomFormat): Uint8Array =>
  format === "xyz" ? toXyz(frames) : toPdb(frames);
