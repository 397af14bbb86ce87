/** Colours of the parts of a picture, and how atoms look. */

import type { SceneColour } from "./scene.js";
import type { Tone } from "./sheet.js";

const tones: Readonly<Record<SceneColour, string>> = {
  ...{ ink: "ink", grey: "muted", blue: "s0", orange: "s1", green: "s2", pink: "s3", gold: "s4" },
};

export const toneOf = (colour: SceneColour | undefined, otherwise: string): string =>
  colour === undefined ? otherwise : tones[colour];

/** The colour of body `k`: neighbours differ. */
export const bodyTone = (k: number): string => ["s0", "s1", "s2", "s3", "s4", "s6"][k % 6];

/**
 * The colour of a line by its tension from -1 (it pushes) through 0 to 1 (it pulls).
 *
 * @example
 * tensionTone(-1); // {"from":"slack","to":"press","part":1}
 */
export const tensionTone = (tension: number): Tone => ({
  from: "slack",
  to: tension < 0 ? "press" : "pull",
  part: Math.round(8 * Math.min(1, Math.abs(tension))) / 8,
});

/** Colour and drawn radius (in Å) of atoms; a blend of common conventions. */
const atoms: Readonly<Record<string, readonly [string, number]>> = {
  ...{ H: ["#d9dde2", 0.36], C: ["#4d545c", 0.6], N: ["#3f62d8", 0.58], O: ["#d8412f", 0.56] },
  ...{ F: ["#5fb35f", 0.5], S: ["#d9b310", 0.8], P: ["#e08a1e", 0.8], Cl: ["#3da53d", 0.8] },
  ...{ Na: ["#8f5fd0", 0.9], K: ["#7a45b8", 1], Ar: ["#4fb0c6", 1], Ne: ["#9ad0dd", 0.8], He: ["#cfe6ea", 0.6] },
  ...{ Kr: ["#5a9fb4", 1.1], Xe: ["#46869a", 1.2], Si: ["#c0a080", 0.8], Fe: ["#b9603c", 0.8], Cu: ["#bd7b4a", 0.8] },
};

/**
 * The colour of an atom, and the radius with which it is drawn, in ångström.
 *
 * @example
 * atomLook("O").radius; // 0.56
 */
export function atomLook(element: string): { readonly colour: string; readonly radius: number } {
  const [colour, radius] = Object.hasOwn(atoms, element) ? atoms[element] : ["#b0699c", 0.8];
  return { colour, radius };
}
