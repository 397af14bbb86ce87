/** How a start was assembled, or why it could not be, in sentences. */

import type { Assembly, Displacement, Gap, OpenLoop } from "./consistency.js";
import { short } from "./trouble.js";

/** The most parts that a sentence names; the rest are counted. */
const mostNamed = 4;
const degrees = 180 / Math.PI;

const number = (x: number): string => short(Number(x.toPrecision(3)));
const inLength = (x: number, unit: string | undefined): string => `${number(x)}${unit ? ` ${unit}` : ""}`;
const inDegrees = (angle: number): string => `${number(angle * degrees)} degrees`;

const openOrOff = ({ kind }: Gap): string => (kind === "joint" ? "open" : "off");

/** What is open, as "0.2 m" or "3 degrees". */
export function gapInWords({ length, angle, value }: Gap, unit?: string): string {
  const parts = [
    ...(length === undefined ? [] : [inLength(length, unit)]),
    ...(angle === undefined ? [] : [inDegrees(angle)]),
    ...(value === undefined ? [] : [number(value)]),
  ];
  return parts.length === 0 ? "0" : parts.join(" and ");
}

/** How far a part was moved, as "by 0.2 m and turned by 3 degrees". */
export function displacementInWords({ kind, moved, turned = 0 }: Displacement, unit?: string): string {
  const isMoved = moved >= 1e-3 * turned;
  const move = isMoved ? [`by ${kind === "coordinate" ? number(moved) : inLength(moved, unit)}`] : [];
  const turn = turned >= 1e-3 * moved && turned > 0 ? [`turned by ${inDegrees(turned)}`] : [];
  return [...move, ...turn].join(" and ");
}

/** Sentences about what was open in the start as given, and what was moved; `unit` is that of lengths. */
export function assemblyInWords({ open, moved, more, held = [] }: Assembly, unit?: string): string[] {
  const rest = (shown: number, all: number): string => (all > shown ? `, and ${all - shown} more` : "");
  const said: string[] = [];
  if (open.length > 0) {
    const shown = open
      .slice(0, mostNamed)
      .map((gap) => `"${gap.name}" was ${openOrOff(gap)} by ${gapInWords(gap, unit)}`);
    said.push(`${shown.join(", ")}${rest(shown.length, open.length + more.open)}`);
  }
  if (moved.length > 0) {
    const shown = moved.slice(0, mostNamed).map((part) => `"${part.name}" ${displacementInWords(part, unit)}`);
    said.push(`moved were ${shown.join(", ")}${rest(shown.length, moved.length + more.moved)}`);
  }
  if (held.length > 0) {
    const shown = held.slice(0, mostNamed).map((name) => `"${name}"`);
    said.push(`held ${held.length === 1 ? "was" : "were"} ${shown.join(", ")}${rest(shown.length, held.length)}`);
  }
  return said.length === 0 ? [] : [`The start was assembled: ${said.join("; ")}.`];
}

/** Why a start cannot be assembled, and what to do; `held` are the names of what must not move. */
export function loopInWords(
  { around, joints, missing, isEstimate }: OpenLoop,
  held: readonly string[] = [],
  unit?: string,
): { cause: string; advice: string } {
  const size = `${isEstimate ? "about " : ""}${gapInWords(missing, unit)}`;
  const kept = held.length === 0 ? "" : ` while ${held.map((name) => `"${name}"`).join(", ")} must not move`;
  const release = held.length === 0 ? "" : ", or remove `hold` from one of the parts";
  if (joints.length === 1)
    return {
      cause: `no consistent start was found: "${missing.name}" cannot be satisfied${kept}, and is off by ${size} in the best position`,
      advice: `Correct it, or what it connects${release}.`,
    };
  return {
    cause: `no consistent start was found: the machine ${isEstimate ? "was not" : "cannot be"} assembled${kept}, because the loop ${around} does not close. With everything else in it closed, "${missing.name}" stays ${openOrOff(missing)} by ${size} in the best position`,
    advice: `Change a ${missing.length === undefined && missing.angle !== undefined ? "direction" : "length or a place"} in this loop by ${isEstimate ? "about that much, which is an estimate because the search for the best position ended at its limit" : "that much"}${release}.`,
  };
}
